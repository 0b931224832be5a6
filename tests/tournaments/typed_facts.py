"""Each line of the journal that any test writes has facts of the types its kind names."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tournaments.services import journal_kinds

require = journal_kinds.require


def require_types(name: str, facts: Mapping[str, object]) -> None:
    """TypeError for a fact of another type; a yes or no is no number."""
    require(name, facts)
    types = journal_kinds.KINDS[name].facts
    for fact, value in facts.items():
        if not isinstance(value, types[fact]) or (isinstance(value, bool) and types[fact] is int):
            raise TypeError(f"{name}.{fact} is a {type(value).__name__}, not {types[fact]}")


@contextmanager
def watched() -> Iterator[None]:
    journal_kinds.require = require_types  # type: ignore[assignment]
    yield
    journal_kinds.require = require
