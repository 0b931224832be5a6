"""The lines of a deck in the form that the legality rules use."""

from collections.abc import Iterable
from dataclasses import dataclass

from cards.engine.cards import Catalogue, Printing
from cards.engine.editions import Edition, is_basic_energy
from decks.engine.faults import DeckFault
from decks.engine.lists.deck_list import LOST, Deck, DeckListLine

UNOWN = "Unown"
INTERNATIONAL_BACK = "international"
JAPANESE_BACK = "japanese"
BACK_SYNONYMS = {
    **dict.fromkeys(("english", "en", "western", "standard", "world"), INTERNATIONAL_BACK),
    **dict.fromkeys(("ja", "jp", "japan"), JAPANESE_BACK),
}


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of a deck: copies of a card.

    - `key`: the name to which the copy limit applies.
    - `printings`: the printing, or every printing of the name if the list gives only a name; empty if the
      card is unknown.
    - `trouble`: the fault that leaves the line unresolved or in doubt, or None.
    - `candidates`: names that the line may mean.
    """

    line: DeckListLine
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
        """The number of valid copies, or 0 for an invalid quantity."""
        return self.line.copies

    @property
    def known(self) -> bool:
        """Whether the card is identified, without a fault in `LOST`."""
        return bool(self.printings) and self.trouble not in LOST

    @property
    def is_unown(self) -> bool:
        """Whether the card is an Unown of any letter."""
        return self.key.split()[:1] == [UNOWN]

    @property
    def is_exact(self) -> bool:
        """Whether the line identifies a single printing, rather than a name with several printings."""
        return len(self.printings) == 1

    @property
    def language(self) -> str:
        """The language without its region ("pt" of "pt-BR"), or "" if the list does not name one."""
        return (self.line.language or "").lower().replace("_", "-").partition("-")[0]

    @property
    def back(self) -> str:
        """The card back; international unless the list specifies another."""
        back = (self.line.back or INTERNATIONAL_BACK).strip().casefold()
        return BACK_SYNONYMS.get(back, back)

    def has_supertype(self, supertype: str) -> bool:
        """Return whether every possible printing is of this supertype. True for a line without printings."""
        return all(printing.supertype == supertype for printing in self.printings)

    def basic_energy(self, edition: Edition) -> bool:
        """Return whether the card may be basic Energy in an edition (R-063): a possible printing is."""
        return any(is_basic_energy(printing, edition) for printing in self.printings)

    @property
    def is_basic_pokemon(self) -> bool:
        """Whether the card may be a Basic Pokémon: at least one of its possible printings is."""
        return any(printing.basic for printing in self.printings)


def card_lines(deck: Deck, catalogue: Catalogue) -> tuple[CardLine, ...]:
    """Return every line of a deck, in its order."""
    lines = []
    for card in deck.cards:
        printings: tuple[Printing, ...] = ()
        if card.printing is not None and not card.is_left_out:
            printings = catalogue.printings(card.key) if card.how == "name" else (card.printing,)
        trouble = card.problem or (None if card.printing else DeckFault.UNKNOWN_CARD)
        lines.append(CardLine(card.line, card.name, card.key, printings, trouble, card.candidates))
    return tuple(lines)


def line_numbers(entries: Iterable[CardLine]) -> tuple[int, ...]:
    return tuple(entry.number for entry in entries)


def count_copies(entries: Iterable[CardLine]) -> int:
    return sum(entry.copies for entry in entries)
