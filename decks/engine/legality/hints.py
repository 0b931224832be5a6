"""The rulebook's advice to beginners (R-151, table K), shown on request; it never affects a verdict."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from cards.engine.cards import Catalogue
from decks.engine.legality.card_lines import card_lines, count_copies
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import DeckContext
from decks.engine.lists.deck_list import Deck

MAX_TYPES = 2
WHOLE_LINE = 4
"""Suggested number of copies of each card in an evolution line."""
ADVISED_DECK_SIZE = 60
"""Number of cards of the decks for which the rulebook gives advice."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A piece of advice.

    Codes: ENERGY_HINT and TRAINERS_HINT (count, least, most), TYPES_HINT (types, most), LINE_HINT (cards,
    such as "3 Ralts", and whole).
    """

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


def deck_hints(deck: Deck, context: DeckContext, catalogue: Catalogue) -> tuple[Hint, ...]:
    """Return the edition's advice on a deck, if the play style asks for 60 cards, otherwise nothing."""
    if context.rules.cards != ADVISED_DECK_SIZE:
        return ()
    checking = LegalityCheck(card_lines(deck, catalogue), context, catalogue)
    advice = []
    energy = [entry for entry in checking.known if entry.has_supertype("energy")]
    trainers = [entry for entry in checking.known if entry.has_supertype("trainer")]
    for code, entries, usual_range in (
        ("ENERGY_HINT", energy, context.rulebook.energy_hint),
        ("TRAINERS_HINT", trainers, context.rulebook.trainer_hint),
    ):
        count = count_copies(entries)
        if usual_range is not None and not usual_range[0] <= count <= usual_range[1]:
            advice.append(Hint(code, {"count": count, "least": usual_range[0], "most": usual_range[1]}))
    types = tuple(dict.fromkeys(entry.key for entry in energy if checking.basic_energy(entry)))
    if len(types) > MAX_TYPES:
        advice.append(Hint("TYPES_HINT", {"types": types, "most": MAX_TYPES}))
    # Find the cards of each evolution line with fewer than four copies, such as "3 Ralts".
    copies_by_family: dict[str, Counter[str]] = defaultdict(Counter)
    for card in deck.cards:
        if card.printing is not None and card.printing.supertype == "pokemon" and card.line.copies:
            copies_by_family[card.family or card.key][card.key] += card.line.copies
    thin_cards = tuple(
        f"{count} {name}"
        for family in copies_by_family.values()
        for name, count in family.items()
        if len(family) > 1 and count < WHOLE_LINE
    )
    if thin_cards:
        advice.append(Hint("LINE_HINT", {"cards": thin_cards, "whole": WHOLE_LINE}))
    return tuple(advice)
