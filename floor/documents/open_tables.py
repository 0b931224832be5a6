"""The sheet of open tables: tables over time first, then other tables, empty seats, and players not checked in."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from math import ceil
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import CondPageBreak, Flowable, Spacer

from core.documents.fonts import BOLD, DISPLAY, TEXT
from core.documents.grid import Column, Grid, GridCell, Row
from core.documents.prose import Prose
from core.documents.registry import Amount, declare_document, declare_rows_on_page
from core.documents.sheet import Paper, Sheet, Text
from core.documents.text_fitting import NO_BREAK
from core.engine.sheet_heads import SheetHead
from core.templatetags.icons import STATES
from floor.engine.table import Loss
from floor.queries.open_tables import EmptySeat, OpenTables, TableRow, open_tables
from pairings.documents import printing
from pairings.documents.printing import HALL, PrintOrder
from pairings.models import StoredPrint
from pairings.queries.print.print_figures import PrintFigures
from pairings.words import round_names
from pairings.words.print_words import amount_text
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_title, players_or_teams_text

TOPIC = ParagraphStyle("topic", fontName=DISPLAY, fontSize=14, leading=18, spaceBefore=10, spaceAfter=2)
USUAL = ParagraphStyle("usual", fontName=TEXT, fontSize=11, leading=15, spaceAfter=4)
ROW, ROWS_ON_PAGE, NO_TIME = 21.0, 30, "–"
declare_rows_on_page("open-tables", ROWS_ON_PAGE)


class OpenTableSheet(Sheet):
    """A sheet for judges who walk through the hall, with room for a note at each table."""

    what = _("Open tables")
    for_staff = True
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
        Column(_("Game Loss after"), 0.19, size=10, align="center"),
        Column(_("Match Loss after"), 0.20, size=10, align="center"),
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
        late = [row for row in self.tables.tables if row.late]
        in_time = [row for row in self.tables.tables if not row.late]
        absent = [(GridCell(ticked=False), name, "") for name in self.tables.absent]
        of_tables = [replace(column, title=entrant_title(column.title)) for column in self.of_tables]
        yield from self.part_of_tables(_("Over time, no result"), of_tables, late)
        yield from self.part_of_tables(_("Still playing, time left"), of_tables, in_time)
        yield from self.part(_("Empty seats"), self.of_seats, [self.seat(seat) for seat in self.tables.seats])
        yield from self.part(pgettext_lazy("attendance", "Not checked in"), self.of_absent, absent)
        if not (late or in_time or self.tables.seats or absent):
            yield Prose(_("No table is open, and everyone is checked in."), TOPIC)

    def part(self, title: Text, columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[Flowable]:
        """Yield a section with a titled grid, or nothing without rows."""
        if not rows:
            return
        yield CondPageBreak(4 * ROW)
        yield Grid(columns, rows, row=ROW, title=f"{title} ({len(rows)})")
        yield Spacer(0, 14)

    def part_of_tables(
        self, title: Text, columns: Sequence[Column], tables: Sequence[TableRow]
    ) -> Iterator[Flowable]:
        """Yield a section of tables. State and end that most tables share are in its first line, not in their rows."""
        shared = Counter((self.state(row), self.clock(row.ends)) for row in tables).most_common(1)
        usual, count = shared[0] if shared else (("", ""), 0)
        is_usual = count > 1 and 2 * count > len(tables)
        rows: list[Row] = []
        for row in tables:
            state, ends = self.state(row), self.clock(row.ends)
            if is_usual and (state, ends) == usual:
                state, ends = "", ""
            rows.append((str(row.table.table), row.table.left, row.table.right, state, ends, ""))
        if not is_usual:
            yield from self.part(title, columns, rows)
            return
        state, ends = usual
        text = _("Where no state is noted: %(state)s") % {"state": state}
        if ends != NO_TIME:
            text = _("Where no state is noted: %(state)s, ends at %(at)s") % {"state": state, "at": ends}
        yield CondPageBreak(5 * ROW)
        yield Prose(f"{title} ({len(rows)})", TOPIC)
        yield Prose(text, USUAL)
        yield Grid(columns, rows, row=ROW)
        yield Spacer(0, 14)

    def state(self, row: TableRow) -> str:
        """Return the state of a table, with its time extension."""
        state = str(STATES[row.table.state][1])
        if not row.table.extra:
            return state
        extra = str(_("+%(n)d min") % {"n": row.table.extra})
        return f"{state} {extra.replace(' ', NO_BREAK)}"

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
        return date_format(moment.astimezone(self.zone), "H:i") if moment else NO_TIME


HELP = players_or_teams_text(
    _("Tables without a result, those over time first, empty seats, players not checked in"),
    _("Tables without a result, those over time first, empty seats, teams not checked in"),
)


def _amount(figures: PrintFigures) -> Amount:
    """Return the number of open tables. Packs leave out the sheet while all tables are open.

    The titles of a section take the place of a row.
    """
    missing = figures.missing
    tables = ngettext("%(count)d table", "%(count)d tables", missing) % {"count": missing}
    pages = sum(ceil((counts.missing + 1) / ROWS_ON_PAGE) for counts in figures.matches_by_round.values())
    return Amount(
        amount_text(tables, pages),
        missing > 0 and figures.posted,
        pages,
        in_pack=missing < figures.matches,
    )


@declare_document(
    "playing",
    title=_("Open tables"),
    help=HELP,
    of="round",
    place=70,
    amount=_amount,
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
