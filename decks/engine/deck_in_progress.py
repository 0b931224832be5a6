"""A deck built from a registered pool: copies of each card, and supplied Energy (R-058)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from cards.engine.card_names import ENERGY_TYPES
from core.engine.refused import Refused
from decks.engine import pools as engine
from decks.engine.pools import Cards
from decks.engine.refusals import DeckRefusal

MAX_SUPPLIED = 99
"""The maximum number of supplied Energy of one type."""


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
