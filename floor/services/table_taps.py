"""Store the taps made at a table, and enter the result that the rules derive from them."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from floor.engine import table as engine
from floor.engine.journal_kinds import OfMark, TableMarked, TableMarkWithdrawn
from floor.engine.refusals import FloorRefusal
from floor.engine.resolution import FINAL, Decision, TablePlayer, Verdict
from floor.engine.table import SPECS, Kind, Loss, Mark, TableState, TableTap
from floor.models import TableMark
from floor.queries import table_state as queries
from floor.queries.table_state import LoadedTable
from floor.services import locks
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Report
from pairings.models.match import Reason
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from tournaments.models import Entry, User

QUIET_KINDS = (Kind.CLOCK,)
"""Kinds of frequent taps. Only the first and the last are journaled, while all of them are stored as marks."""

OUTCOMES = {
    Decision.A: Outcome.LEFT,
    Decision.B: Outcome.RIGHT,
    Decision.TIE: Outcome.TIE,
    Decision.DOUBLE_LOSS: Outcome.DOUBLE_LOSS,
}
WINS = {TablePlayer.A: Outcome.LEFT, TablePlayer.B: Outcome.RIGHT}


@transaction.atomic
def record_tap(
    match: Match,
    tap: TableTap,
    *,
    by: User | None = None,
    entry: Entry | None = None,
    now: datetime | None = None,
) -> TableMark | None:
    """Store one tap by staff (`by`) or by a player of this match (`entry`). Return None if it changes nothing.

    Only the match's row is locked, so that taps at other tables never wait. Refused: MATCH_NOT_FOUND,
    ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT, MATCH_HAS_A_RESULT, MARK_NOT_FOR_PLAYERS, MARK_DOES_NOT_FIT,
    GAME_AFTER_TIME, LATENESS_AFTER_THE_END, NO_DECIDER_NOW.
    """
    tapped_at = now or timezone.now()
    match = locks.lock_table(match)
    _require_open_match(match)
    if entry is not None and entry.pk not in (match.left_id, match.right_id):
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    if entry is not None and not SPECS[tap.kind].by_players:
        raise Refused(FloorRefusal.MARK_NOT_FOR_PLAYERS)
    table = queries.load_table(match, tapped_at)
    number = (match.marks.aggregate(last=Max("number"))["last"] or 0) + 1
    old_state = table.state
    new_state = engine.apply_mark(
        table.rules, old_state, Mark(number, tap, tapped_at, str(by or entry or ""))
    )
    if new_state is old_state:
        return None
    engine.require_allowed_tap(table.rules, old_state, table.clock, tap)
    mark = TableMark.objects.create(
        match=match,
        number=number,
        kind=tap.kind.value,
        game=tap.game,
        side=tap.side,
        facts=dict(tap.facts),
        at=tapped_at,
        by=by,
        entry=entry,
    )
    if (
        tap.kind not in QUIET_KINDS
        or old_state.thinking.running is None
        or new_state.thinking.running is None
    ):
        _journal_mark(match, TableMarked, mark, new_state, by=by, entry=entry, now=tapped_at)
    return mark


@transaction.atomic
def undo_tap(
    mark: TableMark, *, by: User | None = None, entry: Entry | None = None, now: datetime | None = None
) -> None:
    """Withdraw one tap as if it had never been made. Repeating the call changes nothing.

    Players may withdraw only their own taps. Refused: MARK_HAS_FOLLOWERS if later taps depend on it,
    MARK_NOT_YOURS, MATCH_NOT_FOUND, MATCH_HAS_A_RESULT (table), and whatever `results.require_match_in_play` refuses.
    """
    withdrawn_at = now or timezone.now()
    match = locks.lock_table(mark.match)
    _require_open_match(match)
    mark = match.marks.get(pk=mark.pk)
    if mark.withdrawn_at is not None:
        return
    if entry is not None and mark.entry_id != entry.pk:
        raise Refused(FloorRefusal.MARK_NOT_YOURS)
    rules, marks = queries.table_rules_of(match), queries.marks_of_match(match)
    old_state = engine.replay_marks(rules, marks)
    new_state = engine.replay_marks(rules, [other for other in marks if other.number != mark.number])
    if len(new_state.unfit) > len(old_state.unfit):
        raise Refused(FloorRefusal.MARK_HAS_FOLLOWERS)
    mark.withdrawn_at = withdrawn_at
    mark.save(update_fields=["withdrawn_at"])
    _journal_mark(match, TableMarkWithdrawn, mark, old_state, by=by, entry=entry, now=withdrawn_at)


@transaction.atomic
def save_verdict_as_result(match: Match, code: str, *, by: User | None, now: datetime | None = None) -> Match:
    """Enter the verdict under the rules as the result, with the rule number in the report's note.

    `code` is the `verdict_token` that was shown. Refused: NOTHING_TO_ACCEPT without a final verdict,
    VERDICT_HAS_CHANGED if the table has changed since, and whatever `results.enter_result` refuses.
    """
    accepted_at = now or timezone.now()
    match = locks.lock_table_in_division(match)
    table = queries.load_table(match, accepted_at)
    result = verdict_as_result(table)
    if result is None:
        raise Refused(FloorRefusal.NOTHING_TO_ACCEPT)
    if verdict_token(table) != code:
        raise Refused(FloorRefusal.VERDICT_HAS_CHANGED)
    rule = table.answer.rule if isinstance(table.answer, Verdict) else ""
    return results.enter_result(match, result, by=by, source=Report.Source.JUDGE, note=rule, now=accepted_at)


@transaction.atomic
def record_no_show(
    match: Match, absent: TablePlayer, *, by: User | None, now: datetime | None = None
) -> Match:
    """Enter a match loss for an absent player, or a double loss if both are absent (M-075).

    Refused: SEAT_NOT_EMPTY, NOT_DUE_YET, and whatever `results.enter_result` refuses.
    """
    recorded_at = now or timezone.now()
    match = locks.lock_table_in_division(match)
    table = queries.load_table(match, recorded_at)
    _require_no_show_loss_due(table, absent, Loss.MATCH)
    if table.state.absence_of(absent.other) is not None:
        result = MatchResult(Outcome.DOUBLE_LOSS, Reason.NO_SHOW)
    else:
        result = MatchResult(WINS[absent.other], Reason.NO_SHOW)
    return results.enter_result(
        match, result, by=by, source=Report.Source.JUDGE, note=table.due[-1].rule, now=recorded_at
    )


@transaction.atomic
def record_no_show_game_loss(
    match: Match, absent: TablePlayer, *, by: User | None, now: datetime | None = None
) -> TableMark | None:
    """Record the loss of game 1 for a player who has not arrived yet (M-075).

    Refused: SEAT_NOT_EMPTY, NOT_DUE_YET, and whatever `record_tap` refuses.
    """
    recorded_at = now or timezone.now()
    match = locks.lock_table(match)
    _require_no_show_loss_due(queries.load_table(match, recorded_at), absent, Loss.GAME)
    tap = engine.make_tap(Kind.WON, absent.other, 1, how=engine.How.NO_SHOW)
    return record_tap(match, tap, by=by, now=recorded_at)


def _require_no_show_loss_due(table: LoadedTable, absent: TablePlayer, loss: Loss) -> None:
    """Require that the seat of `absent` is marked as empty and that this loss is due.

    Refused: SEAT_NOT_EMPTY, NOT_DUE_YET.
    """
    absence = table.state.absence_of(absent)
    if absence is None or not absence.empty:
        raise Refused(FloorRefusal.SEAT_NOT_EMPTY)
    if not any(due.loss is loss and due.is_due(table.clock.now) for due in table.due):
        raise Refused(FloorRefusal.NOT_DUE_YET)


def verdict_as_result(table: LoadedTable) -> MatchResult | None:
    """Return the verdict under the rules as a result, or None if there is no final verdict."""
    answer = table.answer
    if not isinstance(answer, Verdict) or answer.match not in FINAL:
        return None
    outcome, score = OUTCOMES[answer.match], None
    games = engine.games_won_under_verdict(table.state, answer) if table.rules.best_of > 1 else None
    # The winner by lateness may have won fewer games. In that case the result is saved without a score.
    if games is not None:
        is_consistent = {
            Outcome.LEFT: games.a > games.b,
            Outcome.RIGHT: games.b > games.a,
            Outcome.TIE: games.a == games.b,
        }
        score = (games.a, games.b) if is_consistent.get(outcome, False) else None
    return MatchResult(outcome, Reason.PLAYED, score)


def verdict_token(table: LoadedTable) -> str:
    """Return a token that identifies a verdict for `save_verdict_as_result`, or "" without a verdict.

    The token is made of the decision, the code of its sentence, and the latest tap.
    """
    answer = table.answer
    return f"{answer.match}:{answer.code}:{table.state.last}" if isinstance(answer, Verdict) else ""


def _require_open_match(match: Match) -> None:
    """Require a match in play without a result.

    Refused: MATCH_HAS_A_RESULT (table), and whatever `results.require_match_in_play` refuses.
    """
    results.require_match_in_play(match)
    if match.outcome != Outcome.PENDING:
        raise Refused(FloorRefusal.MATCH_HAS_A_RESULT, table=match.table)


def _journal_mark(
    match: Match,
    kind: Callable[..., OfMark],
    mark: TableMark,
    state: TableState,
    *,
    by: User | None,
    entry: Entry | None,
    now: datetime,
) -> None:
    """Journal a mark or its withdrawal, with its game as it is in `state`."""
    game = state.games[mark.game - 1] if mark.game and mark.game <= len(state.games) else None
    journal.write_journal_line(
        match.round.division.tournament,
        kind(
            match=match.pk,
            round=match.round.number,
            table=match.table,
            left=str(match.left),
            right=str(match.right),
            mark=mark.number,
            tap=TableTap(Kind(mark.kind), mark.side, mark.game, dict(mark.facts)).form_value(),
            game=game.number if game else None,
            decider=game.decider if game else False,
            player=str(entry) if entry else "",
        ),
        by=by,
        division=match.round.division,
        at=now,
    )
