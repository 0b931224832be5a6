"""Outcomes of a match and their match points (M-010): one row of `OUTCOMES` per kind of result."""

from dataclasses import dataclass
from enum import StrEnum

from pairings.engine.tdf import ALONE, Outcome

__all__ = [
    "ALONE",
    "LOSSES",
    "OUTCOMES",
    "SAME_FOR_BOTH",
    "TIES",
    "WINS",
    "Outcome",
    "OutcomeSpec",
    "Result",
    "count_record",
    "match_points",
    "result_of_side",
]


class Result(StrEnum):
    """Result of a match for one of its players."""

    OPEN = "open"
    WIN = "win"
    LOSS = "loss"
    TIE = "tie"
    DOUBLE_LOSS = "double_loss"
    BYE = "bye"
    AWARDED_BYE = "awarded_bye"
    LATE_LOSS = "late_loss"


@dataclass(frozen=True, slots=True)
class OutcomeSpec:
    """One kind of result.

    left, right: the result of each player; `right` is None if the outcome has no right player.
    key: the key to type for it at the desk, or "" if it cannot be typed. The codes of TOM files are in `tdf.codes`,
    the texts in `words.outcome_words`.
    """

    left: Result
    right: Result | None
    key: str = ""


OUTCOMES: dict[Outcome, OutcomeSpec] = {
    Outcome.PENDING: OutcomeSpec(Result.OPEN, Result.OPEN),
    Outcome.LEFT: OutcomeSpec(Result.WIN, Result.LOSS, key="1"),
    Outcome.RIGHT: OutcomeSpec(Result.LOSS, Result.WIN, key="2"),
    Outcome.TIE: OutcomeSpec(Result.TIE, Result.TIE, key="0"),
    Outcome.DOUBLE_LOSS: OutcomeSpec(Result.DOUBLE_LOSS, Result.DOUBLE_LOSS, key="9"),
    Outcome.BYE: OutcomeSpec(Result.BYE, None),
    Outcome.AWARDED_BYE: OutcomeSpec(Result.AWARDED_BYE, None),
    Outcome.LATE_LOSS: OutcomeSpec(Result.LATE_LOSS, None),
}

SAME_FOR_BOTH = frozenset(
    outcome
    for outcome, spec in OUTCOMES.items()
    if spec.left is spec.right and spec.left not in (Result.OPEN, Result.TIE)
)
"""Outcomes in which both players have the same result without a score in games, such as a double loss."""

MATCH_POINTS = {
    Result.OPEN: 0,
    Result.WIN: 3,
    Result.LOSS: 0,
    Result.TIE: 1,
    Result.DOUBLE_LOSS: 0,
    Result.BYE: 3,
    Result.AWARDED_BYE: 3,
    Result.LATE_LOSS: 0,
}
"""3 for a win or bye, 1 for a tie and 0 for a loss (M-010)."""

WINS = frozenset(result for result, points in MATCH_POINTS.items() if points == 3)
TIES = frozenset({Result.TIE})
LOSSES = frozenset(Result) - WINS - TIES - {Result.OPEN}


def result_of_side(outcome: Outcome, *, left: bool) -> Result:
    """Return the result of one side. Raises ValueError if there is no player on it."""
    spec = OUTCOMES[outcome]
    result = spec.left if left else spec.right
    if result is None:
        raise ValueError(f"{outcome} has no right player")
    return result


def match_points(result: Result) -> int:
    """Return the match points of a result (M-010)."""
    return MATCH_POINTS[result]


def count_record(results: list[Result]) -> tuple[int, int, int]:
    """Count wins, losses and ties; a bye counts as a win, a missed round as a loss (M-018, M-019)."""
    wins = sum(result in WINS for result in results)
    losses = sum(result in LOSSES for result in results)
    return wins, losses, sum(result in TIES for result in results)
