"""The kinds of journal lines, each declared once as a class with typed facts.

An app declares its kinds in `engine/journal_kinds.py`. The service that writes a kind adds its undo (`add_undo`), and
a words module of the app adds its sentence (`core.sentences.register_sentences`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import FrozenInstanceError, dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Literal, TypedDict, Unpack, dataclass_transform

from core.engine.code_labels import Facts
from core.engine.journal.facts import (
    FactsOf,
    FactType,
    ShapeFactType,
    UndeclaredFactType,
    fact_types_of_class,
)

Scope = Literal["division", "event", "either", "installation"]
"""The scope of a kind's lines: a division, the whole event, either of them, or no event."""

Topic = Literal["", "rounds", "results", "people", "lists", "event"]
"""The filters of the journal page."""

Power = Literal["report", "run", "organize"]
"""The power needed to undo: to report (any staff), run or organize the journal's home (`hooks.home_powers`)."""

Undo = Callable[[Any], None]
"""A function that reverses a stored line, inside the locks of `services.undo`. Refuses if later steps depend on it."""


def undo_is_never_past(_line: Any) -> bool:
    """Return False. The default of `is_past`, for kinds whose undo always has something to reverse."""
    return False


@dataclass(frozen=True, slots=True)
class JournalKind:
    """The properties of a kind of line, except its sentence.

    `facts`: the type of each fact. `undo`: see `Undo`; `is_past`: returns whether nothing is left to undo.
    `group`: steps of a group affect the same thing and are undone newest first.
    `at_desk`: the desk offers its undo. `page_stays`: the page on which the step was done still exists after the
    undo.
    `seals`: the journal page offers no undo of earlier steps in the division, unless they are `any_time`.
    `causes`: kinds of steps that the same request performs first; their lines are undone with this one.
    `covers`: returns the earlier lines of the same step, newest first. The undo reverts them too, so they are marked as
    undone; if one of them had undone a step, that step is done again.
    `closes`: writing its line seals the journal so far (`services.seals`).
    """

    name: str
    facts: Mapping[str, FactType]
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
    is_past: Callable[[Any], bool] = undo_is_never_past
    causes: frozenset[str] = frozenset()
    covers: Callable[[Any], Iterable[Any]] | None = None

    @property
    def once(self) -> frozenset[str]:
        """The names of facts that the line of an undo does not repeat."""
        return frozenset(name for name, fact in self.facts.items() if fact.once)


class KindOptions(TypedDict, total=False):
    """The options of `class Kind(…, scope="event")`, which subclasses inherit. See `JournalKind`."""

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

COMMON: dict[str, FactType] = {}
"""The facts that the journal service adds to lines of every kind (`add_common_fact`)."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Kind:
    """A journal line before it is written. The annotations of the class are the types of its facts.

    Creating a class raises TypeError if an annotation is not a type of a fact or the name is in use; `base` marks an
    abstract kind. Creating an instance raises TypeError if a fact is missing, unknown or of another type.
    """

    __policy__: ClassVar[KindOptions] = {}
    __facts__: ClassVar[Mapping[str, FactType]] = {}

    def __init_subclass__(cls, *, base: bool = False, **policy: Unpack[KindOptions]) -> None:
        cls.__policy__ = {**cls.__policy__, **policy}
        cls.__facts__ = fact_types_of_class(cls)
        if base:
            return
        if cls.__name__ in KINDS:
            raise TypeError(f"Journal kind {cls.__name__} is defined twice.")
        KINDS[cls.__name__] = JournalKind(cls.__name__, cls.__facts__, **cls.__policy__)
        _fact_types_of_kind.cache_clear()

    # `dataclass` would generate six methods for each of 240 kinds, a sixteenth of the CPU time of a start.
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


def add_common_fact(name: str, fact: FactType) -> None:
    """Add a fact that the journal service writes to lines of every kind."""
    COMMON[name] = fact
    _fact_types_of_kind.cache_clear()


def facts_in(line: Kind) -> Facts:
    """Return the facts of a line by name."""
    return {name: getattr(line, name) for name in line.__facts__}


def add_undo(
    undo: Undo,
    *kinds: type[Kind],
    is_past: Callable[[Any], bool] = undo_is_never_past,
    causes: Iterable[type[Kind]] = (),
    covers: Callable[[Any], Iterable[Any]] | None = None,
) -> None:
    """Register the undo of `kinds`, in the module that knows which later steps depend on them.

    See `JournalKind` for the arguments.
    """
    cause_names = frozenset(cause.__name__ for cause in causes)
    for kind in kinds:
        KINDS[kind.__name__] = replace(
            KINDS[kind.__name__], undo=undo, is_past=is_past, causes=cause_names, covers=covers
        )


def declare_fact_keys(kind: type[Kind], **facts: Callable[[], Any]) -> None:
    """Declare where `Plain` facts of a kind contain keys, if that depends on the models of other apps.

    `facts` maps the name of each fact to a function that returns its spec. Raises TypeError if a fact is not
    `Plain`.
    """
    declared = KINDS[kind.__name__]
    fact_types = dict(declared.facts)
    for name, spec in facts.items():
        fact = fact_types[name]
        if not isinstance(fact, UndeclaredFactType):
            raise TypeError(f"{kind.__name__}.{name} is not plain: its type declares its keys.")
        fact_types[name] = replace(fact, spec=spec)
    KINDS[kind.__name__] = replace(declared, facts=fact_types)
    _fact_types_of_kind.cache_clear()


def fact_types_of_line(kind: str, facts: Any) -> ShapeFactType:
    """Return the type of the facts of a stored line, with the type of each fact by name.

    An undeclared fact gets the type of a column with the same name. The facts of another line inside it have the
    types of that line's kind.
    """
    shape = _fact_types_of_kind(kind)
    inner_shapes = {
        name: fact_types_of_line(str(facts.get(fact.kind, "")), facts.get(name))
        for name, fact in shape.places.items()
        if isinstance(fact, FactsOf) and isinstance(facts, Mapping)
    }
    return ShapeFactType(places={**shape.places, **inner_shapes}) if inner_shapes else shape


@lru_cache(maxsize=1024)
def _fact_types_of_kind(kind: str) -> ShapeFactType:
    """Return the types of a kind's facts, including the facts common to all kinds."""
    return ShapeFactType(places={**COMMON, **(KINDS[kind].facts if kind in KINDS else {})})


def reversible_kinds(kinds: Iterable[JournalKind] | None = None) -> list[str]:
    """Return the names of the kinds that can be undone, out of `kinds` or, if None, out of all kinds."""
    return [kind.name for kind in (KINDS.values() if kinds is None else kinds) if kind.undo is not None]


def kinds_of_group(group: str) -> list[str]:
    """Return the names of the kinds of a group."""
    return [kind.name for kind in KINDS.values() if kind.group == group]


def kinds_of_topic(topic: str) -> list[str]:
    """Return the names of the kinds of a topic."""
    return [kind.name for kind in KINDS.values() if kind.topic == topic]


def kinds_barring_earlier_undo() -> list[str]:
    """Return the names of the kinds after which the journal page offers no undo of earlier steps."""
    return [kind.name for kind in KINDS.values() if kind.seals]


def kinds_sealing_journal() -> list[str]:
    """Return the names of the kinds whose lines seal the journal."""
    return [kind.name for kind in KINDS.values() if kind.closes]


def kinds_undone_at_desk() -> list[str]:
    """Return the names of the kinds whose undo the desk offers."""
    return reversible_kinds(kind for kind in KINDS.values() if kind.at_desk)
