"""Which expansions, promos and regulation marks are in a format on a day, from the catalogue's tables.

The tables are data (R-003): Standard of 2017 is R-080 to R-082, Expanded R-083 and R-084, Standard by regulation mark
M-040.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from cards.engine.cards import Catalogue, Expansion, Printing
from cards.engine.editions import Edition
from cards.engine.facts import PromoCutoff, Rotation

Belonging = Literal["in", "early", "out"]
"""Whether a printing is in a format: yes, not before a later rotation, or no."""

RULES = {"standard": ("R-080", "M-040"), "expanded": ("R-083", "M-047"), "unlimited": ("R-085", "R-085")}
PROMO_RULES = {"standard": "R-082", "expanded": "R-084"}
LIST_OF_2017_ENDS = date(2017, 9, 1)


def promo_number(number: str) -> int:
    """The digits of a promo number: XY36 is 36, SM158a is 158; 0 without digits."""
    digits = re.search(r"\d+", number)
    return int(digits.group()) if digits else 0


@dataclass(frozen=True, slots=True)
class SetList:
    """The contents of one format on one day. `row` None: no list is known, so everything published is in."""

    card_format: str
    day: date
    catalogue: Catalogue
    row: Rotation | None

    @property
    def since(self) -> date | None:
        """The day this list came into force."""
        return self.row.starts_on if self.row else None

    @property
    def marks(self) -> tuple[str, ...]:
        """The regulation marks of the format, if it uses marks."""
        return self.row.marks if self.row else ()

    @property
    def first(self) -> str:
        """The code of the oldest expansion, if the format uses expansions."""
        oldest = self.catalogue.expansions.get(self.row.since) if self.row and self.row.since else None
        return oldest.code if oldest else ""

    def first_promo(self, printing: Printing) -> str:
        """The first promo of a printing's series that is in, as printed on the card; "" if none."""
        numbers = [cutoff.first for cutoff in self._cutoffs(printing.expansion)]
        letters = re.match(r"[A-Z]*", printing.number)
        return f"{letters.group() if letters else ''}{min(numbers)}" if numbers and not self.marks else ""

    def rule(self, expansion: Expansion | None = None) -> str:
        """The number of the rule behind this list."""
        old, new = RULES.get(self.card_format, ("R-090", "R-090"))
        if self.marks or self.day >= LIST_OF_2017_ENDS:
            return new
        promo = expansion is not None and expansion.kind == "promo"
        return PROMO_RULES.get(self.card_format, old) if promo else old

    def holds(self, printing: Printing, expansion: Expansion) -> Belonging:
        """Whether a printing is in the format, regardless of its expansion's date."""
        if expansion.kind == "collector":
            return "out"
        if self.row is None:
            return "in"
        if self.row.marks:
            if printing.mark in self.row.marks:
                return "in"
            if not printing.mark or printing.mark < max(self.row.marks):
                return "out"
            is_used = any(printing.mark in other.marks for other in self.catalogue.rotations)
            return "early" if is_used else "in"
        if expansion.kind == "promo":
            number, cutoffs = promo_number(printing.number), self._cutoffs(expansion.id)
            return "in" if any(number >= cutoff.first for cutoff in cutoffs) else "out"
        return "in" if self._listed(self.row, expansion) else "out"

    def _cutoffs(self, series: str) -> list[PromoCutoff]:
        return [
            cutoff
            for cutoff in self.catalogue.cutoffs
            if cutoff.expansion == series and cutoff.format == self.card_format and cutoff.on(self.day)
        ]

    def _listed(self, row: Rotation, expansion: Expansion) -> bool:
        if expansion.id in row.also:
            return True
        oldest = self.catalogue.expansions.get(row.since)
        if oldest is None or oldest.released is None or expansion.released is None:
            return False
        return expansion.kind in ("expansion", "energy") and expansion.released >= oldest.released


def set_list(card_format: str, on: date, edition: Edition, catalogue: Catalogue) -> SetList:
    """The list of a format on a day.

    An edition without older lists uses its own for earlier days (`Edition.set_lists_from`).
    """
    day = max(on, edition.set_lists_from) if edition.set_lists_from else on
    rows = [row for row in catalogue.rotations if row.format == card_format and row.on(day)]
    return SetList(card_format, day, catalogue, max(rows, key=lambda row: row.starts_on, default=None))


def mark_entered(mark: str, catalogue: Catalogue) -> date | None:
    """The day a mark entered Standard; None for marks present when Standard began to use them."""
    rows = sorted((row for row in catalogue.rotations if row.marks), key=lambda row: row.starts_on)
    if not mark or not rows or mark in rows[0].marks:
        return None
    return next((row.starts_on for row in rows if mark in row.marks), None)
