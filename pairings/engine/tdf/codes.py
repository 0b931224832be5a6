"""Codes in a TOM file, and their meanings."""

from enum import StrEnum


class Outcome(StrEnum):
    """Outcome of one match; left and right are the sides of the table."""

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
"""Outcome by code in the file; 9 is a deleted match."""

CODE_OF = {outcome: int(code) for code, outcome in OUTCOME_OF.items()}
"""Code to write for an outcome. If two codes have the same outcome, this is the last one."""

MIRRORED = {Outcome.LEFT: Outcome.RIGHT, Outcome.RIGHT: Outcome.LEFT}
"""Outcomes after swapping the sides of the table; outcomes not listed stay the same."""

DIVISION_OF = {0: "junior", 1: "senior", 2: "masters", 8: "junior_senior", 9: "senior_masters", 10: "all"}
"""Division by category of a pod."""
