"""The lines of a deck as the rules count them."""

from collections.abc import Iterable
from dataclasses import dataclass

from cards.engine.cards import Catalogue, Printing
from cards.engine.editions import Edition, is_basic_energy
from decks.engine.faults import DeckFault
from decks.engine.lists.values import LOST, Deck, Line


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line: the quantity of a card.

    `key`: the name the copy limit counts. `printings`: the printing, or every printing of the name if the list gives
    only a name; empty if the card is unknown.
    """

    line: Line
    name: str
    key: str
    printings: tuple[Printing, ...]
    trouble: DeckFault | None = None
    candidates: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.line.number

    @property
    def copies(self) -> int:
        """Copies that count; 0 for an invalid quantity."""
        return self.line.copies

    @property
    def known(self) -> bool:
        return bool(self.printings) and self.trouble not in LOST

    def basic_energy(self, edition: Edition) -> bool:
        """Whether it is basic Energy in an edition (R-063). A name alone counts as the basic one."""
        return any(is_basic_energy(printing, edition) for printing in self.printings)

    @property
    def basic_pokemon(self) -> bool:
        return any(printing.basic for printing in self.printings)


def card_lines(deck: Deck, catalogue: Catalogue) -> tuple[CardLine, ...]:
    """Every line of a deck, in its order."""
    entries = []
    for card in deck.cards:
        printings: tuple[Printing, ...] = ()
        if card.printing is not None and not card.lost:
            printings = catalogue.printings(card.key) if card.how == "name" else (card.printing,)
        trouble = card.problem or (None if card.printing else DeckFault.UNKNOWN_CARD)
        entries.append(CardLine(card.line, card.name, card.key, printings, trouble, card.candidates))
    return tuple(entries)


def numbers(chosen: Iterable[CardLine]) -> tuple[int, ...]:
    """The line numbers of entries, in their order."""
    return tuple(entry.number for entry in chosen)


def copies(chosen: Iterable[CardLine]) -> int:
    return sum(entry.copies for entry in chosen)
