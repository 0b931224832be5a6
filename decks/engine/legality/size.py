"""Deck size and invalid quantities."""

from collections.abc import Iterator

from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import count_copies
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import Problem


def check_quantities(checking: LegalityCheck) -> Iterator[Problem]:
    """Report quantities that are not positive whole numbers (R-031)."""
    for entry in checking.entries:
        if not entry.copies:
            facts = {"card": entry.name, "quantity": entry.line.quantity}
            yield Problem(DeckFault.QTY_INVALID, lines=(entry.number,), rule="R-031", facts=facts)


def check_deck_size(checking: LegalityCheck) -> Iterator[Problem]:
    """Report a deck that does not have exactly the required size (R-050, R-060, R-070, R-100, R-101)."""
    rules, total = checking.context.rules, count_copies(checking.entries)
    if total != rules.cards:
        facts = {"total": total, "size": rules.cards, "difference": abs(total - rules.cards)}
        yield Problem(DeckFault.DECK_SIZE, rule=rules.cards_rule, facts=facts)
