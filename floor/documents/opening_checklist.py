"""The opening announcement as a sheet to read out and tick off (R-110 to R-114, M-060, M-061)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable

from core.documents import drawn_shapes
from core.documents.fonts import DISPLAY, TEXT
from core.documents.prose import Prose
from core.documents.registry import declare_document
from core.documents.sheet import Paper, Sheet, Text
from core.engine.sheet_heads import SheetHead
from floor.queries.opening_settings import opening_settings
from floor.words.opening_words import announcement_topics
from pairings.documents.printing import HALL, PrintOrder, event_head
from tournaments.models import Tournament

TOPIC = ParagraphStyle("topic", fontName=DISPLAY, fontSize=15, leading=19, spaceBefore=7, spaceAfter=2)
POINT = ParagraphStyle("point", fontName=TEXT, fontSize=11, leading=14, spaceAfter=3.5, leftIndent=19)
BOX = 10.0
SCALES = (1.0, 0.95, 0.9, 0.86, 0.82)
"""Sizes to try until everything fits on one page. The text of the last one has 9 points."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading with its points, each one or two sentences long."""

    title: Text
    points: tuple[Text, ...]


class ChecklistPage(Flowable):
    """All topics on one page, as large as they fit. Points without room at the smallest size are counted instead."""

    def __init__(self, topics: Sequence[Topic]) -> None:
        super().__init__()
        self.topics = topics

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        self.width, self.height = available_width, available_height - 0.1
        points = sum(len(topic.points) for topic in self.topics)
        for scale in SCALES:
            self.rows = self.rows_at(scale, points)
            if self.height_of(self.rows) <= self.height:
                break
        while self.height_of(self.rows) > self.height and points > 1:
            points -= 1
            self.rows = self.rows_at(SCALES[-1], points)
        return self.width, self.height

    def rows_at(self, scale: float, max_points: int) -> list[Prose]:
        """Return the headings and the first points at a scale, wrapped, and how many points are left out."""
        topic_style, point_style = scaled_style(TOPIC, scale), scaled_style(POINT, scale)
        rows, points_left, left_out = list[Prose](), max_points, 0
        for topic in self.topics:
            points = topic.points[:points_left]
            points_left -= len(points)
            left_out += len(topic.points) - len(points)
            if points:
                rows += [Prose(topic.title, topic_style), *(Prose(point, point_style) for point in points)]
        if left_out:
            rows.append(Prose(_("and %(n)d more, see the screen") % {"n": left_out}, point_style))
        for row in rows:
            row.wrap(self.width, self.height)
        return rows

    def height_of(self, rows: Sequence[Prose]) -> float:
        first_gap = rows[0].style.spaceBefore if rows else 0.0
        return sum(row.height + row.style.spaceBefore + row.style.spaceAfter for row in rows) - first_gap

    def draw(self) -> None:
        top = self.height + (self.rows[0].style.spaceBefore if self.rows else 0)
        for row in self.rows:
            top -= row.style.spaceBefore + row.height
            row.drawOn(self.canv, 0, top)
            if row.style.leftIndent:
                box = BOX * row.style.fontSize / POINT.fontSize
                drawn_shapes.draw_box(self.canv, 0, top + row.height - box - 1.5, box)
            top -= row.style.spaceAfter


def scaled_style(style: ParagraphStyle, scale: float) -> ParagraphStyle:
    """Return a style with all its sizes scaled."""
    names = ("fontSize", "leading", "spaceBefore", "spaceAfter", "leftIndent")
    return ParagraphStyle(style.name, parent=style, **{name: getattr(style, name) * scale for name in names})


class OpeningChecklist(Sheet):
    """A list of topics on one page, whatever its length."""

    what = _("Opening announcement")

    def __init__(self, head: SheetHead, topics: Sequence[Topic], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.topics = topics

    def story(self) -> Iterator[Flowable]:
        yield ChecklistPage(self.topics)


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
