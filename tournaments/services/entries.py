"""Players in one event: add, check in, drop, reinstate and remove them."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypedDict, Unpack

from django.db import transaction
from django.db.models.deletion import ProtectedError, RestrictedError
from django.utils import timezone

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services import journal
from tournaments import hooks
from tournaments.engine.journal_kinds import (
    EntriesCheckedIn,
    EntriesImported,
    EntryAdded,
    EntryChanged,
    EntryCheckedIn,
    EntryCheckedOut,
    EntryDisqualificationLifted,
    EntryDisqualified,
    EntryDropped,
    EntryReinstated,
    EntryRemoved,
    OfEntry,
)
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Entry, Player, Tournament, User
from tournaments.services import arrivals, locks, namesakes
from tournaments.services.arrivals import Arrival, ArrivalFields


class EntryFields(TypedDict, total=False):
    """The editable fields of an entry; facts about the person are edited by `players.correct_person`."""

    age_division: str
    division: Division
    joined_round: int
    late: bool
    awarded_byes: int
    notes: str


@transaction.atomic
def add_entry(
    event: Tournament,
    *,
    by: User | None,
    player: Player | None = None,
    division: Division | None = None,
    checked_in: bool = False,
    **facts: Unpack[ArrivalFields],
) -> Entry:
    """Enter a person in the event and return the entry.

    The person is `player` if given, else the person known to `by` with the Player ID in `facts`, else a new
    one. `checked_in` also checks the player in.
    Refused, always with `row` 1: PERSON_UNKNOWN, PLAYER_ID_TAKEN (player_id, name, player), ALREADY_ENTERED
    (name, player), NAMESAKE_ENTERED (name, player), DIVISION_UNKNOWN (name), NO_DIVISION_TAKES (age
    division), DIVISION_NOT_FOR (age division, division), SEASON_UNKNOWN (day, first), TEAMS_ONLY_HERE (name),
    TEAM_MEMBER_ELSEWHERE (name, team), and whatever `PersonField.check` refuses.
    """
    arrival = Arrival(
        **facts,
        player=player.pk if player else None,
        division=division.age_division if division else None,
        checked_in_at=timezone.now() if checked_in else None,
    )
    (entry,) = arrivals.enter_all_arrivals(event, [arrival], by=by)
    journal_added_entry(entry, by=by)
    return entry


def journal_added_entry(entry: Entry, *, by: User | None) -> None:
    """Write the journal line of an added entry."""
    _write_entry_line(entry, EntryAdded, by=by)


@transaction.atomic
def add_entries(
    event: Tournament, rows: Sequence[Arrival], *, by: User | None, filename: str = ""
) -> list[Entry]:
    """Enter all rows or none, in a fixed number of queries, and return the entries.

    `filename` is the file of the rows, for the journal.
    Refused: whatever `add_entry` refuses, with `row` counted from 1.
    """
    entries = arrivals.enter_all_arrivals(event, rows, by=by)
    if entries:
        journal.write_journal_line(event, EntriesImported(count=len(entries), filename=filename), by=by)
    return entries


@transaction.atomic
def change_entry(
    entry: Entry, *, by: User | None, paired: bool | None = None, **fields: Unpack[EntryFields]
) -> Entry:
    """Change an entry. A player who has been paired cannot change division.

    `paired` is True if the player has been paired; by default, all players of a started division have been.
    Refused: ENTRY_STAYS (name, division), DIVISION_NOT_FOR (age division, division), CHANGED_MEANWHILE.
    """
    locks.lock_divisions(entry.tournament)
    row = Entry.objects.select_related("player", "division", "tournament").filter(pk=entry.pk).first()
    if row is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    old_values = {name: getattr(row, name) for name in fields}
    for name, value in fields.items():
        setattr(row, name, value)
    changed = {
        name: [_entry_value_for_journal(old), _entry_value_for_journal(getattr(row, name))]
        for name, old in old_values.items()
    }
    changed = {name: values for name, values in changed.items() if values[0] != values[1]}
    if not changed:
        return row
    has_started = old_values["division"].started_at is not None if "division" in changed else False
    if "division" in changed and (has_started if paired is None else paired):
        raise Refused(
            TournamentRefusal.ENTRY_STAYS, name=str(row), division=old_values["division"].age_division
        )
    if changed.keys() & {"division", "age_division"}:
        arrivals.DivisionChooser(row.tournament, [row.division]).place(
            row, row.age_division, row.division.age_division
        )
    row.save(update_fields=list(changed))
    if "age_division" in changed:
        namesakes.number_short_names(row.tournament, [row])
    for hook in hooks.entry_changed:
        hook(row, changed)
    _write_entry_line(row, EntryChanged, by=by, changed=changed)
    return row


@transaction.atomic
def delete_unpaired_entry(entry: Entry, *, by: User | None) -> None:
    """Remove an entry that was never paired, with its losses for missed rounds.

    Refused: ENTRY_HAS_PLAYED (name), CHANGED_MEANWHILE.
    """
    row = locks.lock_entry(entry)
    for before_removal in hooks.entry_removed:
        before_removal(row)
    journal.write_journal_line(
        row.tournament, EntryRemoved(name=str(row), player=row.player_id), by=by, division=row.division
    )
    try:
        row.delete()
    except (RestrictedError, ProtectedError) as error:
        raise Refused(TournamentRefusal.ENTRY_HAS_PLAYED, name=str(row)) from error


@transaction.atomic
def check_in_entry(entry: Entry, *, by: User | None, at: datetime | None = None) -> Entry:
    """Check a player in; repeating this changes nothing.

    Refused: ENTRY_ALREADY_LEFT (name), CHANGED_MEANWHILE.
    """
    row = locks.lock_entry(entry)
    if row.dropped_in is not None:
        raise Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(row))
    if row.checked_in_at is None:
        row.checked_in_at = at or timezone.now()
        row.save(update_fields=["checked_in_at"])
        _write_entry_line(row, EntryCheckedIn, by=by)
    return row


@transaction.atomic
def check_out_entry(entry: Entry, *, by: User | None) -> Entry:
    """Revert a check-in; repeating this changes nothing. Refused: CHANGED_MEANWHILE."""
    row = locks.lock_entry(entry)
    if row.checked_in_at is not None:
        row.checked_in_at = None
        row.save(update_fields=["checked_in_at"])
        _write_entry_line(row, EntryCheckedOut, by=by)
    return row


@transaction.atomic
def check_in_missing_entries(event: Tournament, *, by: User | None, division: Division | None = None) -> int:
    """Check in all missing players of the event, or of one division, and return their number.

    The journal line lists them so that it can be undone.
    """
    locks.lock_divisions(event)
    missing = event.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
    if division is not None:
        missing = missing.filter(division=division)
    now = timezone.now()
    rows = list(missing.order_by("pk").values_list("pk", "joined_round"))
    missing.update(checked_in_at=now)
    if rows:
        journal.write_journal_line(
            event,
            EntriesCheckedIn(count=len(rows), entries=rows, moment=now.isoformat()),
            by=by,
            division=division,
        )
    return len(rows)


@transaction.atomic
def drop_entry(entry: Entry, *, by: User | None, round_number: int, at: datetime | None = None) -> Entry:
    """Drop a player. `round_number` is the current round, or 0 before round 1.

    Refused: ENTRY_ALREADY_LEFT (name), CHANGED_MEANWHILE.
    """
    row = locks.lock_entry(entry)
    if row.dropped_in is not None:
        raise Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(row))
    _set_dropped(row, round_number, at)
    _write_entry_line(row, EntryDropped, by=by, round=round_number)
    return row


@transaction.atomic
def reinstate_entry(entry: Entry, *, by: User | None, missed: Sequence[int] = ()) -> Entry:
    """Reinstate a dropped player. `missed` are the rounds since the drop, for the journal.

    Refused: ENTRY_DISQUALIFIED (name), ENTRY_NOT_LEFT (name), CHANGED_MEANWHILE.
    """
    row = locks.lock_entry(entry)
    if row.disqualified:
        raise Refused(TournamentRefusal.ENTRY_DISQUALIFIED, name=str(row))
    if row.dropped_in is None:
        raise Refused(TournamentRefusal.ENTRY_NOT_LEFT, name=str(row))
    dropped_in, dropped_at = row.dropped_in, row.dropped_at
    row.dropped_in, row.dropped_at = None, None
    row.save(update_fields=["dropped_in", "dropped_at"])
    departure = {"left_in": dropped_in, "left_at": dropped_at.isoformat() if dropped_at else None}
    _write_entry_line(
        row, EntryReinstated, by=by, missed=list(missed), joined_before=row.joined_round, **departure
    )
    return row


@transaction.atomic
def disqualify_entry(
    entry: Entry, *, by: User | None, round_number: int, at: datetime | None = None, reason: str = ""
) -> Entry:
    """Disqualify a player, who leaves the event and gets no place.

    `round_number` is the current round, or 0 before round 1; a player who has already dropped stays dropped
    in the round and at the time of the drop.
    Refused: ENTRY_DISQUALIFIED (name), CHANGED_MEANWHILE.
    """
    row = locks.lock_entry(entry)
    if row.disqualified:
        raise Refused(TournamentRefusal.ENTRY_DISQUALIFIED, name=str(row))
    had_left = row.dropped_in is not None
    row.disqualified = True
    row.save(update_fields=["disqualified"])
    if not had_left:
        _set_dropped(row, round_number, at)
    _write_entry_line(row, EntryDisqualified, by=by, round=round_number, reason=reason, left_before=had_left)
    return row


@transaction.atomic
def lift_disqualification_of_entry(entry: Entry, *, by: User | None) -> Entry:
    """Revert a disqualification. The player plays again, or remains dropped if the drop came first.

    Refused: ENTRY_NOT_DISQUALIFIED (name), CHANGED_MEANWHILE.
    """
    row = locks.lock_entry(entry)
    if not row.disqualified:
        raise Refused(TournamentRefusal.ENTRY_NOT_DISQUALIFIED, name=str(row))
    row.disqualified = False
    disqualifications = row.tournament.journal.filter(kind="EntryDisqualified", facts__entry=row.pk)
    line = disqualifications.order_by("-pk").first()
    # An imported disqualification has no journal line, so the player remains dropped.
    if line is not None and not line.facts.get("left_before", True):
        row.dropped_in, row.dropped_at = None, None
    row.save(update_fields=["disqualified", "dropped_in", "dropped_at"])
    _write_entry_line(row, EntryDisqualificationLifted, by=by)
    return row


def _set_dropped(entry: Entry, round_number: int, at: datetime | None) -> None:
    """Store the round in which a player left (0 before round 1) and the time, by default the current time."""
    entry.dropped_in, entry.dropped_at = round_number, at or timezone.now()
    entry.save(update_fields=["dropped_in", "dropped_at"])


def _write_entry_line(
    entry: Entry, kind: Callable[..., OfEntry], *, by: User | None, **facts: object
) -> None:
    """Write a journal line of this kind about an entry."""
    line = kind(name=str(entry), entry=entry.pk, **facts)
    journal.write_journal_line(entry.tournament, line, by=by, division=entry.division)


def _entry_value_for_journal(value: object) -> object:
    """Return a value for the journal: the code of a division, any other value unchanged."""
    return value.age_division if isinstance(value, Division) else value
