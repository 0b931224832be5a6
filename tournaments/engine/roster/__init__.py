"""Reading the players of a roster file, CSV or XLSX, and reporting the errors of other rows, to be fixed in place.

The known columns are a first and a last name or one name for both, the other facts of `person_fields.FIELDS`, and an
age division. Their titles are data, in six languages; other columns are ignored. A list of names needs no titles: each
row is a player, with the details beside the name.
"""

from dataclasses import replace
from typing import Any

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from tournaments.engine.person_fields import FIELDS as PERSON
from tournaments.engine.person_fields import PersonField, fitting
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.roster.cells import (
    CellError,
    age_division,
    cell_value,
    full_name,
    name_part,
)
from tournaments.engine.roster.headers import FIELDS, KINDS, NAMES, Columns, columns_of, seen, titles_in
from tournaments.engine.roster.lines import ListLine, is_mark, list_line, without_mark
from tournaments.engine.roster.rows import (
    Column,
    ColumnChoice,
    Problem,
    Reading,
    Roster,
    RosterRow,
    Row,
    Usual,
)
from tournaments.engine.roster.sheets import LARGEST_FILE, MOST_ROWS, read_rows

__all__ = [
    "FIELDS",
    "KINDS",
    "LARGEST_FILE",
    "MOST_ROWS",
    "Column",
    "ColumnChoice",
    "Problem",
    "Reading",
    "Roster",
    "RosterRow",
    "Usual",
    "read",
]

FACTS = tuple(field for field in PERSON if field.key not in NAMES)

COLUMNS_OF = {
    field.key: (
        field.key,
        *(other.key for other in FACTS if other.group == field.group != "" and other != field),
    )
    for field in FACTS
}
"""The columns that may have a fact: a birth date has the year too."""

ALWAYS = ("birth_year", "age_division")
"""Fields that a row may have without a column for them."""


def read(
    data: bytes, filename: str, *, this_year: int | None = None, reading: Reading | None = None
) -> Roster:
    """Read the players of a roster file, and the problems of the other rows, or of the file.

    `this_year`: the latest possible birth year; without it, 2100.
    """
    reading = reading or Reading()
    try:
        rows = read_rows(data, filename)
    except Refused as refused:
        return Roster(problems=(_of_file(refused),))
    try:
        columns = columns_of(rows, reading.columns)
    except Refused as refused:
        titles_row, preview = seen(rows, None, reading.columns)
        titled = reading.columns.titled if reading.columns else titles_in(rows) is not None
        return Roster(problems=(_of_file(refused),), columns=preview, titles_row=titles_row, titled=titled)
    titles_row, preview = seen(rows, columns, None)
    above = [row for row in rows if row.number < columns.row + (not columns.titled)]
    people = [row for row in rows if row.number > columns.row]
    if not people:
        return Roster(problems=(Problem(columns.row, None, TournamentRefusal.NO_PLAYERS, {}),))
    if len(people) > MOST_ROWS:
        return Roster(problems=(Problem(None, None, CoreRefusal.TOO_MANY_ROWS, {"limit": MOST_ROWS}),))
    players = _Reader(columns, this_year, reading).roster(people)
    return replace(
        players,
        columns=preview,
        titles_row=titles_row,
        titled=columns.titled,
        above=tuple(" ".join(cell for cell in row.cells if cell) for row in above),
    )


def _of_file(refused: Refused) -> Problem:
    facts = dict(refused.facts)
    row, column = facts.pop("row", None), facts.pop("column", None)
    where = (row if isinstance(row, int) else None, column if isinstance(column, str) else None)
    return Problem(*where, refused.code, facts)


class _Reader:
    """One pass over the rows below the header."""

    def __init__(self, columns: Columns, this_year: int | None, reading: Reading) -> None:
        self.columns = columns
        self.this_year = this_year
        self.fixes = reading.fixes
        self.usual = reading.usual
        self.problems: list[Problem] = []
        self.first_with_id: dict[str, int] = {}
        self.line = ListLine("")

    def roster(self, rows: list[Row]) -> Roster:
        rows = [row for row in rows if self.columns.at != {"name": 0} or not is_mark(self._cell(row, "name"))]
        players = [self._player(row) for row in rows]
        wrong = {problem.row for problem in self.problems}
        # Those with a column, and those that any row may need, can be corrected.
        fields = [field for field in FIELDS if field in self.columns.at or field in ALWAYS]
        return Roster(
            tuple(player for player in players if player.row not in wrong),
            tuple(self.problems),
            self.columns.ignored,
            {row.number: {field: self._cell(row, field) for field in fields} for row in rows},
        )

    def _player(self, row: Row) -> RosterRow:
        if len(row.cells) > self.columns.width and row.number not in self.fixes:
            extra = " ".join(cell for cell in row.cells[self.columns.width :] if cell)
            counts = {"cells": len(row.cells), "columns": self.columns.width, "extra": extra}
            self.problems.append(Problem(row.number, None, CoreRefusal.ROW_TOO_LONG, counts))
        self.line = list_line(self._cell(row, "name"))
        if "name" in self.columns.at:
            try:
                written = self.line.name or self._cell(row, "name")
                first_name, last_name = full_name(written, order=self.columns.name_order)
            except CellError as error:
                self._note(row, "name", error)
                first_name = last_name = ""
        else:
            first_name, last_name = self._name_part(row, "first_name"), self._name_part(row, "last_name")
        facts = {field.key: self._fact(row, field) for field in FACTS}
        try:
            age = age_division(self._cell(row, "age_division") or self.line.age_division)
        except CellError as error:
            self._note(row, "age_division", error)
            age = None
        year = facts["birth_year"] or self.usual.birth_year
        return RosterRow(
            first_name,
            last_name,
            **facts | {"birth_year": year, "birth_date": fitting(facts["birth_date"], year)},
            row=row.number,
            age_division=age or (self.usual.age_division if year is None else None),
        )

    def _name_part(self, row: Row, field: str) -> str:
        try:
            written = self._cell(row, field)
            return name_part(without_mark(written) or written)
        except CellError as error:
            self._note(row, field, error)
            return ""

    def _fact(self, row: Row, field: PersonField) -> Any:
        """A fact from its column, from one of the same group, or from the text beside the name."""
        columns = COLUMNS_OF[field.key]
        texts = [(column, self._cell(row, column)) for column in columns]
        beside = {"player_id": self.line.player_id, "birth": self.line.birth}
        texts.append((columns[-1], beside.get(field.group or field.key, "")))
        for column, text in texts:
            try:
                value = cell_value(field, text, this_year=self.this_year)
            except CellError as error:
                self._note(row, column, error)
                return field.unknown
            if value != field.unknown:
                if field.key == "player_id":
                    self._note_twice(row, value)
                return value
        return field.unknown

    def _note_twice(self, row: Row, player_id: str) -> None:
        first_row = self.first_with_id.setdefault(player_id, row.number)
        if first_row != row.number:
            self._note(
                row,
                "player_id",
                CellError(TournamentRefusal.PLAYER_ID_TWICE, value=player_id, first_row=first_row),
            )

    def _cell(self, row: Row, field: str) -> str:
        typed = self.fixes.get(row.number, {}).get(field)
        if typed is not None:
            return " ".join(typed.split())
        index = self.columns.at.get(field)
        return row.cells[index] if index is not None and index < len(row.cells) else ""

    def _note(self, row: Row, field: str, error: CellError) -> None:
        self.problems.append(Problem(row.number, self.columns.title(field), error.code, error.facts))
