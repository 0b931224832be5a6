"""Standings on paper, 46 places per page."""

from collections.abc import Iterator, Sequence
from math import ceil

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.fonts import BOLD, DISPLAY
from core.documents.grid import Column, Divider, Grid, Row
from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, Sheet, Text
from core.engine.sheet_heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.printing import PrintOrder, division_name_for_header, event_head
from pairings.engine.display_rows import StandingRow
from pairings.queries.print.print_figures import PrintFigures
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.standings.cut_line import cut_line
from pairings.queries.standings.standings_lists import standings_lists
from pairings.words import standing_words, tie_break_words
from pairings.words.print_words import amount_text, number_of_names_text
from tournaments.labels import division_label
from tournaments.models import Tournament

TIE_BREAK_COLUMNS = tuple(
    Column(heading, 0.32 / len(tie_break_words.HEADINGS), size=10.5, align="right")
    for heading in tie_break_words.HEADINGS
)


class StandingsSheet(Sheet):
    """Standings in the order of the rows; dropped players are struck through.

    Team members are listed beside the team's name. `cut` is the last row inside the cut, counted from 1, and
    the label of the line below it.
    """

    what = _("Standings")
    rows_on_page = 46
    titles_height = 19.0
    grid_columns = (
        Column(_("Place"), 0.105, size=11.5, font=DISPLAY, align="center"),
        Column(_("Player"), 0.36, size=11, min_size=9),
        Column(_("Points"), 0.09, size=11, font=BOLD, align="center"),
        Column(_("Record (W-L-T)"), 0.125, size=10.5, align="center"),
        *TIE_BREAK_COLUMNS,
    )

    team_rows_on_page = 22
    team_columns = (
        Column(_("Place"), 0.105, size=14, font=DISPLAY, align="center"),
        Column(pgettext_lazy("players", "Team"), 0.165, size=12, min_size=9),
        Column(_("Players"), 0.215, size=10, min_size=9),
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
        height = (self.body[3] - self.titles_height) / on_page
        empty = _("Standings appear when round 1 is closed.")
        lines: list[Row | Divider] = [self.grid_row(row) for row in self.rows]
        if self.cut:
            lines.insert(self.cut[0], Divider(self.cut[1]))
        yield Grid(columns, lines, row=height, empty=empty, titles_height=self.titles_height)

    def grid_row(self, row: StandingRow) -> Row:
        # Each team member gets a line; a no-break space joins seat and name.
        return (
            str(row.place),
            paper_words.name_cell(row.person),
            *(
                ("\n".join(f"{member.seat}\u00a0{member.name}" for member in row.person.members),)
                if self.of_teams
                else ()
            ),
            str(row.person.points),
            row.record,
            *tie_break_words.tie_break_texts(row.tie_breaks),
        )


def _count_pages(figures: PrintFigures) -> int:
    rows_on_page = StandingsSheet.team_rows_on_page if figures.teams else StandingsSheet.rows_on_page
    return sum(ceil(counts.players / rows_on_page) for counts in figures.players_by_division)


def _amount(figures: PrintFigures) -> Amount:
    pages, players = _count_pages(figures), sum(counts.players for counts in figures.players_by_division)
    return Amount(amount_text(number_of_names_text(players), pages), figures.ranked, pages)


@declare_document(
    "standings",
    title=_("Standings"),
    help=_("For the wall: after the chosen round, or the last closed round."),
    of="division",
    power="",
    place=80,
    amount=_amount,
    pages=_count_pages,
)
def standings_sheets(order: PrintOrder, event: Tournament) -> list[Sheet]:
    """Build the standings of a division, one sheet per age division unless the order selects one.

    Return one empty sheet if the division does not exist or has no standings to print.
    """
    division = event.divisions.select_related("tournament").filter(pk=order.division).first()
    if division is None:
        return [StandingsSheet(event_head(order, event, page="pairings:standings"), (), paper=order.paper)]
    # Only lists of closed Swiss rounds can be printed by round; the latest list may include results of the cut.
    closed_round = ranked_rounds(division).filter(number=order.number)
    after = order.number if order.number and closed_round.exists() else None
    latest_round = ranked_rounds(division).order_by("-number").first()
    displayed_round = after or (latest_round.number if latest_round else 0)
    tables = standings_lists(division, after=after, public=order.public)
    sheets: list[Sheet] = []
    for table in tables:
        if order.age_division not in ("", table.age_division):
            continue
        name = (
            division_name_for_header(division)
            if table.age_division == "all"
            else division_label(table.age_division)
        )
        rounds_text = ""
        if table.final:
            rounds_text = gettext("final")
        elif displayed_round:
            rounds_text = gettext("after round %(round)d") % {"round": displayed_round}
        sheet_head = event_head(
            order, division.tournament, page="pairings:standings", division=name, round_=rounds_text
        )
        line_of_cut = cut_line(division, table, after)
        row_and_text = (line_of_cut.row, standing_words.cut_line_text(line_of_cut)) if line_of_cut else None
        sheets.append(StandingsSheet(sheet_head, table.rows, cut=row_and_text, paper=order.paper))
    return sheets or [
        StandingsSheet(event_head(order, event, page="pairings:standings"), (), paper=order.paper)
    ]
