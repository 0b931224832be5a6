"""Short transactions for long jobs, so that other writers can get the SQLite lock in between."""

from collections.abc import Callable, Sequence
from time import sleep
from typing import TypeVar

from django.db import connection, transaction

PIECE = 10
"""Rows per transaction. They take a fraction of a second."""

PAUSE = 0.03
"""Seconds between two pieces, in which the lock is free.

SQLite has no queue. Waiting writers poll at least every tenth of a second, so they get the lock within a few tries.
"""

Row = TypeVar("Row")


def write_in_pieces(rows: Sequence[Row], write: Callable[[Row], object]) -> None:
    """Write each row, PIECE rows per transaction. Finished pieces stay if a later row fails."""

    def write_piece(piece: Sequence[Row]) -> None:
        for row in piece:
            write(row)

    write_pieces(rows, write_piece, size=PIECE)


def write_pieces(
    rows: Sequence[Row],
    write: Callable[[Sequence[Row]], object],
    *,
    size: int,
    wrote: Callable[[int], object] | None = None,
) -> None:
    """Write rows in bulk, `size` rows per transaction, as `write_in_pieces` does for single rows.

    After each piece, `wrote` is called with the number of rows written so far.
    """
    for start in range(0, len(rows), size):
        piece = rows[start : start + size]
        with transaction.atomic():
            write(piece)
        let_others_write()
        if wrote is not None:
            wrote(start + len(piece))


def let_others_write() -> None:
    """Leave the SQLite lock free for a moment between two transactions of a long job."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        sleep(PAUSE)
