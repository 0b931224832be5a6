"""Cursors: where a page of a list ends, as text that says nothing to its reader.

A cursor holds the place of the last row in the order of the list, not its number: rows that come or go before it move
nothing.
"""

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.engine.refused import Refused

Row = TypeVar("Row")
Place = tuple[int, ...]
"""Where a row stands: whole numbers, different for each row, growing along the list."""

PLAIN = re.compile(r"([a-z]+)((?:\.-?\d{1,18})+)", re.ASCII)
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Part(Generic[Row]):
    """Some rows of a list; `next` is the cursor of those that follow, None at the end."""

    rows: tuple[Row, ...]
    next: str | None


def part(
    rows: Sequence[Row], place: Callable[[Row], Place], *, name: str, after: Place | None, limit: int
) -> Part[Row]:
    """The first `limit` rows behind the place `after`. `rows` are in the order of their places."""
    behind = [row for row in rows if after is None or place(row) > after]
    here = tuple(behind[:limit])
    return Part(here, encode(name, place(here[-1])) if len(behind) > limit and here else None)


def encode(name: str, place: Place) -> str:
    """`name` is that of the list: a cursor of one list opens no other."""
    plain = ".".join([name, *map(str, place)])
    return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")


def decode(name: str, cursor: str, *, length: int) -> Place | None:
    """The place a cursor holds, `length` numbers; None for an empty one. Refused: API_CURSOR_ODD."""
    if not cursor:
        return None
    found = PLAIN.fullmatch(_plain(cursor))
    place = tuple(int(part) for part in found[2].split(".")[1:]) if found else ()
    if found is None or found[1] != name or len(place) != length:
        raise Refused("API_CURSOR_ODD")
    return place


def _plain(cursor: str) -> str:
    if len(cursor) > LONGEST or not cursor.isascii():
        return ""
    try:
        return base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return ""
