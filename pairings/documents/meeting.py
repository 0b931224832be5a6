"""Sheets used before round 1: player meeting seats by name for the wall, and the attendance list for the door."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, Sheet
from core.documents.wall_rows import WallLine
from core.documents.wall_sheet import WallBoard, WallSheet, count_wall_pages, wall_row_heights
from core.engine.sheet_heads import SheetHead
from pairings.documents.printing import PrintOrder, event_head
from pairings.queries.print.print_figures import PrintFigures
from pairings.queries.rounds.meeting import MeetingSeat, assign_meeting_seats
from pairings.words.print_words import amount_text, number_of_names_text
from tournaments.models import Tournament

WIDEST_TABLE = "000"
"""Table that stands for those of an estimate of pages."""


class MeetingSeats(WallSheet):
    """Player meeting seats by name, for the wall."""

    what = _("Player meeting")
    empty = _("No players yet.")

    def __init__(self, head: SheetHead, seats: Sequence[MeetingSeat], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.seats = seats

    def boards(self) -> list[WallBoard]:
        return [WallBoard("", [self.entry(seat) for seat in self.seats])]

    def entry(self, seat: MeetingSeat) -> WallLine:
        return WallLine(seat.person.sort_name, str(seat.table), struck=seat.person.dropped)


def _count_pages(figures: PrintFigures) -> int:
    seats = [WallLine(name, WIDEST_TABLE) for name in figures.seat_names]
    heights = wall_row_heights(seats, figures.paper, has_lines_below=False)
    return count_wall_pages(heights, "", figures.paper)


def _amount(figures: PrintFigures) -> Amount:
    pages = _count_pages(figures)
    return Amount(amount_text(number_of_names_text(figures.seats), pages), figures.seats > 0, pages)


@declare_document(
    "meeting",
    title=_("Player meeting"),
    help=_("For the wall before round 1: a seat for everyone, in alphabetical order."),
    of="event",
    power="",
    place=110,
    amount=_amount,
    quick=True,
    look="two",
    pages=_count_pages,
)
def meeting_seats(order: PrintOrder, event: Tournament) -> Sheet:
    sheet_head = event_head(order, event, page="pairings:meeting")
    return MeetingSeats(sheet_head, assign_meeting_seats(event, public=order.public), paper=order.paper)
