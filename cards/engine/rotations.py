"""The expansions, promos and regulation marks in a format on a day, from the tables of the catalogue.

The tables are data (R-003). Standard of 2017 follows R-080 to R-082, Expanded R-083 and R-084, and Standard by
regulation mark M-040.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from cards.engine.cards import Catalogue, Expansion, Printing
from cards.engine.collector_numbers import promo_number
from cards.engine.editions import Edition
from cards.engine.facts import PromoCutoff, Rotation

Belonging = Literal["in", "early", "out"]
"""Whether a printing is in a format, will be in it after a later rotation, or is not in it."""

RULES = {"standard": ("R-080", "M-040"), "expanded": ("R-083", "M-047"), "unlimited": ("R-085", "R-085")}
PROMO_RULES = {"standard": "R-082", "expanded": "R-084"}
LIST_OF_2017_ENDS = date(2017, 9, 1)


@dataclass(frozen=True, slots=True)
class FormatContents:
    """The contents of a format on a day.

    If `row` is None, the tables have no list for the day, so all cards are in the format.
    """

    card_format: str
    day: date
    catalogue: Catalogue
    row: Rotation | None

    @property
    def since(self) -> date | None:
        """The day on which this list took effect, or None without a list."""
        return self.row.starts_on if self.row else None

    @property
    def marks(self) -> tuple[str, ...]:
        """The regulation marks of the format, or () if it does not use marks."""
        return self.row.marks if self.row else ()

    @property
    def first(self) -> str:
        """The code of the oldest expansion, or "" if the format is not limited by one."""
        oldest = self.catalogue.expansions.get(self.row.since) if self.row and self.row.since else None
        return oldest.code if oldest else ""

    def first_promo(self, printing: Printing) -> str:
        """Return the number of the first promo in the format, as printed on cards of the series of `printing`.

        Return "" if no promo of the series is in the format, or if the format uses regulation marks.
        """
        numbers = [cutoff.first for cutoff in self.cutoffs_of(printing.expansion)]
        letters = re.match(r"[A-Z]*", printing.number)
        return f"{letters.group() if letters else ''}{min(numbers)}" if numbers and not self.marks else ""

    def rule(self, expansion: Expansion | None = None) -> str:
        """Return the number of the rule behind this list.

        It is the rule about promos if `expansion` is a series of promos and the document has a separate one.
        """
        old_rule, new_rule = RULES.get(self.card_format, ("R-090", "R-090"))
        if self.marks or self.day >= LIST_OF_2017_ENDS:
            return new_rule
        is_promo = expansion is not None and expansion.kind == "promo"
        return PROMO_RULES.get(self.card_format, old_rule) if is_promo else old_rule

    def membership_of(self, printing: Printing, expansion: Expansion) -> Belonging:
        """Return "in", "early" or "out" for a printing in this format, regardless of its release.

        "early" means that its regulation mark is only used in a later rotation. A mark that is newer than all
        rotations counts as "in".
        """
        if expansion.kind == "collector":
            return "out"
        if self.row is None:
            return "in"
        if self.row.marks:
            if printing.mark in self.row.marks:
                return "in"
            if not printing.mark or printing.mark < max(self.row.marks):
                return "out"
            is_used = any(printing.mark in rotation.marks for rotation in self.catalogue.rotations)
            return "early" if is_used else "in"
        if expansion.kind == "promo":
            number, cutoffs = promo_number(printing.number), self.cutoffs_of(expansion.id)
            return "in" if any(number >= cutoff.first for cutoff in cutoffs) else "out"
        if expansion.id in self.row.also:
            return "in"
        oldest = self.catalogue.expansions.get(self.row.since)
        if oldest is None or oldest.released is None or expansion.released is None:
            return "out"
        is_new_enough = expansion.kind in ("expansion", "energy") and expansion.released >= oldest.released
        return "in" if is_new_enough else "out"

    def cutoffs_of(self, series: str) -> list[PromoCutoff]:
        """Return the cut-offs that apply to a promo series on the day of this list.

        `series` is the id of its expansion.
        """
        return [
            cutoff
            for cutoff in self.catalogue.cutoffs
            if cutoff.expansion == series
            and cutoff.format == self.card_format
            and cutoff.applies_on(self.day)
        ]


def format_contents_on(card_format: str, on: date, edition: Edition, catalogue: Catalogue) -> FormatContents:
    """Return the contents of a format on a day.

    For days before `Edition.set_lists_from`, return the contents on that day.
    """
    day = max(on, edition.set_lists_from) if edition.set_lists_from else on
    rotations = [
        rotation
        for rotation in catalogue.rotations
        if rotation.format == card_format and rotation.applies_on(day)
    ]
    return FormatContents(
        card_format, day, catalogue, max(rotations, key=lambda rotation: rotation.starts_on, default=None)
    )


def mark_legal_from(mark: str, catalogue: Catalogue) -> date | None:
    """Return the day on which a regulation mark became legal in Standard, or None.

    None is for the marks that Standard began with, for "", and for a mark of no rotation.
    """
    rotations = sorted(
        (rotation for rotation in catalogue.rotations if rotation.marks),
        key=lambda rotation: rotation.starts_on,
    )
    if not mark or not rotations or mark in rotations[0].marks:
        return None
    return next((rotation.starts_on for rotation in rotations if mark in rotation.marks), None)
