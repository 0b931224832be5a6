"""Pairings on paper: by name for the wall, by table for the hand."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable, PageBreak

from pairings.documents import words
from pairings.engine.rows import MatchRow, Person
from tournaments.documents.fonts import DISPLAY
from tournaments.documents.grid import Cell, Column, Grid, Row
from tournaments.documents.sheet import Paper, Part, Sheet, Text
from tournaments.engine.alphabet import board, first_letter, sort_key
from tournaments.engine.rows import SheetHead

BOARD_NAMES: tuple[Text, ...] = ("A–H", "I–P", "Q–Z")
NONE_YET = _("No pairings yet.")


class PairingsByTable(Sheet):
    """34 matches to a page, in table order; matches without a table at the end."""

    what = _("Pairings by table")
    rows_on_page = 34
    grid_columns = (
        Column(_("Table"), 0.09, size=14, font=DISPLAY, align="center"),
        Column(_("Left"), 0.31, size=11),
        Column(_("Points"), 0.08, size=10, align="center"),
        Column(_("Result"), 0.12, size=11, align="center"),
        Column(_("Right"), 0.31, size=11),
        Column(_("Points"), 0.08, size=10, align="center"),
    )

    def __init__(self, head: SheetHead, rows: Sequence[MatchRow], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.rows = sorted(rows, key=table_order)

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / (self.rows_on_page + 1)
        yield Grid(self.grid_columns, [self.line(match) for match in self.rows], row=height, empty=NONE_YET)

    def line(self, match: MatchRow) -> Row:
        left = (Cell(words.place_of(match)), words.name_cell(match.left), str(match.left.points))
        if match.right is None:
            return (*left, "", Cell(words.means(match), size=9), "")
        return (*left, words.result(match), words.name_cell(match.right), str(match.right.points))


class PairingsByName(Sheet):
    """Every match under both names, 60 to a page in two columns.

    Past one page the names hang on three boards, A–H, I–P and Q–Z, each beginning on a page of its own.
    """

    what = _("Pairings by name")
    columns = 2
    rows_on_page = 30
    grid_columns = (
        Column(_("Name"), 0.50, size=13, least=9),
        Column(_("Table"), 0.18, size=16, font=DISPLAY, align="center"),
        Column(_("Opponent"), 0.32, size=9),
    )

    def __init__(self, head: SheetHead, rows: Sequence[MatchRow], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.entries = by_name(rows)

    def story(self) -> Iterator[Flowable]:
        if len(self.entries) <= self.rows_on_page * self.columns:
            yield self.grid(self.entries)
            return
        boards = [
            (name, [entry for entry in self.entries if board(entry[0].sort_name) == number])
            for number, name in enumerate(BOARD_NAMES)
        ]
        for number, (name, entries) in enumerate(part for part in boards if part[1]):
            if number:
                yield PageBreak()
            yield Part(self.board_name(name, entries))
            yield self.grid(entries)

    def board_name(self, name: Text, entries: "list[tuple[Person, MatchRow]]") -> Text:
        other = any(not first_letter(person.sort_name) for person, _match in entries)
        return _("%(letters)s and other alphabets") % {"letters": name} if other else name

    def grid(self, entries: "list[tuple[Person, MatchRow]]") -> Grid:
        height = self.body[3] / (self.rows_on_page + 1)
        lines = [self.line(person, match) for person, match in entries]
        return Grid(self.grid_columns, lines, row=height, empty=NONE_YET)

    def line(self, person: Person, match: MatchRow) -> Row:
        other = match.right if person is match.left else match.left
        against: Cell | Text = words.means(match) if other is None else words.name_cell(other)
        place = Cell(words.place_of(match), size=13 if match.right is None else None)
        return words.name_cell(person, sort=True), place, against


def by_name(rows: Sequence[MatchRow]) -> list[tuple[Person, MatchRow]]:
    """Each person with the match they sit in, in the order of last names."""
    sides = [(person, match) for match in rows for person in (match.left, match.right) if person is not None]
    return sorted(sides, key=lambda side: (*sort_key(side[0].sort_name), side[0].entry_id))


def table_order(match: MatchRow) -> tuple[bool, bool, int, int]:
    """Tables first, in order; then matches without a number; byes last."""
    return match.right is None, match.table is None, match.table or 0, match.match_id
