"""What a match ended in, first by name, then in points (M-010)."""

from enum import StrEnum

from pairings.engine.tdf import ALONE, Outcome

__all__ = ["ALONE", "LOSSES", "SIDES", "WINS", "Outcome", "Result", "points", "record", "result_of"]


class Result(StrEnum):
    """How one match ended, seen from one of its players."""

    OPEN = "open"
    WIN = "win"
    LOSS = "loss"
    TIE = "tie"
    DOUBLE_LOSS = "double_loss"
    BYE = "bye"
    AWARDED_BYE = "awarded_bye"
    LATE_LOSS = "late_loss"


SIDES: dict[Outcome, tuple[Result, Result | None]] = {
    Outcome.PENDING: (Result.OPEN, Result.OPEN),
    Outcome.LEFT: (Result.WIN, Result.LOSS),
    Outcome.RIGHT: (Result.LOSS, Result.WIN),
    Outcome.TIE: (Result.TIE, Result.TIE),
    Outcome.DOUBLE_LOSS: (Result.DOUBLE_LOSS, Result.DOUBLE_LOSS),
    Outcome.BYE: (Result.BYE, None),
    Outcome.AWARDED_BYE: (Result.AWARDED_BYE, None),
    Outcome.LATE_LOSS: (Result.LATE_LOSS, None),
}
"""What each outcome is for the left and for the right player; None where nobody sits on the right."""

WINS = frozenset({Result.WIN, Result.BYE, Result.AWARDED_BYE})
LOSSES = frozenset({Result.LOSS, Result.DOUBLE_LOSS, Result.LATE_LOSS})


def result_of(outcome: Outcome, *, left: bool) -> Result:
    """The result of one side; ValueError when nobody sits there."""
    side = SIDES[outcome][0 if left else 1]
    if side is None:
        raise ValueError(f"{outcome} has no right player")
    return side


def points(result: Result) -> int:
    """Match points: win or bye 3, tie 1, loss 0 (M-010)."""
    if result in WINS:
        return 3
    return 1 if result is Result.TIE else 0


def record(results: list[Result]) -> tuple[int, int, int]:
    """Wins, losses and ties; a bye is a win and a round missed by being late is a loss (M-018, M-019)."""
    wins = sum(result in WINS for result in results)
    losses = sum(result in LOSSES for result in results)
    return wins, losses, results.count(Result.TIE)
