"""The registry of journal kinds: everything that can happen at an event, each kind defined once.

A service defines the kinds it writes at its end, below the functions that undo them. Their sentences stand under the
same name in a words module of the room (`tournaments.sentences.register_sentences`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import UnionType
from typing import Literal

from tournaments.models import JournalEvent

FactTypes = Mapping[str, type | UnionType]
Scope = Literal["division", "event", "either", "installation"]
"""Where a line of the kind stands: in a division, in the event alone, in either, in no event at all."""

Topic = Literal["", "rounds", "results", "people", "lists", "event"]
"""What the journal's page can be narrowed to."""

Power = Literal["report", "run", "organize"]
"""Who may undo: any staff of the floor, those who run the event, an organizer. A power of `tournaments.rules`."""


def never(_event: JournalEvent) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class JournalKind:
    """One kind of journal line.

    `facts`: what each line says, all of them in every line, with its type before it becomes JSON.
    `undo` reverses what a line says, inside the locks of `services.undo`; it refuses where something was built on it.
    `group`: steps of one group touch the same thing and are undone newest first. `is_past` says whether nothing is
    left to undo. `at_desk`: the desk offers its undo. `page_stays`: the page it was done on is there after the undo.
    `seals`: the journal's page offers no undo of what came before it in its division, unless that is of `any_time`.
    `once`: large facts that the line of the undo does not repeat.
    `causes`: kinds of steps that the same press took before; their lines are undone with this one.
    `covers`: the lines that the same step wrote before, newest first; its undo reverts them with the rest, and they are
    marked as undone. What one of them had undone is done again.
    `closes`: with its line the journal so far is sealed (`services.seals`).
    """

    name: str
    facts: FactTypes
    scope: Scope = "division"
    topic: Topic = ""
    group: str = ""
    undo: Callable[[JournalEvent], None] | None = None
    may_undo: Power = "run"
    is_past: Callable[[JournalEvent], bool] = never
    at_desk: bool = True
    page_stays: bool = True
    seals: bool = False
    any_time: bool = False
    closes: bool = False
    once: frozenset[str] = frozenset()
    causes: frozenset[str] = frozenset()
    covers: Callable[[JournalEvent], Iterable[JournalEvent]] | None = None


KINDS: dict[str, JournalKind] = {}


def define(*kinds: JournalKind) -> None:
    """Add kinds. Two of one name are a bug."""
    for kind in kinds:
        if kind.name in KINDS:
            raise ValueError(f"Journal kind {kind.name} is defined twice.")
        KINDS[kind.name] = kind


def add_undo(
    name: str, undo: Callable[[JournalEvent], None], *, is_past: Callable[[JournalEvent], bool]
) -> None:
    """Give a kind its undo from a room to the right, where what could build on the step is known."""
    KINDS[name] = replace(KINDS[name], undo=undo, is_past=is_past)


def require(name: str, facts: Iterable[str]) -> None:
    """TypeError where no such kind is defined, or where it has other facts."""
    kind = KINDS.get(name)
    if kind is None:
        raise TypeError(f"No service defines the journal kind {name}.")
    if wrong := kind.facts.keys() ^ set(facts):
        raise TypeError(f"Journal kind {name}: missing or unknown facts {', '.join(sorted(wrong))}.")


def reversible(kinds: Iterable[JournalKind] | None = None) -> list[str]:
    """The names of all kinds that can be undone."""
    return [kind.name for kind in (KINDS.values() if kinds is None else kinds) if kind.undo is not None]


def of_group(group: str) -> list[str]:
    """The names of the kinds of a group."""
    return [kind.name for kind in KINDS.values() if kind.group == group]


def of_topic(topic: str) -> list[str]:
    """The names of the kinds of a topic."""
    return [kind.name for kind in KINDS.values() if kind.topic == topic]


def sealing() -> list[str]:
    """The names of the kinds that seal what came before."""
    return [kind.name for kind in KINDS.values() if kind.seals]


def at_desk() -> list[str]:
    """The names of the kinds whose undo the desk offers."""
    return reversible(kind for kind in KINDS.values() if kind.at_desk)
