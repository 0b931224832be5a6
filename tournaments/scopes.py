"""The scopes of an event, for noticing changes since a page was made (`core.stamps`)."""

import re
from collections.abc import Callable
from typing import TypeVar

from core.stamps.memory import remembered
from tournaments.models import Tournament

Made = TypeVar("Made")

SCOPE = re.compile(r"[ermns][1-9]\d{0,18}", re.ASCII)
"""The scopes an open page may follow."""


def event(pk: int) -> str:
    """The scope of what everybody at an event sees: rounds, clocks, announcements, settings."""
    return f"e{pk}"


def results(pk: int) -> str:
    """The scope of single tables and players of an event, for desks, boards and lists of tables."""
    return f"r{pk}"


def match(pk: int) -> str:
    """The scope of one match: its result, reports, taps, calls and extra time."""
    return f"m{pk}"


def entry(pk: int) -> str:
    """The scope of one player of an event."""
    return f"n{pk}"


def screens(pk: int) -> str:
    """The scope of an event's hall screens, as set at the desk."""
    return f"s{pk}"


def remembered_of(event: Tournament, key: str, make: Callable[[], Made]) -> Made:
    """`remembered` for an event: anything except what depends only on a single match or entry."""
    scopes = [f"e{event.pk}", f"r{event.pk}"]
    return remembered(f"{key}.{event.pk}", scopes, make)
