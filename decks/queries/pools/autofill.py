"""Fields filled in for a submitted list of a Limited event.

The cards the deck leaves of a registered pool, and the basic Energy supplied (R-058). `Version.read["filled"]` names
the fields filled in.
"""

from dataclasses import dataclass

from decks.engine.pools import text_of, total
from decks.engine.verdicts import Verdict
from decks.models import Version

UNUSED, SUPPLIED = "unused", "supplied"


@dataclass(frozen=True, slots=True)
class Typed:
    """Typed fields: the unused cards as text, and the Energy from the organizer, 0 if not stated."""

    unused: str
    supplied: int


@dataclass(frozen=True, slots=True)
class Rest:
    """Fields stored with a list, typed or filled in."""

    unused: str
    unused_total: int
    supplied: int
    filled: list[str]


def typed(version: Version) -> Typed:
    """What was typed when a version was submitted."""
    filled = version.read.get("filled", ())
    return Typed("" if UNUSED in filled else version.unused, 0 if SUPPLIED in filled else version.supplied)


def rest(verdict: Verdict, typed: Typed) -> Rest:
    """What a list leaves of its pool; typed values are not changed."""
    names: list[str] = []
    unused, supplied = typed.unused, typed.supplied
    count = verdict.unused.total if verdict.unused else 0
    if verdict.leaves is not None and verdict.unused is None:
        unused, count = text_of(verdict.leaves), total(verdict.leaves)
        names.append(UNUSED)
    if verdict.rest is not None and not supplied and verdict.rest.supplied:
        supplied = verdict.rest.supplied
        names.append(SUPPLIED)
    return Rest(unused, count, supplied, names)
