"""Sheets of the crash pack, which lets staff continue an event by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, KeepTogether, PageBreak

from core.documents.bidi import isolate_name
from core.documents.fonts import BOLD, DISPLAY, TEXT
from core.documents.grid import SLACK, Column, Grid, GridCell, Row, lay_out_columns
from core.documents.prose import Prose
from core.documents.sheet import Paper, Sheet, Text
from core.engine.alphabet import name_sort_key
from core.engine.sheet_heads import SheetHead
from core.text_parts import text_labeled_with_part
from pairings.documents import paper_words
from pairings.documents.crash.round_guides import Guide
from pairings.documents.slip_parts.lines import SHORT_BLANK
from pairings.engine.display_rows import EntryPerson
from pairings.engine.player_records import PlayerRecord

TITLE = ParagraphStyle(
    "title", fontName=DISPLAY, fontSize=14, leading=17, spaceBefore=12, spaceAfter=3, keepWithNext=1
)
LINE = ParagraphStyle("line", fontName=TEXT, fontSize=10.5, leading=14.5, leftIndent=12, bulletIndent=0)
STEP = ParagraphStyle("step", parent=LINE, leftIndent=20)
LEGEND = ParagraphStyle("legend", parent=LINE, leftIndent=0, spaceAfter=4)
LEGEND_HEIGHT = 20.0
"""Height of one line above a grid, in points."""
NAME_BLANK = 6 * SHORT_BLANK
"""Blank line for a handwritten name."""
BLANK_LINE_GAP = " · "
"""Space between two blank lines for names."""
STEPS_TOGETHER = 3
"""Number of lines that stay on one page at each end of a guide: its title with the first steps, and its last steps."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the status sheet, such as "Clock: 12:40 left at 14:02"."""

    name: Text
    value: Text


class StatusSheet(Sheet):
    """Status of the event at the time of printing, and guides to continue."""

    what = _("Continue by hand")
    for_staff = True

    def __init__(
        self,
        head: SheetHead,
        sections: Sequence[tuple[Text, Sequence[Fact]]],
        *,
        guides: Sequence[Guide],
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.sections, self.guides = sections, guides

    def story(self) -> Iterator[Flowable]:
        for title, facts in self.sections:
            lines = []
            for fact in facts:
                text = (
                    text_labeled_with_part(isolate_name(str(fact.name)), fact.value)
                    if fact.name
                    else str(fact.value)
                )
                lines.append(Prose(text, LINE, bullet="•"))
            yield KeepTogether([Prose(title, TITLE), *lines[:3]])
            yield from lines[3:]
        for title, steps in self.guides:
            guide: list[Flowable] = [Prose(title, TITLE)]
            for number, line in enumerate(steps, start=1):
                guide.append(Prose(line, STEP, bullet=f"{number}."))
            start_of_end = max(STEPS_TOGETHER, len(guide) - STEPS_TOGETHER)
            yield KeepTogether(guide[:STEPS_TOGETHER])
            yield from guide[STEPS_TOGETHER:start_of_end]
            yield KeepTogether(guide[start_of_end:])


MARKS: Text = _("R1: round 1. 12+ is a win against number 12, 12– a loss, 12= a tie.")


class RecordsSheet(Sheet):
    """Each player's record: numbered by place, with the opponent's number and the result of each round.

    "12+" is a win against number 12, "12–" a loss, "12=" a tie, "bye" a bye, "·" a round without the player.
    `rounds`: the rounds paired so far. `to_come`: the rounds to fill in by hand.
    """

    what = _("Player records")
    for_staff = True
    landscape = True
    rows_on_page = 22

    def __init__(
        self,
        head: SheetHead,
        players: Sequence[PlayerRecord],
        rounds: Sequence[int],
        *,
        to_come: Sequence[int] = (),
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.players, self.rounds, self.to_come = players, rounds, to_come

    def story(self) -> Iterator[Flowable]:
        numbers = [*self.rounds, *self.to_come]
        share = 0.60 / max(len(numbers), 1)
        columns = (
            Column(_("No."), 0.05, size=11, font=DISPLAY, align="center"),
            Column(_("Player"), 0.25, size=11, min_size=8),
            Column(_("Points"), 0.06, size=11, font=BOLD, align="center"),
            Column(_("Record (W-L-T)"), 0.08, size=10, align="center"),
            *(
                Column(
                    pgettext_lazy("round", "R%(number)d") % {"number": number},
                    min(share, 0.09),
                    size=10,
                    min_size=8,
                    align="center",
                )
                for number in numbers
            ),
        )
        yield Prose(MARKS, LEGEND)
        yield Grid(columns, [self.grid_row(player) for player in self.players], row=self.row_height)

    @property
    def row_height(self) -> float:
        return (self.body[3] - LEGEND_HEIGHT) / (self.rows_on_page + 1)

    def count_pages(self, players: int) -> int:
        """Return the number of pages for this many players; only the first page has the legend."""
        rows_on_later_page = int((self.body[3] + SLACK) / self.row_height) - 1
        return 1 + max(0, ceil((players - self.rows_on_page) / rows_on_later_page))

    def grid_row(self, player: PlayerRecord) -> Row:
        record = f"{player.wins}-{player.losses}-{player.ties}"
        name = GridCell(player.person.name, struck=player.person.dropped)
        marks = (*map(self.mark, player.marks), *("" for _round in self.to_come))
        return (str(player.number), name, str(player.person.points), record, *marks)

    def mark(self, mark: str) -> Text:
        return _("bye") if mark == "bye" else mark


AGE_DIVISION: Text = pgettext_lazy("age", "Division")


class PlayersByName(Sheet):
    """All players by name with their number in “Record of each player”.

    Player IDs are left out, so the sheet may lie in the hall.
    """

    what = _("Players by name")
    for_staff = True
    columns = 2
    rows_on_page = 40

    def __init__(
        self,
        head: SheetHead,
        players: Sequence[tuple[EntryPerson, int, str]],
        *,
        division_heading: Text = AGE_DIVISION,
        paper: Paper = "a4",
    ) -> None:
        """Create the sheet with `division_heading` as the title of the last column.

        That column shows each player's age division or division.
        """
        super().__init__(head, paper=paper)
        self.grid_columns = (
            Column(_("Name"), 0.62, size=10.5, min_size=8),
            Column(_("No."), 0.14, size=11, font=DISPLAY, align="center"),
            Column(division_heading, 0.24, size=8.5, min_size=8),
        )
        self.players = sorted(players, key=lambda player: name_sort_key(player[0].sort_name))

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        lines = [
            (paper_words.name_cell(person, sort=True), str(number), division)
            for person, number, division in self.players
        ]
        grid = Grid(self.grid_columns, lines, row=height, empty=_("No players yet."))
        return lay_out_columns(grid, self.column, self.body[3], self.columns)


class NextRoundSheet(Sheet):
    """Blank lines for the pairs of the next round, with the available tables."""

    what = _("Next round by hand")
    for_staff = True
    rows_on_page = 25
    grid_columns = (
        Column(_("Table"), 0.10, size=14, font=DISPLAY, align="center"),
        Column(_("No."), 0.08, align="center"),
        Column(_("Player"), 0.31),
        Column(_("Result"), 0.12, align="center"),
        Column(_("No."), 0.08, align="center"),
        Column(_("Player"), 0.31),
    )

    def __init__(self, head: SheetHead, tables: Sequence[int], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.tables = tables

    def story(self) -> Iterator[Flowable]:
        height = (self.body[3] - LEGEND_HEIGHT) / (self.rows_on_page + 1)
        # Fill the last page, with at least one spare line.
        spare_lines = [""] * (
            ceil((len(self.tables) + 1) / self.rows_on_page) * self.rows_on_page - len(self.tables)
        )
        lines = [(str(table), "", "", "–", "", "") for table in [*self.tables, *spare_lines]]
        legend = (
            text_labeled_with_part(_("Round"), SHORT_BLANK)
            + BLANK_LINE_GAP
            + text_labeled_with_part(_("Bye"), NAME_BLANK)
        )
        for first in range(0, len(lines), self.rows_on_page):
            if first:
                yield PageBreak()
            yield Prose(legend, LEGEND)
            yield Grid(self.grid_columns, lines[first : first + self.rows_on_page], row=height)
