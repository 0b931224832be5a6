"""Rock, paper and scissors cards, for players who do not use their hands (R-046)."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Frame

from core.documents.declared import document
from core.documents.fonts import DISPLAY, put
from core.documents.sheet import Pages, Paper, Sheet, Text, bare_frame
from core.engine.heads import SheetHead
from pairings.documents.printing import HALL, Order, head
from tournaments.models import Tournament

ACROSS, UP = 63 * mm, 88 * mm
"""The size of a card of the game, so that it fits a sleeve."""

KINDS: tuple[tuple[Text, Text], ...] = (
    (_("Rock"), _("Rock beats scissors")),
    (_("Paper"), _("Paper beats rock")),
    (_("Scissors"), _("Scissors beat paper")),
)
SETS = 3


class RockPaperScissors(Sheet):
    """Three sets of three cards per page, to cut out; each card has one word."""

    what = _("Rock-paper-scissors cards")

    def __init__(self, head: SheetHead, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)

    def frames(self) -> list[Frame]:
        return [bare_frame(0, 0, *self.page)]

    def furnish(self, canvas: Pages, number: int, total: int) -> None:
        """Draw nothing: the page is cut up."""

    def story(self) -> Iterator[Flowable]:
        yield CardPage(self.page)


class CardPage(Flowable):
    """All cards of a page, one set per row."""

    def __init__(self, page: tuple[float, float]) -> None:
        super().__init__()
        self.width, self.height = page

    def wrap(self, *_room: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        x, y = (self.width - len(KINDS) * ACROSS) / 2, (self.height - SETS * UP) / 2
        for row in range(SETS):
            for column, (word, beats) in enumerate(KINDS):
                self.draw_card(x + column * ACROSS, y + row * UP, str(word), str(beats))

    def draw_card(self, x: float, y: float, word: str, beats: str) -> None:
        self.canv.setLineWidth(0.6)
        self.canv.setDash(5, 4)
        self.canv.rect(x, y, ACROSS, UP)
        self.canv.setDash()
        middle, room = x + ACROSS / 2, ACROSS - 20
        put(
            self.canv,
            middle,
            y + UP / 2 - 8,
            word,
            font=DISPLAY,
            size=34,
            room=room,
            least=18,
            align="center",
        )
        put(self.canv, middle, y + 22, beats, size=10, room=room, least=7, align="center")


@document(
    "rock-paper-scissors",
    title=_("Rock-paper-scissors cards"),
    help=_("Three cards a set, for players who do not use their hands"),
    of=HALL,
    power="view",
    place=40,
)
def cards(order: Order, event: Tournament) -> Sheet:
    return RockPaperScissors(head(order, event, page="tournaments:event"), paper=order.paper)
