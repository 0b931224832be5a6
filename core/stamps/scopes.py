"""The scopes that all journals have, for detecting changes since a page was rendered."""

from collections.abc import Callable
from typing import TypeVar

from core.models.journal import Home
from core.stamps.memory import remembered

Value = TypeVar("Value")


def whole(pk: int) -> str:
    """Return the scope of a home's public data."""
    return f"e{pk}"


def details(pk: int) -> str:
    """Return the scope of a home's single rows, for staff who work with them."""
    return f"r{pk}"


def screens(pk: int) -> str:
    """Return the scope of the hall screens of a home, as set at the desk."""
    return f"s{pk}"


def remembered_of(home: Home, key: str, make: Callable[[], Value]) -> Value:
    """Return a `remembered` value of a home. It must not depend only on a single row."""
    return remembered(f"{key}.{home.pk}", [whole(home.pk), details(home.pk)], make)
