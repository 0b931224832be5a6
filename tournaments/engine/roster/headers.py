"""Which column of a roster holds what, by titles in four languages."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tournaments.engine.people import search_key
from tournaments.engine.refused import Refused
from tournaments.engine.roster.rows import Row

HEADER_WITHIN = 10
"""The header stands in one of the first rows that are not blank; a title may stand above it."""

FIELDS = ("first_name", "last_name", "name", "player_id", "birth_year", "birth_date", "category")
"""The columns known. A roster needs `name`, or both `first_name` and `last_name`."""

TITLES_FILE = Path(__file__).parent.parent.parent / "data" / "roster_titles.csv"


@dataclass(frozen=True, slots=True)
class Title:
    """What a title stands for.

    `whole_name` is how a whole name is written below it: first_last, first_last_last (two family names),
    last_first, or "" if it never holds one.
    """

    field: str
    whole_name: str


def read_titles(lines: Iterable[str]) -> dict[str, Title]:
    """Titles by their search key from CSV lines with the columns title, field, whole_name."""
    return {search_key(row["title"]): Title(row["field"], row["whole_name"]) for row in csv.DictReader(lines)}


TITLES = read_titles(TITLES_FILE.read_text(encoding="utf-8").splitlines())


@dataclass(frozen=True, slots=True)
class Columns:
    """The header: its row, its titles, which field stands at which index (from 0), how whole names go."""

    row: int
    titles: tuple[str, ...]
    at: dict[str, int]
    name_order: str = "first_last"

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
    """The row that names the columns: of the first rows the one with most known titles.

    Refused: HEADER_MISSING (row, found, known) if no row names the players, HEADER_TWICE (row, column, field,
    other) if two columns hold the same.
    """
    header = max(rows[:HEADER_WITHIN], key=lambda row: recognised(row.cells))
    at = _with_names_sorted(_fields_at(header), header)
    if "name" not in at and not {"first_name", "last_name"} <= set(at):
        raise Refused("HEADER_MISSING", row=header.number, found=header.cells, known=FIELDS)
    order = _title(header, at["name"]).whole_name if "name" in at else ""
    return Columns(header.number, header.cells, at, order or "first_last")


def _title(header: Row, index: int) -> Title:
    return TITLES[search_key(header.cells[index])]


def _fields_at(header: Row) -> dict[str, int]:
    at: dict[str, int] = {}
    for index, cell in enumerate(header.cells):
        title = TITLES.get(search_key(cell))
        if title is None:
            continue
        if title.field in at:
            other = header.cells[at[title.field]]
            raise Refused("HEADER_TWICE", row=header.number, column=cell, field=title.field, other=other)
        at[title.field] = index
    return at


def _with_names_sorted(at: dict[str, int], header: Row) -> dict[str, int]:
    """A title can mean two things: "Nombre" alone is a whole name, "Name" beside "First name" a last name."""
    parts = {"first_name", "last_name"} & set(at)
    if len(parts) == 2:
        return {field: index for field, index in at.items() if field != "name"}
    if len(parts) == 1:
        part = parts.pop()
        if "name" in at:
            return _renamed(at, "name", "last_name" if part == "first_name" else "first_name")
        if _title(header, at[part]).whole_name:
            return _renamed(at, part, "name")
    return at


def _renamed(at: dict[str, int], field: str, name: str) -> dict[str, int]:
    return {name if one == field else one: index for one, index in at.items()}
