"""Long jobs write in short pieces, so that whoever waits for the lock of SQLite gets a turn."""

from collections.abc import Callable, Sequence
from time import sleep
from typing import TypeVar

from django.db import connection, transaction

PIECE = 10
"""Rows written in one transaction: a fraction of a second."""

PAUSE = 0.03
"""Seconds the lock is free between two pieces. SQLite has no queue: who waits looks every tenth of a second at the
latest, and finds it free within a few looks.
"""

Row = TypeVar("Row")


def write_in_pieces(rows: Sequence[Row], write: Callable[[Row], object]) -> None:
    """Write each row, a PIECE of them in each transaction. What was written stays where a later one fails."""

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
    """As `write_in_pieces`, where a piece of `size` rows is written in bulk; after each `wrote` is told how many
    rows are done.
    """
    for start in range(0, len(rows), size):
        piece = rows[start : start + size]
        with transaction.atomic():
            write(piece)
        let_others_write()
        if wrote is not None:
            wrote(start + len(piece))


def let_others_write() -> None:
    """Between two transactions of a long job: leave the lock of SQLite free for a moment."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        sleep(PAUSE)
