"""Find cards that are legal only through another printing, and explain why both are the same card (R-009 to R-011).

These stand-ins are shown beside the list, so that a judge sees the assumptions behind the verdict.
"""

from dataclasses import dataclass
from typing import Literal

from cards.engine.cards import Catalogue, Printing
from cards.engine.reprints import Likeness, likeness_reason, newest_rewording
from decks.engine.legality.bans import check_bans, check_collector_sets, check_tournament_legal
from decks.engine.legality.card_lines import CardLine, card_lines
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import DeckContext
from decks.engine.legality.formats import check_format
from decks.engine.lists.deck_list import Deck

By = Literal["errata", "wording"] | Likeness


@dataclass(frozen=True, slots=True)
class StandIn:
    """A line whose printing is legal only because another printing is.

    `old` is the printing of the line, and `new` the legal one. If the line has a reprint that is not legal yet, `new`
    is the older printing (R-013, M-042).

    `card` names `old`, such as "Ultra Ball DEX 102". `legal` names `new`, such as "SUM 135", and includes the card's
    name if it differs.

    `by` says why both are the same card: by the reprint table, by equal texts, by errata of the name (R-010), or by
    assumption ("assumed", see `likeness_reason`). "wording" means that both are legal, and that `old` is played with
    the wording of `new` (R-086, M-049).
    """

    line: int
    old: Printing
    new: Printing
    by: By
    card: str
    legal: str

    @property
    def proposed(self) -> bool:
        """Whether a judge has to decide, because the reprint table does not."""
        return self.by in ("text", "assumed")


def find_stand_ins(deck: Deck, context: DeckContext, catalogue: Catalogue) -> tuple[StandIn, ...]:
    """Return every line that is legal only through another printing or played with its wording, in order.

    Illegal cards are left out, and so is basic Energy, which is legal however old it is (R-081, M-043).
    """
    checking = LegalityCheck(card_lines(deck, catalogue), context, catalogue)
    illegal_lines = frozenset(
        line
        for rule in (check_format, check_bans, check_tournament_legal, check_collector_sets)
        for problem in rule(checking)
        if problem.severity == "error"
        for line in problem.lines
    )
    candidates = (
        _stand_in(checking, entry)
        for entry in checking.known
        if entry.number not in illegal_lines and not checking.basic_energy(entry)
    )
    return tuple(filter(None, candidates))


def _stand_in(checking: LegalityCheck, entry: CardLine) -> StandIn | None:
    """Return the stand-in of a line on the first day that has one (S16).

    In Unlimited, a line without a stand-in gets the printing with the newest wording.
    """
    by: By = "wording"
    for pool in checking.card_pools:
        printing, finding = pool.most_legal_printing(entry.printings)
        stand_in = finding.by
        if stand_in and finding.state in ("reprint", "errata"):
            by = (
                "errata"
                if finding.state == "errata"
                else likeness_reason(printing, stand_in, checking.catalogue)
            )
            break
    else:
        printing, stand_in = entry.printings[0], None
        if entry.is_exact and checking.context.card_format == "unlimited":
            stand_in = newest_rewording(printing, checking.days[0], checking.catalogue)
    if stand_in is None:
        return None
    legal_name = checking.printing_name(stand_in)
    if printing.name == stand_in.name:
        legal_name = legal_name.removeprefix(f"{stand_in.name} ")
    return StandIn(entry.number, printing, stand_in, by, checking.printing_name(printing), legal_name)
