"""Open tables on paper: what is over time first, then the rest, empty seats, and who has not checked in."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import CondPageBreak, Flowable, Paragraph, Spacer

from core.documents.fonts import BOLD, DISPLAY, TEXT, glyphs
from core.documents.grid import Cell, Column, Grid, Row
from core.documents.markup import NO_BREAK, plain
from core.documents.sheet import Paper, Sheet, Text
from core.engine.heads import SheetHead
from floor.engine.table import Loss
from floor.queries.open_tables import EmptySeat, OpenTables, TableRow, open_tables
from pairings.documents import printing
from pairings.documents.printing import Order
from tournaments.models import Tournament
from tournaments.templatetags.stadium import STATES

TOPIC = ParagraphStyle("topic", fontName=DISPLAY, fontSize=14, leading=18, spaceBefore=10, spaceAfter=2)
ROW = 21.0


class OpenTableSheet(Sheet):
    """For whoever walks the hall: each part has its heading on each page, each table has room for a note."""

    what = _("Open tables")
    of_tables = (
        Column(_("Table"), 0.09, size=14, font=DISPLAY, align="center"),
        Column(_("Player 1"), 0.24, size=11, least=9),
        Column(_("Player 2"), 0.24, size=11, least=9),
        Column(_("State"), 0.19, size=10, font=BOLD, least=9),
        Column(_("Ends at"), 0.10, size=10, align="center"),
        Column(_("Note"), 0.14, size=10),
    )
    of_seats = (
        Column(_("Table"), 0.09, size=14, font=DISPLAY, align="center"),
        Column(_("Empty seat"), 0.37, size=11, least=9),
        Column(_("Empty since"), 0.15, size=10, align="center"),
        Column(_("Game Loss from"), 0.19, size=10, align="center"),
        Column(_("Match Loss from"), 0.20, size=10, align="center"),
    )
    of_absent = (Column("", 0.05), Column(_("Name"), 0.45, size=11, least=9), Column(_("Note"), 0.5, size=10))

    def __init__(self, head: SheetHead, found: OpenTables, zone: ZoneInfo, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.found, self.zone = found, zone

    def story(self) -> Iterator[Flowable]:
        for font in (TEXT, BOLD, DISPLAY):
            glyphs(font)
        late = [self.table(row) for row in self.found.tables if row.late]
        others = [self.table(row) for row in self.found.tables if not row.late]
        absent = [(Cell(ticked=False), name, "") for name in self.found.absent]
        yield from self.part(_("Over time, no result"), self.of_tables, late)
        yield from self.part(_("Still playing, time left"), self.of_tables, others)
        yield from self.part(_("Empty seats"), self.of_seats, [self.seat(one) for one in self.found.seats])
        yield from self.part(pgettext_lazy("attendance", "Not checked in"), self.of_absent, absent)
        if not (late or others or self.found.seats or absent):
            yield Paragraph(plain(str(_("No table is open, and everyone is checked in."))), TOPIC)

    def part(self, title: Text, columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[Flowable]:
        if not rows:
            return
        yield CondPageBreak(4 * ROW)
        yield Grid(columns, rows, row=ROW, title=f"{title} ({len(rows)})")
        yield Spacer(0, 14)

    def table(self, row: TableRow) -> Row:
        one = row.table
        state = str(STATES[one.state][1])
        if one.extra:
            extra = str(_("+%(n)d min") % {"n": one.extra})
            state = f"{state} {extra.replace(' ', NO_BREAK)}"
        return str(one.table), one.left, one.right, state, self.clock(row.ends), ""

    def seat(self, one: EmptySeat) -> Row:
        due = {each.loss: self.clock(each.at) for each in one.due}
        table = "–" if one.table is None else str(one.table)
        return (
            table,
            one.name,
            self.clock(one.since),
            due.get(Loss.GAME, "–"),
            due.get(Loss.MATCH, "–"),
        )

    def clock(self, at: datetime | None) -> str:
        return date_format(at.astimezone(self.zone), "H:i") if at else "–"


def sheets(order: Order, event: Tournament) -> list[Sheet]:
    """The open tables of the round of an order, as the Print centre binds them."""
    found = open_tables(event, timezone.now(), round_=order.round)
    head = printing.round_head(order, event, "floor:floor")
    return [OpenTableSheet(head, found, ZoneInfo(event.timezone), paper=order.paper)]
