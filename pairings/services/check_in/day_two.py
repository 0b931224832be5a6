"""Check players in for day 2, and drop those who do not come."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core import stamps
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.check_in.journal_kinds import (
    DayTwoCheckedIn,
    DayTwoCheckedOut,
    DayTwoExpected,
    DayTwoMark,
    DayTwoMissingDropped,
)
from pairings.engine.refusals import PairingRefusal
from pairings.models import Qualifier, Round, Stage
from pairings.queries.check_in.day_two import missing_on_day_two
from pairings.queries.rounds import division_rounds, engine_fields
from pairings.services import locks
from pairings.services.rounds import attendance
from tournaments import scopes
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Entry, User

KIND_BY_MARK: dict[str, type[DayTwoMark]] = {
    Qualifier.Mark.HERE: DayTwoCheckedIn,
    Qualifier.Mark.MISSING: DayTwoCheckedOut,
    Qualifier.Mark.EXPECTED: DayTwoExpected,
}
MARK_BY_KIND = {kind.__name__: mark for mark, kind in KIND_BY_MARK.items()}


@transaction.atomic
def mark_for_day_two(
    entry: Entry, mark: Qualifier.Mark, *, by: User | None, now: datetime | None = None
) -> Qualifier:
    """Mark a player of day 2 as checked in, missing or on the way; repeating this changes nothing.

    Refused: ENTRY_ALREADY_LEFT (name), DAY_TWO_NOT_OPEN, NOT_IN_DAY_TWO (name), DAY_TWO_PLAYS (round) once its
    first round is posted.
    """
    locked_entry = locks.lock_entry(entry)
    if not locked_entry.active:
        raise Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(locked_entry))
    stage = _stage_to_check_in(locked_entry.division)
    qualifier = stage.qualifiers.filter(entry=locked_entry).first()
    if qualifier is None:
        raise Refused(PairingRefusal.NOT_IN_DAY_TWO, name=str(locked_entry))
    if qualifier.mark == mark:
        return qualifier
    before = qualifier.mark
    _set_mark(qualifier, mark, now or timezone.now())
    line = KIND_BY_MARK[mark](entry=locked_entry.pk, name=str(locked_entry), before=before)
    journal.write_journal_line(
        locked_entry.division.tournament, line, by=by, division=locked_entry.division, at=now
    )
    return qualifier


@transaction.atomic
def drop_missing_of_day_two(
    division: Division, entries: Collection[int], *, by: User | None, now: datetime | None = None
) -> list[Entry]:
    """Drop the players among `entries` who have not checked in for day 2 and are not on the way.

    Players who arrived in the meantime are not dropped. Refused: MISSING_CHANGED if all of them have arrived,
    DAY_TWO_NOT_OPEN, DAY_TWO_PLAYS (round).
    """
    locked_division = locks.lock_division(division)
    stage, moment = _stage_to_check_in(locked_division), now or timezone.now()
    dropped = [entry for entry in missing_on_day_two(stage) if entry.pk in entries]
    if not dropped:
        raise Refused(PairingRefusal.MISSING_CHANGED)
    number = division_rounds.current_round_number(locked_division)
    for entry in dropped:
        stamps.mark_scopes_changed(scopes.entry_scope(entry.pk))
        entry.dropped_in, entry.dropped_at = number, moment
    Entry.objects.bulk_update(dropped, ["dropped_in", "dropped_at"])
    attendance.update_after_attendance_change(locked_division, since=number)
    line = DayTwoMissingDropped(
        count=len(dropped),
        names=", ".join(map(str, dropped)),
        entries=[entry.pk for entry in dropped],
        moment=moment.isoformat(),
    )
    journal.write_journal_line(locked_division.tournament, line, by=by, division=locked_division, at=now)
    return dropped


def undo_day_two_mark(line: JournalEvent) -> None:
    """Undo a change of a player's check-in. Refused: UNDO_OVERTAKEN if it changed since, DAY_TWO_PLAYS (round)."""
    if line.division is None or (qualifier := _marked_qualifier(line)) is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _stage_to_check_in(line.division)
    _set_mark(qualifier, Qualifier.Mark(line.facts["before"]), line.at)


def can_no_longer_undo_mark(line: JournalEvent) -> bool:
    """Return whether the player's check-in changed since, or the first round of day 2 is posted."""
    qualifier = _marked_qualifier(line)
    return qualifier is None or _first_posted_round(qualifier.stage) is not None


def undo_drop_missing_of_day_two(line: JournalEvent) -> None:
    """Undo DayTwoMissingDropped, except for players who have been reinstated or disqualified since.

    Refused: UNDO_OVERTAKEN if no player remains, UNDO_NEXT_ROUND_FIRST if a round was posted without them.
    """
    entries = list(_still_dropped(line).select_related("division__tournament"))
    if not entries:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    missed = [round_.number for entry in entries for round_ in division_rounds.list_missed_rounds(entry)]
    if missed:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, round=max(missed))
    since = min(entry.dropped_in or 1 for entry in entries)
    for entry in entries:
        stamps.mark_scopes_changed(scopes.entry_scope(entry.pk))
        attendance.set_leaving_round(entry, None, None)
    attendance.update_after_attendance_change(entries[0].division, since=since)


def can_no_longer_undo_day_two_drop(line: JournalEvent) -> bool:
    """Return whether no player is still dropped by this step."""
    return not _still_dropped(line).exists()


def _still_dropped(line: JournalEvent) -> QuerySet[Entry]:
    """Return the entries that are still dropped by this step and not disqualified."""
    moment = datetime.fromisoformat(line.facts["moment"])
    entries = Entry.objects.filter(division=line.division_id, pk__in=line.facts["entries"], dropped_at=moment)
    return entries.filter(disqualified=False).order_by("pk")


def _stage_to_check_in(division: Division) -> Stage:
    """Return the stage of day 2 before its first round. Refused: DAY_TWO_NOT_OPEN, DAY_TWO_PLAYS (round)."""
    stage = engine_fields.day_two_stage(division)
    if stage is None:
        raise Refused(PairingRefusal.DAY_TWO_NOT_OPEN)
    first_round = _first_posted_round(stage)
    if first_round is not None:
        raise Refused(PairingRefusal.DAY_TWO_PLAYS, round=first_round.number)
    return stage


def _first_posted_round(stage: Stage) -> Round | None:
    return stage.rounds.exclude(state=Round.State.UNPOSTED).order_by("number").first()


def _set_mark(qualifier: Qualifier, mark: Qualifier.Mark, at: datetime) -> None:
    """Store the check-in of a player; without one, its time is empty."""
    stamps.mark_scopes_changed(scopes.entry_scope(qualifier.entry_id))
    qualifier.mark, qualifier.marked_at = mark, None if mark == Qualifier.Mark.MISSING else at
    qualifier.save(update_fields=["mark", "marked_at"])


def _marked_qualifier(line: JournalEvent) -> Qualifier | None:
    """Return the player's place on day 2 if its mark is still the one set by this step."""
    rows = Qualifier.objects.filter(stage__division=line.division_id, entry=line.facts["entry"])
    return rows.filter(mark=MARK_BY_KIND[line.kind]).select_related("stage").first()


add_undo(
    undo_day_two_mark, DayTwoCheckedIn, DayTwoCheckedOut, DayTwoExpected, is_past=can_no_longer_undo_mark
)
add_undo(undo_drop_missing_of_day_two, DayTwoMissingDropped, is_past=can_no_longer_undo_day_two_drop)
