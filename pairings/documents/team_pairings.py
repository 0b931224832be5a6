"""Pairings of teams on paper: table by table, each team with its members by seat (R-103)."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.fonts import BOLD, DISPLAY
from core.documents.grid import Column, Grid, GridCell, Row
from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, Sheet, Text
from core.engine.sheet_heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.pairings import NO_PAIRINGS_YET, table_order_key
from pairings.documents.printing import PrintOrder, matches_of_order, members_of_teams, round_head
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.models import StoredPrint
from pairings.queries.print.print_figures import PrintFigures
from pairings.words.print_words import amount_text, teams_text
from tournaments.engine.team_entries import SEATS, TeamEntryMember
from tournaments.models import Tournament

ROW = 31.0
"""Height of a row with three lines, in points."""
ROWS_ON_PAGE = 12
"""Number of such rows on a page of A4."""
TITLES: tuple[Text, ...] = (_("Seat A"), _("Seat B"))


class TeamPairings(Sheet):
    """One row per match in table order, landscape: both teams, members by seat.

    Long names take three lines.
    """

    what = _("Team pairings")
    landscape = True

    def __init__(
        self,
        head: SheetHead,
        rows: Sequence[MatchRow],
        members: Mapping[int, Sequence[TeamEntryMember]],
        *,
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.rows, self.members = sorted(rows, key=table_order_key), members

    def story(self) -> Iterator[Flowable]:
        columns = [Column(_("Table"), 0.07, size=14, font=DISPLAY, align="center")]
        for team in (_("Team 1"), _("Team 2")):
            columns.append(Column(team, 0.185, size=12, font=BOLD, min_size=9))
            columns += [Column(title, 0.14, size=11, min_size=9) for title in TITLES]
        yield Grid(columns, [self.grid_row(match) for match in self.rows], row=ROW, empty=NO_PAIRINGS_YET)

    def grid_row(self, match: MatchRow) -> Row:
        table = GridCell(paper_words.table_or_word_text(match))
        if match.right is None:
            return (
                table,
                *self.team(match.left),
                GridCell(paper_words.no_opponent_text(match), size=10),
                "",
                "",
            )
        return (table, *self.team(match.left), *self.team(match.right))

    def team(self, person: EntryPerson) -> Row:
        """Return the cells of a team: its name, then its members by seat."""
        name_by_seat = {member.seat: member.name for member in self.members.get(person.entry_id, ())}
        return (paper_words.name_cell(person), *(name_by_seat.get(seat, "") for seat in SEATS))


def _amount(figures: PrintFigures) -> Amount | None:
    if figures.teams is None:
        return None
    rows = (counts.matches + counts.alone for counts in figures.matches_by_round.values())
    pages = sum(ceil(count / ROWS_ON_PAGE) for count in rows)
    text = amount_text(teams_text(figures.teams), pages)
    return Amount(text, figures.drawn and figures.teams > 0, pages)


@declare_document(
    "teams",
    title=_("Team pairings"),
    help=_("For the wall: every table with both teams and who sits at A and B."),
    of="round",
    power="",
    place=30,
    amount=_amount,
    pack=(StoredPrint.Kind.PACK,),
)
def team_pairings(order: PrintOrder, event: Tournament) -> Sheet:
    matches = matches_of_order(order)
    head = round_head(order, event, "pairings:pairings")
    return TeamPairings(head, matches, members_of_teams(matches), paper=order.paper)
