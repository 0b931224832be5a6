"""The deck list form to fill in by hand: fields and order of the official one (R-034, M-050)."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.platypus import Flowable

from decks.documents.deck_sheet import CARD_COLUMNS, Block, DeckForm, DeckSheet
from decks.queries.lists.sheets import DeckPage
from tournaments.documents.sheet import Paper, Text
from tournaments.engine.rows import SheetHead
from tournaments.models import Tournament

LINES = {"pokemon": 31, "trainer": 24, "energy": 7}
"""Empty lines of each section: more than nearly every list of 60 cards needs."""

BLANK = "____"
COLUMNS_2017: tuple[tuple[Text, float], ...] = (
    (gettext_lazy("Qty"), 0.11),
    (gettext_lazy("Name"), 0.54),
    (gettext_lazy("Set"), 0.18),
    (gettext_lazy("Number"), 0.17),
)
"""In 2017 cards had no regulation mark."""


class BlankList(DeckSheet):
    """One empty form with the name of the event and its format."""

    what = gettext_lazy("Deck list")

    def __init__(self, head: SheetHead, event: Tournament, *, paper: Paper = "a4") -> None:
        page = DeckPage(
            "", "", "", None, "", event.card_format, event.play_style, (), 0, 0, 0, 0, True, False
        )
        super().__init__(head, [page], paper=paper)
        self.columns_of = COLUMNS_2017 if event.edition == Tournament.Edition.RULES_2017 else CARD_COLUMNS

    def story(self) -> Iterator[Flowable]:
        for page in self.pages:
            yield BlankForm(page, self.columns_of)


class BlankBlock(Block):
    """A section with empty lines alone, and one for how many cards it has."""

    @property
    def count_text(self) -> str:
        return BLANK

    @property
    def lines(self) -> int:
        return LINES[self.section]


class BlankForm(DeckForm):
    """The form without a card on it."""

    def __init__(self, page: DeckPage, columns: Sequence[tuple[Text, float]]) -> None:
        super().__init__(page)
        self.pokemon_columns = columns

    def blocks(self) -> tuple[Block, Block, Block]:
        return (
            BlankBlock("pokemon", _("Pokémon"), ()),
            BlankBlock("trainer", _("Trainers"), ()),
            BlankBlock("energy", _("Energy"), ()),
        )

    def total_text(self) -> str:
        return f"{_('Total')} {BLANK}"
