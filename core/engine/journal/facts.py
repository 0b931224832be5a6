"""Types of journal facts: codes, names, typed text, row keys, and lists and mappings of them.

A kind of line (`kinds.py`) declares the type of each fact. What a seal covers, where a restore finds keys and what is
removed with a person follow from the type.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from core.engine.snapshots.keys import Spec

T = TypeVar("T")

Role = Literal["text", "code", "own", "given", "family", "typed", "statement", "notes", "number"]
"""What a text says about people: nothing (`text`, `code`); the whole name of the line's subject or its parts; what
somebody typed about them; the notes of staff; a number that identifies them. A `statement` is typed for everyone.
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Fact:
    """The type of one value. `python`: its types before it becomes JSON.

    `sealed`: text is covered by seals. `left_out`: no part of it is. `model`: the value is the key of a row of that
    model. `subject`: the line is about that row. `once`: too large to repeat in the line of an undo.
    """

    python: tuple[type, ...] = (object,)
    role: Role = "text"
    sealed: bool = False
    left_out: bool = False
    model: str = ""
    subject: bool = False
    once: bool = False
    optional: bool = False

    def item(self, at: int) -> "Fact":
        """The type of an item of a list."""
        return self

    def named(self, name: str) -> "Fact":
        """The type of a value in a mapping; by column name if no shape is declared."""
        return COLUMNS.get(name, ANY)

    @property
    def keys(self) -> Spec:
        """Where the value contains keys of rows, in the form of `engine.snapshots.keys`."""
        return self.model or None

    def fits(self, value: object) -> bool:
        """Whether a value is of this type, before or after becoming JSON. A bool is not a number."""
        if value is None:
            return self.optional or object in self.python
        return (isinstance(value, self.python) and (bool in self.python or type(value) is not bool)) or (
            object in self.python
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Items(Fact):
    """A list of items of one type."""

    inner: Fact

    def item(self, at: int) -> Fact:
        return self.inner

    @property
    def keys(self) -> Spec:
        inner = self.inner.keys
        return None if inner is None else [inner]

    def fits(self, value: object) -> bool:
        if not _is_list(value):
            return value is None and self.optional
        return all(self.inner.fits(one) for one in value)  # type: ignore[attr-defined]


@dataclass(frozen=True, kw_only=True, eq=False)
class Places(Fact):
    """A list with a type for each position."""

    places: tuple[Fact, ...]

    def item(self, at: int) -> Fact:
        return self.places[at] if at < len(self.places) else ANY

    @property
    def keys(self) -> Spec:
        specs = tuple(place.keys for place in self.places)
        return specs if any(spec is not None for spec in specs) else None

    def fits(self, value: object) -> bool:
        if not _is_list(value):
            return value is None and self.optional
        found: Sequence[object] = value  # type: ignore[assignment]
        return len(found) == len(self.places) and all(
            place.fits(one) for place, one in zip(self.places, found, strict=True)
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Shape(Fact):
    """A mapping with a type for each name, `required` or not."""

    places: Mapping[str, Fact]
    required: frozenset[str] = frozenset()

    def named(self, name: str) -> Fact:
        return self.places.get(name) or COLUMNS.get(name, ANY)

    @cached_property
    def keys(self) -> Spec:
        specs = {name: place.keys for name, place in self.places.items() if place.keys is not None}
        return specs or None

    def fits(self, value: object) -> bool:
        if not isinstance(value, Mapping):
            return value is None and self.optional
        return self.required <= value.keys() <= self.places.keys() and all(
            self.places[name].fits(one) for name, one in value.items()
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class MapOf(Fact):
    """A mapping of arbitrary names to values of one type; `keyed_by`: the names are keys of rows of that model."""

    inner: Fact
    keyed_by: str = ""

    def named(self, name: str) -> Fact:
        return self.inner

    @property
    def keys(self) -> Spec:
        if self.keyed_by:
            return {"#": (self.keyed_by, self.inner.keys)}
        return None if self.inner.keys is None else {"*": self.inner.keys}

    def fits(self, value: object) -> bool:
        if not isinstance(value, Mapping):
            return value is None and self.optional
        return all(self.inner.fits(one) for one in value.values())


@dataclass(frozen=True, kw_only=True, eq=False)
class Plain(Fact):
    """A mapping or list without a declared shape, typed by column name; `spec`: where it contains keys of rows."""

    spec: Spec | Callable[[], Spec] = None

    @property
    def keys(self) -> Spec:
        return self.spec() if callable(self.spec) else self.spec


@dataclass(frozen=True, kw_only=True, eq=False)
class FactsOf(Plain):
    """The facts of another kind of line, named by the fact `kind`."""

    kind: str


def Ref(model: str, *, subject: bool = False) -> Fact:  # noqa: N802 - read as a type
    """The key of a row of `model` (its label)."""
    return Fact(python=(int,), model=model, subject=subject)


Code = Annotated[str, Fact(python=(str,), role="code", sealed=True)]
"""A code of ours, covered by every seal and without a person's name."""

Label = Annotated[str, Fact(python=(str,), role="code")]
"""A code of ours that seals have always omitted."""

Moment = Annotated[str | datetime, Fact(python=(str, datetime, date), role="code", sealed=True)]
"""A time in ISO 8601."""

Name = Annotated[str, Fact(python=(str,))]
"""The name of a person, or of several."""

OwnName = Annotated[str, Fact(python=(str,), role="own")]
"""The name of the line's subject."""

Text = Annotated[str, Fact(python=(str,))]
"""Other text that may contain a name: a title, the name of a file."""

Typed = Annotated[str, Fact(python=(str,), role="typed")]
"""What somebody typed about the line's subject."""

Statement = Annotated[str, Fact(python=(str,), role="statement")]
"""What staff typed for everyone: an announcement, a ruling."""

Identifier = Annotated[str, Fact(python=(str,), role="number")]
"""A number that identifies a person."""

Changes = Annotated[dict[str, Any], Plain(python=(Mapping,))]
"""Changes: the value before and after, by column name."""

Columns = Annotated[dict[str, Any], Plain(python=(Mapping,))]
"""Values by column name."""

Numbers = Annotated[dict[str, Any], Plain(python=(Mapping,), left_out=True)]
"""What identifies a person, by column; covered by no seal."""

ONCE = "once"
Once = Annotated[T, ONCE]
"""A fact too large to repeat in the line of an undo."""

ANY = Fact()
_CODE = Fact(role="code", sealed=True)
_NUMBER = Fact(role="number", left_out=True)

COLUMNS: Mapping[str, Fact] = {
    **dict.fromkeys(
        (
            *("after", "age_division", "away", "base", "before", "best_of", "card", "card_format", "cause"),
            *("check", "code", "cut", "deadline", "deadline_before", "digest", "divisions", "home"),
            *("infraction", "kind", "left_at", "level", "missed", "moment", "move", "number_format"),
            *("options", "outcome", "paired_before", "play_style", "played", "posted_before", "reason_code"),
            *("role", "rule", "source_code", "started_before", "state", "status", "structure", "subtype"),
            *("taken_at", "tap", "until", "version", "visibility", "way", "way_before", "what", "which"),
        ),
        _CODE,
    ),
    **dict.fromkeys(("birth_year", "birth_date", "player_id", "player_number"), _NUMBER),
    **dict.fromkeys(("record", "filled"), Fact(left_out=True)),
    **dict.fromkeys(("games_note", "note", "reason", "why"), Fact(role="typed")),
    **dict.fromkeys(("answer", "question", "text"), Fact(role="statement")),
    "name": Fact(role="own"),
    "first_name": Fact(role="given"),
    "last_name": Fact(role="family"),
    "notes": Fact(role="notes"),
}
"""Columns of rows and of changes inside a line, and facts of lines of earlier versions. Existing seals cover the text
of exactly these codes, so none may be removed; text of any other column is sealed only by a declared shape.
"""

_PLAIN_TYPES: Mapping[type, Fact] = {
    int: Fact(python=(int,), role="code", sealed=True),
    bool: Fact(python=(bool,), role="code", sealed=True),
}


def fact_of(annotation: Any) -> Fact:
    """The type of a fact from its annotation. TypeError if it is not a type of this module."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in _PLAIN_TYPES:
        return _PLAIN_TYPES[annotation]
    if origin is Annotated:
        return _annotated(*inner)
    if origin is NotRequired:
        return fact_of(inner[0])
    if origin in (Union, UnionType) and len(inner) == 2 and NoneType in inner:
        return replace(fact_of(next(one for one in inner if one is not NoneType)), optional=True)
    if is_typeddict(annotation):
        return Shape(places=facts_of(annotation), required=frozenset(annotation.__required_keys__))
    if origin in (list, tuple, dict):
        return _collection(origin, inner)
    raise TypeError(f"{annotation!r} is no type of a fact: see core.engine.journal.facts.")


def _collection(origin: type, inner: tuple[Any, ...]) -> Fact:
    if origin is dict:
        return MapOf(inner=fact_of(inner[1]), keyed_by="" if inner[0] is str else fact_of(inner[0]).model)
    if origin is list or inner[-1] is ...:
        return Items(inner=fact_of(inner[0]))
    return Places(places=tuple(map(fact_of, inner)))


def _annotated(annotation: Any, *markers: Any) -> Fact:
    fact = next((marker for marker in markers if isinstance(marker, Fact)), None)
    if fact is None and ONCE not in markers:
        raise TypeError(f"{annotation!r} with {markers!r} is no type of a fact.")
    known = fact or fact_of(annotation)
    return replace(known, once=True) if ONCE in markers else known


def facts_of(declared: type) -> dict[str, Fact]:
    """The types of the facts that a class declares, by name. TypeError if one is not a type of a fact."""
    hints = get_type_hints(declared, include_extras=True)
    facts = {}
    for name, annotation in hints.items():
        if not name.startswith("__"):
            try:
                facts[name] = fact_of(annotation)
            except TypeError as fault:
                raise TypeError(f"{declared.__name__}.{name}: {fault}") from None
    return facts


LEFT_OUT = object()
"""Placeholder for a value that a seal does not cover."""


def sealed_part(value: Any, fact: Fact) -> Any:
    """The part of a value that a seal covers: numbers, and text of codes; LEFT_OUT for none."""
    if isinstance(value, Mapping):
        known = {
            name: sealed_part(inner, of)
            for name, inner in value.items()
            if not (of := fact.named(name)).left_out
        }
        return {name: inner for name, inner in known.items() if inner is not LEFT_OUT}
    if isinstance(value, list | tuple):
        parts = (sealed_part(inner, fact.item(at)) for at, inner in enumerate(value))
        return [part for part in parts if part is not LEFT_OUT]
    return LEFT_OUT if isinstance(value, str) and not fact.sealed else value


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)
