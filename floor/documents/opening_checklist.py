"""The opening announcement as a sheet to read out and tick off (R-110 to R-114, M-060, M-061)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, KeepTogether, Paragraph

from core.documents import drawn_shapes
from core.documents.fonts import BOLD, DISPLAY, TEXT, code_points_in_font
from core.documents.markup import escape_markup
from core.documents.registry import declare_document
from core.documents.sheet import Paper, Sheet, Text
from core.engine.sheet_heads import SheetHead
from floor.queries.opening_settings import opening_settings
from floor.words.opening_words import announcement_topics
from pairings.documents.printing import HALL, PrintOrder, event_head
from tournaments.models import Tournament

TOPIC = ParagraphStyle("topic", fontName=DISPLAY, fontSize=15, leading=19, spaceBefore=7, spaceAfter=2)
POINT = ParagraphStyle("point", fontName=TEXT, fontSize=11, leading=14)
BOX, INDENT, GAP = 10.0, 19.0, 3.5


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading with its points, each one or two sentences long."""

    title: Text
    points: tuple[Text, ...]


class ChecklistPoint(Flowable):
    """A point with a box to tick before it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = Paragraph(escape_markup(text), POINT)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        _width, self.height = self.text.wrap(available_width - INDENT, available_height)
        self.width, self.height = available_width, self.height + GAP
        return self.width, self.height

    def draw(self) -> None:
        drawn_shapes.draw_box(self.canv, 0, self.height - BOX - 1.5, BOX)
        self.text.drawOn(self.canv, INDENT, GAP)


class OpeningChecklist(Sheet):
    """A list of topics. No topic is split across pages."""

    what = _("Opening announcement")

    def __init__(self, head: SheetHead, topics: Sequence[Topic], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.topics = topics

    def story(self) -> Iterator[Flowable]:
        for font in (TEXT, BOLD, DISPLAY):
            # Registers the font on first use, before a paragraph needs it.
            code_points_in_font(font)
        for topic in self.topics:
            points = [ChecklistPoint(str(point)) for point in topic.points]
            yield KeepTogether([Paragraph(escape_markup(str(topic.title), DISPLAY), TOPIC), *points])


@declare_document(
    "opening",
    title=_("Opening announcement"),
    help=_("What to say when the event opens: rounds, time, top cut, lists, from its settings"),
    of=HALL,
    power="view",
    place=10,
)
def opening_checklist(order: PrintOrder, event: Tournament) -> Sheet:
    topics = [Topic(title, points) for title, points in announcement_topics(opening_settings(event))]
    return OpeningChecklist(event_head(order, event, page="tournaments:event"), topics, paper=order.paper)
