"""The registry of journal kinds: everything that can happen at an event, each kind defined once.

A service defines the kinds it writes below the functions that undo them. Their sentences stand under the same name in a
words module of the room (`tournaments.sentences.word`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from tournaments.engine.refused import Refused
from tournaments.models import JournalEvent

Scope = Literal["division", "event"]
Power = Literal["report", "run", "organize"]
"""Who may undo: any staff of the floor, those who run the event, an organizer. A power of `tournaments.rules`."""


def never(_event: JournalEvent) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class JournalKind:
    """One kind of journal line.

    `undo` reverses what a line says, inside the locks of `services.undo`; it refuses where something was built on it.
    `group`: steps of one group touch the same thing and are undone newest first. `is_past` says whether nothing is
    left to undo. `at_desk`: the desk offers its undo. `page_stays`: the page it was done on is there after the undo.
    """

    name: str
    scope: Scope = "division"
    group: str = ""
    undo: Callable[[JournalEvent], None] | None = None
    may_undo: Power = "run"
    is_past: Callable[[JournalEvent], bool] = never
    at_desk: bool = True
    page_stays: bool = True


KINDS: dict[str, JournalKind] = {}


def define(kind: JournalKind) -> JournalKind:
    """Add a kind. Two of one name are a bug."""
    if kind.name in KINDS:
        raise ValueError(f"Journal kind {kind.name} is defined twice.")
    KINDS[kind.name] = kind
    return kind


def reversible(kinds: Iterable[JournalKind] | None = None) -> list[str]:
    """The names of all kinds that can be undone."""
    return [kind.name for kind in (KINDS.values() if kinds is None else kinds) if kind.undo is not None]


def of_group(group: str) -> list[str]:
    """The names of the kinds of a group."""
    return [kind.name for kind in KINDS.values() if kind.group == group]


def at_desk() -> list[str]:
    """The names of the kinds whose undo the desk offers."""
    return reversible(kind for kind in KINDS.values() if kind.at_desk)


def reverse(event: JournalEvent) -> None:
    """Run the undo of a line's kind, inside the caller's locks. Refused: UNDO_NOT_POSSIBLE, and those of the kind."""
    kind = KINDS.get(event.kind)
    if kind is None or kind.undo is None:
        raise Refused("UNDO_NOT_POSSIBLE")
    kind.undo(event)
