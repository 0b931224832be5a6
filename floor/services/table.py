"""Store taps at a table, and enter the result that follows from them by the rules."""

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
from floor.engine.resolution import FINAL, Decision, Player, Verdict
from floor.engine.table import SPECS, Kind, Loss, Mark, TableState, Tap
from floor.models import TableMark
from floor.queries import table as queries
from floor.queries.table import Table
from floor.services import locks
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Report, Round
from pairings.models.match import Reason
from pairings.queries.bracket.cuts import round_facts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from tournaments.models import Entry, User

QUIET = (Kind.CLOCK,)
"""Taps that come in dozens: the marks are the record, the journal has only the first and the last."""

OUTCOMES = {
    Decision.A: Outcome.LEFT,
    Decision.B: Outcome.RIGHT,
    Decision.TIE: Outcome.TIE,
    Decision.DOUBLE_LOSS: Outcome.DOUBLE_LOSS,
}
WINS = {Player.A: Outcome.LEFT, Player.B: Outcome.RIGHT}


@transaction.atomic
def mark(
    match: Match,
    tap: Tap,
    *,
    by: User | None = None,
    entry: Entry | None = None,
    now: datetime | None = None,
) -> TableMark | None:
    """Store one tap of staff (`by`) or of a player of this match (`entry`). Returns None if it changes nothing.

    Locks the match's row only, so taps at other tables never wait. Refused: MATCH_NOT_FOUND, ROUND_NOT_POSTED,
    ROUND_IS_CLOSED, NO_OPPONENT, MATCH_HAS_A_RESULT, MARK_NOT_FOR_PLAYERS, MARK_DOES_NOT_FIT, GAME_AFTER_TIME,
    LATENESS_AFTER_THE_END, NO_DECIDER_NOW.
    """
    at = now or timezone.now()
    match = locks.table(match)
    _require_open(match)
    if entry is not None and entry.pk not in (match.left_id, match.right_id):
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    if entry is not None and not SPECS[tap.kind].by_players:
        raise Refused(FloorRefusal.MARK_NOT_FOR_PLAYERS)
    table = queries.table(match, at)
    number = (match.marks.aggregate(last=Max("number"))["last"] or 0) + 1
    before = table.state
    after = engine.apply(table.rules, before, Mark(number, tap, at, str(by or entry or "")))
    if after is before:
        return None
    engine.require_allowed(table.rules, before, table.clock, tap)
    row = TableMark.objects.create(
        match=match,
        number=number,
        kind=tap.kind.value,
        game=tap.game,
        side=tap.side,
        facts=dict(tap.facts),
        at=at,
        by=by,
        entry=entry,
    )
    if tap.kind not in QUIET or before.thinking.running is None or after.thinking.running is None:
        _journal(match, TableMarked, row, after, by=by, entry=entry, now=at)
    return row


@transaction.atomic
def undo_tap(
    row: TableMark, *, by: User | None = None, entry: Entry | None = None, now: datetime | None = None
) -> None:
    """Withdraw one tap, as if it had never been made. Players may withdraw only their own. Idempotent.

    Refused: MARK_HAS_FOLLOWERS if later taps depend on it, MARK_NOT_YOURS, and what `mark` refuses of a match
    that is over.
    """
    at = now or timezone.now()
    match = locks.table(row.match)
    _require_open(match)
    tapped = match.marks.get(pk=row.pk)
    if tapped.withdrawn_at is not None:
        return
    if entry is not None and tapped.entry_id != entry.pk:
        raise Refused(FloorRefusal.MARK_NOT_YOURS)
    rules, standing = queries.rules(match), queries.marks(match)
    rest = [mark for mark in standing if mark.number != tapped.number]
    misfits = len(engine.replay(rules, rest).unfit)
    if misfits > len(engine.replay(rules, standing).unfit):
        raise Refused(FloorRefusal.MARK_HAS_FOLLOWERS)
    tapped.withdrawn_at = at
    tapped.save(update_fields=["withdrawn_at"])
    before = engine.replay(rules, standing)
    _journal(match, TableMarkWithdrawn, tapped, before, by=by, entry=entry, now=at)


@transaction.atomic
def accept(match: Match, code: str, *, by: User | None, now: datetime | None = None) -> Match:
    """Enter the verdict of the rules as the result, with the rule in the report's note.

    `code` is the `proposal_token` that was shown. Refused: NOTHING_TO_ACCEPT, VERDICT_HAS_CHANGED if the table
    changed since, and what `results.enter` refuses.
    """
    at = now or timezone.now()
    match = locks.table_in_division(match)
    table = queries.table(match, at)
    result = result_of(table)
    if result is None:
        raise Refused(FloorRefusal.NOTHING_TO_ACCEPT)
    if proposal_token(table) != code:
        raise Refused(FloorRefusal.VERDICT_HAS_CHANGED)
    rule = table.answer.rule if isinstance(table.answer, Verdict) else ""
    return results.enter(match, result, by=by, source=Report.Source.JUDGE, note=rule, now=at)


@transaction.atomic
def no_show(match: Match, absent: Player, *, by: User | None, now: datetime | None = None) -> Match:
    """Record a match loss for an absent player, a double loss if both are absent (M-075).

    Refused: SEAT_NOT_EMPTY, NOT_DUE_YET, and what `results.enter` refuses.
    """
    at = now or timezone.now()
    match = locks.table_in_division(match)
    table = queries.table(match, at)
    _require_due(table, absent, Loss.MATCH)
    if table.state.missing(absent.other) is not None:
        result = MatchResult(Outcome.DOUBLE_LOSS, Reason.NO_SHOW)
    else:
        result = MatchResult(WINS[absent.other], Reason.NO_SHOW)
    return results.enter(match, result, by=by, source=Report.Source.JUDGE, note=table.due[-1].rule, now=at)


@transaction.atomic
def no_show_game(
    match: Match, absent: Player, *, by: User | None, now: datetime | None = None
) -> TableMark | None:
    """Record the loss of game 1 for a player who is not there yet (M-075).

    Refused: SEAT_NOT_EMPTY, NOT_DUE_YET, and what `mark` refuses.
    """
    at = now or timezone.now()
    match = locks.table(match)
    _require_due(queries.table(match, at), absent, Loss.GAME)
    won = engine.tap(Kind.WON, absent.other, 1, how=engine.How.NO_SHOW)
    return mark(match, won, by=by, now=at)


def _require_due(table: Table, absent: Player, loss: Loss) -> None:
    away = table.state.missing(absent)
    if away is None or not away.empty:
        raise Refused(FloorRefusal.SEAT_NOT_EMPTY)
    if not any(due.loss is loss and due.is_due(table.clock.now) for due in table.due):
        raise Refused(FloorRefusal.NOT_DUE_YET)


def result_of(table: Table) -> MatchResult | None:
    """The verdict of the rules as a result; None without a final verdict."""
    answer = table.answer
    if not isinstance(answer, Verdict) or answer.match not in FINAL:
        return None
    outcome, score = OUTCOMES[answer.match], None
    games = engine.score(table.state, answer) if table.rules.best_of > 1 else None
    # A match won by lateness may have fewer games won; then it is saved without its score.
    if games is not None:
        fits = {
            Outcome.LEFT: games.a > games.b,
            Outcome.RIGHT: games.b > games.a,
            Outcome.TIE: games.a == games.b,
        }
        score = (games.a, games.b) if fits.get(outcome, False) else None
    return MatchResult(outcome, Reason.PLAYED, score)


def proposal_token(table: Table) -> str:
    """What `accept` requires as `code`: the decision, the code of its sentence, the latest tap; "" without a
    verdict.
    """
    answer = table.answer
    return f"{answer.match}:{answer.code}:{table.state.last}" if isinstance(answer, Verdict) else ""


def _require_open(match: Match) -> None:
    if match.round.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **round_facts(match.round))
    if match.round.state == Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **round_facts(match.round))
    if match.right_id is None:
        raise Refused(PairingRefusal.NO_OPPONENT, name=str(match.left))
    if match.outcome != Outcome.PENDING:
        raise Refused(FloorRefusal.MATCH_HAS_A_RESULT, table=match.table)


def _journal(
    match: Match,
    kind: Callable[..., OfMark],
    row: TableMark,
    state: TableState,
    *,
    by: User | None,
    entry: Entry | None,
    now: datetime,
) -> None:
    game = state.games[row.game - 1] if row.game and row.game <= len(state.games) else None
    journal.write(
        match.round.division.tournament,
        kind(
            match=match.pk,
            round=match.round.number,
            table=match.table,
            left=str(match.left),
            right=str(match.right),
            mark=row.number,
            tap=Tap(Kind(row.kind), row.side, row.game, dict(row.facts)).form_value(),
            game=game.number if game else None,
            decider=game.decider if game else False,
            player=str(entry) if entry else "",
        ),
        by=by,
        division=match.round.division,
        at=now,
    )
