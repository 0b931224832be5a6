"""Types of journal facts: codes, names, typed text, row keys, and lists and mappings of them.

A kind of line (`kinds.py`) declares the type of each fact. The type determines which text a seal covers, where a
restore finds keys, and which text is removed with a person.
"""

from collections.abc import Callable, Mapping
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
"""The personal content of a text.

`text` and `code` contain no personal data. `own`, `given` and `family` are the name of the line's subject or a part of
it; `typed` is text about them, `notes` are the notes of staff, `number` identifies them. A `statement` is typed for
everyone.
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class FactType:
    """The type of a value. `python` lists the Python types it may have before conversion to JSON.

    `role` is its personal content. `sealed`: seals cover its text; `left_out`: seals cover no part of it.
    `model`: the value is the key of a row of that model; `subject`: the line is about that row. `once`: the value
    is too large to repeat in the line of an undo. `optional`: the value may be None.
    """

    python: tuple[type, ...] = (object,)
    role: Role = "text"
    sealed: bool = False
    left_out: bool = False
    model: str = ""
    subject: bool = False
    once: bool = False
    optional: bool = False

    def item(self, position: int) -> "FactType":
        """Return the type of an item of a list, given its position."""
        return self

    def named(self, name: str) -> "FactType":
        """Return the type of a value in a mapping, which depends on the column name if no shape is declared."""
        return COLUMNS.get(name, ANY)

    @property
    def keys(self) -> Spec:
        """Return where the value contains keys of rows, in the form of `engine.snapshots.keys`."""
        return self.model or None

    def fits(self, value: object) -> bool:
        """Return whether a value has this type, before or after conversion to JSON. A bool is not a number."""
        if value is None:
            return self.optional or object in self.python
        return (isinstance(value, self.python) and (bool in self.python or type(value) is not bool)) or (
            object in self.python
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class ListFactType(FactType):
    """A list whose items have the same type."""

    inner: FactType

    def item(self, position: int) -> FactType:
        return self.inner

    @property
    def keys(self) -> Spec:
        inner = self.inner.keys
        return None if inner is None else [inner]

    def fits(self, value: object) -> bool:
        if not isinstance(value, list | tuple):
            return value is None and self.optional
        return all(self.inner.fits(item) for item in value)


@dataclass(frozen=True, kw_only=True, eq=False)
class TupleFactType(FactType):
    """A list with a type for each position."""

    places: tuple[FactType, ...]

    def item(self, position: int) -> FactType:
        return self.places[position] if position < len(self.places) else ANY

    @property
    def keys(self) -> Spec:
        specs = tuple(fact.keys for fact in self.places)
        return specs if any(spec is not None for spec in specs) else None

    def fits(self, value: object) -> bool:
        if not isinstance(value, list | tuple):
            return value is None and self.optional
        return len(value) == len(self.places) and all(
            fact.fits(item) for fact, item in zip(self.places, value, strict=True)
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class ShapeFactType(FactType):
    """A mapping with a type for each name that may occur. The names in `required` must occur."""

    places: Mapping[str, FactType]
    required: frozenset[str] = frozenset()

    def named(self, name: str) -> FactType:
        return self.places.get(name) or COLUMNS.get(name, ANY)

    @cached_property
    def keys(self) -> Spec:
        specs = {name: fact.keys for name, fact in self.places.items() if fact.keys is not None}
        return specs or None

    def fits(self, value: object) -> bool:
        if not isinstance(value, Mapping):
            return value is None and self.optional
        return self.required <= value.keys() <= self.places.keys() and all(
            self.places[name].fits(item) for name, item in value.items()
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class MapFactType(FactType):
    """A mapping of arbitrary names to values of one type.

    If `keyed_by` is set, the names are keys of rows of that model.
    """

    inner: FactType
    keyed_by: str = ""

    def named(self, name: str) -> FactType:
        return self.inner

    @property
    def keys(self) -> Spec:
        if self.keyed_by:
            return {"#": (self.keyed_by, self.inner.keys)}
        return None if self.inner.keys is None else {"*": self.inner.keys}

    def fits(self, value: object) -> bool:
        if not isinstance(value, Mapping):
            return value is None and self.optional
        return all(self.inner.fits(item) for item in value.values())


@dataclass(frozen=True, kw_only=True, eq=False)
class UndeclaredFactType(FactType):
    """A mapping or list without a declared shape, typed by column name.

    `spec` declares where it contains keys of rows.
    """

    spec: Spec | Callable[[], Spec] = None

    @property
    def keys(self) -> Spec:
        return self.spec() if callable(self.spec) else self.spec


@dataclass(frozen=True, kw_only=True, eq=False)
class FactsOf(UndeclaredFactType):
    """The facts of another kind of line. The fact named by `kind` contains the name of that kind."""

    kind: str


def Ref(model: str, *, subject: bool = False) -> FactType:  # noqa: N802 - read as a type
    """Return the type of a row key, given the label of the row's model."""
    return FactType(python=(int,), model=model, subject=subject)


Code = Annotated[str, FactType(python=(str,), role="code", sealed=True)]
"""A code of this program, covered by every seal and free of personal names."""

Label = Annotated[str, FactType(python=(str,), role="code")]
"""A code of this program that seals have always omitted."""

Moment = Annotated[str | datetime, FactType(python=(str, datetime, date), role="code", sealed=True)]
"""A time in ISO 8601."""

Name = Annotated[str, FactType(python=(str,))]
"""The name of a person or of several people."""

OwnName = Annotated[str, FactType(python=(str,), role="own")]
"""The name of the line's subject."""

Text = Annotated[str, FactType(python=(str,))]
"""Other text that may contain a name, such as a title or a file name."""

Typed = Annotated[str, FactType(python=(str,), role="typed")]
"""Text typed about the line's subject."""

Statement = Annotated[str, FactType(python=(str,), role="statement")]
"""Text that staff typed for everyone, such as an announcement or a ruling."""

Identifier = Annotated[str, FactType(python=(str,), role="number")]
"""A number that identifies a person."""

Changes = Annotated[dict[str, Any], UndeclaredFactType(python=(Mapping,))]
"""Changes: old and new values, by column name."""

Columns = Annotated[dict[str, Any], UndeclaredFactType(python=(Mapping,))]
"""Values by column name."""

Numbers = Annotated[dict[str, Any], UndeclaredFactType(python=(Mapping,), left_out=True)]
"""Values that identify a person, by column; no seal covers them."""

ONCE = "once"
Once = Annotated[T, ONCE]
"""A fact too large to repeat in the line of an undo."""

ANY = FactType()
_CODE = FactType(role="code", sealed=True)
_NUMBER = FactType(role="number", left_out=True)

COLUMNS: Mapping[str, FactType] = {
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
    **dict.fromkeys(("birth_year", "birth_date", "email", "player_id", "player_number"), _NUMBER),
    **dict.fromkeys(("record", "filled"), FactType(left_out=True)),
    **dict.fromkeys(("games_note", "note", "reason", "why"), FactType(role="typed")),
    **dict.fromkeys(("answer", "question", "text"), FactType(role="statement")),
    "name": FactType(role="own"),
    "first_name": FactType(role="given"),
    "last_name": FactType(role="family"),
    "notes": FactType(role="notes"),
}
"""Types by name for columns of rows and changes inside a line, and for facts in lines of earlier versions.

Existing seals cover the text of exactly these codes, so these codes must not be removed. Text of any other column is
sealed only if a shape declares it.
"""

_PLAIN_TYPES: Mapping[type, FactType] = {
    int: FactType(python=(int,), role="code", sealed=True),
    bool: FactType(python=(bool,), role="code", sealed=True),
}


def fact_type_of_annotation(annotation: Any) -> FactType:
    """Return the type of a fact from its annotation. Raises TypeError if it is not a type of this module."""
    origin, args = get_origin(annotation), get_args(annotation)
    if annotation in _PLAIN_TYPES:
        return _PLAIN_TYPES[annotation]
    if origin is Annotated:
        base, *markers = args
        marked_fact = next((marker for marker in markers if isinstance(marker, FactType)), None)
        if marked_fact is None and ONCE not in markers:
            raise TypeError(f"{base!r} with {markers!r} is no type of a fact.")
        fact = marked_fact or fact_type_of_annotation(base)
        return replace(fact, once=True) if ONCE in markers else fact
    if origin is NotRequired:
        return fact_type_of_annotation(args[0])
    if origin in (Union, UnionType) and len(args) == 2 and NoneType in args:
        return replace(
            fact_type_of_annotation(next(member for member in args if member is not NoneType)), optional=True
        )
    if is_typeddict(annotation):
        return ShapeFactType(
            places=fact_types_of_class(annotation), required=frozenset(annotation.__required_keys__)
        )
    if origin is dict:
        return MapFactType(
            inner=fact_type_of_annotation(args[1]),
            keyed_by="" if args[0] is str else fact_type_of_annotation(args[0]).model,
        )
    if origin is list or (origin is tuple and args[-1] is ...):
        return ListFactType(inner=fact_type_of_annotation(args[0]))
    if origin is tuple:
        return TupleFactType(places=tuple(map(fact_type_of_annotation, args)))
    raise TypeError(f"{annotation!r} is no type of a fact: see core.engine.journal.facts.")


def fact_types_of_class(declared: type) -> dict[str, FactType]:
    """Return the types of the facts that a class declares, by name. Raises TypeError if one is not a type of a fact."""
    hints = get_type_hints(declared, include_extras=True)
    facts = {}
    for name, annotation in hints.items():
        if not name.startswith("__"):
            try:
                facts[name] = fact_type_of_annotation(annotation)
            except TypeError as error:
                raise TypeError(f"{declared.__name__}.{name}: {error}") from None
    return facts


LEFT_OUT = object()
"""Placeholder for a value that a seal does not cover."""


def sealed_part(value: Any, fact: FactType) -> Any:
    """Return the part of a value that a seal covers: the text of codes, and all values other than text.

    Mappings and lists are returned without what the seal does not cover. Return LEFT_OUT for text that is not
    covered.
    """
    if isinstance(value, Mapping):
        parts_by_name = {
            name: sealed_part(item, item_fact)
            for name, item in value.items()
            if not (item_fact := fact.named(name)).left_out
        }
        return {name: item for name, item in parts_by_name.items() if item is not LEFT_OUT}
    if isinstance(value, list | tuple):
        parts = (sealed_part(item, fact.item(position)) for position, item in enumerate(value))
        return [part for part in parts if part is not LEFT_OUT]
    return LEFT_OUT if isinstance(value, str) and not fact.sealed else value
