"""The lines of a deck list as typed, and the cards they refer to."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from cards.engine import card_names
from cards.engine.cards import Printing
from decks.engine.faults import DeckFault

Source = Literal["ptcgl", "ptcgo", "limitless", "plain", "csv", "xlsx"]
Section = Literal["pokemon", "trainer", "energy", ""]
How = Literal["number", "name_and_set", "name", "unresolved"]
SECTIONS: tuple[Section, ...] = ("pokemon", "trainer", "energy")

LOST = (DeckFault.NAME_NUMBER_MISMATCH, DeckFault.POKEMON_NUMBER_MISSING, DeckFault.UNKNOWN_CARD)
"""Problems that prevent a line from identifying a card (R-031, R-034)."""


@dataclass(frozen=True, slots=True)
class DeckListLine:
    """A line of a list as read.

    - `number`: the line number in the text, counted from 1.
    - `raw`: the line as typed.
    - `quantity`: None unless it is a whole number of at most three digits; 0 and negative numbers are stored
      as typed (QTY_INVALID).
    - `text`: everything after the quantity, to be parsed differently if the first reading does not identify a
      card.
    - `section`: the section of the heading above, which is only a hint.
    - `language`, `back`, `autographed`, `product`: marks of the physical copies, written in brackets at the
      end of the line, as in "4 N FCO 105 [pt]".
    - `proxy`: the maker of the proxies, or ""; `original_kept`: whether the original cards are at hand.
    """

    number: int
    raw: str
    quantity: int | None
    name: str
    set_code: str = ""
    card_number: str = ""
    section: Section = ""
    foil: bool = False
    language: str | None = None
    back: str | None = None
    text: str = ""
    product: str = ""
    proxy: str = ""
    original_kept: bool = False
    autographed: bool = False

    @property
    def copies(self) -> int:
        """The number of copies that count toward the total, or 0 for an invalid quantity."""
        return max(self.quantity or 0, 0)


@dataclass(frozen=True, slots=True)
class ReadList:
    """All lines of a list.

    `ignored`: number and text of the lines that do not identify a card, for display. `announced_total`: the
    number of cards that the list states, or None.
    """

    lines: tuple[DeckListLine, ...]
    ignored: tuple[tuple[int, str], ...] = ()
    announced_total: int | None = None
    source: Source = "plain"

    @property
    def total(self) -> int:
        return sum(line.copies for line in self.lines)


@dataclass(frozen=True, slots=True)
class ResolvedLine:
    """A line and its card.

    - `problem`: the fault of the line. With one of `LOST`, it identifies no card, even if `printing` is the
      closest one.
    - `how`: how the printing was chosen; with "name_and_set" and "name" it is one of several.
    - `key`: the name by which copies are counted.
    - `candidates`: names to offer for an unclear line, or the card's name for a line read by its number.
    - `set_code`: the code to print.
    - `family`: the first Pokémon of the evolution line.
    """

    line: DeckListLine
    printing: Printing | None
    key: str
    how: How
    candidates: tuple[str, ...] = ()
    problem: DeckFault | None = None
    set_code: str = ""
    family: str = ""

    @property
    def is_left_out(self) -> bool:
        """Whether the line identifies no card, so that it counts as none."""
        return self.problem in LOST

    @property
    def section(self) -> Section:
        """The section of the card: Pokémon, Trainer or Energy.

        An unknown card has the section of the heading above it.
        """
        return self.printing.supertype if self.printing else self.line.section

    @property
    def name(self) -> str:
        """The English name of the card or, for an unknown card, the name as typed."""
        return self.printing.name if self.printing else self.line.name


@dataclass(frozen=True, slots=True)
class Deck:
    """A list with its cards resolved. Lines are not merged; copies are summed."""

    cards: tuple[ResolvedLine, ...]
    ignored: tuple[tuple[int, str], ...] = ()
    announced_total: int | None = None
    source: Source = "plain"
    unread: tuple[tuple[int, str], ...] = ()
    """Lines that may be cards but cannot be read; `ignored` are the titles and comments."""

    @property
    def total(self) -> int:
        return sum(card.line.copies for card in self.cards)

    @property
    def copies(self) -> Counter[str]:
        """Number of copies by counted name (R-061) or, for unknown cards, by plain name."""
        copies_by_key: Counter[str] = Counter()
        for card in self.cards:
            copies_by_key[card.key] += card.line.copies
        return copies_by_key

    @property
    def by_section(self) -> dict[Section, int]:
        """Number of copies of Pokémon, Trainers, Energy and, under "", on lines without a section."""
        copies_by_section: dict[Section, int] = dict.fromkeys(SECTIONS, 0)
        for card in self.cards:
            copies_by_section[card.section] = copies_by_section.get(card.section, 0) + card.line.copies
        return copies_by_section


def counting_key_of_unknown_card(name: str) -> str:
    """Return the key by which copies of an unknown card are counted."""
    return card_names.fold_card_name_loosely(name)
