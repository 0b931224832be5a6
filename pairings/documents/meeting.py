"""Seats of the player meeting on paper, by name for the wall."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.fonts import DISPLAY
from core.documents.grid import Cell, Column, Grid, Row, in_columns
from core.documents.sheet import Paper, Sheet
from core.engine.heads import SheetHead
from pairings.documents import paper_words
from pairings.queries.rounds.meeting import MeetingSeat


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
