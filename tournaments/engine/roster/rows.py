"""What a roster file holds, before and after it is understood."""

from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class Row:
    """A row of text that is not blank. Cells are trimmed, and blank cells at the end are gone."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One player of the file. `row` is counted as a spreadsheet shows it, from 1.

    `birth_date` is known where the file holds a whole date that can be read in one way alone.
    """

    row: int
    first_name: str
    last_name: str
    player_id: str | None = None
    birth_year: int | None = None
    category: str | None = None
    birth_date: date | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong and where: the row as a spreadsheet shows it, the title of the column, or None.

    Codes of the file: FILE_EMPTY, FILE_TOO_BIG (limit, in MB), FILE_KIND_UNKNOWN (filename), FILE_UNREADABLE
    (filename), TOO_MANY_ROWS (limit), HEADER_MISSING (found, known), HEADER_TWICE (field, other), NO_PLAYERS.
    Codes of a row: ROW_UNREADABLE, ROW_TOO_LONG (cells, columns, extra), NAME_EMPTY, NAME_ONE_WORD (value),
    NAME_WITHOUT_LETTERS (value), NAME_TOO_LONG (length, limit), PLAYER_ID_NOT_DIGITS (value),
    PLAYER_ID_TOO_LONG (value, limit), PLAYER_ID_TWICE (value, first_row), BIRTH_UNREADABLE (value),
    BIRTH_YEAR_IMPOSSIBLE (value, year, earliest, latest), CATEGORY_UNKNOWN (value).
    """

    row: int | None
    column: str | None
    code: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Roster:
    """All players of a file, or, if anything is wrong, no player and all the problems.

    `ignored` are the titles of columns that say nothing Stadium asks for.
    """

    rows: tuple[RosterRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    ignored: tuple[str, ...] = ()
