"""Find the columns of a roster by their titles, in six languages, or without titles by their values."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.engine.person_names import search_key
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.tabular import SHIPPED, NamedRows
from registration.engine.refusals import RegistrationRefusal
from registration.engine.roster.guesses import guess_columns
from registration.engine.roster.rows import Column, ColumnChoice, Row
from tournaments.engine.person_fields import FIELDS as PERSON
from tournaments.engine.player_tags import TAG_KEYS

HEADER_WITHIN = 10
"""The number of first non-blank rows among which the header is searched, since a heading may precede it."""

NAMES = ("first_name", "last_name")
FACTS = tuple(field.key for field in PERSON if field.key not in NAMES)

FIELDS = (*NAMES, "name", *FACTS, "age_division", *TAG_KEYS)
"""The known columns. A roster needs `name`, or both `first_name` and `last_name`."""

KINDS = (*NAMES, "name", "name_last_first", *FACTS, "age_division", *TAG_KEYS)
"""Kinds that staff can choose for a column: the fields, and whole names with the family name first."""

SAMPLES, MAX_SAMPLE_LENGTH = 3, 80
"""The most values shown for each column, and the most characters shown of a value."""
_PREVIEWED_ROWS = 50
"""The number of rows from which these values are taken."""

TITLES_FILE = Path(__file__).parent.parent.parent / "data" / "roster_titles.csv"


@dataclass(frozen=True, slots=True)
class Title:
    """The meaning of a title.

    `full_name` is the order of whole names in the column: first_last, first_last_last (two family names),
    last_first, or "" if the column never contains whole names.
    """

    field: str
    full_name: str


TITLES = {
    search_key(row["title"]): Title(row["field"], row["full_name"])
    for _line, row in NamedRows(TITLES_FILE.read_text(encoding="utf-8").splitlines(), SHIPPED)
}


@dataclass(frozen=True, slots=True)
class RosterColumns:
    """The columns of a roster: titles, the index (from 0) of each field, and the order of whole names.

    `row` is the number of the row above the first player. `titled` is False if that row does not contain titles.
    """

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
        """The titles of the columns that are not read."""
        used = set(self.at.values())
        return tuple(title for index, title in enumerate(self.titles) if title and index not in used)

    def title(self, field: str) -> str | None:
        """Return the title of a field's column, or None if the field has no column."""
        index = self.at.get(field)
        return None if index is None else self.titles[index]


def count_known_titles(cells: Sequence[str]) -> int:
    """Return how many of these cells are titles of known columns."""
    return sum(search_key(cell) in TITLES for cell in cells)


def find_roster_header(rows: Sequence[Row]) -> RosterColumns:
    """Find the header: among the first rows, the one with the most recognized titles.

    A title for whole names can mean a first or last name, or the reverse, depending on the titles beside it.
    Refused: HEADER_MISSING (row, found, known) if that row has no title for names,
    HEADER_TWICE (row, column, field, other) if two columns have the same meaning.
    """
    header = max(rows[:HEADER_WITHIN], key=lambda row: count_known_titles(row.cells))
    index_by_field: dict[str, int] = {}
    titles: dict[int, Title] = {}
    for index, cell in enumerate(header.cells):
        title = TITLES.get(search_key(cell))
        if title is None:
            continue
        titles[index] = title
        if title.field in index_by_field:
            earlier_title = header.cells[index_by_field[title.field]]
            raise Refused(
                CoreRefusal.HEADER_TWICE,
                row=header.number,
                column=cell,
                field=title.field,
                other=earlier_title,
            )
        index_by_field[title.field] = index
    # "Nombre" alone means a whole name, but "Name" beside "First name" means a last name.
    name_parts = {"first_name", "last_name"} & set(index_by_field)
    if len(name_parts) == 2:
        index_by_field.pop("name", None)
    elif len(name_parts) == 1:
        present_part = name_parts.pop()
        if "name" in index_by_field:
            index_by_field["last_name" if present_part == "first_name" else "first_name"] = (
                index_by_field.pop("name")
            )
        elif titles[index_by_field[present_part]].full_name:
            index_by_field["name"] = index_by_field.pop(present_part)
    if "name" not in index_by_field and not {"first_name", "last_name"} <= set(index_by_field):
        raise Refused(RegistrationRefusal.HEADER_MISSING, row=header.number, found=header.cells, known=FIELDS)
    order = titles[index_by_field["name"]].full_name if "name" in index_by_field else ""
    return RosterColumns(header.number, header.cells, index_by_field, order or "first_last")


def look_like_roster_titles(cells: Sequence[str]) -> bool:
    """Return whether cells look like titles: no numbers, and a title for names or mostly known titles."""
    fields = [TITLES[key] for cell in cells if (key := search_key(cell)) in TITLES]
    names = {title.field for title in fields}
    has_name_titles = (
        "name" in names or {"first_name", "last_name"} <= names or any(title.full_name for title in fields)
    )
    mostly_known = 2 * len(fields) > sum(bool(cell.strip()) for cell in cells)
    return (has_name_titles or mostly_known) and not any(cell.strip().isdigit() for cell in cells)


def find_title_row(rows: Sequence[Row]) -> Row | None:
    """Return the row that looks most like column titles, or None if none does."""
    title_rows = (row for row in rows[:HEADER_WITHIN] if look_like_roster_titles(row.cells))
    return max(title_rows, key=lambda row: count_known_titles(row.cells), default=None)


def untitled_columns(rows: Sequence[Row]) -> ColumnChoice:
    """Guess the columns of rows without titles, with `guess_columns`. The first row is a player too."""
    return ColumnChoice(guess_columns(rows).kinds, rows[0].number - 1, titled=False)


def columns_of(rows: Sequence[Row], choice: ColumnChoice | None) -> RosterColumns:
    """Return the columns of a roster.

    They are those of `choice`, made by staff. If it is None, they are identified by their titles, or without
    titles guessed from the values if the guess is sure.
    Refused: without a choice, whatever `find_roster_header` refuses; with one, whatever `chosen_columns` refuses.
    """
    if choice is None:
        try:
            return find_roster_header(rows)
        except Refused as refused:
            if (
                refused.code == RegistrationRefusal.HEADER_MISSING
                and not find_title_row(rows)
                and guess_columns(rows).sure
            ):
                return chosen_columns(rows, untitled_columns(rows))
            raise
    # If the choice equals the titles of the file, use the titles, which also state the order of whole names.
    with suppress(Refused):
        header = find_roster_header(rows)
        if (
            choice.titled
            and header.row == choice.titles_row
            and _kinds_by_index(header) == dict(choice.kinds)
        ):
            return header
    return chosen_columns(rows, choice)


def _kinds_by_index(columns: RosterColumns) -> dict[int, str]:
    """Return columns in the form of `ColumnChoice.kinds`: index -> kind."""
    kinds = {index: field for field, index in columns.at.items()}
    if "name" in columns.at and columns.name_order == "last_first":
        kinds[columns.at["name"]] = "name_last_first"
    return kinds


def chosen_columns(rows: Sequence[Row], choice: ColumnChoice) -> RosterColumns:
    """Return the columns chosen by staff. A column of whole names is ignored beside first and last names.

    Refused: COLUMN_TWICE (field), COLUMNS_WITHOUT_NAME.
    """
    index_by_field: dict[str, int] = {}
    order = "first_last"
    for index, kind in sorted(choice.kinds.items()):
        field = "name" if kind == "name_last_first" else kind
        if field in index_by_field:
            raise Refused(CoreRefusal.COLUMN_TWICE, field=kind)
        index_by_field[field] = index
        order = "last_first" if kind == "name_last_first" else order
    if {"first_name", "last_name"} <= set(index_by_field):
        index_by_field.pop("name", None)
    elif "name" not in index_by_field:
        raise Refused(RegistrationRefusal.COLUMNS_WITHOUT_NAME)
    titles = _header_row_cells(rows, choice)
    width = max(len(row.cells) for row in rows)
    return RosterColumns(
        choice.titles_row, _padded_titles(titles, width), index_by_field, order, titled=bool(titles)
    )


def _header_row_cells(rows: Sequence[Row], choice: ColumnChoice) -> tuple[str, ...]:
    """Return the titles in the chosen row, or () if the staff chose that no row has titles."""
    return next((row.cells for row in rows if choice.titled and row.number == choice.titles_row), ())


def _padded_titles(titles: Sequence[str], width: int) -> tuple[str, ...]:
    """Return titles for every column, with spreadsheet letters for missing ones."""
    return tuple(
        (titles[index] if index < len(titles) else "") or column_letter(index) for index in range(width)
    )


def column_letter(index: int) -> str:
    """Return the spreadsheet letter of a column: 0 -> "A", 26 -> "AA"."""
    head, tail = divmod(index, 26)
    return (column_letter(head - 1) if head else "") + chr(ord("A") + tail)


def column_preview(
    rows: Sequence[Row], columns: RosterColumns | None, choice: ColumnChoice | None
) -> tuple[int, tuple[Column, ...]]:
    """Return the row of the titles, and each column with its first values.

    `columns` is None if the columns could not be read. Then their kinds are those of `choice`, or if it is None
    those of recognized titles, or without titles those guessed from the values.
    """
    if columns is not None:
        choice = ColumnChoice(_kinds_by_index(columns), columns.row, columns.titled)
    elif choice is None:
        header = find_title_row(rows)
        indexed_titles = enumerate(header.cells) if header else ()
        kinds = {
            index: TITLES[key].field
            for index, title in indexed_titles
            if (key := search_key(title)) in TITLES
        }
        choice = ColumnChoice(kinds, header.number) if header else untitled_columns(rows)
    titles_row, titles = choice.titles_row, _header_row_cells(rows, choice)
    player_rows = [row for row in rows if row.number > titles_row][:_PREVIEWED_ROWS]
    width = max([len(titles), *(len(row.cells) for row in player_rows)])
    previews = []
    for index, title in enumerate(_padded_titles(titles, width)):
        values = [row.cells[index] for row in player_rows if index < len(row.cells) and row.cells[index]]
        samples = tuple(value[:MAX_SAMPLE_LENGTH] for value in values[:SAMPLES])
        previews.append(Column(index, title, samples, choice.kinds.get(index, "")))
    return titles_row, tuple(previews)
