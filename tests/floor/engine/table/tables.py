"""Short helpers for a table: consecutive marks, one minute apart."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from floor.engine.resolution import Question, Stage, TablePlayer, Verdict
from floor.engine.table import Clock, Mark, TableRules, TableState, read_tap, replay_marks, resolve_table

A, B = TablePlayer.A, TablePlayer.B
NOON = datetime(2026, 9, 5, 12, tzinfo=UTC)
TIME = NOON + timedelta(minutes=50)

SWISS_1 = TableRules("2026", Stage.SWISS, 1, 6)
SWISS_3 = TableRules("2026", Stage.SWISS, 3, 6)
CUT_1 = TableRules("2026", Stage.ELIMINATION, 1, 6)
CUT_3 = TableRules("2026", Stage.ELIMINATION, 3, 6)
OLD_SWISS_3 = TableRules("2017", Stage.SWISS, 3, 6)
OLD_CUT_1 = TableRules("2017", Stage.ELIMINATION, 1, 6)
OLD_CUT_3 = TableRules("2017", Stage.ELIMINATION, 3, 6)

IN_TIME = Clock(NOON + timedelta(minutes=10), started_at=NOON, called_at=TIME)
AFTER = Clock(TIME + timedelta(minutes=5), started_at=NOON, called_at=TIME)


def marks(words: str | Iterable[str], *, since: datetime = NOON) -> list[Mark]:
    """Return marks for taps named as in the form, separated by spaces, one minute apart."""
    taps = words.split() if isinstance(words, str) else words
    return [
        Mark(number, read_tap(tap), since + timedelta(minutes=number), "Hana")
        for number, tap in enumerate(taps, 1)
    ]


def table(rules: TableRules, words: str) -> TableState:
    """Return the state after these taps, all of which are valid."""
    state = replay_marks(rules, marks(words))
    assert state.unfit == ()
    return state


def answered(rules: TableRules, words: str, clock: Clock = AFTER) -> tuple[str, str]:
    """Return the decision and its rule, or "ask" and the question."""
    answer = resolve_table(rules, table(rules, words), clock)
    if isinstance(answer, Question):
        return "ask", answer.ask.value
    return answer.match.value, answer.rule


def verdict(rules: TableRules, words: str, clock: Clock = AFTER) -> Verdict:
    answer = resolve_table(rules, table(rules, words), clock)
    assert isinstance(answer, Verdict), answer
    return answer
