"""Boxes of faults of the same kind, each with its cards and a button that removes all of them from the list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from cards.queries.card_tiles import CardTile
from decks.engine.fault_groups import FaultGroup
from decks.engine.lists import PrintedListRow
from decks.words.fault_group_words import fault_group_reason, fault_group_title

TAKE_OUT = "out-all:"
"""Prefix of the value of a button that removes the cards of a group; followed by the group's code."""


@dataclass(frozen=True, slots=True)
class FaultyCard:
    """A card in a box, with its copies."""

    tile: CardTile
    quantity: int | None


@dataclass(frozen=True, slots=True)
class FaultBox:
    """A box of faulty cards.

    - `copies`: the number of copies of its cards.
    - `change`: the value of the button that removes them.
    - `rules`: the broken rules.
    """

    code: str
    title: str
    reason: str
    cards: tuple[FaultyCard, ...]
    copies: int
    rules: str

    @classmethod
    def of(cls, group: FaultGroup, tile_by_row: Mapping[PrintedListRow, CardTile]) -> Self:
        """Build the box of a group. `tile_by_row` are the rows of the whole list with their tiles."""
        rows = [row for row in tile_by_row if group.lines.intersection(row.lines)]
        copies = sum(max(row.quantity or 0, 0) for row in rows)
        return cls(
            group.code,
            fault_group_title(group, copies),
            fault_group_reason(group),
            tuple(FaultyCard(tile_by_row[row], row.quantity) for row in rows),
            copies,
            ", ".join(dict.fromkeys(problem.rule for problem in group.problems)),
        )

    @property
    def change(self) -> str:
        """The value of the button that removes the cards of the box from the list."""
        return f"{TAKE_OUT}{self.code}"

    @property
    def anchor(self) -> str:
        return f"faults-{self.code}"

    @property
    def headline(self) -> str:
        """The title, under the same name as in `DisplayedProblem`."""
        return self.title
