"""Check-in, late entry, drop and disqualification while rounds are played."""

from collections.abc import Container, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, Seat, Stage
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.rounds import fields
from pairings.services import locks
from pairings.services.bracket import walkovers
from pairings.services.rounds import missed_rounds, stages
from pairings.services.standings import ranking
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Entry, Tournament, User
from tournaments.queries.journal import event_of
from tournaments.services import entries


@transaction.atomic
def drop(entry: Entry, *, by: User | None, now: datetime | None = None) -> Entry:
    """Drop a player: an open match is still reported, later rounds go on without them; in the cut the opponent
    advances.

    Refused: ENTRY_ALREADY_LEFT.
    """
    row = locks.entry(entry)
    dropped = entries.drop(row, by=by, round_number=stages.current_number(row.division), at=now)
    _rank_without(dropped)
    return dropped


@transaction.atomic
def reinstate(entry: Entry, *, by: User | None) -> Entry:
    """Reinstate a dropped player from the next round; rounds missed meanwhile are losses (M-019).

    A match of a pure elimination that is not posted yet is to be played again. Refused: ENTRY_NOT_LEFT,
    CUT_HAS_STARTED_ALREADY, NOT_IN_DAY_TWO (name).
    """
    row = locks.entry(entry)
    _require_no_cut(row.division)
    if not fields.goes_on(row):
        raise Refused(PairingRefusal.NOT_IN_DAY_TWO, name=str(row))
    missed = [round_.number for round_ in missed_rounds.missed(row)] if row.checked_in_at else []
    back = entries.reinstate(row, by=by, missed=missed)
    missed_rounds.miss_rounds(back)
    ranking.rank_again(back.division, since=row.dropped_in or 1)
    walkovers.settle(back.division)
    return back


@transaction.atomic
def check_in(entry: Entry, *, by: User | None, now: datetime | None = None) -> Entry:
    """Check a player in; after round 1 began this makes a late entry.

    Refused: CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED.
    """
    row = locks.entry(entry)
    _require_swiss(row.division)
    present = entries.check_in(row, by=by, at=now)
    missed_rounds.miss_rounds(present)
    return present


@transaction.atomic
def check_in_all(event: Tournament, *, by: User | None, division: Division | None = None) -> int:
    """Check in everyone still missing, as late entries where the division plays; returns their number.

    Refused: CUT_HAS_STARTED_ALREADY.
    """
    locks.divisions(event)
    missing = event.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
    if division is not None:
        missing = missing.filter(division=division)
    homes = event.divisions.filter(entries__in=missing).distinct()
    late = list(
        missing.filter(division__in=[home for home in homes if _plays(home)]).values_list("pk", flat=True)
    )
    count = entries.check_in_all(event, by=by, division=division)
    for entry in Entry.objects.filter(pk__in=late).select_related("division").order_by("id"):
        missed_rounds.miss_rounds(entry)
    return count


@transaction.atomic
def check_out(entry: Entry, *, by: User | None) -> Entry:
    """Undo a check-in of a player who has not been paired, and delete their losses for missed rounds.

    Refused: ENTRY_HAS_PLAYED.
    """
    posted = _played(locks.entry(entry))
    if posted.exclude(match__outcome=Outcome.LATE_LOSS.value).exists():
        raise Refused(TournamentRefusal.ENTRY_HAS_PLAYED, name=str(entry))
    missed = list(posted.order_by("round__number").values_list("round__number", flat=True))
    out = entries.check_out(entry, by=by)
    came_late = bool(missed) and out.joined_round == missed[-1] + 1
    missed_rounds.undo_losses(out, missed, joined_round=1 if came_late else None)
    return out


@transaction.atomic
def disqualify(entry: Entry, *, by: User | None, reason: str = "", now: datetime | None = None) -> Entry:
    """Disqualify a player, who leaves the event and its standings. Refused: ENTRY_DISQUALIFIED."""
    row = locks.entry(entry)
    number = stages.current_number(row.division)
    disqualified = entries.disqualify(row, by=by, round_number=number, at=now, reason=reason)
    _rank_without(disqualified)
    return disqualified


@transaction.atomic
def lift_disqualification(entry: Entry, *, by: User | None) -> Entry:
    """Lift a disqualification: the player is ranked again, and plays on unless they had dropped before it.

    Rounds missed meanwhile are losses (M-019); an open match of the cut is to be played. Refused:
    ENTRY_NOT_DISQUALIFIED, UNDO_NEXT_ROUND_FIRST when it decided a closed round of the cut.
    """
    row = locks.entry(entry)
    since = row.dropped_in
    back = entries.lift_disqualification(row, by=by)
    walkovers.require_none_closed(back)
    missed_rounds.miss_rounds(back)
    ranking.rank_again(back.division, since=since or 1)
    walkovers.settle(back.division)
    return back


@transaction.atomic
def enter(event: Tournament, *, by: User | None, now: datetime | None = None, **who: Any) -> Entry:
    """Add a player; in a division that plays it is a late entry, and missed rounds are losses (M-019).

    `who`: the arguments of `tournaments.services.entries.add`. Refused: CUT_HAS_STARTED_ALREADY, and as `add`.
    """
    locks.divisions(event)
    entry = entries.add(event, by=by, **who)
    if _plays(entry.division):
        entry = entries.check_in(entry, by=by, at=now)
        missed_rounds.miss_rounds(entry)
    return entry


def come_late(new: Sequence[Entry]) -> None:
    """Check in new entries whose division plays, with losses for missed rounds (M-019). Needs the divisions' locks.

    Refused: CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED.
    """
    plays = {division for division in {entry.division for entry in new} if _plays(division)}
    for entry in new:
        if entry.division not in plays:
            continue
        if entry.checked_in_at is None:
            entry.checked_in_at = timezone.now()
            entry.save(update_fields=["checked_in_at"])
        missed_rounds.miss_rounds(entry)


def follow_change(entry: Entry, changed: Container[str]) -> None:
    """Update rounds and standings after an entry changed: losses for missed rounds, new ranking.

    Refused: CUT_HAS_STARTED_ALREADY for a move into a division that plays its cut.
    """
    if not stages.current_number(entry.division):
        return
    if "division" in changed:
        _require_swiss(entry.division)
        missed_rounds.miss_rounds(entry)
    if "age_division" in changed or "late" in changed:
        ranking.rank_again(entry.division, since=1)


def _rank_without(entry: Entry) -> None:
    # A drop after a round closed counts in the standings of that round already (M-020).
    ranking.rank_again(entry.division, since=entry.dropped_in or 1)
    walkovers.settle(entry.division)


def _plays(division: Division) -> bool:
    """Whether a round was posted. Refused: CUT_HAS_STARTED_ALREADY."""
    _require_swiss(division)
    return stages.current_number(division) > 0


def _require_swiss(division: Division) -> None:
    """Refused: CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED."""
    _require_no_cut(division)
    if fields.day_two(division) is not None:
        raise Refused(PairingRefusal.DAY_TWO_HAS_STARTED)


def _require_no_cut(division: Division) -> None:
    """Refused: CUT_HAS_STARTED_ALREADY once there is a cut, or once a pure elimination is posted."""
    stage = division.stages.filter(kind=Stage.Kind.ELIMINATION).first()
    if stage is not None and (stage.position > 0 or stages.current_number(division)):
        raise Refused(PairingRefusal.CUT_HAS_STARTED_ALREADY)


def undo_entry(event: JournalEvent) -> None:
    """Undo EntryAdded: delete the entry and its losses for missed rounds.

    Refused: UNDO_OVERTAKEN when it is gone already, ENTRY_HAS_PLAYED when it was paired since.
    """
    entry = (
        Entry.objects.filter(pk=event.facts["entry"]).select_related("division__tournament", "player").first()
    )
    if entry is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    take_out(entry)


def entry_is_past(event: JournalEvent) -> bool:
    """Whether an added player was paired since, or is gone."""
    entry = event.facts["entry"]
    return was_paired(entry) or not Entry.objects.filter(pk=entry).exists()


def take_out(entry: Entry) -> None:
    """Delete an entry that was never paired, with its losses for missed rounds. Refused: ENTRY_HAS_PLAYED (name)."""
    forget_losses(entry)
    entry.delete()


def forget_losses(entry: Entry) -> None:
    """Delete the losses for missed rounds of an entry to be removed. Refused: ENTRY_HAS_PLAYED (name)."""
    if was_paired(entry.pk):
        raise Refused(TournamentRefusal.ENTRY_HAS_PLAYED, name=str(entry))
    missed = list(_played(entry).order_by("round__number").values_list("round__number", flat=True))
    missed_rounds.undo_losses(entry, missed, joined_round=None)


def was_paired(entry: int) -> bool:
    """Whether an entry is seated in a round, unposted ones too, apart from losses for missed rounds."""
    return Seat.objects.filter(entry=entry).exclude(match__outcome=Outcome.LATE_LOSS.value).exists()


SEALS = ("EntryDisqualified", "EntryDisqualificationLifted")
MOVES = ("EntryDropped", "EntryReinstated", "EntryTakenOut", *SEALS)
"""Steps that decide whether a player plays; undone newest first."""


def is_sealed(event: JournalEvent) -> bool:
    """Whether a move can never be undone: the entry is gone, or a disqualification was set or lifted later."""
    entry = event.facts["entry"]
    later = JournalEvent.objects.filter(
        division=event.division_id, pk__gt=event.pk, kind__in=SEALS, facts__entry=entry
    )
    return later.exists() or not Entry.objects.filter(pk=entry).exists()


def undo_drop(event: JournalEvent) -> None:
    """Undo EntryDropped.

    Refused: UNDO_OVERTAKEN, UNDO_NEXT_ROUND_FIRST when Swiss rounds were posted without them or the drop decided a
    closed round of the cut, UNDO_DAY_TWO_FIRST when day 2 opened.
    """
    entry = _moved(event, left=True)
    require_same_day(event)
    missed = missed_rounds.missed(entry) if entry.checked_in_at else []
    if missed:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, round=missed[-1].number)
    since = set_left(entry, None, None)
    walkovers.require_none_closed(entry)
    ranking.rank_again(entry.division, since=since or 1)
    walkovers.settle(entry.division)


def undo_reinstate(event: JournalEvent) -> None:
    """Undo EntryReinstated, with the losses for the missed rounds.

    Refused: UNDO_OVERTAKEN, UNDO_NEXT_ROUND_FIRST when they have played since, UNDO_DAY_TWO_FIRST.
    """
    entry, facts = _moved(event, left=False), event.facts
    require_same_day(event)
    played = _played(entry).exclude(match__outcome=Outcome.LATE_LOSS.value)
    newest = played.filter(round__number__gt=facts["left_in"]).order_by("-round__number").first()
    if newest is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **round_facts(newest.round))
    missed_rounds.undo_losses(entry, facts.get("missed", ()), joined_round=facts.get("joined_before"))
    at = datetime.fromisoformat(facts["left_at"]) if facts.get("left_at") else event.at
    set_left(entry, min(facts["left_in"], stages.current_number(entry.division)), at)
    _rank_without(entry)


def undo_check_in_all(event: JournalEvent) -> None:
    """Undo EntriesCheckedIn; players checked out one by one since are skipped.

    Refused: UNDO_OVERTAKEN where none remain, UNDO_NEXT_ROUND_FIRST when one of them was paired since, UNDO_CUT_FIRST
    and UNDO_DAY_TWO_FIRST when a later stage opened after their losses.
    """
    if event.division is None:
        locks.divisions(event_of(event))
    rows = list(_of_check_in(event).select_related("division__tournament"))
    if not rows:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    paired = _paired(rows).order_by("-round__number").select_related("round").first()
    if paired is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, round=paired.round.number)
    joined = dict(event.facts["entries"])
    losses: dict[int, list[int]] = {}
    for entry, number in Seat.objects.filter(entry__in=rows).values_list("entry", "round__number"):
        losses.setdefault(entry, []).append(number)
    late = [row for row in rows if row.pk in losses]
    for home in {row.division for row in late}:
        later = home.stages.filter(position__gt=0).order_by("-position").first()
        if later is not None:
            raise Refused(
                PairingRefusal.UNDO_DAY_TWO_FIRST
                if later.kind == Stage.Kind.SWISS
                else PairingRefusal.UNDO_CUT_FIRST
            )
    Entry.objects.filter(pk__in=[row.pk for row in rows]).update(checked_in_at=None)
    for row in late:
        row.checked_in_at = None
        missed_rounds.undo_losses(row, losses[row.pk], joined_round=joined[row.pk])


def _of_check_in(event: JournalEvent) -> QuerySet[Entry]:
    """Entries checked in by this step and not checked out since."""
    moment = datetime.fromisoformat(event.facts["moment"])
    rows = Entry.objects.filter(tournament=event.tournament, checked_in_at=moment)
    rows = rows.filter(division=event.division) if event.division else rows
    return rows.filter(pk__in=[pk for pk, _joined in event.facts["entries"]]).order_by("pk")


def _paired(rows: Iterable[Entry] | QuerySet[Entry]) -> QuerySet[Seat]:
    return Seat.objects.filter(entry__in=rows).exclude(match__outcome=Outcome.LATE_LOSS.value)


def check_in_all_is_past(event: JournalEvent) -> bool:
    """Whether none of those checked in remain, or one of them was paired since."""
    rows = _of_check_in(event)
    return not rows.exists() or _paired(rows).exists()


def _moved(event: JournalEvent, *, left: bool) -> Entry:
    """The entry of a step. Refused: UNDO_OVERTAKEN when a later step changed whether it plays."""
    entry = Entry.objects.filter(pk=event.facts["entry"]).select_related("division__tournament").first()
    if entry is None or (entry.dropped_in is not None) != left:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest(event, MOVES, entry=entry.pk)
    return entry


def require_same_day(event: JournalEvent) -> None:
    """Refused: UNDO_DAY_TWO_FIRST when day 2 was opened since: its players depended on this step."""
    stage = fields.day_two(event.division) if event.division else None
    if stage is None:
        return
    opened = JournalEvent.objects.filter(
        division=event.division_id, kind="DayTwoOpened", facts__stage=stage.pk
    )
    if opened.filter(pk__gt=event.pk).exists():
        raise Refused(PairingRefusal.UNDO_DAY_TWO_FIRST)


def set_left(entry: Entry, number: int | None, at: datetime | None) -> int | None:
    """Set when a player left; returns the former round."""
    before, entry.dropped_in, entry.dropped_at = entry.dropped_in, number, at
    entry.save(update_fields=["dropped_in", "dropped_at"])
    return before


def _played(entry: Entry) -> QuerySet[Seat]:
    return Seat.objects.filter(entry=entry).exclude(round__state=Round.State.UNPOSTED).select_related("round")
