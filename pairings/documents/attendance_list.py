"""The attendance list for the door: all entries by last name, with a box to tick."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.grid import Column, Grid, GridCell, Row
from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, Sheet
from core.engine.alphabet import name_sort_key
from core.engine.sheet_heads import SheetHead
from pairings.documents.printing import PrintOrder, event_head
from pairings.words.print_words import pages_text
from tournaments.engine.roster_rows import AttendanceListRow
from tournaments.labels import age_division_label
from tournaments.models import Tournament
from tournaments.queries import attendance_list_rows
from tournaments.words.entrants import players_or_teams_text


class AttendanceListSheet(Sheet):
    """Attendance list with 34 names per page. For staff only, as it shows Player IDs."""

    what = _("Attendance list")
    rows_on_page = 34
    grid_columns = (
        Column("", 0.05),
        Column(_("Name"), 0.48, size=12, min_size=9),
        Column(_("Age division"), 0.15, size=10),
        Column(_("Player ID"), 0.15, size=10),
        Column(_("Note"), 0.17, size=9),
    )

    def __init__(self, head: SheetHead, rows: Sequence[AttendanceListRow], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.rows = sorted(rows, key=lambda row: (*name_sort_key(row.sort_name), row.entry_id))

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        empty = _("No players yet.")
        yield Grid(self.grid_columns, [self.grid_row(row) for row in self.rows], row=height, empty=empty)

    def grid_row(self, row: AttendanceListRow) -> Row:
        name = GridCell(row.sort_name, struck=row.dropped)
        return GridCell(ticked=row.checked_in), name, row.age_division, row.player_id, row.note


@declare_document(
    "door",
    title=_("Attendance list"),
    help=players_or_teams_text(
        _("All players, with a checkbox. Staff only: it shows Player IDs."),
        _("All teams, with a checkbox. Staff only: it shows Player IDs."),
    ),
    of="event",
    place=120,
    amount=lambda figures: Amount(
        pages_text(ceil(figures.players / AttendanceListSheet.rows_on_page)), figures.players > 0
    ),
    quick=True,
)
def attendance_list_sheet(order: PrintOrder, event: Tournament) -> Sheet:
    """Build the attendance list of the event for the door."""
    entries = [
        replace(row, age_division=age_division_label(row.age_division)) for row in attendance_list_rows(event)
    ]
    return AttendanceListSheet(event_head(order, event), entries, paper=order.paper)
