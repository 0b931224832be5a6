"""Removal of personal data of past events, after the installation's number of days (PERSONAL_DATA_DAYS).

Results, places and pairings stay, and names if the organizing team chose so. An event's data is removed in
batches, so that a running event never waits long; repeating a batch changes nothing.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce, Greatest
from django.utils.translation import gettext_lazy as _

from checks.models import CheckPhoto
from core.engine.journal.kinds import line_fact
from core.engine.journal.redaction import HIDDEN
from core.engine.people import search_key
from core.models import JournalEvent, PushSubscription
from core.services import journal, redaction
from core.services.pieces import write_pieces
from core.services.snapshots import shelf
from decks.models import DeckList, Version
from floor.engine.journal_kinds import PersonalDataRemoved
from floor.engine.retention import LEAST_DIGITS, NewNames, Replacements, facts_after, names_of
from floor.services import typed_texts
from floor.services.forget import STILL, delete_files
from pairings.models import EntryWish, TomDetails, TomFile
from pairings.queries.print.event_figures import events_over
from tournaments.engine.person_fields import ERASED_ENTRY, ERASED_RECORD
from tournaments.models import (
    EndedLink,
    Entry,
    KnownPlayer,
    KnownPlayersLoad,
    PersonalLink,
    Player,
    StaffMember,
    Teammate,
    Tournament,
    User,
)
from tournaments.services import locks

KIND = "PersonalDataRemoved"
NEW_NAME = _("Player %(number)s")

A_PIECE = 500
"""Journal lines, deck lists or people changed per transaction."""

WIPED = frozenset(
    ("by_name", "discrepancy", "note", "not_counted", "reason", "sent_back", "why", "withdrawn_why")
)
"""Fields about one player typed by staff, or naming who submitted something."""

DECK_TEXTS = ("text", "unused", "working_copy", "working_copy_unused")
"""Fields with a deck list: its cards stay, its owner is removed."""


@dataclass(frozen=True, slots=True)
class Expired:
    """An event past its retention time, and counts of the personal data still stored."""

    event: Tournament
    ended_at: datetime
    players: int
    links: int
    phones: int
    photos: int
    files: int
    snapshots: int


@dataclass(frozen=True, slots=True)
class Removal:
    """What is to be removed, or was: events; counts of people of teams, known players, mail addresses of accounts."""

    events: tuple[Expired, ...]
    people: int
    listed: int
    accounts: int


def preview(*, days: int, now: datetime) -> Removal:
    """Compute what `remove` would remove now, without writing.

    People count if their last event ended long enough ago, or if all their events are removed with it.
    """
    until = now - timedelta(days=days)
    expired = _expired(until)
    events = [event.pk for event, _ended in expired]
    return Removal(
        tuple(_seen(event, ended) for event, ended in expired),
        _people(until, events).count(),
        _listed(until, events).count(),
        _accounts(until, events).count(),
    )


def remove(*, days: int, now: datetime) -> Removal:
    """Remove the personal data of every event that ended more than `days` ago, then of people with no other event.
    Raises ValueError for `days` below 1.
    """
    if days < 1:
        raise ValueError("Personal data stays for one day at least.")
    until = now - timedelta(days=days)
    expired = tuple(_seen(event, ended) for event, ended in _expired(until))
    for row in expired:
        _remove_from(row.event, until, now)
    keys = list(_people(until, ()).values_list("pk", flat=True))
    write_pieces(keys, partial(_clean_people, until, now), size=A_PIECE)
    with transaction.atomic():
        listed = list(_listed(until, ()).values_list("pk", flat=True))
        KnownPlayer.objects.filter(pk__in=listed).delete()
        KnownPlayersLoad.objects.filter(loaded_at__lt=until).delete()
    with transaction.atomic():
        accounts = list(_accounts(until, ()).values_list("pk", flat=True))
        EmailAddress.objects.filter(user__in=accounts).delete()
        User.objects.filter(pk__in=accounts).update(email="")
    return Removal(expired, len(keys), len(listed), len(accounts))


def _expired(until: datetime, of: Tournament | None = None) -> list[tuple[Tournament, datetime]]:
    """Events that ended before `until` and still store personal data, oldest first; `of`: only this one."""
    rounds = "divisions__rounds__"
    newest = JournalEvent.objects.filter(tournament=OuterRef("pk")).order_by("-pk")
    # Links opened again after the removal; opening one writes no journal line.
    opened_again = Exists(PersonalLink.objects.filter(entry__tournament=OuterRef("pk")))
    rows = (
        (Tournament.objects.filter(pk=of.pk) if of else Tournament.objects.all())
        .filter(starts_at__lt=until)
        .annotate(newest=Subquery(newest.values("kind")[:1]))
        .annotate(closed_at=Max(f"{rounds}closed_at"), posted_at=Max(f"{rounds}posted_at"))
        .annotate(
            last_at=Greatest(
                "starts_at", Coalesce("closed_at", "starts_at"), Coalesce("posted_at", "starts_at")
            )
        )
        .filter(Q(last_at__lt=until), ~Q(newest=KIND) | opened_again)
        .select_related("organizer")
    )
    over = events_over([event.pk for event in rows])
    ended = [(event, event.last_at + (timedelta() if event.pk in over else STILL)) for event in rows]
    return sorted(((event, at) for event, at in ended if at < until), key=lambda row: (row[1], row[0].pk))


def _seen(event: Tournament, ended_at: datetime) -> Expired:
    entries = event.entries
    identified = _known(ERASED_ENTRY) | ~Q(notes="")
    names = Q(player__forgotten_at=None)
    return Expired(
        event=event,
        ended_at=ended_at,
        players=entries.filter(identified if event.organizer.names_stay else names).count(),
        links=PersonalLink.objects.filter(entry__tournament=event).count(),
        phones=PushSubscription.objects.filter(tournament=event).count(),
        photos=CheckPhoto.objects.filter(check_of__entry__tournament=event).count(),
        files=TomFile.objects.filter(tournament=event).count(),
        snapshots=len(shelf.files(event)),
    )


def _known(erased: Mapping[str, str | None]) -> Q:
    """Filter rows with any fact that is to be erased."""
    unknown = {f"{name}__isnull": True for name, value in erased.items() if value is None}
    return ~Q(**unknown, **{name: value for name, value in erased.items() if value is not None})


def _remove_from(event: Tournament, until: datetime, now: datetime) -> None:
    """Change journal lines and deck lists in batches, then the rest and the journal line of it in one transaction."""
    entries = list(event.entries.select_related("player").order_by("pk"))
    names = None if event.organizer.names_stay else _new_names(event, entries)
    replaced = _replacements(entries, names)
    changed = list(_changed(event, replaced, names))
    write_pieces(changed, partial(redaction.write, event, by=None, at=now), size=A_PIECE)
    owners = {entry.pk: _owner(entry) for entry in entries}
    write_pieces(list(owners), partial(_rewrite_decks, owners), size=A_PIECE)
    with transaction.atomic():
        locks.divisions_of([event])
        if not _expired(until, event):
            return  # another process was quicker
        _rewrite_texts(event, entries, replaced, names)
        _delete_traces(event)
        mates = Teammate.objects.filter(entry__tournament=event)
        mates.update(player_id="")
        event.entries.update(**ERASED_ENTRY, notes="")
        if names is not None:
            mates.delete()
            _rename(entries, names)
        journal.write(event, PersonalDataRemoved(players=len(entries), count=len(changed)), by=None, at=now)


def _new_names(event: Tournament, entries: list[Entry]) -> NewNames:
    """ "Player 12" for the twelfth, under every name that a journal line has for them, earlier names included.

    A forgotten player keeps the replacement name.
    """
    of_entry = {entry.pk: str(entry) for entry in entries if entry.player.forgotten_at}
    free = (
        name for number in count(1) if (name := NEW_NAME % {"number": number}) not in {*of_entry.values()}
    )
    of_entry |= {entry.pk: next(free) for entry in entries if entry.pk not in of_entry}
    of_person = {entry.player_id: of_entry[entry.pk] for entry in entries}
    pairs = [(name, of_entry[entry.pk]) for entry in entries for name in {str(entry), entry.own_name}]
    own = NewNames({}, of_entry, of_person)
    for kind, facts in event.journal.values_list("kind", "facts").iterator(2000):
        pairs += own.names_in(facts, line_fact(kind, facts))
    of_name: dict[str, str] = {}
    for name, instead in pairs:
        of_name[name] = instead if of_name.get(name, instead) == instead else HIDDEN
    return NewNames(of_name, of_entry, of_person)


def _replacements(entries: list[Entry], names: NewNames | None) -> Replacements:
    """What is removed from texts: Player IDs always, names where they are replaced."""
    numbers = [entry.player_number or "" for entry in entries]
    pairs = [(number, HIDDEN) for number in numbers if len(number) >= LEAST_DIGITS]
    if names is not None:
        for entry in entries:
            instead = names.of_entry[entry.pk]
            pairs += [(name, instead) for name in names_of(entry.first_name, entry.last_name)]
        pairs += [(name, instead) for name, instead in names.of_name.items() if " " in name]
    return Replacements(pairs)


def _changed(
    event: Tournament, replaced: Replacements, names: NewNames | None
) -> Iterator[tuple[int, dict[str, Any]]]:
    lines = event.journal.order_by("pk").values_list("pk", "kind", "facts")
    for key, kind, facts in lines.iterator(2000):
        after = facts_after(facts, replaced, names, of=line_fact(kind, facts))
        if after != facts:
            redaction.require_sealed_same(key, kind, facts, after)
            yield key, after


def _rewrite_texts(
    event: Tournament, entries: list[Entry], replaced: Replacements, names: NewNames | None
) -> None:
    for rows, fields, own in typed_texts.of_event(event, [entry.pk for entry in entries]):
        is_deck = rows.model in (DeckList, Version)
        plain = tuple(field for field in fields if not (is_deck and field in DECK_TEXTS))
        if names is not None and own:
            typed_texts.wipe(rows, [field for field in plain if field in WIPED], HIDDEN)
            plain = tuple(field for field in plain if field not in WIPED)
        for row in rows.only("pk", *plain) if plain else ():
            typed_texts.rewrite(row, plain, replaced.text)
    EntryWish.objects.filter(entry__tournament=event).exclude(reason="").update(reason=HIDDEN)
    Version.objects.filter(deck_list__entry__tournament=event, by_player=True).update(by_name="")


def _rewrite_decks(owners: Mapping[int, Replacements], keys: Collection[int]) -> None:
    """Remove the owner's name, number and birth date from pasted deck lists; `keys` of entries."""
    for row in DeckList.objects.filter(entry__in=keys).only("pk", "entry", *DECK_TEXTS[2:]):
        typed_texts.rewrite(row, DECK_TEXTS[2:], owners[row.entry_id].text)
    versions = Version.objects.filter(deck_list__entry__in=keys).annotate(entry=F("deck_list__entry"))
    for version in versions.only("pk", "read", *DECK_TEXTS[:2]).iterator(A_PIECE):
        owner = owners[version.entry]
        typed_texts.rewrite(version, DECK_TEXTS[:2], owner.text)
        read = facts_after(version.read, owner, None)
        if read != version.read:
            Version.objects.filter(pk=version.pk).update(read=read)


def _owner(entry: Entry) -> Replacements:
    words = [*names_of(entry.first_name, entry.last_name), str(entry.birth_date or "")]
    words += [number for number in (entry.player_number or "",) if len(number) >= LEAST_DIGITS]
    return Replacements((word, HIDDEN) for word in words)


def _delete_traces(event: Tournament) -> None:
    CheckPhoto.objects.filter(check_of__entry__tournament=event).delete()
    PushSubscription.objects.filter(tournament=event).delete()
    PersonalLink.objects.filter(entry__tournament=event).delete()
    EndedLink.objects.filter(tournament=event).delete()
    delete_files([event])
    TomDetails.objects.filter(tournament=event).update(let_in_later=[], file_words={})


def _rename(entries: list[Entry], names: NewNames) -> None:
    for entry in entries:
        entry.first_name, entry.last_name = "", names.of_entry[entry.pk]
        entry.search_key, entry.namesake, entry.short_namesake = search_key(entry.last_name), 0, 0
    renamed = ["first_name", "last_name", "search_key", "namesake", "short_namesake"]
    Entry.objects.bulk_update(entries, renamed, batch_size=500)


def _in_removed(events: Collection[int]) -> Q:
    """Filter rows of one of `events`, or of one whose personal data was removed."""
    removed = Tournament.objects.filter(journal__kind=KIND).values("pk")
    return Q(tournament__in=removed) | Q(tournament__in=events)


def _people(until: datetime, events: Collection[int]) -> QuerySet[Player]:
    """People without an event whose personal data stays once it is removed from `events`."""
    here = Entry.objects.filter(player=OuterRef("pk"))
    others = here.exclude(_in_removed(events))
    names = Q(forgotten_at=None, organizer__names_stay=False)
    return Player.objects.filter(
        ~Exists(others), _known(ERASED_RECORD) | names, Exists(here) | Q(created_at__lt=until)
    ).order_by("pk")


def _clean_people(until: datetime, now: datetime, keys: Collection[int]) -> None:
    held = list(locks.players(keys).values())
    prefetch_related_objects(held, "organizer", "user")
    names = _instead(held)
    _clean_lines(held, names, now)
    for player in held:
        # Remove identity from a person; `instead` replaces the name, empty leaves it.
        instead = names.get(player.pk, "")
        for name, value in ERASED_RECORD.items():
            setattr(player, name, value)
        if player.user is not None and (player.user.last_login or player.user.date_joined) < until:
            player.user = None
        if instead:
            player.first_name, player.last_name, player.search_key = "", instead, search_key(instead)
        player.save()
    Player.objects.filter(pk__in=names).update(forgotten_at=now)


def _instead(held: list[Player]) -> dict[int, str]:
    """New names by key, for people whose team does not retain names; each team numbers on from those it has."""
    names: dict[int, str] = {}
    numbers: dict[int, Iterator[int]] = {}
    for player in held:
        if player.organizer.names_stay or player.forgotten_at is not None:
            continue
        if player.organizer_id not in numbers:
            before = Player.objects.filter(organizer=player.organizer_id, forgotten_at__isnull=False).count()
            numbers[player.organizer_id] = count(before + 1)
        names[player.pk] = NEW_NAME % {"number": next(numbers[player.organizer_id])}
    return names


def _clean_lines(held: list[Player], names: Mapping[int, str], now: datetime) -> None:
    """Redact the installation's journal lines about these people."""
    keys = [player.pk for player in held]
    lines = JournalEvent.objects.filter(tournament=None, kind__startswith="Person", facts__player__in=keys)
    new_names, changed = NewNames({}, {}, names), []
    for pk, kind, facts in lines.order_by("pk").values_list("pk", "kind", "facts"):
        renamed = new_names if facts["player"] in names else None
        after = facts_after(facts, Replacements(()), renamed, of=line_fact(kind, facts))
        if after != facts:
            redaction.require_sealed_same(pk, kind, facts, after)
            changed.append((pk, after))
    redaction.write(None, changed, by=None, at=now)


def _listed(until: datetime, events: Collection[int]) -> QuerySet[KnownPlayer]:
    """Known players of teams whose latest list was loaded before `until`, and who have played nowhere since."""
    fresh = KnownPlayersLoad.objects.filter(organizer=OuterRef("organizer"), loaded_at__gte=until)
    numbers = Entry.objects.filter(
        tournament__organizer=OuterRef("organizer"), player_number=OuterRef("player_id")
    )
    return KnownPlayer.objects.filter(~Exists(fresh), ~Exists(numbers.exclude(_in_removed(events))))


def _accounts(until: datetime, events: Collection[int]) -> QuerySet[User]:
    """Accounts with a mail address, unused since `until`, that neither organize nor work nor play at an event whose
    data is stored.
    """
    works = StaffMember.objects.filter(user=OuterRef("pk")).exclude(_in_removed(events))
    plays = Entry.objects.filter(player__user=OuterRef("pk")).exclude(_in_removed(events))
    idle = Q(last_login__lt=until) | Q(last_login=None, date_joined__lt=until)
    rows = User.objects.filter(idle, ~Exists(works), ~Exists(plays), memberships=None)
    return rows.filter(is_staff=False, is_superuser=False).exclude(email="")
