"""A roster file, CSV or XLSX, read into players, or into everything that is wrong with it.

The columns known are a first and a last name or one name for both, a Player ID, a birth year or birth date,
and an age category. Their titles are data, in four languages; other columns are left alone.
"""

from datetime import date

from tournaments.engine.refused import Refused
from tournaments.engine.roster.cells import (
    CellError,
    birth_date,
    birth_year,
    category,
    name_part,
    player_id,
    whole_name,
)
from tournaments.engine.roster.headers import FIELDS, Columns, find_header
from tournaments.engine.roster.rows import Problem, Roster, RosterRow, Row
from tournaments.engine.roster.sheets import LARGEST_FILE, MOST_ROWS, read_rows

__all__ = ["FIELDS", "LARGEST_FILE", "MOST_ROWS", "Problem", "Roster", "RosterRow", "read"]


def read(data: bytes, filename: str, *, this_year: int | None = None) -> Roster:
    """The players of a roster file, or its problems; never some players and some problems.

    `this_year`: nobody is born later; without it only years after 2100 are impossible.
    """
    try:
        rows = read_rows(data, filename)
        columns = find_header(rows)
    except Refused as refused:
        facts = dict(refused.facts)
        row, column = facts.pop("row", None), facts.pop("column", None)
        where = (row if isinstance(row, int) else None, column if isinstance(column, str) else None)
        return Roster(problems=(Problem(*where, refused.code, facts),))
    people = [row for row in rows if row.number > columns.row]
    if not people:
        return Roster(problems=(Problem(columns.row, None, "NO_PLAYERS", {}),))
    if len(people) > MOST_ROWS:
        return Roster(problems=(Problem(None, None, "TOO_MANY_ROWS", {"limit": MOST_ROWS}),))
    return _Reading(columns, this_year).roster(people)


class _Reading:
    """One pass over the rows below the header."""

    def __init__(self, columns: Columns, this_year: int | None) -> None:
        self.columns = columns
        self.this_year = this_year
        self.problems: list[Problem] = []
        self.first_with_id: dict[str, int] = {}

    def roster(self, rows: list[Row]) -> Roster:
        players = tuple(self._player(row) for row in rows)
        ignored = self.columns.ignored
        return (
            Roster(problems=tuple(self.problems), ignored=ignored)
            if self.problems
            else Roster(players, (), ignored)
        )

    def _player(self, row: Row) -> RosterRow:
        self._check_length(row)
        first_name, last_name = self._names(row)
        number, year = self._player_id(row), self._birth_year(row)
        return RosterRow(
            row.number,
            first_name,
            last_name,
            number,
            year,
            self._category(row),
            self._birth_date(row, year),
        )

    def _check_length(self, row: Row) -> None:
        if len(row.cells) > self.columns.width:
            extra = " ".join(cell for cell in row.cells[self.columns.width :] if cell)
            facts: dict[str, object] = {
                "cells": len(row.cells),
                "columns": self.columns.width,
                "extra": extra,
            }
            self.problems.append(Problem(row.number, None, "ROW_TOO_LONG", facts))

    def _names(self, row: Row) -> tuple[str, str]:
        if "name" in self.columns.at:
            try:
                return whole_name(self._cell(row, "name"), order=self.columns.name_order)
            except CellError as error:
                self._note(row, "name", error)
                return "", ""
        return self._name_part(row, "first_name"), self._name_part(row, "last_name")

    def _name_part(self, row: Row, field: str) -> str:
        try:
            return name_part(self._cell(row, field))
        except CellError as error:
            self._note(row, field, error)
            return ""

    def _player_id(self, row: Row) -> str | None:
        try:
            found = player_id(self._cell(row, "player_id"))
        except CellError as error:
            self._note(row, "player_id", error)
            return None
        if found is not None:
            first_row = self.first_with_id.setdefault(found, row.number)
            if first_row != row.number:
                self._note(row, "player_id", CellError("PLAYER_ID_TWICE", value=found, first_row=first_row))
        return found

    def _birth_year(self, row: Row) -> int | None:
        field = "birth_year" if self._cell(row, "birth_year") else "birth_date"
        try:
            return birth_year(self._cell(row, field), this_year=self.this_year)
        except CellError as error:
            self._note(row, field, error)
            return None

    def _birth_date(self, row: Row, year: int | None) -> date | None:
        """The whole date where one stands in either column, of the year the row tells."""
        found = birth_date(self._cell(row, "birth_date")) or birth_date(self._cell(row, "birth_year"))
        return found if found is not None and found.year == year else None

    def _category(self, row: Row) -> str | None:
        try:
            return category(self._cell(row, "category"))
        except CellError as error:
            self._note(row, "category", error)
            return None

    def _cell(self, row: Row, field: str) -> str:
        index = self.columns.at.get(field)
        return row.cells[index] if index is not None and index < len(row.cells) else ""

    def _note(self, row: Row, field: str, error: CellError) -> None:
        self.problems.append(Problem(row.number, self.columns.title(field), error.code, error.facts))
