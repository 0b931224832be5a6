"""People: their facts in each event, and the records behind them, which administrators correct."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Literal, Unpack

from django.db import transaction
from django.utils import timezone

from core.engine.people import search_key, short_key
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import Team
from core.services import journal, teams
from tournaments.engine.journal_kinds import PersonAdded, PersonChanged, PersonDeleted, PlayerChanged
from tournaments.engine.person_fields import (
    FIELDS,
    KEYS,
    Person,
    PersonChanges,
    PersonFacts,
    changes_of,
    check,
    clean_player_id,
    revised,
)
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, EventOrigin, Player, Tournament, User
from tournaments.queries.people import newest_known_to, person_of, recorded, run_alone_by
from tournaments.queries.team_entries import takes_teams
from tournaments.services import locks

AsItWas = Literal["as it was"]


@transaction.atomic
def save(
    player: Player | None = None,
    *,
    by: User | None,
    user: User | AsItWas | None = "as it was",
    organizer: Team | None = None,
    **changes: Unpack[PersonChanges],
) -> Player:
    """Create or change the record of a person, in the installation's journal; entries keep their own facts.

    A new one belongs to `organizer`, by default to the installation's team. A new date of birth sets the year; a new
    year clears a date in another year (R-034). The journal records that the date changed, never the date.
    Refused: NAME_MISSING and as `PersonField.check`, PLAYER_ID_TAKEN (player_id, name, player), ACCOUNT_TAKEN (name).
    """
    row = locks.player(player) if player else Player(organizer=organizer or teams.of_installation())
    before = recorded(row)
    now = _revised(before, changes)
    require_free(row, now.player_id)
    if user != "as it was":
        require_free_account(row, user)
    changed = changes_of(before, now)
    if user != "as it was" and user != row.user:
        changed["user"] = [str(row.user or ""), str(user or "")]
        row.user = user
    if not changed:
        return row
    put(row, now)
    row.save()
    kind = PersonChanged if player else PersonAdded
    journal.write(None, kind(name=str(row), player=row.pk, changed=changed), by=by)
    return row


def require_free(player: Player, player_id: str | None) -> None:
    """Refused: PLAYER_ID_TAKEN if another record of the organizer has this Player ID, unless this one had it before."""
    number = clean_player_id(player_id)
    if number is None or Player.objects.filter(pk=player.pk, player_id=number).exists():
        return
    owner = Player.objects.filter(player_id=number, organizer=player.organizer_id).first()
    if owner is not None:
        raise Refused(TournamentRefusal.PLAYER_ID_TAKEN, player_id=number, name=str(owner), player=owner.pk)


def require_free_account(player: Player, user: User | None) -> None:
    """Refused: ACCOUNT_TAKEN (name) if another record of the organizer has this account."""
    if user is None:
        return
    taken = Player.objects.filter(organizer=player.organizer_id, user=user).exclude(pk=player.pk).first()
    if taken is not None:
        raise Refused(TournamentRefusal.ACCOUNT_TAKEN, name=str(taken))


@transaction.atomic
def delete(player: Player, *, by: User | None) -> None:
    """Delete the record of a person who is in no event. Refused: PERSON_IN_EVENTS (name)."""
    row = locks.player(player)
    if row.entries.exists():
        raise Refused(TournamentRefusal.PERSON_IN_EVENTS, name=str(row))
    journal.write(None, PersonDeleted(name=str(row), player=row.pk), by=by)
    row.delete()


@transaction.atomic
def correct(entry: Entry, *, by: User | None, **changes: Unpack[PersonChanges]) -> Entry:
    """Correct a player's facts in one event; the record follows if `by` runs every event of this person.

    `by` None: the player, by the personal link.
    Refused: as `save`, and CHANGED_MEANWHILE if the entry is gone. PLAYER_ID_TAKEN names a player of this event, or
    another person that `by` knows.
    """
    locks.divisions(entry.tournament)
    row = Entry.objects.select_related("tournament", "division").filter(pk=entry.pk).first()
    if row is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    before = person_of(row)
    now = _revised(before, changes)
    changed = changes_of(before, now)
    if not changed:
        return row
    if "player_id" in changed and now.player_id:
        _refuse_taken(row, now.player_id, by=by)
    put(row, now)
    if before.name != now.name:
        row.namesake, row.short_namesake = namesake_of(row), 0
    if takes_teams(row.tournament):
        row.search_key = search_key(row.own_name, *(str(mate) for mate in row.teammates.all()))[:200]
    row.save()
    if before.name != now.name:
        number_short_names(row.tournament, [row])
    if by is not None:
        follow([row], by=by, organizer=row.tournament.organizer_id)
    line = PlayerChanged(name=str(row), entry=row.pk, player=row.player_id, changed=changed)
    journal.write(row.tournament, line, by=by, division=row.division)
    return row


@transaction.atomic
def give_birth_date(entry: Entry, *, by: User | None, birth_date: date | None) -> Entry:
    """Set or delete (None) a date of birth; it must match a known year (R-034).

    Refused: BIRTH_DATE_OF_ANOTHER_YEAR (year), and what `correct` refuses of a birth.
    """
    if birth_date is not None and entry.birth_year not in (None, birth_date.year):
        raise Refused(TournamentRefusal.BIRTH_DATE_OF_ANOTHER_YEAR, year=entry.birth_year)
    return correct(entry, by=by, birth_date=birth_date)


def namesake_of(row: Entry) -> int:
    """The number of an entry under its new name; an unnumbered namesake gets its own."""
    others = Entry.objects.filter(tournament=row.tournament_id, search_key=row.search_key).exclude(pk=row.pk)
    known = list(others.order_by("pk"))
    next_number = number_after(known)
    Entry.objects.bulk_update(known, ["namesake"])
    return next_number


def number_after(namesakes: Sequence[Entry]) -> int:
    """The number of one more entry beside its namesakes, 0 without any; unnumbered ones get a number, unsaved."""
    for entry in namesakes:
        if not entry.namesake:
            entry.namesake = max(other.namesake for other in namesakes) + 1
    return max((entry.namesake for entry in namesakes), default=-1) + 1


def number_short_names(event: Tournament, changed: Iterable[Entry] = ()) -> None:
    """Number children with the same short name, in the order they were entered.

    An existing number stays for the event. `changed` are rows in memory that are numbered last; without any, all are
    numbered. One query, two if any is new, none if only Masters changed.
    """
    new = {row.pk: row for row in changed}
    if new and all(row.age_division == Entry.AgeDivision.MASTERS for row in new.values()):
        return
    children = event.entries.exclude(age_division=Entry.AgeDivision.MASTERS).exclude(first_name="")
    same = defaultdict(list)
    for row in children.order_by("pk").only("pk", "first_name", "last_name", "short_namesake"):
        same[short_key(row.first_name, row.last_name)].append(row)
    numbered = []
    for rows in same.values():
        rows.sort(key=lambda row: row.pk in new)
        last = max(row.short_namesake for row in rows)
        for row in rows if len(rows) > 1 else ():
            if not row.short_namesake:
                last += 1
                row.short_namesake = last
                numbered.append(row)
    Entry.objects.bulk_update(numbered, ["short_namesake"], batch_size=500)
    for row in numbered:
        if row.pk in new:
            new[row.pk].short_namesake = row.short_namesake


def follow(entries: Collection[Entry], *, by: User | None, organizer: int) -> None:
    """Copy the facts of entries to their records, where `by` runs every event of the person.

    Facts in a copy of an event stay there.
    """
    copies = EventOrigin.objects.filter(rehearsal=True, tournament__in={one.tournament_id for one in entries})
    aside = set(copies.values_list("tournament", flat=True))
    entries = [entry for entry in entries if entry.tournament_id not in aside]
    alone = run_alone_by(by, {entry.player_id for entry in entries}, organizer=organizer)
    records = locks.players(alone)
    changed = []
    for entry in entries:
        record = records.get(entry.player_id)
        if record is not None and recorded(record) != person_of(entry):
            put(record, person_of(entry))
            changed.append(record)
    Player.objects.bulk_update(changed, [*KEYS, "search_key"])


def put(row: Entry | Player, person: PersonFacts) -> None:
    """Set a person's facts on a record or an entry, without saving."""
    for field in FIELDS:
        column = field.of_entry if isinstance(row, Entry) else field.key
        setattr(row, column, getattr(person, field.key))
    row.search_key = search_key(person.first_name, person.last_name)[:200]


def _revised(before: Person, changes: PersonChanges) -> Person:
    """The person with the new facts, checked."""
    person = revised(before, changes)
    check(person, today=timezone.localdate())
    return person


def _refuse_taken(entry: Entry, player_id: str, *, by: User | None) -> None:
    here = entry.tournament.entries.filter(player_number=player_id).exclude(pk=entry.pk)
    others = newest_known_to(by, entry.tournament.organizer_id).filter(player_number=player_id)
    others = others.exclude(player=entry.player_id)
    owner = here.first() or others.first()
    if owner is not None:
        raise Refused(
            TournamentRefusal.PLAYER_ID_TAKEN, player_id=player_id, name=str(owner), player=owner.player_id
        )
