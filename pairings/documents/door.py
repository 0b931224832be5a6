"""The door list: all entries by last name, with a box to tick."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.grid import Cell, Column, Grid, Row
from core.documents.sheet import Paper, Sheet
from core.engine.alphabet import sort_key
from core.engine.heads import SheetHead
from tournaments.engine.rows import RosterRow


class DoorList(Sheet):
    """The door list, 34 names per page. For staff: it shows Player IDs."""

    what = _("Attendance list")
    rows_on_page = 34
    grid_columns = (
        Column("", 0.05),
        Column(_("Name"), 0.48, size=12, least=9),
        Column(_("Age division"), 0.15, size=10),
        Column(_("Player ID"), 0.15, size=10),
        Column(_("Note"), 0.17, size=9),
    )

    def __init__(self, head: SheetHead, rows: Sequence[RosterRow], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.rows = sorted(rows, key=lambda row: (*sort_key(row.sort_name), row.entry_id))

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        empty = _("No players yet.")
        yield Grid(self.grid_columns, [self.line(row) for row in self.rows], row=height, empty=empty)

    def line(self, row: RosterRow) -> Row:
        name = Cell(row.sort_name, struck=row.dropped)
        return Cell(ticked=row.checked_in), name, row.age_division, row.player_id, row.note
