"""Read the players of a CSV or XLSX roster file, and report the errors of other rows.

Staff can fix these rows on the page. Known columns are first and last name, or the whole name, the other
facts in `person_fields.FIELDS`, the age division, and the tags in `player_tags.TAGS`. Their titles in six
languages are in a data file; other columns are ignored. A list of names needs no titles: each row is a player,
with any details beside the name.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from core.engine.listed_lines import is_list_marker, strip_list_marker
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from registration.engine.refusals import RegistrationRefusal
from registration.engine.roster.cells import (
    CellError,
    checked_name_part,
    parse_age_division,
    roster_cell_value,
    split_full_name,
)
from registration.engine.roster.headers import (
    FIELDS,
    KINDS,
    NAMES,
    RosterColumns,
    column_preview,
    columns_of,
    find_title_row,
)
from registration.engine.roster.lines import ListLine, parse_roster_line
from registration.engine.roster.roster_files import MAX_FILE_SIZE, MAX_ROWS, read_roster_file_rows
from registration.engine.roster.rows import (
    Column,
    ColumnChoice,
    Problem,
    Reading,
    Roster,
    RosterRow,
    Row,
    Usual,
)
from tournaments.engine.person_fields import FIELDS as PERSON
from tournaments.engine.person_fields import PersonField, birth_date_in_year
from tournaments.engine.player_tags import TAGS, parse_tag

__all__ = [
    "FIELDS",
    "KINDS",
    "MAX_FILE_SIZE",
    "MAX_ROWS",
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
"""The columns that may contain each fact: a column of birth dates also contains the birth year."""

ALWAYS = ("birth_year", "age_division")
"""Fields that a row may contain even without a column for them."""


def read_roster(
    data: bytes, filename: str, *, this_year: int | None = None, reading: Reading | None = None
) -> Roster:
    """Read a roster file: its players, and the problems of other rows or of the whole file.

    `this_year` is the latest possible birth year, 2100 if None. `reading` has the choices of the staff: columns,
    corrections of cells, and usual values.
    """
    reading = reading or Reading()
    try:
        rows = read_roster_file_rows(data, filename)
    except Refused as refused:
        return Roster(problems=(_file_problem(refused),))
    try:
        columns = columns_of(rows, reading.columns)
    except Refused as refused:
        titles_row, preview = column_preview(rows, None, reading.columns)
        titled = reading.columns.titled if reading.columns else find_title_row(rows) is not None
        return Roster(
            problems=(_file_problem(refused),), columns=preview, titles_row=titles_row, titled=titled
        )
    titles_row, preview = column_preview(rows, columns, None)
    # Unless row `columns.row` has the titles, it is not read either.
    rows_above = [row for row in rows if row.number < columns.row + (not columns.titled)]
    player_rows = [row for row in rows if row.number > columns.row]
    if not player_rows:
        return Roster(problems=(Problem(columns.row, None, RegistrationRefusal.NO_PLAYERS, {}),))
    if len(player_rows) > MAX_ROWS:
        return Roster(problems=(Problem(None, None, CoreRefusal.TOO_MANY_ROWS, {"limit": MAX_ROWS}),))
    players = _RosterReader(columns, this_year, reading).roster(player_rows)
    return replace(
        players,
        columns=preview,
        titles_row=titles_row,
        titled=columns.titled,
        above=tuple(" ".join(cell for cell in row.cells if cell) for row in rows_above),
    )


def _file_problem(refused: Refused) -> Problem:
    """Convert the refusal of a whole file to a problem, at the row and column in its facts."""
    facts = dict(refused.facts)
    row, column = facts.pop("row", None), facts.pop("column", None)
    place = (row if isinstance(row, int) else None, column if isinstance(column, str) else None)
    return Problem(*place, refused.code, facts)


class _RosterReader:
    """A parser of the rows below the header, which reads them in one pass."""

    def __init__(self, columns: RosterColumns, this_year: int | None, reading: Reading) -> None:
        self.columns = columns
        self.this_year = this_year
        self.fixes = reading.fixes
        self.usual = reading.usual
        self.problems: list[Problem] = []
        self.first_with_id: dict[str, int] = {}
        # The current row's cell with the whole name, split into the name and details beside it.
        self.line = ListLine("")

    def roster(self, rows: list[Row]) -> Roster:
        """Return the players in these rows, and the problems of unreadable rows.

        In a plain list of names, rows with nothing but a list marker are skipped.
        """
        rows = [
            row
            for row in rows
            if self.columns.at != {"name": 0} or not is_list_marker(self._cell(row, "name"))
        ]
        players = [self._parse_player(row) for row in rows]
        rows_with_problems = {problem.row for problem in self.problems}
        # Staff can correct fields that have a column, and fields that every row needs.
        fields = [field for field in FIELDS if field in self.columns.at or field in ALWAYS]
        return Roster(
            tuple(player for player in players if player.row not in rows_with_problems),
            tuple(self.problems),
            self.columns.ignored,
            {row.number: {field: self._cell(row, field) for field in fields} for row in rows},
        )

    def _parse_player(self, row: Row) -> RosterRow:
        """Parse a row, and add its errors to the problems. If it has any, the result is not used."""
        if len(row.cells) > self.columns.width and row.number not in self.fixes:
            extra = " ".join(cell for cell in row.cells[self.columns.width :] if cell)
            counts = {"cells": len(row.cells), "columns": self.columns.width, "extra": extra}
            self.problems.append(Problem(row.number, None, CoreRefusal.ROW_TOO_LONG, counts))
        self.line = parse_roster_line(self._cell(row, "name"))
        if "name" in self.columns.at:
            try:
                name_text = self.line.name or self._cell(row, "name")
                first_name, last_name = split_full_name(name_text, order=self.columns.name_order)
            except CellError as error:
                self._add_problem(row, "name", error)
                first_name = last_name = ""
        else:
            first_name, last_name = self._name_part(row, "first_name"), self._name_part(row, "last_name")
        facts = {field.key: self._parse_fact(row, field) for field in FACTS}
        try:
            age_division_code = parse_age_division(self._cell(row, "age_division") or self.line.age_division)
        except CellError as error:
            self._add_problem(row, "age_division", error)
            age_division_code = None
        year = facts["birth_year"] or self.usual.birth_year
        return RosterRow(
            first_name,
            last_name,
            **facts | {"birth_year": year, "birth_date": birth_date_in_year(facts["birth_date"], year)},
            row=row.number,
            age_division=age_division_code or (self.usual.age_division if year is None else None),
            tags=tuple(self._parse_tags(row)),
        )

    def _parse_tags(self, row: Row) -> Iterator[tuple[str, int | str | None]]:
        """Yield the tags of a row by key. If one is wrong, add a problem."""
        for tag in TAGS:
            if text := self._cell(row, tag.key):
                try:
                    yield tag.key, parse_tag(tag, text)
                except Refused as refused:
                    self._add_problem(row, tag.key, CellError(refused.code, **refused.facts))

    def _name_part(self, row: Row, field: str) -> str:
        """Return the first or last name in a row. If it is wrong, add a problem and return ""."""
        try:
            name_text = self._cell(row, field)
            return checked_name_part(strip_list_marker(name_text) or name_text)
        except CellError as error:
            self._add_problem(row, field, error)
            return ""

    def _parse_fact(self, row: Row, field: PersonField) -> Any:
        """Return a fact from its column, from a column of the same group, or from the text beside the name.

        If it is wrong, or a Player ID of an earlier row, add a problem. Return the unknown value if it is wrong or
        missing.
        """
        columns = COLUMNS_OF[field.key]
        texts = [(column, self._cell(row, column)) for column in columns]
        details = {"player_id": self.line.player_id, "birth": self.line.birth}
        texts.append((columns[-1], details.get(field.group or field.key, "")))
        for column, text in texts:
            try:
                value = roster_cell_value(field, text, this_year=self.this_year)
            except CellError as error:
                self._add_problem(row, column, error)
                return field.unknown
            if value != field.unknown:
                if field.key == "player_id":
                    first_row = self.first_with_id.setdefault(value, row.number)
                    if first_row != row.number:
                        facts = {"value": value, "first_row": first_row}
                        self._add_problem(
                            row, field.key, CellError(RegistrationRefusal.PLAYER_ID_TWICE, **facts)
                        )
                return value
        return field.unknown

    def _cell(self, row: Row, field: str) -> str:
        """Return the text of a field in a row: the staff's correction, or else the text in the file.

        Return "" if the field has no column.
        """
        correction = self.fixes.get(row.number, {}).get(field)
        if correction is not None:
            return " ".join(correction.split())
        index = self.columns.at.get(field)
        return row.cells[index] if index is not None and index < len(row.cells) else ""

    def _add_problem(self, row: Row, field: str, error: CellError) -> None:
        self.problems.append(Problem(row.number, self.columns.title(field), error.code, error.facts))
