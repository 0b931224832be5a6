"""Find records that may belong to the same person, by Player ID or similar names."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from core.engine.person_names import search_key, search_key_similarity

SAME_NAME = 0.85
"""The similarity of two names from which staff are asked whether they are the same person."""


class ComparablePerson(Protocol):
    """A person to compare. `id` is the caller's key. An unknown Player ID or birth year is None."""

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
    """A known person who may be the person compared. `id` is the known person's key.

    `alike` is the similarity of the names, from 0 to 1. `same_player_id` is True if the Player IDs are equal.
    """

    id: int
    alike: float
    same_player_id: bool


def likely_same_people(
    person: ComparablePerson, known: Iterable[ComparablePerson], *, least: float = SAME_NAME, most: int = 5
) -> tuple[Likeness, ...]:
    """Return at most `most` known people who may be this person, most likely first.

    Equal Player IDs always match; otherwise the similarity of the names must be at least `least`. Different
    Player IDs never match, nor do different birth years if either Player ID is unknown.
    """
    key = search_key(person.name)
    matches = []
    for other in known:
        same_id = person.player_id is not None and person.player_id == other.player_id
        if person.player_id and other.player_id:
            differs = not same_id
        else:
            differs = len({person.birth_year, other.birth_year} - {None}) == 2
        if differs:
            continue
        similarity = search_key_similarity(key, search_key(other.name))
        if same_id or similarity >= least:
            matches.append(Likeness(other.id, similarity, same_id))
    return tuple(sorted(matches, key=lambda match: (not match.same_player_id, -match.alike, match.id))[:most])
