"""Correct the facts of people, in one event or in the record that belongs to all events of a person."""

from collections.abc import Collection
from datetime import date
from typing import Literal, Unpack

from django.db import transaction
from django.utils import timezone

from core.engine.person_names import search_key
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
    changed_facts,
    check_person,
    normalized_player_id,
    person_with_changes,
)
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, EventOrigin, Player, User
from tournaments.queries.people import (
    newest_entries_visible_to,
    people_only_in_events_run_by,
    person_from_entry,
    person_on_record,
)
from tournaments.queries.team_entries import takes_teams
from tournaments.services import locks
from tournaments.services.namesakes import next_namesake_number, number_short_names

AsItWas = Literal["as it was"]


@transaction.atomic
def save_person(
    player: Player | None = None,
    *,
    by: User | None,
    user: User | AsItWas | None = "as it was",
    organizer: Team | None = None,
    **changes: Unpack[PersonChanges],
) -> Player:
    """Create or change a person's record, with a line in the installation's journal.

    Entries do not change. `player` is None for a new record, which belongs to `organizer`, by default to the
    installation's team. `user` is the new account, or None to remove it. A new date of birth sets the year; a
    new year clears a date that contradicts it (R-034). The journal records that the date changed, but not the
    date.
    Refused: PLAYER_ID_TAKEN (player_id, name, player), ACCOUNT_TAKEN (name), and whatever `PersonField.check` refuses.
    """
    row = locks.lock_player(player) if player else Player(organizer=organizer or teams.installation_team())
    before = person_on_record(row)
    after = _person_with_checked_changes(before, changes)
    require_free_player_id(row, after.player_id)
    if user != "as it was":
        require_free_account(row, user)
    changed = changed_facts(before, after)
    if user != "as it was" and user != row.user:
        changed["user"] = [str(row.user or ""), str(user or "")]
        row.user = user
    if not changed:
        return row
    set_person_facts(row, after)
    row.save()
    kind = PersonChanged if player else PersonAdded
    journal.write_journal_line(None, kind(name=str(row), player=row.pk, changed=changed), by=by)
    return row


def require_free_player_id(player: Player, player_id: str | None) -> None:
    """Require that no other record of the organizer has this Player ID, unless this record already has it.

    Refused: PLAYER_ID_TAKEN (player_id, name, player).
    """
    number = normalized_player_id(player_id)
    if number is None or Player.objects.filter(pk=player.pk, player_id=number).exists():
        return
    owner = Player.objects.filter(player_id=number, organizer=player.organizer_id).first()
    if owner is not None:
        raise Refused(TournamentRefusal.PLAYER_ID_TAKEN, player_id=number, name=str(owner), player=owner.pk)


def require_free_account(player: Player, user: User | None) -> None:
    """Require that no other record of the organizer has this account. Refused: ACCOUNT_TAKEN (name)."""
    if user is None:
        return
    owner = Player.objects.filter(organizer=player.organizer_id, user=user).exclude(pk=player.pk).first()
    if owner is not None:
        raise Refused(TournamentRefusal.ACCOUNT_TAKEN, name=str(owner))


@transaction.atomic
def delete_person(player: Player, *, by: User | None) -> None:
    """Delete the record of a person without entries. Refused: PERSON_IN_EVENTS (name)."""
    row = locks.lock_player(player)
    if row.entries.exists():
        raise Refused(TournamentRefusal.PERSON_IN_EVENTS, name=str(row))
    journal.write_journal_line(None, PersonDeleted(name=str(row), player=row.pk), by=by)
    row.delete()


@transaction.atomic
def correct_person(entry: Entry, *, by: User | None, **changes: Unpack[PersonChanges]) -> Entry:
    """Correct a player's facts in one event, and in the record if `by` runs every event of the person.

    `by` is None for players who use their personal link; then the record does not change.
    Refused: CHANGED_MEANWHILE if the entry was removed, PLAYER_ID_TAKEN (player_id, name, player) if a player
    of this event or another person whom `by` may see has the Player ID, and whatever `PersonField.check` refuses.
    """
    locks.lock_divisions(entry.tournament)
    row = Entry.objects.select_related("tournament", "division").filter(pk=entry.pk).first()
    if row is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    before = person_from_entry(row)
    after = _person_with_checked_changes(before, changes)
    changed = changed_facts(before, after)
    if not changed:
        return row
    if "player_id" in changed and after.player_id:
        event_entries = row.tournament.entries.filter(player_number=after.player_id).exclude(pk=row.pk)
        visible_entries = newest_entries_visible_to(by, row.tournament.organizer_id).filter(
            player_number=after.player_id
        )
        owner = event_entries.first() or visible_entries.exclude(player=row.player_id).first()
        if owner is not None:
            facts = {"player_id": after.player_id, "name": str(owner), "player": owner.player_id}
            raise Refused(TournamentRefusal.PLAYER_ID_TAKEN, **facts)
    set_person_facts(row, after)
    if before.name != after.name:
        row.namesake, row.short_namesake = next_namesake_number(row), 0
    if takes_teams(row.tournament):
        row.search_key = search_key(row.own_name, *(str(teammate) for teammate in row.teammates.all()))[:200]
    row.save()
    if before.name != after.name:
        number_short_names(row.tournament, [row])
    if by is not None:
        update_person_records([row], by=by, organizer=row.tournament.organizer_id)
    line = PlayerChanged(name=str(row), entry=row.pk, player=row.player_id, changed=changed)
    journal.write_journal_line(row.tournament, line, by=by, division=row.division)
    return row


@transaction.atomic
def set_birth_date(entry: Entry, *, by: User | None, birth_date: date | None) -> Entry:
    """Set a date of birth, or delete it if None. It must be in the stored birth year, if any (R-034).

    Refused: BIRTH_DATE_OF_ANOTHER_YEAR (year), and whatever `correct_person` refuses.
    """
    if birth_date is not None and entry.birth_year not in (None, birth_date.year):
        raise Refused(TournamentRefusal.BIRTH_DATE_OF_ANOTHER_YEAR, year=entry.birth_year)
    return correct_person(entry, by=by, birth_date=birth_date)


def update_person_records(entries: Collection[Entry], *, by: User | None, organizer: int) -> None:
    """Copy the facts of entries to their records, if `by` runs every event of the person.

    Facts in rehearsal copies of events are not copied.
    """
    copies = EventOrigin.objects.filter(
        rehearsal=True, tournament__in={entry.tournament_id for entry in entries}
    )
    rehearsal_copies = set(copies.values_list("tournament", flat=True))
    entries = [entry for entry in entries if entry.tournament_id not in rehearsal_copies]
    correctable_people = people_only_in_events_run_by(
        by, {entry.player_id for entry in entries}, organizer=organizer
    )
    records = locks.lock_players(correctable_people)
    changed = []
    for entry in entries:
        record = records.get(entry.player_id)
        if record is not None and person_on_record(record) != person_from_entry(entry):
            set_person_facts(record, person_from_entry(entry))
            changed.append(record)
    Player.objects.bulk_update(changed, [*KEYS, "search_key"])


def set_person_facts(row: Entry | Player, person: PersonFacts) -> None:
    """Set a person's facts on a record or an entry, without saving."""
    for field in FIELDS:
        column = field.of_entry if isinstance(row, Entry) else field.key
        setattr(row, column, getattr(person, field.key))
    row.search_key = search_key(person.first_name, person.last_name)[:200]


def _person_with_checked_changes(before: Person, changes: PersonChanges) -> Person:
    """Return the person with these changes. Refused: whatever `check_person` refuses."""
    person = person_with_changes(before, changes)
    check_person(person, today=timezone.localdate())
    return person
