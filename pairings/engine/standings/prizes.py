"""Prizes and points by place, as a table of place ranges."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

MAX_PLACE = 9_999
MAX_ROWS = 100
"""Maximum number of rows in one prize table."""

MAX_TEXT_LENGTH = 120
MAX_NUMBER = 99_999
"""Maximum number of points, and of packs, in one row."""


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """What each place from `first` to `last`, both included, receives.

    `points` are Championship Points or points of a league, `packs` are booster packs; None for none.
    """

    first: int
    last: int
    text: str = ""
    points: int | None = None
    packs: int | None = None


def sort_rows(rows: Sequence[PrizeRow]) -> tuple[PrizeRow, ...]:
    """Return the rows by place."""
    return tuple(sorted(rows, key=lambda row: (row.first, row.last)))


def find_overlap(rows: Sequence[PrizeRow]) -> tuple[PrizeRow, PrizeRow] | None:
    """Return the first two rows that share a place, the upper one first, or None if no rows do."""
    ordered = sort_rows(rows)
    for upper, lower in pairwise(ordered):
        if lower.first <= upper.last:
            return upper, lower
    return None


def prize_of_place(rows: Sequence[PrizeRow], place: int) -> PrizeRow | None:
    """Return the row of a place, or None if the place receives nothing."""
    return next((row for row in rows if row.first <= place <= row.last), None)


def table_version(rows: Sequence[PrizeRow]) -> str:
    """Compute a digest of a table, which differs for tables with different rows."""
    text = repr([(row.first, row.last, row.text, row.points, row.packs) for row in sort_rows(rows)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
