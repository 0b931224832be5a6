"""Give penalties, confirm heavy ones, serve them in a match, and withdraw them with all their effects."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core import stamps
from core.engine.journal.kinds import reversible_kinds
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal, undo
from core.services.double_clicks import stored_by_same_click
from floor.engine.journal_kinds import (
    OfPenalty,
    PenaltyConfirmed,
    PenaltyGiven,
    PenaltyServed,
    PenaltyWithdrawn,
)
from floor.engine.penalties import INFRACTIONS, LEVELS, PenaltyLevel
from floor.engine.refusals import FloorRefusal
from floor.models import Penalty
from floor.queries import penalties as queries
from floor.services import game_losses, locks
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Report, Round
from pairings.models.match import Reason
from pairings.queries.rounds import player_matches
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance
from tournaments import scopes
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, User

MAX_REASON_LENGTH = 200
"""Number of characters of the note that become the reason of a disqualification."""


@transaction.atomic
def give_penalty(
    entry: Entry,
    *,
    infraction: str,
    level: str,
    by: User | None,
    note: str = "",
    match: Match | None = None,
    confirmed: bool = False,
    is_level_proposed: bool = False,
    now: datetime | None = None,
) -> Penalty:
    """Give a player a penalty (R-070, M-070). `confirmed` means that the head judge has approved it.

    A penalty up to a quadruple Prize takes effect immediately. A heavier penalty takes effect once it is confirmed:
    in `match` if that is still open, otherwise in a later match (see `serve_penalty`). A double click creates one
    penalty, even if `is_level_proposed` (the judge chose no level) and the second click proposes the level of a
    repeated infraction. Refused: INFRACTION_UNKNOWN, LEVEL_UNKNOWN (level), NOT_AT_THIS_TABLE (name);
    ENTRY_DISQUALIFIED (name) for a second disqualification; and if `confirmed`, as
    `attendance.disqualify_player`, `game_losses.record_game_loss` and `results.enter_result`.
    """
    division = locks.lock_division(entry.division, scopes.entry_scope(entry.pk))
    now = now or timezone.now()
    penalty_level = next(
        (
            penalty_level
            for penalty_level in LEVELS[division.tournament.edition]
            if penalty_level.value == level
        ),
        None,
    )
    if penalty_level is None:
        raise Refused(FloorRefusal.LEVEL_UNKNOWN, level=level)
    if infraction not in INFRACTIONS:
        raise Refused(FloorRefusal.INFRACTION_UNKNOWN)
    if match is not None and entry.pk not in (match.left_id, match.right_id):
        raise Refused(FloorRefusal.NOT_AT_THIS_TABLE, name=str(entry))
    if (
        penalty_level is PenaltyLevel.DISQUALIFICATION
        and Entry.objects.filter(pk=entry.pk, disqualified=True).exists()
    ):
        raise Refused(TournamentRefusal.ENTRY_DISQUALIFIED, name=str(entry))
    values = {
        "entry": entry,
        "infraction": infraction,
        "level": penalty_level.value,
        "match": match,
        "by": by,
    }
    same_penalty = Penalty.objects.filter(note=note.strip(), withdrawn_at=None).filter(
        **{name: value for name, value in values.items() if not (is_level_proposed and name == "level")}
    )
    if (stored := stored_by_same_click(same_penalty, time_field="at", now=now)) is not None:
        return stored
    penalty = Penalty.objects.create(
        **values,
        tournament=division.tournament,
        round_number=match.round.number if match else None,
        prizes=penalty_level.prizes,
        note=note.strip(),
        by_name=str(by or ""),
        at=now,
    )
    _journal_penalty(penalty, PenaltyGiven, by=by, at=now)
    if penalty_level.heavy and confirmed:
        _confirm_and_apply(penalty, by=by, now=now)
    return penalty


@transaction.atomic
def confirm_penalty(penalty: Penalty, *, by: User | None, now: datetime | None = None) -> Penalty:
    """Confirm a heavy penalty as head judge, and apply it.

    Refused: PENALTY_WITHDRAWN, PENALTY_CONFIRMED (by), PENALTY_COUNTS_ALREADY if it is not heavy, and whatever
    `attendance.disqualify_player`, `game_losses.record_game_loss` and `results.enter_result` refuse.
    """
    penalty = locks.lock_penalty(penalty)
    if not PenaltyLevel(penalty.level).heavy:
        raise Refused(FloorRefusal.PENALTY_COUNTS_ALREADY)
    if penalty.confirmed_at is not None:
        raise Refused(FloorRefusal.PENALTY_CONFIRMED, by=str(penalty.confirmed_by or ""))
    _confirm_and_apply(penalty, by=by, now=now or timezone.now())
    return penalty


@transaction.atomic
def serve_penalty(penalty: Penalty, match: Match, *, by: User | None, now: datetime | None = None) -> Penalty:
    """Apply a confirmed game or match loss to this match, if it was not applied to one when confirmed.

    Refused: PENALTY_WITHDRAWN, PENALTY_NOT_CONFIRMED, PENALTY_SERVED, NOT_AT_THIS_TABLE (name), MATCH_HAS_RESULT
    (table), and whatever `results.enter_result` and `game_losses.record_game_loss` refuse.
    """
    penalty = locks.lock_penalty(penalty)
    if penalty.confirmed_at is None:
        raise Refused(FloorRefusal.PENALTY_NOT_CONFIRMED)
    if penalty.applied:
        raise Refused(FloorRefusal.PENALTY_SERVED)
    if penalty.entry_id not in (match.left_id, match.right_id):
        raise Refused(FloorRefusal.NOT_AT_THIS_TABLE, name=str(penalty.entry))
    if not _is_open_match(match):
        raise Refused(PairingRefusal.MATCH_HAS_RESULT, table=match.table)
    penalty.match, penalty.round_number = match, match.round.number
    penalty.save(update_fields=["match", "round_number"])
    _apply_heavy_penalty(penalty, by=by, now=now or timezone.now())
    _journal_penalty(penalty, PenaltyServed, by=by, at=now)
    return penalty


@transaction.atomic
def withdraw_penalty(
    penalty: Penalty,
    *,
    by: User | None,
    why: str = "",
    leave_results: bool = False,
    now: datetime | None = None,
) -> Penalty:
    """Withdraw a penalty and revert all its effects. It stays in the list, struck through.

    With `leave_results`, results, marks at the table and the disqualification do not change. Refused:
    PENALTY_WITHDRAWN, and whatever `undo.undo_step`, `attendance.lift_disqualification_of_player` and
    `game_losses.withdraw_marks` refuse.
    """
    penalty = locks.lock_penalty(penalty)
    penalty.withdrawn_at, penalty.withdrawn_by, penalty.withdrawn_why = now or timezone.now(), by, why.strip()
    # The penalty is saved first, because its results cannot be undone while it counts.
    penalty.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_why"])
    if not leave_results:
        if penalty.level == PenaltyLevel.DISQUALIFICATION and penalty.applied:
            attendance.lift_disqualification_of_player(penalty.entry, by=by)
        lines = JournalEvent.objects.filter(pk__in=penalty.applied.get("lines", ()), undone_by__isnull=True)
        for line in lines.order_by("-pk").select_related("division", "tournament"):
            if line.kind in reversible_kinds():
                undo.undo_step(line, by=by)
        game_losses.withdraw_marks(penalty.applied.get("marks", ()), by=by)
    _journal_penalty(penalty, PenaltyWithdrawn, by=by, at=now, why=penalty.withdrawn_why)
    return penalty


@transaction.atomic
def lift_disqualification(entry: Entry, *, by: User | None, now: datetime | None = None) -> bool:
    """Withdraw a player's disqualification and the penalty behind it.

    Return False if only the disqualification was lifted, because later steps depend on the result that the
    penalty entered; otherwise True. Without a confirmed penalty, results do not change. Refused:
    ENTRY_NOT_DISQUALIFIED, and whatever `attendance.lift_disqualification_of_player` refuses.
    """
    penalty = queries.latest_disqualification(entry)
    if penalty is None or penalty.confirmed_at is None:
        attendance.lift_disqualification_of_player(entry, by=by)
        return True
    try:
        with transaction.atomic():
            withdraw_penalty(penalty, by=by, now=now)
    except Refused:
        attendance.lift_disqualification_of_player(entry, by=by)
        withdraw_penalty(penalty, by=by, leave_results=True, now=now)
        return False
    return True


def _confirm_and_apply(penalty: Penalty, *, by: User | None, now: datetime) -> None:
    penalty.confirmed_at, penalty.confirmed_by = now, by
    penalty.save(update_fields=["confirmed_at", "confirmed_by"])
    _journal_penalty(penalty, PenaltyConfirmed, by=by, at=now)
    _apply_heavy_penalty(penalty, by=by, now=now)


def _apply_heavy_penalty(penalty: Penalty, *, by: User | None, now: datetime) -> None:
    """Enter the penalty's loss or disqualify the player, and store the lines and marks in `applied`.

    A loss without an open match is not applied yet. A game loss in a match of one game is entered as a match
    loss.
    """
    match = penalty.match if penalty.match is not None and _is_open_match(penalty.match) else None
    level, marks = PenaltyLevel(penalty.level), list[int]()
    if level is PenaltyLevel.DISQUALIFICATION:
        match = match or player_matches.open_match(penalty.entry)
    elif match is None:
        return
    is_single_game = True
    if match is not None and level is PenaltyLevel.GAME_LOSS:
        event = match.round.division.tournament
        is_single_game = (event.best_of if match.round.stage.kind == "swiss" else event.cut_best_of) == 1
    with journal.collect_journal_lines() as lines:
        # In the cut, enter the result before the disqualification, which would otherwise turn the match into a
        # walkover. In Swiss, enter it afterwards, or it would also drop a player who reported to drop after this match.
        in_cut = match is not None and match.bracket_id is not None
        if level is PenaltyLevel.DISQUALIFICATION and not in_cut:
            attendance.disqualify_player(
                penalty.entry, by=by, reason=penalty.note[:MAX_REASON_LENGTH], now=now
            )
        if match is not None and level is not PenaltyLevel.DISQUALIFICATION and not is_single_game:
            marks = game_losses.record_game_loss(match, penalty.entry, by=by, now=now)
        elif match is not None:
            outcome = Outcome.RIGHT if match.left_id == penalty.entry_id else Outcome.LEFT
            loss = MatchResult(outcome, Reason.PENALTY)
            results.enter_result(match, loss, by=by, source=Report.Source.JUDGE, now=now)
        if level is PenaltyLevel.DISQUALIFICATION and in_cut:
            attendance.disqualify_player(
                penalty.entry, by=by, reason=penalty.note[:MAX_REASON_LENGTH], now=now
            )
    penalty.applied = {
        "lines": [line.pk for line in lines],
        "match": match.pk if match else None,
        "marks": marks,
    }
    penalty.save(update_fields=["applied"])


def _is_open_match(match: Match) -> bool:
    open_matches = Match.objects.filter(pk=match.pk, outcome=Outcome.PENDING.value, right__isnull=False)
    return open_matches.filter(round__state=Round.State.POSTED).exists()


def _journal_penalty(
    penalty: Penalty, kind: Callable[..., OfPenalty], *, by: User | None, at: datetime | None, why: str = ""
) -> None:
    entry = penalty.entry
    if penalty.match_id is not None:
        stamps.mark_scopes_changed(
            scopes.match_scope(penalty.match_id)
        )  # The opponent's page shows the change too.
    journal.write_journal_line(
        entry.tournament,
        kind(
            penalty=penalty.pk,
            entry=entry.pk,
            name=str(entry),
            infraction=penalty.infraction,
            level=penalty.level,
            match=penalty.match_id,
            why=why,
        ),
        by=by,
        division=entry.division,
        at=at,
    )
