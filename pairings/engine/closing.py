"""What is still open at the tables of a round that somebody wants to close."""

from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenAtTable:
    """One open thing. `kind` with `pk` is its key; `power`: of `tournaments.rules`, who may close the round over it;
    `table` 0 where it is about no table; `names`: whom it concerns, as text.
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
"""For programs that close a round by themselves: what is open is carried on."""


def unseen(open_: Iterable[OpenAtTable], seen: Container[str]) -> tuple[OpenAtTable, ...]:
    """What is open that a person who closes the round has not been shown, or may not close it over."""
    return tuple(one for one in open_ if one.key not in seen)


def allowed(
    open_: Iterable[OpenAtTable], displayed: Collection[str], powers: Container[str]
) -> frozenset[str]:
    """The keys of those shown to a person that their role may close the round over."""
    return frozenset(one.key for one in open_ if one.key in displayed and one.power in powers)
