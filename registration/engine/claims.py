"""Claims: a person without a personal link claims to be a player, by Player ID and birth year."""

from datetime import timedelta
from enum import StrEnum
from hashlib import sha256

MAX_TRIES = 5
"""The most claims of one entry within TRIES_FOR, right or wrong. About fifty tries would guess any birth year."""

TRIES_FOR = timedelta(days=1)
"""The time for which a try counts, and for which an approved claim opens the page."""


class ClaimState(StrEnum):
    """The state of a claim.

    `WRONG`: the birth year was wrong. `MAILED`: the link was sent to the stored address. `WAITING`: the staff decide.
    """

    WRONG = "wrong"
    MAILED = "mailed"
    WAITING = "waiting"
    APPROVED = "approved"
    DECLINED = "declined"


def first_claim_state(typed_year: int, known_year: int | None, *, can_mail: bool) -> ClaimState:
    """Return the first state of a claim whose Player ID exists.

    `known_year` is the stored birth year; without one the staff decide. `can_mail` is True if the link can be
    sent to a stored address; otherwise the staff decide about a claim with the right year.
    """
    if known_year is None:
        return ClaimState.WAITING
    if typed_year != known_year:
        return ClaimState.WRONG
    return ClaimState.MAILED if can_mail else ClaimState.WAITING


def claim_code(phone: str) -> str:
    """Return four digits for a phone, from its secret.

    The phone shows them, and the staff compare them to approve the right phone.
    """
    return f"{int.from_bytes(sha256(phone.encode()).digest()[:4]) % 10_000:04}"
