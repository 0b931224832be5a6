"""The report of an event on paper, for its staff."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import CondPageBreak, Flowable, Spacer

from core.documents.fonts import BOLD, TEXT
from core.documents.grid import Column, Grid
from core.documents.prose import Prose
from core.documents.registry import declare_document
from core.documents.sheet import Paper, Sheet
from core.engine.sheet_heads import SheetHead
from floor.queries.event_summary import event_summary
from floor.words.event_summary import summary_sections
from floor.words.event_summary.sections import Section
from pairings.documents.printing import HALL, PrintOrder, event_head
from tournaments.models import Tournament

ROW_HEIGHT = 20.0
NOTE = ParagraphStyle("note", fontName=TEXT, fontSize=9.5, leading=12, spaceBefore=3, spaceAfter=12)


class EventSummarySheet(Sheet):
    """A table for each section, with a sentence below it."""

    what = _("Event report")
    for_staff = True

    def __init__(self, head: SheetHead, sections: Sequence[Section], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.sections = sections

    def story(self) -> Iterator[Flowable]:
        for section in self.sections:
            columns = [
                Column(
                    heading.title,
                    heading.share,
                    font=TEXT if position else BOLD,
                    align="right" if heading.is_number else "left",
                )
                for position, heading in enumerate(section.headings)
            ]
            yield CondPageBreak(5 * ROW_HEIGHT)
            yield Grid(columns, section.rows, row=ROW_HEIGHT, title=section.title)
            yield Prose(section.note, NOTE) if section.note else Spacer(0, 12)


@declare_document(
    "event-report",
    title=_("Event report"),
    help=_("Attendance, rounds, penalties, time extensions, calls, deck checks and staff; for staff only"),
    of=HALL,
    power="view",
    place=95,
)
def event_report(order: PrintOrder, event: Tournament) -> Sheet:
    sections = summary_sections(event_summary(event))
    return EventSummarySheet(
        event_head(order, event, page="floor:event_summary"), sections, paper=order.paper
    )
