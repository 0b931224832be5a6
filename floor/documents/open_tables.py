"""The sheet of open tables: tables over time first, then other tables, empty seats, and players not checked in."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import CondPageBreak, Flowable, Paragraph, Spacer

from core.documents.fonts import BOLD, DISPLAY, TEXT, code_points_in_font
from core.documents.grid import Column, Grid, GridCell, Row
from core.documents.markup import NO_BREAK, escape_markup
from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, Sheet, Text
from core.engine.sheet_heads import SheetHead
from core.templatetags.icons import STATES
from floor.engine.table import Loss
from floor.queries.open_tables import EmptySeat, OpenTables, TableRow, open_tables
from pairings.documents import printing
from pairings.documents.printing import HALL, PrintOrder
from pairings.models import StoredPrint
from pairings.words import round_names
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_title, players_or_teams_text

TOPIC = ParagraphStyle("topic", fontName=DISPLAY, fontSize=14, leading=18, spaceBefore=10, spaceAfter=2)
ROW = 21.0


class OpenTableSheet(Sheet):
    """A sheet for judges who walk through the hall, with room for a note at each table."""

    what = _("Open tables")
    of_tables = (
        Column(_("Table"), 0.09, size=14, font=DISPLAY, align="center"),
        Column(_("Player 1"), 0.24, size=11, min_size=9),
        Column(_("Player 2"), 0.24, size=11, min_size=9),
        Column(_("State"), 0.19, size=10, font=BOLD, min_size=9),
        Column(_("Ends at"), 0.10, size=10, align="center"),
        Column(_("Note"), 0.14, size=10),
    )
    of_seats = (
        Column(_("Table"), 0.09, size=14, font=DISPLAY, align="center"),
        Column(_("Empty seat"), 0.37, size=11, min_size=9),
        Column(_("Empty since"), 0.15, size=10, align="center"),
        Column(_("Game Loss from"), 0.19, size=10, align="center"),
        Column(_("Match Loss from"), 0.20, size=10, align="center"),
    )
    of_absent = (
        Column("", 0.05),
        Column(_("Name"), 0.45, size=11, min_size=9),
        Column(_("Note"), 0.5, size=10),
    )

    def __init__(self, head: SheetHead, tables: OpenTables, zone: ZoneInfo, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.tables, self.zone = tables, zone

    def story(self) -> Iterator[Flowable]:
        for font in (TEXT, BOLD, DISPLAY):
            # Registers the font on first use, before a paragraph needs it.
            code_points_in_font(font)
        late = [self.table(row) for row in self.tables.tables if row.late]
        in_time = [self.table(row) for row in self.tables.tables if not row.late]
        absent = [(GridCell(ticked=False), name, "") for name in self.tables.absent]
        of_tables = [replace(column, title=entrant_title(column.title)) for column in self.of_tables]
        yield from self.part(_("Over time, no result"), of_tables, late)
        yield from self.part(_("Still playing, time left"), of_tables, in_time)
        yield from self.part(_("Empty seats"), self.of_seats, [self.seat(seat) for seat in self.tables.seats])
        yield from self.part(pgettext_lazy("attendance", "Not checked in"), self.of_absent, absent)
        if not (late or in_time or self.tables.seats or absent):
            yield Paragraph(escape_markup(str(_("No table is open, and everyone is checked in."))), TOPIC)

    def part(self, title: Text, columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[Flowable]:
        """Yield a section with a titled grid, or nothing without rows."""
        if not rows:
            return
        yield CondPageBreak(4 * ROW)
        yield Grid(columns, rows, row=ROW, title=f"{title} ({len(rows)})")
        yield Spacer(0, 14)

    def table(self, row: TableRow) -> Row:
        """Return the cells of a table; an extension is shown after its state."""
        table = row.table
        state = str(STATES[table.state][1])
        if table.extra:
            extra = str(_("+%(n)d min") % {"n": table.extra})
            state = f"{state} {extra.replace(' ', NO_BREAK)}"
        return str(table.table), table.left, table.right, state, self.clock(row.ends), ""

    def seat(self, seat: EmptySeat) -> Row:
        """Return the cells of an empty seat: table, player, time it was marked empty, and time of each loss."""
        losses = {due.loss: self.clock(due.at) for due in seat.due}
        table = "–" if seat.table is None else str(seat.table)
        return (
            table,
            seat.name,
            self.clock(seat.since),
            losses.get(Loss.GAME, "–"),
            losses.get(Loss.MATCH, "–"),
        )

    def clock(self, moment: datetime | None) -> str:
        return date_format(moment.astimezone(self.zone), "H:i") if moment else "–"


HELP = players_or_teams_text(
    _("Tables without a result, those over time first, empty seats, players not checked in"),
    _("Tables without a result, those over time first, empty seats, teams not checked in"),
)


@declare_document(
    "playing",
    title=_("Open tables"),
    help=HELP,
    of="round",
    place=70,
    amount=lambda figures: Amount(
        ngettext("%(count)d table", "%(count)d tables", figures.missing) % {"count": figures.missing},
        figures.missing > 0 and figures.posted,
    ),
    pack=(StoredPrint.Kind.PACK,),
)
def open_tables_of_round(order: PrintOrder, event: Tournament) -> Sheet:
    """Print the open tables of the order's round."""
    tables = open_tables(event, timezone.now(), round_=order.round)
    head = printing.round_head(order, event, "floor:floor")
    return OpenTableSheet(head, tables, ZoneInfo(event.timezone), paper=order.paper)


@declare_document("open-tables", title=_("Open tables"), help=HELP, of=HALL, power="view", menu=False)
def open_tables_of_hall(order: PrintOrder, event: Tournament) -> Sheet:
    """Print the open tables of all divisions, as requested on the floor page."""
    tables = open_tables(event, timezone.now())
    names = {round_names.round_name_in_sentence(round_) for round_ in tables.rounds}
    head = printing.event_head(
        order, event, page="floor:floor", round_=names.pop() if len(names) == 1 else ""
    )
    return OpenTableSheet(head, tables, ZoneInfo(event.timezone), paper=order.paper)
