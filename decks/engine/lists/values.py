"""What a deck list is: lines as somebody wrote them, and the cards they stand for."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from cards.engine import names
from cards.engine.cards import Printing

Source = Literal["ptcgl", "ptcgo", "limitless", "plain", "csv", "xlsx"]
Section = Literal["pokemon", "trainer", "energy", ""]
How = Literal["number", "name_and_set", "name", "unresolved"]
SECTIONS: tuple[Section, ...] = ("pokemon", "trainer", "energy")

LOST = ("NAME_NUMBER_MISMATCH", "POKEMON_NUMBER_MISSING", "UNKNOWN_CARD")
"""What keeps a line from naming one card (R-031, R-034)."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list as it was read.

    `number` counts the lines of the text from 1, `raw` is the line as written. `quantity` is None where no
    whole number of at most three digits was given; 0 and less are kept as written (QTY_INVALID). `text` is all
    that follows the quantity, for another reading where the first one names no card. `section` comes from the
    heading above and is only a hint. `language` and `back` are of the physical copies, where somebody told:
    a text does so with the language in brackets at the end, "4 N FCO 105 [pt]".
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
        """Copies that count for the total: a bad quantity counts for none."""
        return max(self.quantity or 0, 0)


@dataclass(frozen=True, slots=True)
class ReadList:
    """All lines of a list: those that name cards, and those that do not (line number, text), to be shown."""

    lines: tuple[Line, ...]
    ignored: tuple[tuple[int, str], ...] = ()
    announced_total: int | None = None
    source: Source = "plain"

    @property
    def total(self) -> int:
        return sum(line.copies for line in self.lines)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A line and the card it stands for.

    `how` says on what ground the printing was chosen: "name_and_set" and "name" took one of several. `key` is
    the name copies are counted by. `candidates` are names to offer where the line is not clear, or, beside a
    line read by its number, the name it was taken for. `set_code` is the one to print for the printing, `family`
    the Pokémon its evolution line begins with. With a `problem` of `LOST` the line names no card for
    certain, even where `printing` tells which one comes nearest.
    """

    line: Line
    printing: Printing | None
    key: str
    how: How
    candidates: tuple[str, ...] = ()
    problem: str | None = None
    set_code: str = ""
    family: str = ""

    @property
    def lost(self) -> bool:
        return self.problem in LOST

    @property
    def section(self) -> Section:
        """Pokémon, Trainer or Energy; for a card nobody knows what the heading above says."""
        return self.printing.supertype if self.printing else self.line.section

    @property
    def name(self) -> str:
        """The English name to show: that of the card, or what was written."""
        return self.printing.name if self.printing else self.line.name


@dataclass(frozen=True, slots=True)
class Deck:
    """A list whose lines were looked up; lines stay apart, copies add up."""

    cards: tuple[Resolved, ...]
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
        """Copies by the name that counts (R-061), unknown cards by their plain name."""
        counted: Counter[str] = Counter()
        for card in self.cards:
            counted[card.key] += card.line.copies
        return counted

    @property
    def by_section(self) -> dict[Section, int]:
        """Copies of Pokémon, Trainers and Energy, and of "" where any line has no section."""
        counted: dict[Section, int] = dict.fromkeys(SECTIONS, 0)
        for card in self.cards:
            counted[card.section] = counted.get(card.section, 0) + card.line.copies
        return counted


def key_of_unknown(name: str) -> str:
    """The name copies of an unknown card are counted by."""
    return names.loose(name)
