"""Guess the columns of rows without titles: a list of names, or columns recognized by their values."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.engine.listed_lines import is_list_marker
from core.engine.typed_dates import parse_whole_date
from registration.engine.roster.cells import cell_can_be_parsed, parse_age_division, parse_birth_year
from registration.engine.roster.lines import MIN_PLAYER_ID_LENGTH, looks_like_birth, parse_roster_line
from registration.engine.roster.rows import Row
from tournaments.engine.person_fields import MAIL_ADDRESS

SAMPLE = 200
"""The number of rows examined."""

MOSTLY = 0.8
"""The share of a column's values that must match."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Guessed columns, index (from 0) -> kind.

    `sure` means that the columns have no other possible meaning.
    """

    kinds: dict[int, str]
    sure: bool


def guess_columns(rows: Sequence[Row]) -> Guess:
    """Guess the columns of rows without titles.

    The guess is sure if there is one column of whole names and all other columns are unambiguous.
    """
    sample = rows[:SAMPLE]
    kinds: dict[int, str] = {}
    name_columns, is_doubtful = [], False
    for index in range(max((len(row.cells) for row in sample), default=0)):
        values = [row.cells[index] for row in sample if index < len(row.cells) and row.cells[index]]
        kind = _column_kind(values)
        if kind == "name":
            name_columns.append(index)
        elif kind is None or kind in kinds.values():
            is_doubtful = True
        elif kind:
            kinds[index] = kind
    if len(name_columns) == 1:
        kinds[name_columns[0]] = "name"
        cells = [row.cells[name_columns[0]] for row in sample if name_columns[0] < len(row.cells)]
        parsed_names = [name for cell in cells if (name := parse_roster_line(cell).name)]
        # At least half of the cells must have a first and a last name.
        whole_names = sum(len(name.split()) > 1 for name in parsed_names)
        is_doubtful = is_doubtful or not parsed_names or 2 * whole_names < len(parsed_names)
    elif len(name_columns) == 2:
        kinds |= {name_columns[0]: "first_name", name_columns[1]: "last_name"}
    return Guess(kinds, sure=len(name_columns) == 1 and not is_doubtful)


def _column_kind(cells: Sequence[str]) -> str | None:
    """Return the kind of a column: "" for a blank one or a row counter, None if the values are unclear."""
    tests: tuple[tuple[str, Callable[[str], object]], ...] = (
        (
            "birth_year",
            lambda value: (
                re.fullmatch(r"\d{4}(\.0+)?", value) and cell_can_be_parsed(parse_birth_year, value)
            ),
        ),
        ("birth_date", lambda value: parse_whole_date(value) or (len(value) > 7 and looks_like_birth(value))),
        ("player_id", lambda value: re.fullmatch(rf"\d{{{MIN_PLAYER_ID_LENGTH},20}}(\.0+)?", value)),
        ("email", MAIL_ADDRESS.fullmatch),
        ("age_division", lambda value: " " not in value and cell_can_be_parsed(parse_age_division, value)),
    )
    values = [value for value in cells if not is_list_marker(value)]
    if not values or values == [str(number) for number in range(1, len(values) + 1)]:
        return ""
    for kind, matches in tests:
        if sum(bool(matches(value)) for value in values) >= MOSTLY * len(values):
            return kind
    with_letters = sum(any(char.isalpha() for char in value) for value in values)
    return "name" if with_letters >= MOSTLY * len(values) else None
