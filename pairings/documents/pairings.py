"""Pairings on paper: by name for the wall, by table for staff."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable, PageBreak

from core.documents.fonts import DISPLAY
from core.documents.grid import Column, Grid, GridCell, Row, lay_out_columns
from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, PartMarker, Sheet, Text
from core.engine.alphabet import filing_letter, name_sort_key
from core.engine.sheet_heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.printing import DESK_PACK, PrintOrder, matches_of_order, round_head
from pairings.engine import boards
from pairings.engine.boards import USUAL_BOARDS, Board, board_index
from pairings.engine.rows import EntryPerson, MatchRow
from pairings.models import StoredPrint
from pairings.words.print_words import number_of_names_text, pages_text
from tournaments.models import Tournament

Side = tuple[EntryPerson, MatchRow]
"""A person and their match."""
NO_PAIRINGS_YET = _("No pairings yet.")


class PairingsByTableSheet(Sheet):
    """Matches in table order, 34 per page, followed by matches without a table."""

    what = _("Pairings by table")
    rows_on_page = 34
    grid_columns = (
        Column(_("Table"), 0.09, size=14, font=DISPLAY, align="center"),
        Column(_("Player 1"), 0.31, size=11, min_size=9),
        Column(_("Points"), 0.08, size=10, align="center"),
        Column(_("Result"), 0.12, size=11, align="center", min_size=9),
        Column(_("Player 2"), 0.31, size=11, min_size=9),
        Column(_("Points"), 0.08, size=10, align="center"),
    )

    def __init__(self, head: SheetHead, rows: Sequence[MatchRow], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.rows = sorted(rows, key=table_order_key)

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        columns = list(self.grid_columns)
        if self.rows and all(person.members for match in self.rows for person in match.people):
            columns[1] = replace(columns[1], title=_("Team 1"))
            columns[4] = replace(columns[4], title=_("Team 2"))
        yield Grid(
            columns,
            [self.grid_row(match) for match in self.rows],
            row=height,
            empty=NO_PAIRINGS_YET,
        )

    def grid_row(self, match: MatchRow) -> Row:
        left = (
            GridCell(paper_words.table_or_word_text(match)),
            paper_words.name_cell(match.left),
            str(match.left.points),
        )
        if match.right is None:
            return (*left, "", GridCell(paper_words.no_opponent_text(match), size=9), "")
        return (
            *left,
            paper_words.score_text(match),
            paper_words.name_cell(match.right),
            str(match.right.points),
        )


class PairingsByName(Sheet):
    """Every match under the names of both players and of team members, 30 rows per column.

    Up to 30 names make one column, and up to 60 one page with two columns. More names are split into boards,
    each starting on a new page: the boards passed, or by default A–H, I–P and Q–Z. Without `show_opponent`, each
    name is listed with its table only.
    """

    what = _("Pairings by name")
    rows_on_page = 30
    two_columns = (
        Column(_("Name"), 0.46, size=13, min_size=9),
        Column(_("Table"), 0.17, size=16, font=DISPLAY, align="center"),
        Column(_("Opponent"), 0.37, size=11, min_size=9),
    )
    one_column = (
        Column(_("Name"), 0.45, size=13, min_size=9),
        Column(_("Table"), 0.15, size=16, font=DISPLAY, align="center"),
        Column(_("Opponent"), 0.40, size=11, min_size=9),
    )

    without_opponent = (
        Column(_("Name"), 0.78, size=13, min_size=9),
        Column(_("Table"), 0.22, size=16, font=DISPLAY, align="center"),
    )

    def __init__(
        self,
        head: SheetHead,
        rows: Sequence[MatchRow],
        *,
        boards: Sequence[Board] | None = None,
        show_opponent: bool = True,
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.show_opponent = show_opponent
        self.entries = sides_by_name(rows)
        usual = USUAL_BOARDS if len(self.entries) > 2 * self.rows_on_page else ()
        self.board_names = usual if boards is None else tuple(boards)
        self.columns = 1 if len(self.entries) <= self.rows_on_page else 2

    def story(self) -> Iterator[Flowable]:
        for number, (name, entries) in enumerate(self.boards()):
            if number:
                yield PageBreak()
            yield PartMarker(name)
            yield from self.board(entries)

    def boards(self) -> list[tuple[Text, list[Side]]]:
        """Return the names by board; a single board has no name."""
        if not self.board_names:
            return [("", self.entries)]
        sides_by_board: list[list[Side]] = [[] for _board in self.board_names]
        for side in self.entries:
            sides_by_board[board_index(self.board_names, side[0].sort_name)].append(side)
        parts: list[tuple[Text, list[Side]]] = []
        for board, sides in zip(self.board_names, sides_by_board, strict=True):
            name: Text = str(board)
            if any(not filing_letter(person.sort_name) for person, _match in sides):
                name = _("%(letters)s and other alphabets") % {"letters": name}
            if sides:
                parts.append((name, sides))
        return parts or [("", [])]

    def board(self, entries: list[Side]) -> Iterator[Flowable]:
        """Yield the pages of a board; the last one has columns of equal length."""
        return lay_out_columns(self.grid(entries), self.column, self.body[3], self.columns)

    def grid(self, entries: list[Side]) -> Grid:
        with_opponent = self.one_column if self.columns == 1 else self.two_columns
        columns: Sequence[Column] = with_opponent if self.show_opponent else self.without_opponent
        height = self.body[3] / (self.rows_on_page + 1)
        return Grid(columns, [self.grid_row(*side) for side in entries], row=height, empty=NO_PAIRINGS_YET)

    def grid_row(self, person: EntryPerson, match: MatchRow) -> Row:
        seat = GridCell(paper_words.table_or_word_text(match), size=13 if match.right is None else None)
        if not self.show_opponent:
            return paper_words.name_cell(person, sort=True), seat
        other = match.right if person.entry_id == match.left.entry_id else match.left
        against: GridCell | Text = (
            paper_words.no_opponent_text(match) if other is None else paper_words.name_cell(other)
        )
        return paper_words.name_cell(person, sort=True), seat, against


def sides_by_name(rows: Sequence[MatchRow]) -> list[Side]:
    """List each person with their match, by last name.

    A team is listed under its name and under each member's name; members of different teams who share a name
    are listed with their team's name.
    """
    # Team members look for their own names on the wall.
    teams = [
        (
            team,
            [
                replace(
                    team, first_name=member.first_name, last_name=member.last_name, members=(), namesake=0
                )
                for member in team.members
            ],
            match,
        )
        for match in rows
        for team in match.people
    ]
    names = Counter(player.sort_name for _team, players, _match in teams for player in players)
    sides: list[Side] = []
    for team, players, match in teams:
        sides.append((team, match))
        for player in players:
            # Add the team's name to members with the same name if the cell has room.
            label = f"{player.sort_name} ({team.name})"
            fits = len(label) <= MAX_WITH_TEAM and max(map(ord, label)) <= LAST_LATIN
            if names[player.sort_name] > 1 and fits:
                player = replace(player, first_name=f"{player.first_name} ({team.name})".strip())
            sides.append((player, match))
    return sorted(sides, key=lambda side: (*name_sort_key(side[0].sort_name), side[0].entry_id))


MAX_WITH_TEAM, LAST_LATIN = 34, 0x24F
"""Maximum length of a name with its team in a cell, and the last Latin character.

Other scripts are wider or written right to left.
"""


def table_order_key(match: MatchRow) -> tuple[bool, bool, int, int]:
    """Return the sort key of a match: by table number, then matches without a table, then byes."""
    return match.right is None, match.table is None, match.table or 0, match.match_id


@declare_document(
    "names",
    title=_("Pairings by name"),
    help=_("For the wall: every player with table and opponent."),
    of="round",
    power="",
    place=10,
    amount=lambda figures: Amount(number_of_names_text(figures.names), figures.drawn),
    pack=(StoredPrint.Kind.PACK, DESK_PACK),
    look="two",
)
def pairings_by_name(order: PrintOrder, event: Tournament) -> Sheet:
    head = round_head(order, event, "pairings:pairings")
    board_names = None if order.boards is None else boards.parse_boards(order.boards)
    return PairingsByName(
        head, matches_of_order(order), boards=board_names, show_opponent=order.opponent, paper=order.paper
    )


@declare_document(
    "tables",
    title=_("Pairings by table"),
    help=_("For staff: table by table with points and room for the result."),
    of="round",
    power="",
    place=20,
    amount=lambda figures: Amount(
        pages_text(ceil((figures.matches + figures.alone) / PairingsByTableSheet.rows_on_page)), figures.drawn
    ),
    pack=(StoredPrint.Kind.PACK, DESK_PACK),
)
def pairings_by_table(order: PrintOrder, event: Tournament) -> Sheet:
    head = round_head(order, event, "pairings:pairings")
    return PairingsByTableSheet(head, matches_of_order(order), paper=order.paper)
