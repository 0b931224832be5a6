"""Pairings on paper: by name for the wall, by table for staff."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.fonts import DISPLAY
from core.documents.grid import Column, Grid, GridCell, Row
from core.documents.registry import Amount, declare_document
from core.documents.sheet import Paper, Sheet, Text
from core.documents.wall_rows import WallLine
from core.documents.wall_sheet import WallBoard, WallSheet, count_wall_pages, wall_row_heights
from core.engine.alphabet import filing_letter, name_sort_key
from core.engine.sheet_heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.printing import DESK_PACK, PrintOrder, matches_of_order, round_head
from pairings.engine import boards
from pairings.engine.boards import Board, board_index
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.models import StoredPrint
from pairings.queries.print.print_figures import PrintFigures
from pairings.queries.print.stored_prints import latest_print_choice
from pairings.words.print_words import amount_text, number_of_names_text, pages_text
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


class PairingsByName(WallSheet):
    """Every match under the names of both players and of team members, for the wall.

    A list that fits on one page has no boards. Otherwise it has the boards passed, or by default as many as take
    hardly more pages; boards that would leave a page nearly empty are joined. Without `show_opponent`, each name is
    listed with its table only.
    """

    what = _("Pairings by name")
    empty = NO_PAIRINGS_YET

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
        self.has_lines_below = show_opponent
        self.lines = lines_by_name(rows, show_opponent=show_opponent)
        self.board_ranges = boards_of_list(self.lines, boards, paper, show_opponent=show_opponent)

    def boards(self) -> list[WallBoard]:
        entries_by_board: list[list[WallLine]] = [[] for _board in self.board_ranges or (None,)]
        has_other_alphabets = False
        for line in self.lines:
            index = board_index(self.board_ranges, line.name) if self.board_ranges else 0
            entries_by_board[index].append(line)
            has_other_alphabets |= not filing_letter(line.name)
        if not self.board_ranges:
            return [WallBoard("", entries_by_board[0])]
        titles: list[Text] = [str(board) for board in self.board_ranges]
        if has_other_alphabets:
            titles[-1] = _("%(letters)s and other alphabets") % {"letters": titles[-1]}
        return [
            WallBoard(str(board), entries, title)
            for board, entries, title in zip(self.board_ranges, entries_by_board, titles, strict=True)
            if entries
        ]


def lines_by_name(rows: Sequence[MatchRow], *, show_opponent: bool) -> list[WallLine]:
    """Return the lines of a list by name: one for each name that `sides_by_name` lists."""
    return [wall_line(person, match, show_opponent=show_opponent) for person, match in sides_by_name(rows)]


def wall_line(person: EntryPerson, match: MatchRow, *, show_opponent: bool) -> WallLine:
    below: Text = ""
    if show_opponent:
        other = match.right if person.entry_id == match.left.entry_id else match.left
        below = paper_words.no_opponent_text(match) if other is None else other.name
    return WallLine(person.sort_name, paper_words.table_or_word_text(match), below, struck=person.dropped)


def boards_of_list(
    wall_lines: Sequence[WallLine], ranges: Sequence[Board] | None, paper: Paper, *, show_opponent: bool
) -> tuple[Board, ...]:
    """Return the boards of a list by name, or () for a single one.

    `ranges` are the boards of the wall, or None for as many as take hardly more pages than one.
    """
    sort_names = [line.name for line in wall_lines]
    heights = wall_row_heights(wall_lines, paper, has_lines_below=show_opponent)
    height_by_name = dict(zip(sort_names, heights, strict=True))

    def pages(letters: str, names: Sequence[str]) -> int:
        return count_wall_pages([height_by_name[name] for name in names], letters, paper)

    if ranges is None:
        return boards.boards_with_few_pages(sort_names, pages)
    return boards.join_boards_nearly_empty(sort_names, ranges, pages)


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


def _amount_by_name(figures: PrintFigures) -> Amount:
    choice = figures.choice
    ranges = None if choice is None else boards.parse_boards(choice.boards)
    show_opponent = choice is None or choice.opponent
    head = SheetHead(figures.event.name, "", "", timezone.now())
    sheets = [
        PairingsByName(head, rows, boards=ranges, show_opponent=show_opponent, paper=figures.paper)
        for rows in figures.rows_by_round.values()
    ]
    pages = sum(sheet.count_pages() for sheet in sheets)
    names = sum(len(sheet.lines) for sheet in sheets)
    return Amount(amount_text(number_of_names_text(names), pages), figures.drawn, pages)


def _amount_by_table(figures: PrintFigures) -> Amount:
    rows = (counts.matches + counts.alone for counts in figures.matches_by_round.values())
    pages = sum(ceil(count / PairingsByTableSheet.rows_on_page) for count in rows)
    return Amount(pages_text(pages), figures.drawn, pages)


@declare_document(
    "names",
    title=_("Pairings by name"),
    help=_("For the wall: every player with table and opponent."),
    of="round",
    power="",
    place=10,
    amount=_amount_by_name,
    pack=(StoredPrint.Kind.PACK, DESK_PACK),
    look="two",
)
def pairings_by_name(order: PrintOrder, event: Tournament) -> Sheet:
    """Build the list by name with the boards of the order, or else those last chosen in the Print center."""
    head = round_head(order, event, "pairings:pairings")
    board_text, show_opponent = order.boards, order.opponent
    if board_text is None and (choice := latest_print_choice(event)) is not None:
        board_text, show_opponent = choice.boards, choice.opponent
    ranges = None if board_text is None else boards.parse_boards(board_text)
    return PairingsByName(
        head, matches_of_order(order), boards=ranges, show_opponent=show_opponent, paper=order.paper
    )


@declare_document(
    "tables",
    title=_("Pairings by table"),
    help=_("For staff: table by table with points and room for the result."),
    of="round",
    power="",
    place=20,
    amount=_amount_by_table,
    pack=(StoredPrint.Kind.PACK, DESK_PACK),
)
def pairings_by_table(order: PrintOrder, event: Tournament) -> Sheet:
    head = round_head(order, event, "pairings:pairings")
    return PairingsByTableSheet(head, matches_of_order(order), paper=order.paper)
