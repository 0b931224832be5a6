"""Pairings of teams on paper: table by table, each team with its players by seat (R-103)."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from reportlab.platypus import Flowable

from core.documents.declared import Amount, document
from core.documents.fonts import BOLD, DISPLAY
from core.documents.grid import Cell, Column, Grid, Row
from core.documents.sheet import Paper, Sheet, Text
from core.engine.heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.pairings import NONE_YET, table_order
from pairings.documents.printing import Order, matches_of, members_in, round_head
from pairings.engine.rows import MatchRow, Person
from pairings.models import StoredPrint
from pairings.queries.print.printing import PrintFigures
from tournaments.engine.team_entries import SEATS, Member
from tournaments.models import Tournament

ROW = 31.0
TITLES: tuple[Text, ...] = (_("Seat A"), _("Seat B"))


class TeamPairings(Sheet):
    """A line for each match in table order, landscape: both teams and their seats. Long names take three lines."""

    what = _("Pairings of teams")
    landscape = True

    def __init__(
        self,
        head: SheetHead,
        rows: Sequence[MatchRow],
        members: Mapping[int, Sequence[Member]],
        *,
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.rows, self.members = sorted(rows, key=table_order), members

    def story(self) -> Iterator[Flowable]:
        columns = [Column(_("Table"), 0.07, size=14, font=DISPLAY, align="center")]
        for team in (_("Team 1"), _("Team 2")):
            columns.append(Column(team, 0.185, size=12, font=BOLD, least=9))
            columns += [Column(title, 0.14, size=11, least=9) for title in TITLES]
        yield Grid(columns, [self.line(match) for match in self.rows], row=ROW, empty=NONE_YET)

    def line(self, match: MatchRow) -> Row:
        table = Cell(paper_words.place_of(match))
        if match.right is None:
            return (table, *self.team(match.left), Cell(paper_words.means(match), size=10), "", "")
        return (table, *self.team(match.left), *self.team(match.right))

    def team(self, person: Person) -> Row:
        seated = {member.seat: member.name for member in self.members.get(person.entry_id, ())}
        return (paper_words.name_cell(person), *(seated.get(seat, "") for seat in SEATS))


def _teams(figures: PrintFigures) -> Amount | None:
    if figures.teams is None:
        return None
    text = ngettext("%(count)d team", "%(count)d teams", figures.teams) % {"count": figures.teams}
    return Amount(text, figures.drawn and figures.teams > 0)


@document(
    "teams",
    title=_("Pairings of teams"),
    help=_("For the wall: every table with both teams and who sits at A and B."),
    of="round",
    power="",
    place=30,
    amount=_teams,
    pack=(StoredPrint.Kind.PACK,),
)
def teams(order: Order, event: Tournament) -> Sheet:
    """Teams with their players by seat, table by table."""
    matches = matches_of(order)
    head = round_head(order, event, "pairings:pairings")
    return TeamPairings(head, matches, members_in(matches), paper=order.paper)
