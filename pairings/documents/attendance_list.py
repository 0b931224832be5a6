"""The attendance list for the door: all entries by last name, with a box to tick."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.grid import Column, Grid, GridCell, Row, lay_out_columns
from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, Sheet
from core.engine.alphabet import name_sort_key
from core.engine.sheet_heads import SheetHead
from pairings.documents.printing import PrintOrder, event_head
from pairings.queries.print.print_figures import PrintFigures
from pairings.words.print_words import pages_text
from tournaments.engine.roster_rows import AttendanceListRow
from tournaments.labels import age_division_label
from tournaments.models import Tournament
from tournaments.queries import attendance_list_rows
from tournaments.words.entrants import players_or_teams_text


class AttendanceListSheet(Sheet):
    """Attendance list in two columns of 32 names. For staff only, as it shows Player IDs."""

    what = _("Attendance list")
    for_staff = True
    columns = 2
    rows_on_page = 32
    grid_columns = (
        Column("", 0.08),
        Column(_("Name"), 0.47, size=11, min_size=9),
        Column(_("Age division"), 0.2, size=9, min_size=8),
        Column(_("Player ID"), 0.25, size=9, min_size=8),
    )

    def __init__(self, head: SheetHead, rows: Sequence[AttendanceListRow], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.rows = sorted(rows, key=lambda row: (*name_sort_key(row.sort_name), row.entry_id))

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        empty = _("No players yet.")
        grid = Grid(self.grid_columns, [self.grid_row(row) for row in self.rows], row=height, empty=empty)
        return lay_out_columns(grid, self.column, self.body[3], self.columns)

    def grid_row(self, row: AttendanceListRow) -> Row:
        """Return the cells of an entry, with its note below the name."""
        name = GridCell("\n".join(filter(None, (row.sort_name, row.note))), struck=row.dropped)
        return GridCell(ticked=row.checked_in), name, row.age_division, row.player_id


def _amount(figures: PrintFigures) -> Amount:
    pages = ceil(figures.players / (AttendanceListSheet.columns * AttendanceListSheet.rows_on_page))
    return Amount(pages_text(pages), figures.players > 0, pages)


@declare_document(
    "door",
    title=_("Attendance list"),
    help=players_or_teams_text(
        _("All players, with a checkbox. Staff only: it shows Player IDs."),
        _("All teams, with a checkbox. Staff only: it shows Player IDs."),
    ),
    of="event",
    place=120,
    amount=_amount,
    quick=True,
)
def attendance_list_sheet(order: PrintOrder, event: Tournament) -> Sheet:
    """Build the attendance list of the event for the door."""
    entries = [
        replace(row, age_division=age_division_label(row.age_division)) for row in attendance_list_rows(event)
    ]
    return AttendanceListSheet(event_head(order, event), entries, paper=order.paper)
