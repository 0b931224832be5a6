"""Guessing the columns of rows without titles: a list of names, or columns recognized by their values."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.engine.roster.cells import age_division, birth_date, birth_year
from tournaments.engine.roster.lines import SHORTEST_PLAYER_ID, is_mark, list_line, reads, reads_birth
from tournaments.engine.roster.rows import Row

SAMPLE = 200
"""Rows examined."""

MOSTLY = 0.8
"""The share of the values of a column that must match."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Guessed columns: index (from 0) -> kind. `sure` if no other reading is possible."""

    kinds: dict[int, str]
    sure: bool


def untitled_delimiter(lines: Sequence[str]) -> str:
    """The delimiter of lines without titles: "" if each line is one name, which may contain commas."""
    filled = [line for line in lines[:SAMPLE] if line.strip()]
    for delimiter, pattern in (("\t", r"\t"), (";", r"\S\s*;"), (",", r",(?=\S)")):
        if filled and 2 * sum(bool(re.search(pattern, line)) for line in filled) > len(filled):
            return delimiter
    return ""


def guess(rows: Sequence[Row]) -> Guess:
    """Guess the columns of rows without titles. Sure: one column of whole names, and only unambiguous others."""
    sample = rows[:SAMPLE]
    kinds: dict[int, str] = {}
    names, doubtful = [], False
    for index in range(max((len(row.cells) for row in sample), default=0)):
        values = [row.cells[index] for row in sample if index < len(row.cells) and row.cells[index]]
        kind = _kind(values)
        if kind == "name":
            names.append(index)
        elif kind is None or kind in kinds.values():
            doubtful = True
        elif kind:
            kinds[index] = kind
    if len(names) == 1:
        kinds[names[0]] = "name"
        cells = [row.cells[names[0]] for row in sample if names[0] < len(row.cells)]
        lines = [name for cell in cells if (name := list_line(cell).name)]
        # At least half of the cells must have a first and a last name.
        whole = sum(len(name.split()) > 1 for name in lines)
        doubtful = doubtful or not lines or 2 * whole < len(lines)
    elif len(names) == 2:
        kinds |= {names[0]: "first_name", names[1]: "last_name"}
    return Guess(kinds, sure=len(names) == 1 and not doubtful)


def _kind(cells: Sequence[str]) -> str | None:
    """The kind of a column: "" for a row counter, None for numbers of unknown meaning."""
    tests: tuple[tuple[str, Callable[[str], object]], ...] = (
        ("birth_year", lambda value: re.fullmatch(r"\d{4}(\.0+)?", value) and reads(birth_year, value)),
        ("birth_date", lambda value: birth_date(value) or (len(value) > 7 and reads_birth(value))),
        ("player_id", lambda value: re.fullmatch(rf"\d{{{SHORTEST_PLAYER_ID},20}}(\.0+)?", value)),
        ("age_division", lambda value: " " not in value and reads(age_division, value)),
    )
    values = [value for value in cells if not is_mark(value)]
    if not values or values == [str(n) for n in range(1, len(values) + 1)]:
        return ""
    for kind, fits in tests:
        if sum(bool(fits(value)) for value in values) >= MOSTLY * len(values):
            return kind
    lettered = sum(any(char.isalpha() for char in value) for value in values)
    return "name" if lettered >= MOSTLY * len(values) else None
