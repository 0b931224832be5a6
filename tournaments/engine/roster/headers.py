"""The columns of a roster by their titles, in six languages; without titles, by their values."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.engine.people import search_key
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.tabular import SHIPPED, NamedRows
from tournaments.engine.person_fields import FIELDS as PERSON
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.roster.guesses import guess
from tournaments.engine.roster.rows import Column, ColumnChoice, Row

HEADER_WITHIN = 10
"""The header is among this many first non-blank rows; a heading may precede it."""

NAMES = ("first_name", "last_name")
FACTS = tuple(field.key for field in PERSON if field.key not in NAMES)

FIELDS = (*NAMES, "name", *FACTS, "age_division")
"""The known columns. A roster needs `name`, or both `first_name` and `last_name`."""

KINDS = (*NAMES, "name", "name_last_first", *FACTS, "age_division")
"""What staff can choose for a column: the fields, and a whole name with the family name first."""

SAMPLES, LONGEST_SAMPLE = 3, 80

TITLES_FILE = Path(__file__).parent.parent.parent / "data" / "roster_titles.csv"


@dataclass(frozen=True, slots=True)
class Title:
    """The meaning of a title.

    `full_name` is the order of whole names below it: first_last, first_last_last (two family names), last_first, or ""
    if it never has one.
    """

    field: str
    full_name: str


TITLES = {
    search_key(row["title"]): Title(row["field"], row["full_name"])
    for _line, row in NamedRows(TITLES_FILE.read_text(encoding="utf-8").splitlines(), SHIPPED)
}


@dataclass(frozen=True, slots=True)
class Columns:
    """The header: its row, its titles, the index of each field (from 0), the order of whole names."""

    row: int
    titles: tuple[str, ...]
    at: dict[str, int]
    name_order: str = "first_last"
    titled: bool = True

    @property
    def width(self) -> int:
        return len(self.titles)

    @property
    def ignored(self) -> tuple[str, ...]:
        used = set(self.at.values())
        return tuple(title for index, title in enumerate(self.titles) if title and index not in used)

    def title(self, field: str) -> str | None:
        index = self.at.get(field)
        return None if index is None else self.titles[index]


def recognised(cells: Sequence[str]) -> int:
    """How many of these cells are titles of known columns."""
    return sum(search_key(cell) in TITLES for cell in cells)


def find_header(rows: Sequence[Row]) -> Columns:
    """The header: of the first rows the one with most known titles.

    Refused: HEADER_MISSING (row, found, known) if no row names the players, HEADER_TWICE (row, column, field, other) if
    two columns have the same meaning.
    """
    header = max(rows[:HEADER_WITHIN], key=lambda row: recognised(row.cells))
    at: dict[str, int] = {}
    for index, cell in enumerate(header.cells):
        title = TITLES.get(search_key(cell))
        if title is None:
            continue
        if title.field in at:
            other = header.cells[at[title.field]]
            raise Refused(
                CoreRefusal.HEADER_TWICE, row=header.number, column=cell, field=title.field, other=other
            )
        at[title.field] = index
    at = _with_names_sorted(at, header)
    if "name" not in at and not {"first_name", "last_name"} <= set(at):
        raise Refused(TournamentRefusal.HEADER_MISSING, row=header.number, found=header.cells, known=FIELDS)
    order = _title(header, at["name"]).full_name if "name" in at else ""
    return Columns(header.number, header.cells, at, order or "first_last")


def are_titles(cells: Sequence[str]) -> bool:
    """Whether cells look like column titles: they name the players or more than half are known; none is a number."""
    fields = [TITLES[key] for cell in cells if (key := search_key(cell)) in TITLES]
    names = {title.field for title in fields}
    whole = (
        "name" in names or {"first_name", "last_name"} <= names or any(title.full_name for title in fields)
    )
    most = 2 * len(fields) > sum(bool(cell.strip()) for cell in cells)
    return (whole or most) and not any(cell.strip().isdigit() for cell in cells)


def titles_in(rows: Sequence[Row]) -> Row | None:
    """The row that looks most like column titles, None if there is none."""
    likely = (row for row in rows[:HEADER_WITHIN] if are_titles(row.cells))
    return max(likely, key=lambda row: recognised(row.cells), default=None)


def untitled(rows: Sequence[Row]) -> ColumnChoice:
    """The columns of rows without titles, guessed (see `guess`); the first row is a player too."""
    return ColumnChoice(guess(rows).kinds, rows[0].number - 1, titled=False)


def columns_of(rows: Sequence[Row], choice: ColumnChoice | None) -> Columns:
    """The columns by their titles, without titles by their values, or as chosen by staff.

    Refused: see `find_header` and `chosen`.
    """
    if choice is None:
        try:
            return find_header(rows)
        except Refused as refused:
            if refused.code == TournamentRefusal.HEADER_MISSING and not titles_in(rows) and guess(rows).sure:
                return chosen(rows, untitled(rows))
            raise
    with suppress(Refused):
        found = find_header(rows)
        if choice.titled and found.row == choice.titles_row and _kinds(found) == dict(choice.kinds):
            return found
    return chosen(rows, choice)


def _kinds(columns: Columns) -> dict[int, str]:
    """Columns in the form of a choice by staff."""
    kinds = {index: field for field, index in columns.at.items()}
    if "name" in columns.at and columns.name_order == "last_first":
        kinds[columns.at["name"]] = "name_last_first"
    return kinds


def chosen(rows: Sequence[Row], choice: ColumnChoice) -> Columns:
    """The columns as chosen by staff. Refused: COLUMN_TWICE (field), COLUMNS_WITHOUT_NAME."""
    at: dict[str, int] = {}
    order = "first_last"
    for index, kind in sorted(choice.kinds.items()):
        field = "name" if kind == "name_last_first" else kind
        if field in at:
            raise Refused(CoreRefusal.COLUMN_TWICE, field=kind)
        at[field] = index
        order = "last_first" if kind == "name_last_first" else order
    if {"first_name", "last_name"} <= set(at):
        at.pop("name", None)
    elif "name" not in at:
        raise Refused(TournamentRefusal.COLUMNS_WITHOUT_NAME)
    titles = _titles(rows, choice)
    width = max(len(row.cells) for row in rows)
    return Columns(choice.titles_row, _padded(titles, width), at, order, titled=bool(titles))


def _titles(rows: Sequence[Row], choice: ColumnChoice) -> tuple[str, ...]:
    return next((row.cells for row in rows if choice.titled and row.number == choice.titles_row), ())


def _padded(titles: Sequence[str], width: int) -> tuple[str, ...]:
    """Titles for every column, the spreadsheet letter if there is none."""
    return tuple((titles[index] if index < len(titles) else "") or letter(index) for index in range(width))


def letter(index: int) -> str:
    """The spreadsheet letter of a column: 0 -> "A", 26 -> "AA"."""
    head, tail = divmod(index, 26)
    return (letter(head - 1) if head else "") + chr(ord("A") + tail)


def seen(
    rows: Sequence[Row], columns: Columns | None, choice: ColumnChoice | None
) -> tuple[int, tuple[Column, ...]]:
    """The row of the titles, and each column with its first values, as read, or as far as titles show."""
    if columns is not None:
        choice = ColumnChoice(_kinds(columns), columns.row, columns.titled)
    elif choice is None:
        header = titles_in(rows)
        titled = enumerate(header.cells) if header else ()
        kinds = {index: TITLES[key].field for index, title in titled if (key := search_key(title)) in TITLES}
        choice = ColumnChoice(kinds, header.number) if header else untitled(rows)
    titles_row, titles = choice.titles_row, _titles(rows, choice)
    people = [row for row in rows if row.number > titles_row][:50]
    width = max([len(titles), *(len(row.cells) for row in people)])
    columns_seen = []
    for index, title in enumerate(_padded(titles, width)):
        values = [row.cells[index] for row in people if index < len(row.cells) and row.cells[index]]
        samples = tuple(value[:LONGEST_SAMPLE] for value in values[:SAMPLES])
        columns_seen.append(Column(index, title, samples, choice.kinds.get(index, "")))
    return titles_row, tuple(columns_seen)


def _title(header: Row, index: int) -> Title:
    return TITLES[search_key(header.cells[index])]


def _with_names_sorted(at: dict[str, int], header: Row) -> dict[str, int]:
    """Resolve ambiguous titles: "Nombre" alone is a whole name, "Name" beside "First name" a last name."""
    parts = {"first_name", "last_name"} & set(at)
    if len(parts) == 2:
        return {field: index for field, index in at.items() if field != "name"}
    if len(parts) == 1:
        part = parts.pop()
        if "name" in at:
            return _renamed(at, "name", "last_name" if part == "first_name" else "first_name")
        if _title(header, at[part]).full_name:
            return _renamed(at, part, "name")
    return at


def _renamed(at: dict[str, int], field: str, name: str) -> dict[str, int]:
    return {name if key == field else key: index for key, index in at.items()}
