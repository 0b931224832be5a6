"""Claims: someone at a phone says which player they are, by Player ID and birth year."""

from datetime import timedelta
from enum import StrEnum
from hashlib import sha256

MAX_TRIES = 5
"""How often one entry can be claimed in TRIES_FOR, right or wrong: a birth year is guessed in fifty tries."""

TRIES_FOR = timedelta(days=1)
"""How long a try counts, and how long an approved claim opens the page."""


class ClaimState(StrEnum):
    """What became of a claim.

    `WRONG`: another birth year. `MAILED`: the link went to the stored address. The staff answer those that wait.
    """

    WRONG = "wrong"
    MAILED = "mailed"
    WAITING = "waiting"
    APPROVED = "approved"
    DECLINED = "declined"


def state_of(typed_year: int, known_year: int | None, *, can_mail: bool) -> ClaimState:
    """Return the first state of a claim whose Player ID is known. Without a known birth year the staff decide."""
    if known_year is None:
        return ClaimState.WAITING
    if typed_year != known_year:
        return ClaimState.WRONG
    return ClaimState.MAILED if can_mail else ClaimState.WAITING


def claim_code(phone: str) -> str:
    """Return the four digits that a phone shows and the staff compare, so that the right phone is let in."""
    return f"{int.from_bytes(sha256(phone.encode()).digest()[:4]) % 10_000:04}"
