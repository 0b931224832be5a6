"""Rock, paper and scissors cards for players who do not use their hands (R-046)."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Frame

from core.documents.drawn_text import draw_text
from core.documents.fonts import DISPLAY
from core.documents.registry import declare_document
from core.documents.sheet import Paper, Sheet, SheetCanvas, Text, bare_frame
from core.engine.sheet_heads import SheetHead
from pairings.documents.printing import HALL, PrintOrder, event_head
from tournaments.models import Tournament

CARD_WIDTH, CARD_HEIGHT = 63 * mm, 88 * mm
"""Size of a card in points: the size of a game card, so that it fits into a sleeve."""

KINDS: tuple[tuple[Text, Text], ...] = (
    (_("Rock"), _("Rock beats scissors")),
    (_("Paper"), _("Paper beats rock")),
    (_("Scissors"), _("Scissors beat paper")),
)
SETS_PER_PAGE = 3


class RockPaperScissors(Sheet):
    """Three sets of three cards per page to cut out, each card with one word."""

    what = _("Rock-paper-scissors cards")

    def __init__(self, head: SheetHead, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)

    def frames(self) -> list[Frame]:
        return [bare_frame(0, 0, *self.page)]

    def furnish(self, canvas: SheetCanvas, number: int, total: int) -> None:
        """Draw nothing, because the page is cut up."""

    def story(self) -> Iterator[Flowable]:
        yield RockPaperScissorsPage(self.page)


class RockPaperScissorsPage(Flowable):
    """All cards of a page, one set per row."""

    def __init__(self, page: tuple[float, float]) -> None:
        super().__init__()
        self.width, self.height = page

    def wrap(self, *_available_size: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        x, y = (self.width - len(KINDS) * CARD_WIDTH) / 2, (self.height - SETS_PER_PAGE * CARD_HEIGHT) / 2
        for row in range(SETS_PER_PAGE):
            for column, (name, rule) in enumerate(KINDS):
                self.draw_card(x + column * CARD_WIDTH, y + row * CARD_HEIGHT, str(name), str(rule))

    def draw_card(self, x: float, y: float, name: str, rule: str) -> None:
        """Draw one card with its frame. (x, y) is its lower left corner in points."""
        self.canv.setLineWidth(0.6)
        self.canv.setDash(5, 4)
        self.canv.rect(x, y, CARD_WIDTH, CARD_HEIGHT)
        self.canv.setDash()
        middle, text_width = x + CARD_WIDTH / 2, CARD_WIDTH - 20
        draw_text(
            self.canv,
            middle,
            y + CARD_HEIGHT / 2 - 8,
            name,
            font=DISPLAY,
            size=34,
            max_width=text_width,
            min_size=18,
            align="center",
        )
        draw_text(self.canv, middle, y + 22, rule, size=10, max_width=text_width, min_size=7, align="center")


@declare_document(
    "rock-paper-scissors",
    title=_("Rock-paper-scissors cards"),
    help=_("Three cards a set, for players who do not use their hands"),
    of=HALL,
    power="view",
    place=40,
    pages=1,
)
def rock_paper_scissors_cards(order: PrintOrder, event: Tournament) -> Sheet:
    return RockPaperScissors(event_head(order, event, page="tournaments:event"), paper=order.paper)
