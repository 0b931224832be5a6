"""One-tap fixes for a problem, shown beside its row of the list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.engine.lists.order import Listed

Kind = Literal["set", "out", "use"]
OUT = {
    DeckFault.CARD_NOT_IN_FORMAT,
    DeckFault.CARD_NOT_YET_LEGAL,
    DeckFault.CARD_BANNED,
    DeckFault.NOT_TOURNAMENT_LEGAL,
    DeckFault.COLLECTOR_SET_CARD,
    DeckFault.CARD_NOT_IN_POOL,
}
UNCLEAR = {DeckFault.UNKNOWN_CARD, DeckFault.NAME_NUMBER_MISMATCH, DeckFault.POKEMON_NUMBER_MISSING}
ONE_AT_MOST = {
    DeckFault.ACE_SPEC_OVER_1,
    DeckFault.STAR_OVER_1,
    DeckFault.RADIANT_OVER_1,
    DeckFault.PRISM_STAR_OVER_1,
}
MOST_OFFERED = 3


@dataclass(frozen=True, slots=True)
class Fix:
    """`set` the copies of a line (value: number), remove it (`out`), or `use` another card (value: name)."""

    kind: Kind
    line: int
    value: str = ""

    @property
    def code(self) -> str:
        """The value a button sends."""
        return f"{self.kind}:{self.line}:{self.value}"


def fixes(problem: Problem, row: Listed, candidates: Sequence[str] = ()) -> tuple[Fix, ...]:
    """The fixes of a problem in a row; none if only the player can know. `candidates`: names similar to the row's."""
    if not row.lines:
        return ()
    return tuple(_fixes(problem, row, row.lines[0], candidates))


def _fixes(problem: Problem, row: Listed, line: int, candidates: Sequence[str]) -> Iterator[Fix]:
    copies = row.quantity or 0
    if problem.code == DeckFault.NAME_NOT_KNOWN:
        yield Fix("use", line, str(problem.facts["taken"]))
        yield from (Fix("use", line, name) for name in candidates[1:MOST_OFFERED])
    elif problem.code in UNCLEAR:
        yield from (Fix("use", line, name) for name in candidates[:MOST_OFFERED])
    elif (better := problem.facts.get("legal_printing")) and problem.severity == "error":
        yield Fix("use", line, str(better))
    elif problem.code == DeckFault.QTY_INVALID:
        yield Fix("set", line, "1")
    elif problem.code in {DeckFault.COPIES_OVER_LIMIT, DeckFault.POOL_EXCEEDED} and len(row.lines) == 1:
        over = problem.facts.get("over")
        if isinstance(over, int) and copies > over:
            yield Fix("set", line, str(copies - over))
            return
    elif problem.code in ONE_AT_MOST and copies > 1 and len(row.lines) == 1:
        yield Fix("set", line, "1")
    if problem.code in OUT | UNCLEAR | ONE_AT_MOST | {
        DeckFault.QTY_INVALID,
        DeckFault.COPIES_OVER_LIMIT,
        DeckFault.POOL_EXCEEDED,
    }:
        yield Fix("out", line)
