"""Scopes of an event. Pages use them to notice changes since they were rendered (`core.stamps`)."""

import re

from core.stamps import position_if_changed, scopes
from core.stamps.scopes import cached_for_home

__all__ = [
    "SCOPE",
    "cached_for_home",
    "entry_scope",
    "event_scope",
    "hall_screens_scope",
    "is_event_unchanged",
    "match_scope",
    "players_scope",
    "results_scope",
    "tables_scope",
]

SCOPE = re.compile(r"[emnprst][1-9]\d{0,18}", re.ASCII)
"""The scope names that an open page may follow."""


def event_scope(pk: int) -> str:
    """Return the scope of data that everyone at an event sees: rounds, clocks, announcements, settings."""
    return scopes.home_scope(pk)


def results_scope(pk: int) -> str:
    """Return the scope of an event's single tables and players, for desks, boards and lists of tables."""
    return scopes.details_scope(pk)


def match_scope(pk: int) -> str:
    """Return the scope of one match: its result, reports, taps, calls and extra time."""
    return f"m{pk}"


def entry_scope(pk: int) -> str:
    """Return the scope of one player of an event."""
    return f"n{pk}"


def tables_scope(pk: int) -> str:
    """Return the scope of the matches of an event as public pages show them: their results and their tables."""
    return f"t{pk}"


def players_scope(pk: int) -> str:
    """Return the scope of the players of an event as public pages show them: who plays, and under which name."""
    return f"p{pk}"


def is_event_unchanged(pk: int, seen: str) -> bool:
    """Return whether neither the event nor its tables and players changed since the position `seen`."""
    return position_if_changed([event_scope(pk), results_scope(pk), players_scope(pk)], seen) is None


def hall_screens_scope(pk: int) -> str:
    """Return the scope of the settings of an event's hall screens."""
    return scopes.screens_scope(pk)
