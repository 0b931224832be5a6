"""The kinds of journal lines, each declared once as a class with typed facts.

A room declares its kinds in `engine/journal_kinds.py`; the service that writes one adds its undo (`add_undo`), a words
module of the room its sentence (`core.sentences.register_sentences`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import FrozenInstanceError, dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Literal, TypedDict, Unpack, dataclass_transform

from core.engine.facts import Facts
from core.engine.journal.facts import Fact, FactsOf, Plain, Shape, facts_of

Scope = Literal["division", "event", "either", "installation"]
"""What a line of the kind belongs to: a division, the event alone, either, or no event."""

Topic = Literal["", "rounds", "results", "people", "lists", "event"]
"""Filters of the journal's page."""

Power = Literal["report", "run", "organize"]
"""Who may undo: any staff, those who run what the journal is of, or its organizer; the program says who has which."""

Undo = Callable[[Any], None]
"""Reverses a stored line, inside the locks of `services.undo`; refuses if something was built on it."""


def never(_line: Any) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class JournalKind:
    """Everything about a kind of line except its sentence.

    `facts`: the type of each. `undo`: see `Undo`; `is_past`: whether nothing is left to undo.
    `group`: steps of one group affect the same thing and are undone newest first.
    `at_desk`: the desk offers its undo. `page_stays`: the page it was done on still exists after the undo.
    `seals`: the journal's page offers no undo of what came before it in its division, unless that is `any_time`.
    `causes`: kinds of steps that the same request did before; their lines are undone with this one.
    `covers`: the lines that the same step wrote before, newest first; its undo reverts them too and they are marked as
    undone. What one of them had undone is done again.
    `closes`: its line seals the journal so far (`services.seals`).
    """

    name: str
    facts: Mapping[str, Fact]
    scope: Scope = "division"
    topic: Topic = ""
    group: str = ""
    may_undo: Power = "run"
    at_desk: bool = True
    page_stays: bool = True
    seals: bool = False
    any_time: bool = False
    closes: bool = False
    undo: Undo | None = None
    is_past: Callable[[Any], bool] = never
    causes: frozenset[str] = frozenset()
    covers: Callable[[Any], Iterable[Any]] | None = None

    @property
    def once(self) -> frozenset[str]:
        """The facts not repeated in the line of an undo."""
        return frozenset(name for name, fact in self.facts.items() if fact.once)


class Policy(TypedDict, total=False):
    """The options of `class Kind(…, scope="event")`, inherited from a base. See `JournalKind`."""

    scope: Scope
    topic: Topic
    group: str
    may_undo: Power
    at_desk: bool
    page_stays: bool
    seals: bool
    any_time: bool
    closes: bool


KINDS: dict[str, JournalKind] = {}

COMMON: dict[str, Fact] = {}
"""Facts that the journal service adds to lines of any kind (`add_common`)."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Kind:
    """One line of the journal before it is written; its annotations are the types of its facts.

    TypeError on class creation if an annotation is not a type of a fact or the name is in use; TypeError on
    instantiation if a fact is missing, unknown or of another type. `base`: an abstract kind.
    """

    __policy__: ClassVar[Policy] = {}
    __facts__: ClassVar[Mapping[str, Fact]] = {}

    def __init_subclass__(cls, *, base: bool = False, **policy: Unpack[Policy]) -> None:
        cls.__policy__ = {**cls.__policy__, **policy}
        cls.__facts__ = facts_of(cls)
        if base:
            return
        if cls.__name__ in KINDS:
            raise TypeError(f"Journal kind {cls.__name__} is defined twice.")
        KINDS[cls.__name__] = JournalKind(cls.__name__, cls.__facts__, **cls.__policy__)
        _shape.cache_clear()

    # Methods shared by all kinds: `dataclass` generates six for each of 240, a sixteenth of the CPU time of a start.
    def __init__(self, /, **facts: Any) -> None:
        kind = type(self).__name__
        if missing := self.__facts__.keys() - facts.keys():
            raise TypeError(f"{kind} is missing the facts {sorted(missing)}")
        if unknown := facts.keys() - self.__facts__.keys():
            raise TypeError(f"{kind} has no facts {sorted(unknown)}")
        for name, fact in self.__facts__.items():
            if not fact.fits(facts[name]):
                raise TypeError(f"{kind}.{name} cannot be {facts[name]!r:.200}")
        vars(self).update(facts)

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to {name!r}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in facts_in(self).items())})"


def add_common(name: str, fact: Fact) -> None:
    """Add a fact that the journal service writes to lines of every kind."""
    COMMON[name] = fact
    _shape.cache_clear()


def facts_in(line: Kind) -> Facts:
    """The facts of a line by name."""
    return {name: getattr(line, name) for name in line.__facts__}


def add_undo(
    undo: Undo,
    *kinds: type[Kind],
    is_past: Callable[[Any], bool] = never,
    causes: Iterable[type[Kind]] = (),
    covers: Callable[[Any], Iterable[Any]] | None = None,
) -> None:
    """Add the undo of kinds, in the module that knows what could build on the step. See `JournalKind`."""
    caused = frozenset(one.__name__ for one in causes)
    for kind in kinds:
        KINDS[kind.__name__] = replace(
            KINDS[kind.__name__], undo=undo, is_past=is_past, causes=caused, covers=covers
        )


def add_keys(kind: type[Kind], **facts: Callable[[], Any]) -> None:
    """Declare where plain facts of a kind contain keys, if that depends on the models of other rooms."""
    known = KINDS[kind.__name__]
    given = dict(known.facts)
    for name, spec in facts.items():
        fact = given[name]
        if not isinstance(fact, Plain):
            raise TypeError(f"{kind.__name__}.{name} says itself where its keys are.")
        given[name] = replace(fact, spec=spec)
    KINDS[kind.__name__] = replace(known, facts=given)
    _shape.cache_clear()


def line_fact(kind: str, facts: Any) -> Shape:
    """The type of a stored line: its facts by name. Undeclared facts are typed as columns."""
    shape = _shape(kind)
    inner = {
        name: line_fact(str(facts.get(fact.kind, "")), facts.get(name))
        for name, fact in shape.places.items()
        if isinstance(fact, FactsOf) and isinstance(facts, Mapping)
    }
    return Shape(places={**shape.places, **inner}) if inner else shape


@lru_cache(maxsize=1024)
def _shape(kind: str) -> Shape:
    return Shape(places={**COMMON, **(KINDS[kind].facts if kind in KINDS else {})})


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


def closing() -> list[str]:
    """The names of the kinds whose lines seal the journal."""
    return [kind.name for kind in KINDS.values() if kind.closes]


def at_desk() -> list[str]:
    """The names of the kinds whose undo the desk offers."""
    return reversible(kind for kind in KINDS.values() if kind.at_desk)
