"""Read a list as a deck built from a registered pool (R-058)."""

from collections import Counter
from contextlib import suppress

from cards.engine.card_names import ENERGY_TYPES
from cards.engine.rule_settings import choice_of_setting
from cards.queries import catalogue as catalogues
from core.engine.refused import Refused
from decks.engine import pools as engine
from decks.engine.deck_in_progress import MAX_SUPPLIED, DeckInProgress
from decks.engine.lists import read_list_text
from decks.engine.lists.deck_list import Deck, Section
from decks.engine.pools import Cards
from decks.engine.resolve import resolve_list
from decks.models import DeckList, ListRules
from decks.queries.lists.judging import first_day
from decks.queries.pools.available_pools import available_pool


def cards_to_build_from(deck_list: DeckList, rules: ListRules) -> Cards | None:
    """Return the cards a player builds from, or None if their pool is unregistered or has unnamed cards.

    After a redraft, these are the cards of all drafts or only of the new one (S6).
    """
    available = available_pool(deck_list.entry_id)
    if available is None:
        return None
    new_draft_alone = choice_of_setting(rules.settings, "S6") == "new_draft"
    return engine.merge_cards(available.pool if new_draft_alone else available.cards)


def deck_in_progress_of_working_copy(deck_list: DeckList, rules: ListRules, cards: Cards) -> DeckInProgress:
    """Read the player's working copy as a deck built from the pool `cards`.

    A text that cannot be read gives an empty deck. Basic Energy that is not in the pool is treated as
    supplied, or ignored if the event supplies none.
    """
    deck = None
    if deck_list.working_copy.strip():
        # Start with an empty deck if the text cannot be read.
        with suppress(Refused):
            read = read_list_text(deck_list.working_copy)
            deck = resolve_list(
                read, catalogues.current_catalogue(), on=first_day(deck_list.entry.tournament)
            )
    return deck_in_progress_of_list(deck, cards, energy_supplied=rules.energy_supplied)


def deck_in_progress_of_list(deck: Deck | None, cards: Cards, *, energy_supplied: bool) -> DeckInProgress:
    """Read a list as copies of pool cards and supplied Energy, ignoring other cards. None gives an empty deck."""
    catalogue = catalogues.current_catalogue()
    copies_by_name: Counter[str] = Counter()
    copies_by_number: Counter[tuple[str, str]] = Counter()
    for card_row in deck.cards if deck else ():
        if card_row.how == "number" and card_row.printing is not None and not card_row.printing.basic_energy:
            copies_by_number[card_row.set_code, card_row.printing.number] += card_row.line.copies
        elif not card_row.is_left_out:
            copies_by_name[card_row.key] += card_row.line.copies
    counts: dict[int, int] = {}
    for position, card in enumerate(cards):
        key, printed_number = (
            engine.counting_key(card, catalogue) if card.name else "",
            (card.code, card.number),
        )
        exact_copies = min(card.quantity, copies_by_number[printed_number])
        copies_by_number[printed_number] -= exact_copies
        other_copies = min(card.quantity - exact_copies, copies_by_name[key])
        copies_by_name[key] -= other_copies
        counts[position] = exact_copies + other_copies
    supplied_by_type = {
        kind: min(copies_by_name[f"{kind} Energy"], MAX_SUPPLIED) if energy_supplied else 0
        for kind in ENERGY_TYPES
    }
    return DeckInProgress(cards, counts, supplied_by_type)


def card_sections(cards: Cards) -> list[Section]:
    """Return the section of each card, in the same order; "" for a card that is not in the catalogue."""
    catalogue = catalogues.current_catalogue()
    sections: list[Section] = []
    for card in cards:
        exact_printing = catalogue.printing(card.code, card.number) if card.number else None
        printings_of_name = (
            catalogue.printings_with_name(card.name) if exact_printing is None and card.name else ()
        )
        printing = exact_printing or (printings_of_name[0] if printings_of_name else None)
        sections.append(printing.supertype if printing else "")
    return sections
