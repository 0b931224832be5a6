"""A deck built from a registered pool: copies of each card, and supplied Energy (R-058)."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from cards.engine.card_names import ENERGY_TYPES
from cards.engine.rule_settings import choice_of_setting
from cards.queries import catalogue as catalogues
from core.engine.refused import Refused
from decks.engine import pools as engine
from decks.engine.lists import read_list_text
from decks.engine.lists.deck_list import Deck, Section
from decks.engine.pools import Cards
from decks.engine.refusals import DeckRefusal
from decks.engine.resolve import resolve_list
from decks.models import DeckList, ListRules
from decks.queries.lists.judging import first_day
from decks.queries.pools.pools import available_pool

MAX_SUPPLIED = 99


@dataclass(frozen=True, slots=True)
class DeckInProgress:
    """A deck being built.

    `cards`: the pool; `counts`: copies in the deck by position in the pool; `energy`: supplied Energy by type.
    """

    cards: Cards
    counts: Mapping[int, int]
    energy: Mapping[str, int]

    @property
    def supplied(self) -> int:
        """The number of supplied basic Energy in the deck."""
        return sum(self.energy.values())

    @property
    def total(self) -> int:
        return sum(self.counts.values()) + self.supplied

    @property
    def left(self) -> int:
        """The number of cards in the pool that are not in the deck."""
        return engine.count_cards(self.cards) - sum(self.counts.values())

    @property
    def text(self) -> str:
        """The deck as a list."""
        deck = [
            replace(card, quantity=self.counts.get(position, 0)) for position, card in enumerate(self.cards)
        ]
        energy = [f"{number} {kind} Energy" for kind, number in self.energy.items() if number]
        return "\n".join([card.line for card in deck if card.quantity] + energy)

    def with_card_count_changed(self, position: int, change: int) -> "DeckInProgress":
        """Return the deck with `change` more copies of the card at a position (fewer if negative).

        The copies are limited to 0 up to those in the pool. The deck is unchanged if there is no such position.
        """
        if position >= len(self.cards):
            return self
        copies = min(max(self.counts.get(position, 0) + change, 0), self.cards[position].quantity)
        return replace(self, counts={**self.counts, position: copies})

    def filled_with_energy(self, size: int) -> "DeckInProgress":
        """Return the deck filled up to `size` cards with basic Energy (R-058).

        The types chosen so far are added in proportion: each card is of the type furthest below its share, the
        first one if several are equal. The script of the page uses the same algorithm. Refused: DECK_IS_FULL
        (size), ENERGY_TYPE_MISSING.
        """
        if self.total >= size:
            raise Refused(DeckRefusal.DECK_IS_FULL, size=size)
        chosen_types = {kind: number for kind, number in self.energy.items() if number}
        if not chosen_types:
            raise Refused(DeckRefusal.ENERGY_TYPE_MISSING)
        energy = dict(self.energy)
        for _copy in range(size - self.total):
            kind = max(
                chosen_types,
                key=lambda energy_kind: Fraction(chosen_types[energy_kind], energy[energy_kind] + 1),
            )
            energy[kind] += 1
        return replace(self, energy=energy)

    def with_supplied_changed(self, energy_type: str, change: int) -> "DeckInProgress":
        """Return the deck with `change` more supplied Energy of one type (fewer if negative).

        The number is limited to 0 up to MAX_SUPPLIED. The deck is unchanged if there is no such type.
        """
        if energy_type not in ENERGY_TYPES:
            return self
        copies = min(max(self.energy.get(energy_type, 0) + change, 0), MAX_SUPPLIED)
        return replace(self, energy={**self.energy, energy_type: copies})


def available_cards(deck_list: DeckList, rules: ListRules) -> Cards | None:
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
