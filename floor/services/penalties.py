"""Penalties: given, confirmed if heavy, served in a match, withdrawn with all their effects."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core import stamps
from core.engine.journal.kinds import reversible
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal, undo
from core.services.same_click import stored_by_same_click
from floor.engine.journal_kinds import (
    OfPenalty,
    PenaltyConfirmed,
    PenaltyGiven,
    PenaltyServed,
    PenaltyWithdrawn,
)
from floor.engine.penalties import INFRACTIONS, LEVELS, Level
from floor.engine.refusals import FloorRefusal
from floor.models import Penalty
from floor.queries import penalties as queries
from floor.services import game_losses, locks
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Report, Round
from pairings.models.match import Reason
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance
from tournaments import scopes
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, User


@transaction.atomic
def give(
    entry: Entry,
    *,
    infraction: str,
    level: str,
    by: User | None,
    note: str = "",
    match: Match | None = None,
    confirmed: bool = False,
    now: datetime | None = None,
) -> Penalty:
    """Give a player a penalty (R-/M-070). `confirmed`: the head judge has approved it.

    Up to a quadruple Prize it counts at once; heavier ones count once confirmed, in `match` if that is still
    open, otherwise in a later match (`serve`). A double click creates one penalty. Refused: INFRACTION_UNKNOWN,
    LEVEL_UNKNOWN (level), NOT_AT_THIS_TABLE (name), ENTRY_DISQUALIFIED (name).
    """
    division = locks.division(entry.division, scopes.entry(entry.pk))
    now = now or timezone.now()
    rank = next((rank for rank in LEVELS[division.tournament.edition] if rank.value == level), None)
    if rank is None:
        raise Refused(FloorRefusal.LEVEL_UNKNOWN, level=level)
    if infraction not in INFRACTIONS:
        raise Refused(FloorRefusal.INFRACTION_UNKNOWN)
    if match is not None and entry.pk not in (match.left_id, match.right_id):
        raise Refused(FloorRefusal.NOT_AT_THIS_TABLE, name=str(entry))
    if rank is Level.DISQUALIFICATION and Entry.objects.filter(pk=entry.pk, disqualified=True).exists():
        raise Refused(TournamentRefusal.ENTRY_DISQUALIFIED, name=str(entry))
    alike = {"entry": entry, "infraction": infraction, "level": rank.value, "match": match, "by": by}
    twice = Penalty.objects.filter(**alike, note=note.strip(), withdrawn_at=None)
    if (there := stored_by_same_click(twice, at="at", now=now)) is not None:
        return there
    row = Penalty.objects.create(
        **alike,
        tournament=division.tournament,
        round_number=match.round.number if match else None,
        prizes=rank.prizes,
        note=note.strip(),
        by_name=str(by or ""),
        at=now,
    )
    _write(row, PenaltyGiven, by=by, at=now)
    if rank.heavy and confirmed:
        _confirm(row, by=by, now=now)
    return row


@transaction.atomic
def confirm(penalty: Penalty, *, by: User | None, now: datetime | None = None) -> Penalty:
    """Confirm a heavy penalty as head judge, and apply it.

    Refused: PENALTY_WITHDRAWN, PENALTY_CONFIRMED, PENALTY_COUNTS_ALREADY, and what entering a result refuses.
    """
    row = locks.penalty(penalty)
    if not Level(row.level).heavy:
        raise Refused(FloorRefusal.PENALTY_COUNTS_ALREADY)
    if row.confirmed_at is not None:
        raise Refused(FloorRefusal.PENALTY_CONFIRMED, by=str(row.confirmed_by or ""))
    _confirm(row, by=by, now=now or timezone.now())
    return row


@transaction.atomic
def serve(penalty: Penalty, match: Match, *, by: User | None, now: datetime | None = None) -> Penalty:
    """Apply a confirmed game or match loss to this match, if no match was open when it was confirmed.

    Refused: PENALTY_WITHDRAWN, PENALTY_NOT_CONFIRMED, PENALTY_SERVED, NOT_AT_THIS_TABLE (name),
    MATCH_HAS_RESULT.
    """
    row = locks.penalty(penalty)
    if row.confirmed_at is None:
        raise Refused(FloorRefusal.PENALTY_NOT_CONFIRMED)
    if row.applied:
        raise Refused(FloorRefusal.PENALTY_SERVED)
    if row.entry_id not in (match.left_id, match.right_id):
        raise Refused(FloorRefusal.NOT_AT_THIS_TABLE, name=str(row.entry))
    if not _open(match):
        raise Refused(PairingRefusal.MATCH_HAS_RESULT, table=match.table)
    row.match, row.round_number = match, match.round.number
    row.save(update_fields=["match", "round_number"])
    _apply(row, by=by, now=now or timezone.now())
    _write(row, PenaltyServed, by=by, at=now)
    return row


@transaction.atomic
def withdraw(
    penalty: Penalty,
    *,
    by: User | None,
    why: str = "",
    leave_results: bool = False,
    now: datetime | None = None,
) -> Penalty:
    """Withdraw a penalty and revert all its effects; it stays in the list, struck through.

    `leave_results`: results and the disqualification are unchanged. Refused: PENALTY_WITHDRAWN, and whatever
    prevents undoing its results.
    """
    row = locks.penalty(penalty)
    row.withdrawn_at, row.withdrawn_by, row.withdrawn_why = now or timezone.now(), by, why.strip()
    # Before its results, which cannot be undone while the penalty counts.
    row.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_why"])
    if not leave_results:
        if row.level == Level.DISQUALIFICATION and row.applied:
            attendance.lift_disqualification(row.entry, by=by)
        lines = JournalEvent.objects.filter(pk__in=row.applied.get("lines", ()), undone_by__isnull=True)
        for line in lines.order_by("-pk").select_related("division", "tournament"):
            if line.kind in reversible():
                undo.undo(line, by=by)
        game_losses.give_back(row.applied.get("marks", ()), by=by)
    _write(row, PenaltyWithdrawn, by=by, at=now, why=row.withdrawn_why)
    return row


@transaction.atomic
def lift(entry: Entry, *, by: User | None, now: datetime | None = None) -> bool:
    """Withdraw a player's disqualification. Returns whether the match it decided is open again.

    A result that later steps depend on stays, and so do results of a disqualification without a penalty row.
    Refused: ENTRY_NOT_DISQUALIFIED, and what `attendance.lift_disqualification` refuses.
    """
    row = queries.disqualification(entry)
    if row is None or row.confirmed_at is None:
        attendance.lift_disqualification(entry, by=by)
        return True
    try:
        with transaction.atomic():
            withdraw(row, by=by, now=now)
    except Refused:
        attendance.lift_disqualification(entry, by=by)
        withdraw(row, by=by, leave_results=True, now=now)
        return False
    return True


def _confirm(row: Penalty, *, by: User | None, now: datetime) -> None:
    row.confirmed_at, row.confirmed_by = now, by
    row.save(update_fields=["confirmed_at", "confirmed_by"])
    _write(row, PenaltyConfirmed, by=by, at=now)
    _apply(row, by=by, now=now)


def _apply(row: Penalty, *, by: User | None, now: datetime) -> None:
    match = row.match if row.match is not None and _open(row.match) else None
    level, marks = Level(row.level), list[int]()
    if level is Level.DISQUALIFICATION:
        match = match or queries.open_match(row.entry)
    elif match is None:
        return
    one_game = True
    if match is not None and level is Level.GAME_LOSS:
        event = match.round.division.tournament
        one_game = (event.best_of if match.round.stage.kind == "swiss" else event.cut_best_of) == 1
    with journal.collected() as lines:
        if level is Level.DISQUALIFICATION:
            _disqualify(row, match, by=by, now=now)
        elif match is not None and one_game:
            _lose(row, match, by=by, now=now)
        elif match is not None:
            marks = game_losses.lose(match, row.entry, by=by, now=now)
    row.applied = {"lines": [line.pk for line in lines], "match": match.pk if match else None, "marks": marks}
    row.save(update_fields=["applied"])


def _disqualify(row: Penalty, match: Match | None, *, by: User | None, now: datetime) -> None:
    """Record the loss of the open match and disqualify the player."""
    # In the cut the match comes first, or disqualifying would make it a walkover. In Swiss it comes last, or a
    # player set to drop after this match would be dropped as well.
    in_cut = match is not None and match.bracket_id is not None
    if match is not None and in_cut:
        _lose(row, match, by=by, now=now)
    attendance.disqualify(row.entry, by=by, reason=row.note[:200], now=now)
    if match is not None and not in_cut:
        _lose(row, match, by=by, now=now)


def _lose(row: Penalty, match: Match, *, by: User | None, now: datetime) -> None:
    outcome = Outcome.RIGHT if match.left_id == row.entry_id else Outcome.LEFT
    results.enter(match, MatchResult(outcome, Reason.PENALTY), by=by, source=Report.Source.JUDGE, now=now)


def _open(match: Match) -> bool:
    fresh = Match.objects.filter(pk=match.pk, outcome=Outcome.PENDING.value, right__isnull=False)
    return fresh.filter(round__state=Round.State.POSTED).exists()


def _write(
    row: Penalty, kind: Callable[..., OfPenalty], *, by: User | None, at: datetime | None, why: str = ""
) -> None:
    entry = row.entry
    if row.match_id is not None:
        stamps.mark(scopes.match(row.match_id))  # the opponent sees what it changes at the table
    journal.write(
        entry.tournament,
        kind(
            penalty=row.pk,
            entry=entry.pk,
            name=str(entry),
            infraction=row.infraction,
            level=row.level,
            match=row.match_id,
            why=why,
        ),
        by=by,
        division=entry.division,
        at=at,
    )
