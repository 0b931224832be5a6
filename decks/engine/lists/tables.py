"""Read lists from tables such as CSV files and spreadsheets: one card per row, its parts in columns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from core.engine import tabular
from core.engine.refused import Refused
from decks.engine.lists import cardline, copy_marks, headings, text_cleanup
from decks.engine.lists.deck_list import DeckListLine, ReadList, Section, Source
from decks.engine.lists.reading import MAX_LINES, MAX_TEXT_SIZE, read_list_text
from decks.engine.refusals import DeckRefusal

BOUNDS = tabular.TableBounds(unpacked=10_000_000, rows=5_000, columns=40, cells=200_000, parts=200)
"""Limits for spreadsheets. A list has about 30,000 bytes unpacked."""

MAX_HEADER_ROW = 20
"""Number of rows that are searched for the row of column names."""

FORMULA_STARTS = ("=", "+", "-", "@")
"""Leading characters that a spreadsheet would evaluate. Exported files put an apostrophe before them."""

_COLUMNS = {
    "quantity": (
        "quantity qty count copies amount number of copies nr anzahl menge cantidad copias quantite nombre exemplaires "
        "quantidade quantita quant qte qtd qta"
    ),
    "name": (
        "name card cardname card name carta nombre delacarta nom nomdelacarte carte kartenname karte nome nomedacarta "
        "nomedellacarta nombredelacarta"
    ),
    "set": (
        "set setcode expansion expansioncode series abbreviation edition erweiterung kurzel expansao extension "
        "espansione coleccion colecao codigo code"
    ),
    "number": "number cardnumber collectornumber no num nummer kartennummer numero numerodecarta numerodelacarte",
    "section": "section category type supertype kind abschnitt art seccion categoria secao sezione categorie tipo",
    "language": "language lang sprache idioma langue lingua",
    "foil": "foil holo finish",
    "back": (
        "back cardback dorso reverso reversodelacarta dos dosdelacarte ruckseite kartenruckseite verso versodacarta"
    ),
    "proxy": "proxy proxyby",
    "signed": "signed autographed firmada firmado dedicacee dedicace autografada autografado signiert",
    "product": "product producto produit produto produkt prodotto",
}
COLUMNS = {
    headings.plain_title(title): column for column, words in _COLUMNS.items() for title in words.split()
}
_YES = {"yes", "y", "x", "1", "true", "ph", "foil", "si", "oui", "ja", "sim"}
Cells = tuple[str, ...]
Rows = Sequence[tuple[int, Cells]]


def read_table(rows: Rows, source: Source) -> ReadList:
    """Read a list from numbered rows. If no row names the columns, the rows are read as lines of text.

    Refused: LIST_TOO_LONG (limit), LIST_EMPTY, and whatever `read_list_text` refuses.
    """
    if len(rows) > MAX_LINES:
        raise Refused(DeckRefusal.LIST_TOO_LONG, limit=MAX_LINES)
    header_index, columns = find_list_table_header(rows)
    if not columns:
        # A dash stands for an empty row, so that each row is one line of the text.
        text_list = read_list_text(
            "\n".join(" ".join(" ".join(cells).split()) or "-" for _number, cells in rows)
        )
        numbers = {index: number for index, (number, _cells) in enumerate(rows, start=1)}
        # Decoded entities may contain line breaks, so the text may have more lines than the table has rows.
        last_number = rows[-1][0]
        return ReadList(
            tuple(replace(line, number=numbers.get(line.number, last_number)) for line in text_list.lines),
            tuple((numbers.get(number, last_number), text) for number, text in text_list.ignored),
            text_list.announced_total,
            source,
        )
    table = _ListTable(columns)
    lines: list[DeckListLine] = []
    ignored: list[tuple[int, str]] = []
    for number, cells in rows[header_index + 1 :]:
        if line := table.read_card(number, cells):
            lines.append(line)
        elif not table.read_title(cells):
            ignored.append((number, " ".join(filter(None, cells))))
    if not lines and not ignored:
        raise Refused(DeckRefusal.LIST_EMPTY)
    return ReadList(tuple(lines), tuple(ignored), table.total, source)


def find_list_table_header(rows: Rows) -> tuple[int, Mapping[str, int]]:
    """Return the index of the row with the column titles, and the position of each column.

    Return 0 and an empty mapping if no row has columns for both quantity and name.
    """
    for index, (_number, cells) in enumerate(rows[:MAX_HEADER_ROW]):
        columns: dict[str, int] = {}
        for position, cell in enumerate(cells):
            if column := COLUMNS.get(headings.plain_title(cell)):
                columns.setdefault(column, position)
        if "quantity" in columns and "name" in columns:
            return index, columns
    return 0, {}


@dataclass
class _ListTable:
    """A table being read: the position of each column, and the section and total read so far."""

    columns: Mapping[str, int]
    section: Section = ""
    total: int | None = None

    def read_card(self, number: int, cells: Cells) -> DeckListLine | None:
        """Read a card from a row, or None if the row has no card.

        Without a quantity, a section or a total is read instead (see `read_title`).
        """
        name, code, collector_number = (self.cell(cells, column) for column in ("name", "set", "number"))
        quantity = self.cell(cells, "quantity")
        if not cardline.has_letter(name) or (not quantity and self.read_title(cells)):
            return None
        # The parser only accepts a quantity that is followed by text.
        copies = cardline.leading_quantity(f"{quantity} x") if quantity else None
        text = " ".join(part for part in (name, code, collector_number) if part)
        foil = headings.plain_title(self.cell(cells, "foil")) in _YES
        if not code and not collector_number:
            best = cardline.possible_readings(text)[0]
            name, code, collector_number, foil = best.name, best.set_code, best.card_number, foil or best.foil
        return DeckListLine(
            number,
            " ".join(filter(None, cells))[: text_cleanup.MAX_LINE_LENGTH],
            copies[0] if copies else None,
            name,
            code,
            collector_number,
            headings.section_of_heading(self.cell(cells, "section")) or self.section,
            foil,
            cardline.language_of_cell(self.cell(cells, "language")),
            self.cell(cells, "back").casefold() or None,
            text,
            self.cell(cells, "product"),
            self.cell(cells, "proxy"),
            original_kept=True,
            autographed=headings.plain_title(self.cell(cells, "signed")) in _YES,
        )

    def read_title(self, cells: Cells) -> bool:
        """Read the section or the total from a row without a card.

        Return whether the row is a section, a total or blank.
        """
        text = text_cleanup.normalize_card_line(" ".join(filter(None, cells)))
        section, total = headings.section_of_heading(text), headings.announced_total(text)
        self.section = section or self.section
        self.total = total if total is not None else self.total
        return section is not None or total is not None or not text

    def cell(self, cells: Cells, column: str) -> str:
        """Return the cleaned text of a row's cell in a column, or "" if the table or the row lacks the column.

        The apostrophe that exported files put before a formula is removed.
        """
        position = self.columns.get(column)
        value = cells[position] if position is not None and position < len(cells) else ""
        value = value[1:] if value.startswith("'") and value[1:].startswith(FORMULA_STARTS) else value
        return text_cleanup.normalize_card_line(value[: text_cleanup.MAX_LINE_LENGTH])


def table_cells_as_lines(text: str) -> str:
    """Turn pasted spreadsheet cells into lines of a list, if a row contains column titles.

    Other text is returned unchanged.
    """
    if "\t" not in text or len(text) > MAX_TEXT_SIZE:
        return text
    rows = list_rows_of_csv(text, "\t")
    if len(rows) > MAX_LINES or not find_list_table_header(rows)[1]:
        return text
    try:
        return list_text_of_table(read_table(rows, "csv"))
    except Refused:  # The row of titles is the only one.
        return text


def list_rows_of_csv(text: str, delimiter: str) -> Rows:
    """Return the rows of a CSV text. The result is empty if its quotes are unbalanced or it exceeds the limits."""
    try:
        return rows_with_cells(tabular.csv_rows(text, delimiter, BOUNDS))
    except tabular.TableFileFault:
        return ()


def rows_with_cells(numbered_rows: Iterable[tabular.Numbered]) -> Rows:
    """Return the nonempty rows, at most one more than a list may have."""
    rows = (
        (
            number,
            tuple(
                text_cleanup.visible_text(tabular.cell_text(value)[: text_cleanup.MAX_LINE_LENGTH])
                for value in values[: BOUNDS.columns]
            ),
        )
        for number, values in numbered_rows
    )
    return tuple(islice((row for row in rows if any(row[1])), MAX_LINES + 1))


def list_text_of_table(read: ReadList) -> str:
    """Write the rows of a table as lines of a list, including rows that are no cards."""
    rows = list(read.ignored)
    for line in read.lines:
        quantity = "?" if line.quantity is None else str(line.quantity)
        foil, marks = "PH" if line.foil else "", copy_marks.copy_marks_text(line)
        parts = (quantity, line.name, line.set_code, line.card_number, foil, marks)
        rows.append((line.number, " ".join(filter(None, parts))))
    return "\n".join(text for _number, text in sorted(rows))
