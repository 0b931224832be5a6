"""Check-in, late entry, drop and disqualification while rounds are being played."""

from collections.abc import Container, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.refusals import PairingRefusal
from pairings.models import Seat, Stage
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.rounds import division_rounds, engine_fields
from pairings.queries.rounds.round_entries import may_play_remaining_swiss
from pairings.services import locks
from pairings.services.bracket import walkovers
from pairings.services.rounds import missed_rounds
from pairings.services.standings import ranking
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Entry, Tournament, User
from tournaments.queries.journal import event_of_line
from tournaments.services import entries


@transaction.atomic
def drop_player(entry: Entry, *, by: User | None, now: datetime | None = None) -> Entry:
    """Drop a player. In the cut, the opponent advances.

    The player may still report an open match, but is not paired again. Refused: ENTRY_ALREADY_LEFT.
    """
    locked_entry = locks.lock_entry(entry)
    dropped = entries.drop_entry(
        locked_entry, by=by, round_number=division_rounds.current_round_number(locked_entry.division), at=now
    )
    # A drop after a round has closed already counts in the standings of that round (M-020).
    update_after_attendance_change(dropped.division, since=dropped.dropped_in)
    return dropped


@transaction.atomic
def reinstate_player(entry: Entry, *, by: User | None) -> Entry:
    """Reinstate a dropped player from the next round on. Rounds missed in the meantime are losses (M-019).

    In a pure elimination, a match that is not posted yet must be played after all. Refused: ENTRY_NOT_LEFT,
    CUT_HAS_STARTED_ALREADY, NOT_IN_DAY_TWO (name).
    """
    locked_entry = locks.lock_entry(entry)
    _require_no_cut(locked_entry.division)
    if not may_play_remaining_swiss(locked_entry):
        raise Refused(PairingRefusal.NOT_IN_DAY_TWO, name=str(locked_entry))
    missed = (
        [round_.number for round_ in division_rounds.list_missed_rounds(locked_entry)]
        if locked_entry.checked_in_at
        else []
    )
    reinstated = entries.reinstate_entry(locked_entry, by=by, missed=missed)
    missed_rounds.record_missed_rounds(reinstated)
    update_after_attendance_change(reinstated.division, since=locked_entry.dropped_in)
    return reinstated


@transaction.atomic
def check_in_player(entry: Entry, *, by: User | None, now: datetime | None = None) -> Entry:
    """Check a player in, as a late entry if round 1 has started.

    Refused: CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED, ENTRY_ALREADY_LEFT (name).
    """
    locked_entry = locks.lock_entry(entry)
    _require_swiss(locked_entry.division)
    checked_in = entries.check_in_entry(locked_entry, by=by, at=now)
    missed_rounds.record_missed_rounds(checked_in)
    return checked_in


@transaction.atomic
def check_in_all_missing_players(
    event: Tournament, *, by: User | None, division: Division | None = None
) -> int:
    """Check in every missing player, as late entries in divisions that are playing.

    `division` limits this to one division. Return the number of players. Refused: CUT_HAS_STARTED_ALREADY,
    DAY_TWO_HAS_STARTED.
    """
    locks.lock_divisions(event)
    missing = event.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
    if division is not None:
        missing = missing.filter(division=division)
    divisions = event.divisions.filter(entries__in=missing).distinct()
    playing = [candidate for candidate in divisions if _has_posted_round(candidate)]
    late_entries = list(missing.filter(division__in=playing).values_list("pk", flat=True))
    count = entries.check_in_missing_entries(event, by=by, division=division)
    for entry in Entry.objects.filter(pk__in=late_entries).select_related("division").order_by("id"):
        missed_rounds.record_missed_rounds(entry)
    return count


@transaction.atomic
def check_out_unpaired_player(entry: Entry, *, by: User | None) -> Entry:
    """Undo the check-in of a player who has not been paired, and delete their losses for missed rounds.

    Refused: ENTRY_HAS_PLAYED.
    """
    seats = Seat.objects.filter(entry=locks.lock_entry(entry)).posted()
    if seats.paired().exists():
        raise Refused(TournamentRefusal.ENTRY_HAS_PLAYED, name=str(entry))
    missed = list(seats.order_by("round__number").values_list("round__number", flat=True))
    checked_out = entries.check_out_entry(entry, by=by)
    came_late = bool(missed) and checked_out.joined_round == missed[-1] + 1
    missed_rounds.undo_missed_round_losses(checked_out, missed, joined_round=1 if came_late else None)
    return checked_out


@transaction.atomic
def disqualify_player(
    entry: Entry, *, by: User | None, reason: str = "", now: datetime | None = None
) -> Entry:
    """Disqualify a player, who leaves the event and its standings. Refused: ENTRY_DISQUALIFIED."""
    locked_entry = locks.lock_entry(entry)
    number = division_rounds.current_round_number(locked_entry.division)
    disqualified = entries.disqualify_entry(locked_entry, by=by, round_number=number, at=now, reason=reason)
    update_after_attendance_change(disqualified.division, since=disqualified.dropped_in)
    return disqualified


@transaction.atomic
def lift_disqualification_of_player(entry: Entry, *, by: User | None) -> Entry:
    """Lift a disqualification. The player is ranked again, and plays on unless they had dropped before it.

    Rounds missed in the meantime are losses (M-019), and an open match of the cut must be played. Refused:
    ENTRY_NOT_DISQUALIFIED, UNDO_NEXT_ROUND_FIRST if the disqualification decided a closed round of the cut.
    """
    locked_entry = locks.lock_entry(entry)
    since = locked_entry.dropped_in
    reinstated = entries.lift_disqualification_of_entry(locked_entry, by=by)
    walkovers.require_no_closed_walkover(reinstated)
    missed_rounds.record_missed_rounds(reinstated)
    update_after_attendance_change(reinstated.division, since=since)
    return reinstated


@transaction.atomic
def enter_player(
    event: Tournament, *, by: User | None, now: datetime | None = None, **player_fields: Any
) -> Entry:
    """Add a player, who is a late entry with losses for missed rounds if the division is playing (M-019).

    `player_fields` are the arguments of `tournaments.services.entries.add_entry`. Refused: as that function,
    CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED.
    """
    locks.lock_divisions(event)
    entry = entries.add_entry(event, by=by, **player_fields)
    if _has_posted_round(entry.division):
        entry = entries.check_in_entry(entry, by=by, at=now)
        missed_rounds.record_missed_rounds(entry)
    return entry


def check_in_late_entries(new_entries: Sequence[Entry]) -> None:
    """Check in new entries whose division is playing, with losses for missed rounds (M-019).

    The caller holds the locks of the divisions. Refused: CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED.
    """
    playing = {
        division for division in {entry.division for entry in new_entries} if _has_posted_round(division)
    }
    for entry in new_entries:
        if entry.division not in playing:
            continue
        if entry.checked_in_at is None:
            entry.checked_in_at = timezone.now()
            entry.save(update_fields=["checked_in_at"])
        missed_rounds.record_missed_rounds(entry)


def update_after_entry_change(entry: Entry, changed: Container[str]) -> None:
    """Update losses for missed rounds and standings after a change of an entry.

    Refused: CUT_HAS_STARTED_ALREADY or DAY_TWO_HAS_STARTED if the entry moved into a division at that stage.
    """
    if not division_rounds.current_round_number(entry.division):
        return
    if "division" in changed:
        _require_swiss(entry.division)
        missed_rounds.record_missed_rounds(entry)
    if "age_division" in changed or "late" in changed:
        ranking.rank_closed_rounds_again(entry.division, since=1)


def update_after_attendance_change(division: Division, *, since: int | None) -> None:
    """Re-rank the closed rounds from round `since` on, or all of them if None, and apply walkovers.

    Call this after players leave or return.
    """
    ranking.rank_closed_rounds_again(division, since=since or 1)
    walkovers.apply_walkovers(division)


def _has_posted_round(division: Division) -> bool:
    """Return whether a new player is a late entry. Refused: CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED."""
    _require_swiss(division)
    return division_rounds.current_round_number(division) > 0


def _require_swiss(division: Division) -> None:
    """Require that the division is in its first Swiss stage.

    Refused: CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED.
    """
    _require_no_cut(division)
    if engine_fields.day_two_stage(division) is not None:
        raise Refused(PairingRefusal.DAY_TWO_HAS_STARTED)


def _require_no_cut(division: Division) -> None:
    """Require that no cut has started.

    Refused: CUT_HAS_STARTED_ALREADY if there is a cut, or if a round of a pure elimination is posted.
    """
    stage = division.stages.filter(kind=Stage.Kind.ELIMINATION).first()
    if stage is not None and (stage.position > 0 or division_rounds.current_round_number(division)):
        raise Refused(PairingRefusal.CUT_HAS_STARTED_ALREADY)


def undo_entry_added(line: JournalEvent) -> None:
    """Undo EntryAdded: delete the entry and its losses for missed rounds.

    Refused: UNDO_OVERTAKEN if it has been removed already, ENTRY_HAS_PLAYED if it has been paired since.
    """
    entry = (
        Entry.objects.filter(pk=line.facts["entry"]).select_related("division__tournament", "player").first()
    )
    if entry is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    remove_entry(entry)


def can_no_longer_undo_added_entry(line: JournalEvent) -> bool:
    """Return whether an added player has been paired or removed since, so that the step cannot be undone."""
    entry = line.facts["entry"]
    return was_paired(entry) or not Entry.objects.filter(pk=entry).exists()


def remove_entry(entry: Entry) -> None:
    """Delete an entry that was never paired, and its losses for missed rounds. Refused: ENTRY_HAS_PLAYED (name)."""
    delete_losses_of_entry(entry)
    entry.delete()


def delete_losses_of_entry(entry: Entry) -> None:
    """Delete the losses for missed rounds of an entry that will be removed. Refused: ENTRY_HAS_PLAYED (name)."""
    if was_paired(entry.pk):
        raise Refused(TournamentRefusal.ENTRY_HAS_PLAYED, name=str(entry))
    losses = Seat.objects.filter(entry=entry).posted().order_by("round__number")
    missed = list(losses.values_list("round__number", flat=True))
    missed_rounds.undo_missed_round_losses(entry, missed, joined_round=None)


def was_paired(entry: int) -> bool:
    """Return whether an entry is seated in a round, posted or not; losses for missed rounds do not count."""
    return Seat.objects.filter(entry=entry).paired().exists()


DISQUALIFICATION_KINDS = ("EntryDisqualified", "EntryDisqualificationLifted")
ATTENDANCE_KINDS = ("EntryDropped", "EntryReinstated", "EntryTakenOut", *DISQUALIFICATION_KINDS)
"""Kinds of steps that decide whether a player plays, undone from the newest one."""


def is_attendance_step_final(line: JournalEvent) -> bool:
    """Return whether the step is past undo: the entry is removed, or its disqualification was set or lifted since."""
    entry = line.facts["entry"]
    later_disqualifications = JournalEvent.objects.filter(
        division=line.division_id, pk__gt=line.pk, kind__in=DISQUALIFICATION_KINDS, facts__entry=entry
    )
    return later_disqualifications.exists() or not Entry.objects.filter(pk=entry).exists()


def undo_drop(line: JournalEvent) -> None:
    """Undo EntryDropped.

    Refused: UNDO_OVERTAKEN, UNDO_NEXT_ROUND_FIRST if Swiss rounds were posted without the player or the drop
    decided a closed round of the cut, UNDO_DAY_TWO_FIRST if day 2 was opened.
    """
    entry = _entry_of_step(line, has_left=True)
    require_no_day_two_since(line)
    missed = division_rounds.list_missed_rounds(entry) if entry.checked_in_at else []
    if missed:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, round=missed[-1].number)
    since = set_leaving_round(entry, None, None)
    walkovers.require_no_closed_walkover(entry)
    update_after_attendance_change(entry.division, since=since)


def undo_reinstate(line: JournalEvent) -> None:
    """Undo EntryReinstated and delete the losses for the missed rounds.

    Refused: UNDO_OVERTAKEN, UNDO_NEXT_ROUND_FIRST if the player has played since, UNDO_DAY_TWO_FIRST.
    """
    entry, facts = _entry_of_step(line, has_left=False), line.facts
    require_no_day_two_since(line)
    seats = Seat.objects.filter(entry=entry, round__number__gt=facts["left_in"]).posted().paired()
    newest = seats.select_related("round").order_by("-round__number").first()
    if newest is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **refusal_facts_of_round(newest.round))
    missed_rounds.undo_missed_round_losses(
        entry, facts.get("missed", ()), joined_round=facts.get("joined_before")
    )
    left_at = datetime.fromisoformat(facts["left_at"]) if facts.get("left_at") else line.at
    set_leaving_round(
        entry, min(facts["left_in"], division_rounds.current_round_number(entry.division)), left_at
    )
    update_after_attendance_change(entry.division, since=entry.dropped_in)


def undo_check_in_all(line: JournalEvent) -> None:
    """Undo EntriesCheckedIn. Players who have been checked out one by one since are skipped.

    Refused: UNDO_OVERTAKEN if no player remains, UNDO_NEXT_ROUND_FIRST if one of them has been paired since,
    UNDO_CUT_FIRST and UNDO_DAY_TWO_FIRST if a later stage was opened after their losses.
    """
    if line.division is None:
        locks.lock_divisions(event_of_line(line))
    checked_in = list(_still_checked_in(line).select_related("division__tournament"))
    if not checked_in:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    paired_seats = Seat.objects.filter(entry__in=checked_in).paired().select_related("round")
    newest_seat = paired_seats.order_by("-round__number").first()
    if newest_seat is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, round=newest_seat.round.number)
    joined_round_by_entry = dict(line.facts["entries"])
    lost_rounds_by_entry: dict[int, list[int]] = {}
    for entry_pk, number in Seat.objects.filter(entry__in=checked_in).values_list("entry", "round__number"):
        lost_rounds_by_entry.setdefault(entry_pk, []).append(number)
    late_entries = [entry for entry in checked_in if entry.pk in lost_rounds_by_entry]
    for division in {entry.division for entry in late_entries}:
        later_stage = division.stages.filter(position__gt=0).order_by("-position").first()
        if later_stage is not None:
            raise Refused(
                PairingRefusal.UNDO_DAY_TWO_FIRST
                if later_stage.kind == Stage.Kind.SWISS
                else PairingRefusal.UNDO_CUT_FIRST
            )
    Entry.objects.filter(pk__in=[entry.pk for entry in checked_in]).update(checked_in_at=None)
    for entry in late_entries:
        entry.checked_in_at = None
        missed_rounds.undo_missed_round_losses(
            entry, lost_rounds_by_entry[entry.pk], joined_round=joined_round_by_entry[entry.pk]
        )


def _still_checked_in(line: JournalEvent) -> QuerySet[Entry]:
    """Return the entries checked in by this step and not checked out since."""
    moment = datetime.fromisoformat(line.facts["moment"])
    checked_in = Entry.objects.filter(tournament=line.tournament, checked_in_at=moment)
    checked_in = checked_in.filter(division=line.division) if line.division else checked_in
    return checked_in.filter(pk__in=[pk for pk, _joined_round in line.facts["entries"]]).order_by("pk")


def can_no_longer_undo_check_in_all(line: JournalEvent) -> bool:
    """Return whether every player of the step has been checked out, or one of them has been paired since."""
    checked_in = _still_checked_in(line)
    return not checked_in.exists() or Seat.objects.filter(entry__in=checked_in).paired().exists()


def _entry_of_step(line: JournalEvent, *, has_left: bool) -> Entry:
    """Return the entry of a step. Refused: UNDO_OVERTAKEN if a later step changed whether the player plays."""
    entry = Entry.objects.filter(pk=line.facts["entry"]).select_related("division__tournament").first()
    if entry is None or (entry.dropped_in is not None) != has_left:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest_line(line, ATTENDANCE_KINDS, entry=entry.pk)
    return entry


def require_no_day_two_since(line: JournalEvent) -> None:
    """Require that day 2 was not opened after this step, because its players depend on the step.

    Refused: UNDO_DAY_TWO_FIRST.
    """
    stage = engine_fields.day_two_stage(line.division) if line.division else None
    if stage is None:
        return
    opened = JournalEvent.objects.filter(
        division=line.division_id, kind="DayTwoOpened", facts__stage=stage.pk
    )
    if opened.filter(pk__gt=line.pk).exists():
        raise Refused(PairingRefusal.UNDO_DAY_TWO_FIRST)


def set_leaving_round(entry: Entry, number: int | None, left_at: datetime | None) -> int | None:
    """Set the round and the time at which a player left, or None if the player is in the event.

    Return the former round.
    """
    former_round, entry.dropped_in, entry.dropped_at = entry.dropped_in, number, left_at
    entry.save(update_fields=["dropped_in", "dropped_at"])
    return former_round
