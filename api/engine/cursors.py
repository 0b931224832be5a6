"""Cursors: where a page of a list ends, as opaque text.

A cursor contains the sort key of the last row, not its index, so rows added or removed before it do not shift the page.
"""

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from api.engine.refusals import ApiRefusal
from core.engine.refused import Refused

Row = TypeVar("Row")
Place = tuple[int, ...]
"""The sort key of a row: whole numbers, unique per row, increasing along the list."""

PLAIN = re.compile(r"([a-z]+)((?:\.-?\d{1,18})+)", re.ASCII)
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Part(Generic[Row]):
    """Some rows of a list; `next`: the cursor of the following ones, None at the end."""

    rows: tuple[Row, ...]
    next: str | None


def part(
    rows: Sequence[Row], place: Callable[[Row], Place], *, name: str, after: Place | None, limit: int
) -> Part[Row]:
    """The first `limit` rows after the place `after`. `rows` are sorted by place."""
    behind = [row for row in rows if after is None or place(row) > after]
    here = tuple(behind[:limit])
    return Part(here, encode(name, place(here[-1])) if len(behind) > limit and here else None)


def encode(name: str, place: Place) -> str:
    """A cursor for a place. `name` identifies the list: a cursor is not accepted by another list."""
    plain = ".".join([name, *map(str, place)])
    return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")


def decode(name: str, cursor: str, *, length: int) -> Place | None:
    """The place in a cursor, `length` numbers; None for an empty one. Refused: API_CURSOR_ODD."""
    if not cursor:
        return None
    plain = ""
    if len(cursor) <= LONGEST and cursor.isascii():
        with suppress(binascii.Error, ValueError):
            plain = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    parts = PLAIN.fullmatch(plain)
    place = tuple(int(part) for part in parts[2].split(".")[1:]) if parts else ()
    if parts is None or parts[1] != name or len(place) != length:
        raise Refused(ApiRefusal.API_CURSOR_ODD)
    return place
