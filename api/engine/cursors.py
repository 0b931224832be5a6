"""Cursors: opaque texts that mark the end of a page of a list.

A cursor contains the sort key of the page's last row, not its index, so that rows added or removed before it do
not shift the next page.
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
"""Sort key of a row: integers, unique and ascending in the list."""

PLAIN = re.compile(r"([a-z]+)((?:\.-?\d{1,18})+)", re.ASCII)
"""A decoded cursor: the name of the list and the numbers of the key, joined by dots."""

MAX_CURSOR_LENGTH = 200
"""Maximum length of a cursor in characters."""


@dataclass(frozen=True, slots=True)
class CursorPage(Generic[Row]):
    """A page of a list. `next` is the cursor of the following page, None at the end."""

    rows: tuple[Row, ...]
    next: str | None


def page_after(
    rows: Sequence[Row], sort_key: Callable[[Row], Place], *, name: str, after: Place | None, limit: int
) -> CursorPage[Row]:
    """Return the page with the first `limit` rows after the key `after`, or from the start if it is None.

    `rows` must be in ascending order of `sort_key`. `name` is the name of the list.
    """
    following = [row for row in rows if after is None or sort_key(row) > after]
    page = tuple(following[:limit])
    return CursorPage(
        page, encode_cursor(name, sort_key(page[-1])) if len(following) > limit and page else None
    )


def encode_cursor(name: str, sort_key: Place) -> str:
    """Encode a row's sort key as a cursor, which only the list called `name` accepts."""
    text = ".".join([name, *map(str, sort_key)])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode_cursor(name: str, cursor: str, *, length: int) -> Place | None:
    """Decode a cursor of the list called `name` to a sort key of `length` numbers, or to None if it is "".

    Refused: API_CURSOR_ODD if it is malformed or from another list.
    """
    if not cursor:
        return None
    text = ""
    if len(cursor) <= MAX_CURSOR_LENGTH and cursor.isascii():
        with suppress(binascii.Error, ValueError):
            text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    match = PLAIN.fullmatch(text)
    sort_key = tuple(int(part) for part in match[2].split(".")[1:]) if match else ()
    if match is None or match[1] != name or len(sort_key) != length:
        raise Refused(ApiRefusal.API_CURSOR_ODD)
    return sort_key
