"""Fill in blank fields of a list submitted for a Limited event (R-058).

These fields are the unused cards of a registered pool, and the basic Energy supplied.
`Version.read["filled"]` lists the fields that were filled in.
"""

from dataclasses import dataclass

from decks.engine.pools import count_cards, list_text
from decks.engine.verdicts import DeckVerdict
from decks.models import Version

UNUSED, SUPPLIED = "unused", "supplied"


@dataclass(frozen=True, slots=True)
class TypedFields:
    """Fields as typed: the unused cards as text, and the Energy from the organizer, 0 if not stated."""

    unused: str
    supplied: int


@dataclass(frozen=True, slots=True)
class Rest:
    """Fields as stored with a list. `filled`: names of the fields that were filled in rather than typed."""

    unused: str
    unused_total: int
    supplied: int
    filled: list[str]


def typed_pool_fields(version: Version) -> TypedFields:
    """Return the fields as typed when a version was submitted."""
    filled_names = version.read.get("filled", ())
    return TypedFields(
        "" if UNUSED in filled_names else version.unused, 0 if SUPPLIED in filled_names else version.supplied
    )


def filled_pool_fields(verdict: DeckVerdict, typed: TypedFields) -> Rest:
    """Return the typed fields, with blank ones filled in from the verdict."""
    filled_names: list[str] = []
    unused, supplied = typed.unused, typed.supplied
    unused_count = verdict.unused.total if verdict.unused else 0
    if verdict.leaves is not None and verdict.unused is None:
        unused, unused_count = list_text(verdict.leaves), count_cards(verdict.leaves)
        filled_names.append(UNUSED)
    if verdict.rest is not None and not supplied and verdict.rest.supplied:
        supplied = verdict.rest.supplied
        filled_names.append(SUPPLIED)
    return Rest(unused, unused_count, supplied, filled_names)
