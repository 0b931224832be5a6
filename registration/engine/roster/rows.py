"""Types for the contents of a roster file, before and after parsing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.engine.code_labels import Facts
from tournaments.engine.person_fields import PersonFacts

Fixes = Mapping[int, Mapping[str, str]]
"""Corrections by staff: row -> field -> text."""


@dataclass(frozen=True, slots=True)
class Row:
    """A non-blank row of text with its number. Cells are trimmed, and trailing blank cells removed."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RosterRow(PersonFacts):
    """One player of the file. `row` is the spreadsheet's row number, from 1.

    `birth_date` is set if the file has an unambiguous whole date. `tags` are the tags in the row by key; blank cells
    set none.
    """

    row: int = 0
    age_division: str | None = None
    tags: tuple[tuple[str, int | str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem and its place: the row number and the title of the column, each None if unknown.

    Codes of the file: FILE_EMPTY, FILE_TOO_BIG (limit, in MB), FILE_KIND_UNKNOWN (filename), FILE_UNREADABLE
    (filename), TOO_MANY_ROWS (limit), TOO_MANY_COLUMNS, TOO_MANY_CELLS, HEADER_MISSING (found, known),
    HEADER_TWICE (field, other), NO_PLAYERS.
    Codes of a row: ROW_UNREADABLE, ROW_TOO_LONG (cells, columns, extra), NAME_EMPTY, NAME_ONE_WORD (value),
    NAME_SEVERAL (value), NAME_WITHOUT_LETTERS (value), NAME_TOO_LONG (length, limit), PLAYER_ID_NOT_DIGITS
    (value), PLAYER_ID_TOO_LONG (value, limit), PLAYER_ID_TWICE (value, first_row), BIRTH_UNREADABLE (value),
    NO_SUCH_DAY (value, no_such_day), BIRTH_YEAR_IMPOSSIBLE (value, year, earliest, latest),
    AGE_DIVISION_UNKNOWN (value), MAIL_ADDRESS_WRONG (value), PERSON_TEXT_TOO_LONG (length, limit), and the
    codes of `player_tags.parse_tag`.
    Codes of columns chosen by staff: COLUMN_TWICE (field), COLUMNS_WITHOUT_NAME.
    """

    row: int | None
    column: str | None
    code: StrEnum
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file.

    `samples` are its first values. `kind` is its current kind, one of `headers.KINDS`, or "" if it is ignored.
    """

    index: int
    title: str
    samples: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """Columns chosen by staff: index (from 0) -> kind.

    The players are below row `titles_row`, which is 0 if they begin in the first row. `titled` is True if that
    row contains the titles.
    """

    kinds: Mapping[int, str]
    titles_row: int
    titled: bool = True


@dataclass(frozen=True, slots=True)
class Usual:
    """Defaults for rows without an age division or a birth year."""

    age_division: str | None = None
    birth_year: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """Choices of the staff for reading a file.

    `columns` are the columns chosen by staff, or None to find them by their titles. `fixes` maps rows and fields
    to the corrected text of their cells. `usual` are the values for rows without an age division or a birth year.
    """

    columns: ColumnChoice | None = None
    fixes: Fixes = field(default_factory=dict)
    usual: Usual = Usual()


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of the valid rows of a file, and the errors of other rows or of the whole file.

    `ignored` are the titles of unknown columns. `cells` maps row -> field -> text, for every row. `columns`,
    `titles_row` and `titled` describe how the columns were read, which staff may correct. Even without
    titles, the players are below row `titles_row`. `above` are the rows above the titles, which are not read.
    """

    rows: tuple[RosterRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    ignored: tuple[str, ...] = ()
    cells: Mapping[int, Mapping[str, str]] = field(default_factory=dict, compare=False)
    columns: tuple[Column, ...] = field(default=(), compare=False)
    titles_row: int = field(default=0, compare=False)
    titled: bool = field(default=True, compare=False)
    above: tuple[str, ...] = field(default=(), compare=False)
