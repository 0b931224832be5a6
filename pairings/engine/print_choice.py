"""A choice of prints, as plain values that a worker can read."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Paper = Literal["a4", "letter"]

MAX_COPIES = 9


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """Documents to print, and the divisions and the round to print them for.

    `divisions` are keys, or () for all. Round 0 is the latest round of each division. `boards` is the text of
    `engine.boards`, or "" for one board. `copies` applies to lists; slips are printed once. `large` prints a bracket
    on A3 or Tabloid paper. `opponent` shows the opponent in lists by name.
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
        """Return the choice as plain values, from which `from_facts` restores it."""
        return asdict(self)

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> "PrintChoice":
        """Restore a choice from plain values; missing ones get their defaults."""
        tuples = {name: tuple(facts.get(name, ())) for name in ("documents", "divisions")}
        stored_facts = {name: facts[name] for name in cls.__slots__ if name in facts}
        return cls(**stored_facts | tuples)
