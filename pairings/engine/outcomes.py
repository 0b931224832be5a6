"""The outcomes of a match: one row of `OUTCOMES` for each kind of result, and its points (M-010)."""

from dataclasses import dataclass
from enum import StrEnum

from pairings.engine.tdf import ALONE, Outcome

__all__ = [
    "ALONE",
    "LOSSES",
    "OUTCOMES",
    "SHARED",
    "TIES",
    "WINS",
    "Outcome",
    "OutcomeSpec",
    "Result",
    "points",
    "record",
    "result_of",
]


class Result(StrEnum):
    """The result of a match for one of its players."""

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

    left, right: the result of each player; None without a right player.
    key: what a clerk types for it at the desk, "" if it cannot be typed. Its code in a TOM file is in `tdf.codes`, its
    words in `words.outcome_words`.
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

SHARED = frozenset(
    outcome
    for outcome, spec in OUTCOMES.items()
    if spec.left is spec.right and spec.left not in (Result.OPEN, Result.TIE)
)
"""Outcomes with one result for both players that no score shows: a double loss."""

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
"""Win or bye 3, tie 1, loss 0 (M-010)."""

WINS = frozenset(result for result, points in MATCH_POINTS.items() if points == 3)
TIES = frozenset({Result.TIE})
LOSSES = frozenset(Result) - WINS - TIES - {Result.OPEN}


def result_of(outcome: Outcome, *, left: bool) -> Result:
    """The result of one side. ValueError without a player on it."""
    spec = OUTCOMES[outcome]
    result = spec.left if left else spec.right
    if result is None:
        raise ValueError(f"{outcome} has no right player")
    return result


def points(result: Result) -> int:
    """Match points (M-010)."""
    return MATCH_POINTS[result]


def record(results: list[Result]) -> tuple[int, int, int]:
    """Wins, losses and ties; a bye is a win, a loss for a missed round is a loss (M-018, M-019)."""
    wins = sum(result in WINS for result in results)
    losses = sum(result in LOSSES for result in results)
    return wins, losses, sum(result in TIES for result in results)
