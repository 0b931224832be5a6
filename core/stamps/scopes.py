"""The scopes that all journals have, for detecting changes since a page was rendered."""

from collections.abc import Callable
from typing import TypeVar

from core.models.journal import Home
from core.stamps.memory import cached_until_change

Value = TypeVar("Value")


def home_scope(pk: int) -> str:
    """Return the scope of a home's public data."""
    return f"e{pk}"


def details_scope(pk: int) -> str:
    """Return the scope of the individual rows of a home, for staff who work with them."""
    return f"r{pk}"


def screens_scope(pk: int) -> str:
    """Return the scope of the hall screens of a home, as set at the desk."""
    return f"s{pk}"


def cached_for_home(home: Home, key: str, make: Callable[[], Value]) -> Value:
    """Return the cached result of `make` for a home (`cached_until_change`).

    Do not use it for a value that depends on a single row only, since a change of any row of the home
    discards it.
    """
    return cached_until_change(f"{key}.{home.pk}", [home_scope(home.pk), details_scope(home.pk)], make)
