"""Hooks that later apps fill by registering functions when the program starts."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Protocol

from core.models import JournalEvent
from pairings.engine.journal_kinds import OfExtension
from pairings.engine.open_entries import DeskQueue, OpenAtTable
from pairings.models import Extension, Match, Round
from tournaments.models import Division, Tournament, User

desk_panels: dict[str, Callable[[Tournament, Division], object | None]] = {}
"""Panels of other apps on a division's desk: name in the template -> function, which may return None."""

desk_queues: list[Callable[..., DeskQueue]] = []
"""Functions of request and event that return the tasks waiting for staff, for the side and the table rows of a desk."""

desk_queue_stamps: list[Callable[..., str]] = []
"""Functions that return only the `stamp` of such a queue, with one query."""

open_at_tables: list[Callable[[Round], Iterable[OpenAtTable]]] = []
"""Functions that return other apps' open entries at the tables of a round about to close."""


class RoundStep(Protocol):
    """Function called in the transaction of a step of a round."""

    def __call__(self, round_: Round, *, by: User | None, now: datetime) -> None: ...


class ExtensionStep(Protocol):
    """Function called in the transaction of a step of an extension, after its journal line.

    `at_once` means that the extension was granted in one step, without a stopwatch.
    """

    def __call__(
        self, kind: type[OfExtension], extension: Extension, *, by: User | None, at_once: bool, now: datetime
    ) -> None: ...


round_closing: list[RoundStep] = []
"""Called when a round closes, before its journal line, to close everything that must not outlast the round."""

round_reopened: list[Callable[[Round], None]] = []
"""Called in the transaction that undoes closing a round."""

match_moved: list[Callable[[Match], None]] = []
"""Called in the transaction that moves a match to another table, with the match at its new table."""

extension_steps: list[ExtensionStep] = []
"""Called in the transaction of each step of an extension."""

extension_undone: list[Callable[[JournalEvent], None]] = []
"""Called with the journal line in the transaction that undoes a step of an extension."""


results_bound: list[Callable[[JournalEvent], bool]] = []
"""Functions that return whether another app's record made the result of a journal line and is still valid.

The result and the record are then undone together.
"""
