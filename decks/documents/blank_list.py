"""Blank deck list form to fill in by hand, in the layout of the official form (R-034, M-050).

In Limited, its back has lines for unused cards (R-058).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak

from core.documents.sheet import GUTTER, Paper, Text
from core.engine.sheet_heads import SheetHead
from decks.documents import person_fields
from decks.documents.deck_sheet import (
    CARD_COLUMNS,
    HEADING,
    JUDGE,
    DeckSheet,
    FormSection,
    PrintedDeckForm,
    pool_text,
)
from decks.documents.person_fields import PERSON
from decks.engine.lists import Deck
from decks.engine.lists.deck_list import Section
from decks.queries.drafts import lists_include_unused_cards
from decks.queries.lists.deck_pages import DeckPage, blank_deck_page
from tournaments.engine.divisions import Season
from tournaments.models import Tournament

WRITING_HEIGHT, MAX_WRITING_HEIGHT = 7 * mm, 8 * mm
"""Heights of a line that a child can write on, in points."""

ENERGY_LINES = 5
"""Number of lines for Energy. Pokémon have the rest of their column, and Trainers a column of their own."""

BLANK = "____"
COLUMNS_2017: tuple[tuple[Text, float], ...] = (
    (gettext_lazy("Qty"), 0.11),
    (gettext_lazy("Name"), 0.54),
    (gettext_lazy("Set"), 0.18),
    (gettext_lazy("Coll. #"), 0.17),
)
"""Columns under the 2017 rules, when cards had no regulation mark, and of unused cards, which need none."""


class BlankList(DeckSheet):
    """An empty form with the event's name and format."""

    what = gettext_lazy("Deck list")

    def __init__(
        self,
        head: SheetHead,
        event: Tournament,
        *,
        season: Season | None = None,
        unused: bool | None = None,
        paper: Paper = "a4",
    ) -> None:
        """Build the sheet, with the birth years of a season.

        `unused` says whether to print lines for unused cards, by default as the event requires.
        """
        page = blank_deck_page(Deck(()), card_format=event.card_format, style=event.play_style, season=season)
        super().__init__(head, [page], paper=paper)
        self.columns_of = COLUMNS_2017 if event.edition == Tournament.Edition.RULES_2017 else CARD_COLUMNS
        self.unused = lists_include_unused_cards(event) if unused is None else unused

    def story(self) -> Iterator[Flowable]:
        form = PoolListForm if self.unused else PrintedBlankForm
        for page in self.pages:
            yield form(page, self.columns_of)
            if self.unused:
                yield PageBreak()
                yield UnusedCardsForm(page, self.columns_of)


@dataclass(frozen=True, slots=True)
class BlankFormSection(FormSection):
    """A section of empty lines, with a blank for its count."""

    @property
    def count_text(self) -> str:
        return BLANK if self.title else ""


class PrintedBlankForm(PrintedDeckForm):
    """The form with empty lines instead of cards."""

    max_row_height = MAX_WRITING_HEIGHT

    def __init__(self, page: DeckPage, columns: Sequence[tuple[Text, float]]) -> None:
        super().__init__(page)
        self.pokemon_columns = columns

    def blocks(self) -> tuple[list[FormSection], list[FormSection]]:
        """Return empty sections: Pokémon and Energy in the left column, Trainers in the right one."""
        left, right = self.lines_in_column(2), self.lines_in_column(1)
        return [
            blank_section("pokemon", _("Pokémon"), left - ENERGY_LINES),
            blank_section("energy", _("Energy"), ENERGY_LINES),
        ], [blank_section("trainer", _("Trainer"), right)]

    def lines_in_column(self, sections: int) -> int:
        """Return the number of lines in a column of so many sections."""
        return int((self.height - PERSON - JUDGE - sections * (HEADING + 8)) / WRITING_HEIGHT)

    def count_texts(self, blocks: Sequence[FormSection]) -> list[str]:
        """Return the sections with blanks for their counts, in the order of the official form."""
        return [f"{title} {BLANK}" for title in (_("Pokémon"), _("Trainer"), _("Energy"))]

    def total_text(self) -> str:
        return f"{_('Total')} {BLANK}"


class PoolListForm(PrintedBlankForm):
    """The blank form of a deck from a pool, with the sum of the pool (R-058)."""

    def count_texts(self, blocks: Sequence[FormSection]) -> list[str]:
        """Return only the sum of the pool, with blanks for the numbers."""
        return [pool_text(BLANK, BLANK, BLANK)]


class UnusedCardsForm(PrintedBlankForm):
    """The back of a pool's form: lines for unused cards, in two columns (R-058)."""

    def draw(self) -> None:
        person_fields.draw_names(self.canv, self.page, self.height - 14, self.width)
        width, top = (self.width - GUTTER) / 2, self.height - person_fields.STEP - 4
        lines = int((top - HEADING) / WRITING_HEIGHT)
        titles = (_("Unused cards"), _("Unused cards, continued"))
        for number, title in enumerate(titles):
            section = blank_section("", title, lines)
            x = number * (width + GUTTER)
            self.draw_section(section, x, top, width, (top - HEADING) / lines, COLUMNS_2017)


def blank_section(section: Section, title: str, lines: int) -> BlankFormSection:
    return BlankFormSection(section, title, (), spare=lines)
