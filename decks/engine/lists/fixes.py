"""One-tap fixes for problems, offered beside the rows of a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.engine.lists.printed_list import PrintedListRow

Kind = Literal["set", "out", "use"]
FIXED_BY_REMOVAL = {
    DeckFault.CARD_NOT_IN_FORMAT,
    DeckFault.CARD_NOT_YET_LEGAL,
    DeckFault.CARD_BANNED,
    DeckFault.NOT_TOURNAMENT_LEGAL,
    DeckFault.COLLECTOR_SET_CARD,
    DeckFault.CARD_NOT_IN_POOL,
}
"""Faults that can only be fixed by removing the card."""
UNCLEAR = {DeckFault.UNKNOWN_CARD, DeckFault.NAME_NUMBER_MISMATCH, DeckFault.POKEMON_NUMBER_MISSING}
"""Faults of lines that do not clearly identify a card."""
TOO_MANY = {DeckFault.COPIES_OVER_LIMIT, DeckFault.POOL_EXCEEDED}
ONE_AT_MOST = {
    DeckFault.ACE_SPEC_OVER_1,
    DeckFault.STAR_OVER_1,
    DeckFault.RADIANT_OVER_1,
    DeckFault.PRISM_STAR_OVER_1,
}
MAX_OFFERED = 3


@dataclass(frozen=True, slots=True)
class LineFix:
    """A change to a line: `set` its quantity (value: number), remove it (`out`) or `use` another card (value: name)."""

    kind: Kind
    line: int
    value: str = ""

    @property
    def code(self) -> str:
        """The value that its button sends."""
        return f"{self.kind}:{self.line}:{self.value}"


def find_fixes(problem: Problem, row: PrintedListRow, candidates: Sequence[str] = ()) -> tuple[LineFix, ...]:
    """Return the fixes for a problem in a row, or none if only the player can resolve it.

    `candidates` are names similar to the one in the row.
    """
    if not row.lines:
        return ()
    line, copies = row.lines[0], row.quantity or 0
    surplus = problem.facts.get("over")
    offered: list[LineFix] = []
    if problem.code == DeckFault.NAME_NOT_KNOWN:
        offered.append(LineFix("use", line, str(problem.facts["taken"])))
        offered += [LineFix("use", line, name) for name in candidates[1:MAX_OFFERED]]
    elif problem.code in UNCLEAR:
        offered += [LineFix("use", line, name) for name in candidates[:MAX_OFFERED]]
    elif (printing := problem.facts.get("legal_printing")) and problem.severity == "error":
        offered.append(LineFix("use", line, str(printing)))
    elif problem.code == DeckFault.QTY_INVALID:
        offered.append(LineFix("set", line, "1"))
    elif problem.code in TOO_MANY and len(row.lines) == 1 and isinstance(surplus, int) and copies > surplus:
        return (LineFix("set", line, str(copies - surplus)),)
    elif problem.code in ONE_AT_MOST and copies > 1 and len(row.lines) == 1:
        offered.append(LineFix("set", line, "1"))
    if problem.code in FIXED_BY_REMOVAL | UNCLEAR | ONE_AT_MOST | TOO_MANY | {DeckFault.QTY_INVALID}:
        offered.append(LineFix("out", line))
    return tuple(offered)
