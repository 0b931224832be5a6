"""Cards that are legal only through another printing, and why both are the same card (R-009 to R-011).

Shown beside the list so that a judge sees what the verdict relies on; the verdict does not change.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cards.engine.cards import Catalogue, Printing
from cards.engine.reprints import Likeness, likeness, reworded
from decks.engine.legality.bans import banned, collector_sets, not_tournament_legal
from decks.engine.legality.card_lines import CardLine, card_lines
from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Context
from decks.engine.legality.formats import card_pool
from decks.engine.lists.values import Deck

By = Literal["errata", "wording"] | Likeness


@dataclass(frozen=True, slots=True)
class StandIn:
    """A line whose printing is legal through another one.

    `old`: the printing of the line; `new`: the legal one (newer, unless the line has it before its day: R-013, M-042).
    `card` names the old one, "Ultra Ball DEX 102"; `legal` the new one: "SUM 135", with its name if it differs. `by`:
    why they are one card: the reprint table, equal texts, neither ("assumed", see `likeness`), or errata of the name
    (R-010); "wording": both are legal, and the old one is played with the wording of the new one (R-086, M-049).
    """

    line: int
    old: Printing
    new: Printing
    by: By
    card: str
    legal: str

    @property
    def proposed(self) -> bool:
        """Whether no table has decided it, so that a judge can."""
        return self.by in ("text", "assumed")


def stand_ins(deck: Deck, context: Context, catalogue: Catalogue) -> tuple[StandIn, ...]:
    """Every line legal only through another printing or played with its wording, in the order of the list.

    Illegal cards are left out, and basic Energy, which is one card at any age (R-081, M-043).
    """
    checking = Checking(card_lines(deck, catalogue), context, catalogue)
    # The numbers of lines with illegal cards.
    out = frozenset(
        line
        for rule in (card_pool, banned, not_tournament_legal, collector_sets)
        for problem in rule(checking)
        if problem.severity == "error"
        for line in problem.lines
    )
    return tuple(
        stand_in
        for entry in checking.known
        if entry.number not in out and not checking.basic_energy(entry)
        for stand_in in _first(checking, entry)
    )


def _first(checking: Checking, entry: CardLine) -> Iterator[StandIn]:
    """The stand-in of the first day that has one (S16), else the newest wording in Unlimited."""
    for pool in checking.card_pools:
        printing, finding = pool.best(entry.printings)
        if finding.by and finding.state in ("reprint", "errata"):
            by: By = (
                "errata" if finding.state == "errata" else likeness(printing, finding.by, checking.catalogue)
            )
            yield _stand_in(checking, entry.number, printing, finding.by, by)
            return
    printing, day = entry.printings[0], checking.days[0]
    latest = reworded(printing, day, checking.catalogue) if len(entry.printings) == 1 else None
    if latest is not None and checking.context.card_format == "unlimited":
        yield _stand_in(checking, entry.number, printing, latest, "wording")


def _stand_in(checking: Checking, line: int, old: Printing, new: Printing, by: By) -> StandIn:
    named = checking.name_of(new)
    legal = named.removeprefix(f"{new.name} ") if old.name == new.name else named
    return StandIn(line, old, new, by, checking.name_of(old), legal)
