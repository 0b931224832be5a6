"""Open entries at the tables of a round about to close."""

from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenAtTable:
    """One open entry. `kind` with `pk` is its key; `table` is 0 without one; `names`: the people concerned, as text.

    `power`: of `tournaments.rules`, required to close the round over it.
    """

    kind: str
    pk: int
    power: str
    table: int
    names: str

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.pk}"


class _Everything(Container[str]):
    def __contains__(self, key: object) -> bool:
        return True


EVERYTHING: Container[str] = _Everything()
"""For programs that close a round: all entries may stay open."""


def unseen(open_: Iterable[OpenAtTable], seen: Container[str]) -> tuple[OpenAtTable, ...]:
    """The open entries that the person who closes the round has not seen, or may not close it over."""
    return tuple(entry for entry in open_ if entry.key not in seen)


def allowed(
    open_: Iterable[OpenAtTable], displayed: Collection[str], powers: Container[str]
) -> frozenset[str]:
    """The keys of the entries on the page that the reader's role may close the round over."""
    return frozenset(entry.key for entry in open_ if entry.key in displayed and entry.power in powers)
