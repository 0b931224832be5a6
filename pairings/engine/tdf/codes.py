"""The codes of the file, and the words for them."""

from enum import StrEnum


class Outcome(StrEnum):
    """How one match ended, seen from the table."""

    PENDING = "pending"
    LEFT = "left"
    RIGHT = "right"
    TIE = "tie"
    DOUBLE_LOSS = "double_loss"
    BYE = "bye"
    AWARDED_BYE = "awarded_bye"
    LATE_LOSS = "late_loss"


ALONE = frozenset({Outcome.BYE, Outcome.AWARDED_BYE, Outcome.LATE_LOSS})
"""Outcomes of a player who has no opponent."""

OUTCOME_OF: dict[str, Outcome | None] = {
    "0": Outcome.PENDING,
    "1": Outcome.LEFT,
    "2": Outcome.RIGHT,
    "3": Outcome.TIE,
    "4": Outcome.AWARDED_BYE,
    "5": Outcome.BYE,
    "6": Outcome.DOUBLE_LOSS,
    "8": Outcome.LATE_LOSS,
    "9": None,
    "10": Outcome.DOUBLE_LOSS,
}
"""Outcomes by the code that is read; 9 is a match that was deleted."""

CODE_OF = {outcome: int(code) for code, outcome in OUTCOME_OF.items()}
"""The code that is written for an outcome: of two codes for one outcome the later."""

DIVISION_OF = {0: "junior", 1: "senior", 2: "masters", 8: "junior_senior", 9: "senior_masters", 10: "all"}
"""The division a pod is for, by its category."""
