"""Blank deck list form to fill in by hand, in the layout of the official form (R-034, M-050).

In Limited, it also has lines for unused cards (R-058).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.platypus import Flowable

from core.documents.sheet import Paper, Text
from core.engine.sheet_heads import SheetHead
from decks.documents.deck_sheet import CARD_COLUMNS, DeckSheet, FormSection, PrintedDeckForm, pool_text
from decks.engine.lists import Deck
from decks.engine.lists.deck_list import Section
from decks.queries.drafts import lists_include_unused_cards
from decks.queries.lists.deck_pages import DeckPage, blank_deck_page
from tournaments.models import Tournament

LINES: Mapping[str, int] = {"pokemon": 31, "trainer": 24, "energy": 7}
"""Number of empty lines per section, enough for nearly every list of 60 cards."""

LINES_WITH_UNUSED: Mapping[str, int] = {"pokemon": 18, "trainer": 8, "energy": 7, "": 16}
"""Number of empty lines per section for a deck of 40 cards, and per column ("") for its unused cards."""

BLANK = "____"
COLUMNS_2017: tuple[tuple[Text, float], ...] = (
    (gettext_lazy("Qty"), 0.11),
    (gettext_lazy("Name"), 0.54),
    (gettext_lazy("Set"), 0.18),
    (gettext_lazy("Number"), 0.17),
)
"""Columns under the 2017 rules, when cards had no regulation mark."""


class BlankList(DeckSheet):
    """An empty form with the event's name and format."""

    what = gettext_lazy("Deck list")

    def __init__(
        self, head: SheetHead, event: Tournament, *, unused: bool | None = None, paper: Paper = "a4"
    ) -> None:
        """Build the sheet. `unused` says whether to print lines for unused cards, by default as the event requires."""
        page = blank_deck_page(Deck(()), card_format=event.card_format, style=event.play_style)
        super().__init__(head, [page], paper=paper)
        self.columns_of = COLUMNS_2017 if event.edition == Tournament.Edition.RULES_2017 else CARD_COLUMNS
        self.form = (
            PoolListForm
            if (lists_include_unused_cards(event) if unused is None else unused)
            else PrintedBlankForm
        )

    def story(self) -> Iterator[Flowable]:
        for page in self.pages:
            yield self.form(page, self.columns_of)


@dataclass(frozen=True, slots=True)
class BlankFormSection(FormSection):
    """A section of empty lines, with a blank for its count."""

    @property
    def count_text(self) -> str:
        return BLANK if self.title else ""


class PrintedBlankForm(PrintedDeckForm):
    """The form with empty lines instead of cards."""

    lines = LINES

    def __init__(self, page: DeckPage, columns: Sequence[tuple[Text, float]]) -> None:
        super().__init__(page)
        self.pokemon_columns = columns

    def blocks(self) -> tuple[list[FormSection], list[FormSection]]:
        """Return one empty section in the left column and two in the right one."""
        return [self.blank_section("pokemon", _("Pokémon"))], [
            self.blank_section("trainer", _("Trainer")),
            self.blank_section("energy", _("Energy")),
        ]

    def blank_section(self, section: Section, title: str) -> BlankFormSection:
        return BlankFormSection(section, title, (), spare=self.lines[section])

    def total_text(self) -> str:
        return f"{_('Total')} {BLANK}"


class PoolListForm(PrintedBlankForm):
    """The blank form with lines for unused cards below the deck, and for the sum of the pool (R-058)."""

    lines = LINES_WITH_UNUSED

    def blocks(self) -> tuple[list[FormSection], list[FormSection]]:
        """Return the sections of the deck, with unused cards below them in both columns."""
        left, right = super().blocks()
        return [*left, self.blank_section("", _("Unused cards"))], [
            *right,
            self.blank_section("", _("Unused cards, continued")),
        ]

    def count_texts(self, blocks: Sequence[FormSection]) -> list[str]:
        """Return only the sum of the pool, with blanks for the numbers."""
        return [pool_text(BLANK, BLANK, BLANK)]
