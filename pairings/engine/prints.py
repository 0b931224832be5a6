"""A choice of prints, as plain values that a worker reads."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Paper = Literal["a4", "letter"]

MOST_COPIES = 9


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """The documents, their divisions (keys; () for all) and their round (0: the newest of each).

    `boards` is the text of `engine.boards`, "" for one board. `copies` are those of lists; slips are printed once. With
    `large` a bracket is on A3 or Tabloid. `opponent`: whether a list by name shows the opponent.
    """

    documents: tuple[str, ...]
    paper: Paper = "a4"
    language: str = "en"
    divisions: tuple[int, ...] = ()
    number: int = 0
    boards: str = ""
    copies: int = 1
    opponent: bool = True
    large: bool = False

    def facts(self) -> Mapping[str, object]:
        return asdict(self)

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> "PrintChoice":
        tuples = {name: tuple(facts.get(name, ())) for name in ("documents", "divisions")}
        stored = {name: facts[name] for name in cls.__slots__ if name in facts}
        return cls(**stored | tuples)
