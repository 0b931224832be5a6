"""Before round 1: seats of the player meeting, by name for the wall, and the attendance list for the door."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.declared import Amount, document
from core.documents.fonts import DISPLAY
from core.documents.grid import Cell, Column, Grid, Row, in_columns
from core.documents.sheet import Paper, Sheet
from core.engine.heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.door import DoorList
from pairings.documents.printing import Order, head
from pairings.queries.rounds.meeting import MeetingSeat, seats
from pairings.words.print_words import names_text, pages_text
from tournaments.models import Tournament
from tournaments.queries import roster_rows
from tournaments.wording import age_division_label


class MeetingSeats(Sheet):
    """30 names to a column, two columns to a page; the last page has columns of equal length."""

    what = _("Player meeting")
    rows_on_page = 30
    grid_columns = (
        Column(_("Name"), 0.78, size=13, least=9),
        Column(_("Table"), 0.22, size=16, font=DISPLAY, align="center"),
    )

    def __init__(self, head: SheetHead, seats: Sequence[MeetingSeat], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.seats = seats
        self.columns = 1 if len(seats) <= self.rows_on_page else 2

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        empty = _("No players yet.")
        grid = Grid(self.grid_columns, [self.line(seat) for seat in self.seats], row=height, empty=empty)
        return in_columns(grid, self.column, self.body[3], self.columns)

    def line(self, seat: MeetingSeat) -> Row:
        return paper_words.name_cell(seat.person, sort=True), Cell(str(seat.table))


@document(
    "meeting",
    title=_("Player meeting"),
    help=_("For the wall before round 1: a seat for everyone, in alphabetical order."),
    of="event",
    power="",
    place=110,
    amount=lambda figures: Amount(names_text(figures.seats), figures.seats > 0),
    quick=True,
    look="two",
)
def meeting(order: Order, event: Tournament) -> Sheet:
    page = head(order, event, page="pairings:meeting")
    return MeetingSeats(page, seats(event, public=order.public), paper=order.paper)


@document(
    "door",
    title=_("Attendance list"),
    help=_("All players, with a checkbox. Staff only: it shows Player IDs."),
    of="event",
    place=120,
    amount=lambda figures: Amount(
        pages_text(ceil(figures.players / DoorList.rows_on_page)), figures.players > 0
    ),
    quick=True,
)
def door(order: Order, event: Tournament) -> Sheet:
    entries = [replace(row, age_division=age_division_label(row.age_division)) for row in roster_rows(event)]
    return DoorList(head(order, event), entries, paper=order.paper)
