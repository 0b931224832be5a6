"""People who may be the same: by Player ID, else by the likeness of their names."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from core.engine.people import likeness_of_keys, search_key

SAME_NAME = 0.85
"""The likeness from which two names are worth asking about."""


class Comparable(Protocol):
    """A person to compare. `id` is the caller's key; an unknown Player ID or birth year is None."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def player_id(self) -> str | None: ...
    @property
    def birth_year(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Likeness:
    """A known person who may be the same: the likeness of the names, and whether the Player ID is the same."""

    id: int
    alike: float
    same_player_id: bool


def proposals(
    person: Comparable, known: Iterable[Comparable], *, least: float = SAME_NAME, most: int = 5
) -> tuple[Likeness, ...]:
    """Known people who may be this person, likeliest first.

    The same Player ID always matches, whatever the name. Different Player IDs or birth years are different people.
    """
    key = search_key(person.name)
    near = []
    for other in known:
        same_id = person.player_id is not None and person.player_id == other.player_id
        if person.player_id and other.player_id:
            differs = not same_id
        else:
            differs = len({person.birth_year, other.birth_year} - {None}) == 2
        if differs:
            continue
        alike = likeness_of_keys(key, search_key(other.name))
        if same_id or alike >= least:
            near.append(Likeness(other.id, alike, same_id))
    return tuple(sorted(near, key=lambda match: (not match.same_player_id, -match.alike, match.id))[:most])
