"""Sheets used before round 1: player meeting seats by name for the wall, and the attendance list for the door."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.fonts import DISPLAY
from core.documents.grid import Column, Grid, GridCell, Row, lay_out_columns
from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, Sheet
from core.engine.sheet_heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.printing import PrintOrder, event_head
from pairings.queries.rounds.meeting import MeetingSeat, assign_meeting_seats
from pairings.words.print_words import number_of_names_text
from tournaments.models import Tournament


class MeetingSeats(Sheet):
    """Player meeting seats by name, 30 per column and two columns per page, balanced on the last page."""

    what = _("Player meeting")
    rows_on_page = 30
    grid_columns = (
        Column(_("Name"), 0.78, size=13, min_size=9),
        Column(_("Table"), 0.22, size=16, font=DISPLAY, align="center"),
    )

    def __init__(self, head: SheetHead, seats: Sequence[MeetingSeat], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.seats = seats
        self.columns = 1 if len(seats) <= self.rows_on_page else 2

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        empty = _("No players yet.")
        grid = Grid(self.grid_columns, [self.grid_row(seat) for seat in self.seats], row=height, empty=empty)
        return lay_out_columns(grid, self.column, self.body[3], self.columns)

    def grid_row(self, seat: MeetingSeat) -> Row:
        return paper_words.name_cell(seat.person, sort=True), GridCell(str(seat.table))


@declare_document(
    "meeting",
    title=_("Player meeting"),
    help=_("For the wall before round 1: a seat for everyone, in alphabetical order."),
    of="event",
    power="",
    place=110,
    amount=lambda figures: Amount(number_of_names_text(figures.seats), figures.seats > 0),
    quick=True,
    look="two",
)
def meeting_seats(order: PrintOrder, event: Tournament) -> Sheet:
    sheet_head = event_head(order, event, page="pairings:meeting")
    return MeetingSeats(sheet_head, assign_meeting_seats(event, public=order.public), paper=order.paper)
