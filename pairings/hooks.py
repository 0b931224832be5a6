"""Hooks for the rooms to the right, which register their functions when the program starts."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Protocol

from core.models import JournalEvent
from pairings.engine.journal_kinds import OfExtension
from pairings.engine.open_entries import DeskQueue, OpenAtTable
from pairings.models import Extension, Round
from tournaments.models import Division, Tournament, User

desk_panels: dict[str, Callable[[Tournament, Division], object | None]] = {}
"""Panels of other rooms on the desk of a division: name in its template -> function, which may return None."""

desk_queues: list[Callable[..., DeskQueue]] = []
"""Functions of request and event that list what waits for staff, beside a desk and in the rows of its tables."""

desk_queue_stamps: list[Callable[..., str]] = []
"""Functions that return the `stamp` of such a queue alone, with one query."""

open_at_tables: list[Callable[[Round], Iterable[OpenAtTable]]] = []
"""Functions that list open entries of other rooms at the tables of a round about to close."""


class RoundStep(Protocol):
    """Called in the transaction of a step of a round."""

    def __call__(self, round_: Round, *, by: User | None, now: datetime) -> None: ...


class ExtensionStep(Protocol):
    """Called in the transaction of a step of an extension, after its journal line."""

    def __call__(
        self, kind: type[OfExtension], extension: Extension, *, by: User | None, at_once: bool, now: datetime
    ) -> None: ...


round_closing: list[RoundStep] = []
"""Called when a round closes, before its journal line, to close whatever must not outlast the round."""

round_reopened: list[Callable[[Round], None]] = []
"""Called in the transaction of the undo of a closing."""

extension_steps: list[ExtensionStep] = []
"""Called in the transaction of each step of an extension."""

extension_undone: list[Callable[[JournalEvent], None]] = []
"""Called in the transaction of the undo of a step of an extension, with its line."""


results_bound: list[Callable[[JournalEvent], bool]] = []
"""Functions that return whether a record of another room entered the result of a journal line and still counts.

Such a result and its record are undone together.
"""
