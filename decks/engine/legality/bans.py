"""Cards that may not be played: banned, not tournament legal, or from a collector set (R-020, R-021, R-087)."""

from collections.abc import Iterator

from cards.engine.card_pool import CardPool
from cards.engine.cards import Printing
from decks.engine.faults import DeckFault
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import Problem

COLLECTOR_PRODUCTS = ("world championship", "collector")
"""Words in the name of a product whose cards are never legal (R-021)."""


def check_bans(checking: LegalityCheck) -> Iterator[Problem]:
    """Report banned cards (R-087, M-047), at most once per line.

    A ban lists one printing and applies to every printing with the same text. A card with the same name but a
    different text stays legal. A line with only a name is reported if every printing of the name is banned.
    """
    rule = "M-047" if checking.context.rulebook.two_weeks else "R-087"
    for entry in checking.known:
        for pool in checking.card_pools:
            if all(_is_banned(checking, printing, pool) for printing in entry.printings):
                facts = {"card": entry.name, "format": checking.context.card_format, "day": pool.day}
                yield Problem(DeckFault.CARD_BANNED, "error", (entry.number,), rule, facts)
                break


def check_tournament_legal(checking: LegalityCheck) -> Iterator[Problem]:
    """Report lines whose possible printings are all marked as not tournament legal (R-020)."""
    for entry in checking.known:
        if all(printing.not_tournament_legal for printing in entry.printings):
            yield Problem(
                DeckFault.NOT_TOURNAMENT_LEGAL, "error", (entry.number,), "R-020", {"card": entry.name}
            )


def check_collector_sets(checking: LegalityCheck) -> Iterator[Problem]:
    """Report cards from collector sets such as World Championships decks, by product or expansion (R-021)."""
    for entry in checking.entries:
        product = entry.line.product.casefold()
        expansions = [checking.catalogue.expansions.get(printing.expansion) for printing in entry.printings]
        is_collector_card = bool(expansions) and all(
            expansion is not None and expansion.kind == "collector" for expansion in expansions
        )
        if is_collector_card or any(name in product for name in COLLECTOR_PRODUCTS):
            facts = {"card": entry.name, "product": entry.line.product}
            yield Problem(DeckFault.COLLECTOR_SET_CARD, "error", (entry.number,), "R-021", facts)


def _is_banned(checking: LegalityCheck, printing: Printing, pool: CardPool) -> bool:
    """Return whether a printing is banned itself or has the same text as a banned one."""
    if printing.ref in pool.banned or not printing.text_key:
        return printing.ref in pool.banned
    if printing.key not in pool.banned_names:
        return False
    # A ban covers every printing with the text of the banned one.
    return any(
        reprint.ref in pool.banned
        for reprint in checking.catalogue.printings(printing.key)
        if reprint.text_key == printing.text_key
    )
