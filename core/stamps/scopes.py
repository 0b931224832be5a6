"""The scopes common to all journals, for noticing changes since a page was made."""

from collections.abc import Callable
from typing import TypeVar

from core.models.journal import Home
from core.stamps.memory import remembered

Made = TypeVar("Made")


def whole(pk: int) -> str:
    """The scope of what everybody sees of what a journal is of."""
    return f"e{pk}"


def details(pk: int) -> str:
    """The scope of its single rows, for those who work with them."""
    return f"r{pk}"


def screens(pk: int) -> str:
    """The scope of its hall screens, as set at the desk."""
    return f"s{pk}"


def remembered_of(home: Home, key: str, make: Callable[[], Made]) -> Made:
    """`remembered` for what a journal is of: anything except what depends only on a single row."""
    return remembered(f"{key}.{home.pk}", [whole(home.pk), details(home.pk)], make)
