"""Standings on paper, 34 places to a page."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from reportlab.platypus import Flowable

from core.documents.fonts import BOLD, DISPLAY
from core.documents.grid import Column, Divider, Grid, Row
from core.documents.sheet import Paper, Sheet, Text
from core.engine.heads import SheetHead
from pairings.documents import paper_words
from pairings.engine.rows import Person, StandingRow
from pairings.words import tie_break_words

TIE_BREAK_COLUMNS = tuple(
    Column(heading, 0.32 / len(tie_break_words.HEADINGS), size=11, align="right")
    for heading in tie_break_words.HEADINGS
)


class Standings(Sheet):
    """Places in the order given; who left the event is struck through. Teams have their players beside the name.

    `cut`: after which row the cut ends, counted from 1, and the words of its line.
    """

    what = _("Standings")
    rows_on_page = 34
    grid_columns = (
        Column(_("Place"), 0.105, size=14, font=DISPLAY, align="center"),
        Column(_("Player"), 0.36, size=12, least=9),
        Column(_("Points"), 0.09, size=12, font=BOLD, align="center"),
        Column(_("Record (W-L-T)"), 0.125, size=12, align="center"),
        *TIE_BREAK_COLUMNS,
    )

    team_rows_on_page = 22
    team_columns = (
        Column(_("Place"), 0.105, size=14, font=DISPLAY, align="center"),
        Column(pgettext_lazy("players", "Team"), 0.165, size=12, least=9),
        Column(_("Players"), 0.215, size=10, least=9),
        Column(_("Points"), 0.08, size=12, font=BOLD, align="center"),
        Column(_("Record (W-L-T)"), 0.115, size=12, align="center"),
        *TIE_BREAK_COLUMNS,
    )

    def __init__(
        self,
        head: SheetHead,
        rows: Sequence[StandingRow],
        *,
        cut: tuple[int, Text] | None = None,
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.rows, self.cut = rows, cut
        self.of_teams = any(row.person.members for row in rows)

    def story(self) -> Iterator[Flowable]:
        on_page = self.team_rows_on_page if self.of_teams else self.rows_on_page
        columns = self.team_columns if self.of_teams else self.grid_columns
        height = self.body[3] / (on_page + 1)
        empty = _("Standings appear when round 1 is closed.")
        lines: list[Row | Divider] = [self.line(row) for row in self.rows]
        if self.cut:
            lines.insert(self.cut[0], Divider(self.cut[1]))
        yield Grid(columns, lines, row=height, empty=empty)

    def line(self, row: StandingRow) -> Row:
        return (
            str(row.place),
            paper_words.name_cell(row.person),
            *((players_text(row.person),) if self.of_teams else ()),
            str(row.person.points),
            f"{row.wins}-{row.losses}-{row.ties}",
            *tie_break_words.texts(row.tie_breaks),
        )


def players_text(team: Person) -> str:
    """A line for each player of a team, who never parts from the seat."""
    return "\n".join(f"{one.seat}\u00a0{one.name}" for one in team.members)
