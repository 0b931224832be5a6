"""The printed run sheet of a draft: announcements with their times, seats, openings and picks."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from reportlab.platypus import Flowable, PageBreak

from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY
from core.documents.grid import Column, Grid, GridCell
from core.documents.sheet import Paper, Sheet, Text
from core.engine.sheet_heads import SheetHead
from decks.words.limited_words import subtype_name
from drafts.engine.draft_plan import DraftPlan, PlannedTable
from drafts.engine.pods import TRIO
from drafts.engine.procedures.booster import LEFT, RIGHT, seat_receiving_pack
from drafts.queries.plan_rows import TimeRow, cards_per_seat, numbered_pod_sizes, opening_rows, pods_of_table
from drafts.words import draft_words as words
from drafts.words import odd_words

ROW = 20.0
ANNOUNCED_ROW, OPENING_ROW = 23.0, 17.0
"""Row heights in points: the default, of announcements, and of openings."""

GAP = 14.0
"""Space above a heading, in points."""

ANNOUNCED_SIZE = 9.5
"""Text size of announcements, the same in each row."""

POD, MAX_PODS, MAX_PAIRS = 0.038, 8, 16
"""Width of a column of boxes as a share of the sheet, and maximum numbers of columns for pods and pairs."""

OPENING_SHARES = {
    "booster": (0.08, 0.30, 0.07),
    "rochester": (0.10, 0.13, 0.07),
    "solomon": (0.09, 0.15, 0.06),
}
"""Width shares of the columns for number, opener or direction, and cards. The pick order fills the remaining width."""


HEADING_HEIGHT = 22.0
"""Height of a heading, in points."""


class RunSheetHeading(Flowable):
    """A heading that stays on the page of the rows below it, with a hint beside it."""

    def __init__(self, text: Text, beside: Text = "") -> None:
        super().__init__()
        self.keepWithNext = True
        self.spaceBefore = GAP
        self.text, self.beside = text, beside

    def wrap(self, available_width: float, _available_height: float) -> tuple[float, float]:
        self.width, self.height = available_width, HEADING_HEIGHT
        return self.width, self.height

    def draw(self) -> None:
        text_width = draw_text(self.canv, 0, 7, str(self.text), font=DISPLAY, size=13)
        hint_width = self.width - text_width - 12
        draw_text(
            self.canv,
            self.width,
            7,
            str(self.beside),
            size=9,
            max_width=hint_width,
            min_size=8,
            align="right",
        )


class RunSheet(Sheet):
    """A run sheet: announcements, times and packs on the first page, then each size of pod with room for names."""

    what = gettext_lazy("Run sheet")

    def __init__(
        self,
        head: SheetHead,
        plan: DraftPlan,
        times: list[TimeRow],
        *,
        about: list[str],
        title: str = "",
        paper: Paper = "a4",
        names: Sequence[Sequence[str]] = (),
        announced_at: Mapping[str, str] | None = None,
        odd: tuple[str, Sequence[tuple[str, str]]] | None = None,
    ) -> None:
        """Build the sheet.

        `about`: lines at the top. `names`: players' names by pod and seat, once seats are assigned.
        `announced_at`: when notices were announced, by notice code. `odd`: the heading about the player without a
        pair, and when to do what for them. `title`: the name of the draft, by default
        its format. Without `times`, the parts of the day are omitted.
        """
        super().__init__(head, paper=paper)
        self.title_of_draft = title or subtype_name(plan.setup.subtype)
        self.plan, self.times, self.about = plan, times, about
        self.names, self.announced_at, self.odd = names, announced_at or {}, odd

    def subject(self) -> str:
        """Return the title of the draft with its division and round."""
        parts = (self.title_of_draft, self.head.group, self.head.part)
        return " · ".join(dict.fromkeys(part for part in parts if part))

    def name(self, pod: int, seat: int) -> str:
        """Return the name at a seat, or "" if it is to be filled in; pods and seats are counted from 1."""
        seats = self.names[pod - 1] if pod <= len(self.names) else ()
        return seats[seat - 1] if seat <= len(seats) else ""

    def story(self) -> Iterator[Flowable]:
        for line in self.about:
            yield RunSheetHeading("", line)
        yield from self.announcements()
        if self.times:
            yield from self.day()
        for table in self.plan.tables:
            yield from self.procedure(table)
        if self.plan.setup.subtype != "sealed":
            yield PageBreak()
            yield from self.pairs() if self.plan.setup.subtype == "solomon" else self.pods()
        if self.odd:
            yield from self.odd_player(*self.odd)

    def announcements(self) -> Iterator[Flowable]:
        columns = (
            Column("", 0.04),
            Column(_("When"), 0.16, font=BOLD, size=9),
            Column(_("Announce"), 0.60, size=ANNOUNCED_SIZE, min_size=ANNOUNCED_SIZE),
            Column(_("Rule"), 0.08, size=8),
            Column(_("Announced at"), 0.12),
        )
        rows = [
            (
                GridCell(ticked=False),
                words.notice_due_text(notice, self.plan.setup),
                words.notice_text(notice, self.plan.setup),
                notice.rule,
                self.announced_at.get(notice.code, ""),
            )
            for notice in self.plan.notices
        ]
        yield RunSheetHeading(_("Announcements"))
        yield Grid(columns, rows, row=ANNOUNCED_ROW)

    def day(self) -> Iterator[Flowable]:
        """Yield the planned times of the parts of the day, with columns for the actual ones."""
        columns = (
            Column(_("Part of the day"), 0.34, font=BOLD),
            Column(_("Planned"), 0.24),
            Column(_("Minutes"), 0.12, align="right"),
            Column(_("Actual start"), 0.15),
            Column(_("Actual end"), 0.15),
        )
        rows = [
            (
                str(words.STEPS[row.code]),
                f"{row.starts:%H:%M}–{row.ends:%H:%M}" if row.ends else f"{row.starts:%H:%M}",
                str(row.minutes) if row.minutes else "",
                "",
                "",
            )
            for row in self.times
        ]
        yield RunSheetHeading(
            _("Times"), _("The 30 minutes for deck building are a rule; the other times are estimates.")
        )
        yield Grid(columns, rows, row=ROW)

    def procedure(self, table: PlannedTable) -> Iterator[Flowable]:
        """Yield the openings with their picks, each with a checkbox for every pod."""
        if not table.openings:
            return
        subtype = self.plan.setup.subtype
        in_pairs = subtype == "solomon"
        if table.size == TRIO and in_pairs:
            hint = _("%(cards)s cards per player.")
        elif in_pairs:
            hint = _("%(cards)s cards per player. One box per pair.")
        else:
            hint = _("%(cards)s cards per player. One box per pod.")
        rows = opening_rows(table, stacked=in_pairs)
        texts = [(str(row.number), row.way or row.opens, str(row.cards), row.order) for row in rows]
        number_title, opener_title, order_title = {
            "booster": (_("Pack"), _("Passed"), _("Pick order for the pack opened by seat 1")),
            "rochester": (_("Opening"), _("Opens"), _("Pick order, two packs face up")),
            "solomon": (pgettext("four cards", "Group"), _("Turned over by"), _("Pick order")),
        }[subtype]
        shares = OPENING_SHARES[subtype]
        # If the boxes do not fit side by side, distribute them evenly over several grids.
        pods, most_columns = pods_of_table(self.plan, table), MAX_PAIRS if in_pairs else MAX_PODS
        pods_per_grid = ceil(len(pods) / ceil(len(pods) / most_columns))
        for numbers in (pods[start : start + pods_per_grid] for start in range(0, len(pods), pods_per_grid)):
            boxes = [GridCell(ticked=False)] * len(numbers)
            name = words.draft_tables_text(subtype, len(numbers), table.size)
            yield RunSheetHeading(name, hint % {"cards": cards_per_seat(table)})
            columns = (
                Column(number_title, shares[0], font=BOLD),
                Column(opener_title, shares[1]),
                Column(_("Cards"), shares[2], align="right"),
                Column(order_title, 1 - sum(shares) - POD * len(numbers), min_size=7),
                *(Column(str(pod), POD) for pod in numbers),
            )
            yield Grid(columns, [(*line, *boxes) for line in texts], row=OPENING_ROW)

    def pods(self) -> Iterator[Flowable]:
        """Yield a row for each seat with room for a name and, in Booster, the seats it passes packs to."""
        shows_passing = self.plan.setup.subtype == "booster"
        columns = (
            Column(_("Seat"), 0.10, font=DISPLAY, size=14, align="center"),
            Column(_("Name"), 0.46),
            Column(_("Passes left to") if shows_passing else "", 0.16, align="center"),
            Column(_("Passes right to") if shows_passing else "", 0.16, align="center"),
            Column(_("Pool"), 0.12),
        )
        for number, size in numbered_pod_sizes(self.plan):
            rows = [
                (
                    str(seat),
                    self.name(number, seat),
                    str(seat_receiving_pack(seat, size, LEFT)) if shows_passing else "",
                    str(seat_receiving_pack(seat, size, RIGHT)) if shows_passing else "",
                    GridCell(ticked=False),
                )
                for seat in range(1, size + 1)
            ]
            yield RunSheetHeading(_("Pod %(number)d") % {"number": number}, _("Seats go clockwise."))
            yield Grid(columns, rows, row=ROW)

    def pairs(self) -> Iterator[Flowable]:
        """Yield a row for each pair; if the names are known, only the winner of the coin flip is left to fill in."""
        winner_heading = _("Player 1 (won the coin flip)")
        seats = max(size for _pair, size in numbered_pod_sizes(self.plan))
        number_column = Column(_("Pair"), 0.10, font=DISPLAY, size=14, align="center")
        if self.names:
            share = 0.90 / (seats + 1)
            columns: tuple[Column, ...] = (
                number_column,
                *(Column(_("Name"), share) for _seat in range(seats)),
                Column(winner_heading, share),
            )
            rows: list[tuple[str, ...]] = [
                (str(pair), *(self.name(pair, seat) for seat in range(1, seats + 1)), "")
                for pair, _size in numbered_pod_sizes(self.plan)
            ]
        else:
            columns = (number_column, Column(winner_heading, 0.45), Column(_("Player 2"), 0.45))
            rows = [(str(pair), "", "") for pair, _size in numbered_pod_sizes(self.plan)]
        yield RunSheetHeading(_("Pairs"), _("Assigned at random, face to face."))
        yield Grid(columns, rows, row=ROW)
        for pair, size in numbered_pod_sizes(self.plan):
            if size == TRIO:
                yield from self.group_of_three(pair)

    def group_of_three(self, pair: int) -> Iterator[Flowable]:
        """Yield how a group of three drafts, each step with a checkbox."""
        rows = [(GridCell(ticked=False), when, text) for when, text in odd_words.group_rows()]
        title = _("Group of three: pair %(pair)d") % {"pair": pair}
        yield from self.steps_by_hand(title, rows)

    def odd_player(self, title: str, rows: Sequence[tuple[str, str]]) -> Iterator[Flowable]:
        """Yield what to do with the player without a pair, each with a checkbox."""
        yield from self.steps_by_hand(title, [(GridCell(ticked=False), when, text) for when, text in rows])

    def steps_by_hand(self, title: str, rows: Sequence[tuple[GridCell, str, str]]) -> Iterator[Flowable]:
        """Yield steps that the rules do not describe, with their times."""
        columns = (
            Column("", 0.04),
            Column(_("When"), 0.28, font=BOLD, size=9),
            Column(_("What to do"), 0.68),
        )
        yield RunSheetHeading(
            title, _("The rules do not describe an odd number of players: the head judge decided.")
        )
        yield Grid(columns, rows, row=ANNOUNCED_ROW)
