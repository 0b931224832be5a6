"""Hooks for the rooms to the right, which add their functions when the program starts."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Protocol

from core.models import JournalEvent
from pairings.engine.closing import OpenAtTable
from pairings.engine.journal_kinds import OfExtension
from pairings.models import Extension, Round
from tournaments.models import Division, Tournament, User

desk_panels: dict[str, Callable[[Tournament, Division], Mapping[str, object] | None]] = {}
"""Panels of other rooms on the desk of a division: a name in its template, and its function; None shows nothing."""

round_moved: list[Callable[[Round], None]] = []
"""Called in the transaction that posts or closes a round, or corrects a closed one, after its journal line."""

open_at_tables: list[Callable[[Round], Iterable[OpenAtTable]]] = []
"""Open entries of other rooms at the tables of a round about to close."""


class RoundStep(Protocol):
    """Called in the transaction of a step of a round."""

    def __call__(self, round_: Round, *, by: User | None, now: datetime) -> None: ...


class ExtensionStep(Protocol):
    """Called in the transaction of a step of an extension, after its journal line."""

    def __call__(
        self, kind: type[OfExtension], extension: Extension, *, by: User | None, at_once: bool, now: datetime
    ) -> None: ...


round_closing: list[RoundStep] = []
"""Called when a round closes, before its journal line, to end what ends with it."""

round_reopened: list[Callable[[Round], None]] = []
"""Called in the transaction of the undo of a closing."""

extension_steps: list[ExtensionStep] = []
extension_undone: list[Callable[[JournalEvent], None]] = []
"""Called in the transaction of the undo of a step of an extension, with its line."""


results_bound: list[Callable[[JournalEvent], bool]] = []
"""Whether a record of another room entered the result of a line and is not withdrawn; both are undone together."""


def moved(round_: Round) -> None:
    """Call the functions of `round_moved`."""
    for follow in round_moved:
        follow(round_)
