"""Lists with one card per row and its parts in columns, from a CSV file or a spreadsheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.engine.refused import Refused
from decks.engine.lists import cardline, corrections, headings
from decks.engine.lists.reading import MOST_LINES, read_text
from decks.engine.lists.values import Line, ReadList, Section, Source
from decks.engine.refusals import DeckRefusal

HEADER_WITHIN = 20
"""Rows searched for the one that names the columns."""

QUOTED = ("=", "+", "-", "@")
"""First characters a spreadsheet would evaluate; exported files put an apostrophe before them."""

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
COLUMNS = {headings.letters(title): column for column, words in _COLUMNS.items() for title in words.split()}
_YES = {"yes", "y", "x", "1", "true", "ph", "foil", "si", "oui", "ja", "sim"}
Cells = tuple[str, ...]
Rows = Sequence[tuple[int, Cells]]


def read_table(rows: Rows, source: Source) -> ReadList:
    """Read a list from numbered rows. Rows without named columns are read as lines of text.

    Refused: LIST_TOO_LONG, LIST_EMPTY.
    """
    if len(rows) > MOST_LINES:
        raise Refused(DeckRefusal.LIST_TOO_LONG, limit=MOST_LINES)
    at, columns = header(rows)
    if not columns:
        numbers = [number for number, _cells in rows]
        read = read_text("\n".join(" ".join(" ".join(cells).split()) or "-" for _number, cells in rows))
        return ReadList(
            tuple(replace(line, number=_at(line.number, numbers)) for line in read.lines),
            tuple((_at(number, numbers), text) for number, text in read.ignored),
            read.announced_total,
            source,
        )
    table = _Table(columns)
    lines: list[Line] = []
    ignored: list[tuple[int, str]] = []
    for number, cells in rows[at + 1 :]:
        if line := table.line(number, cells):
            lines.append(line)
        elif table.is_no_card(cells):
            continue
        else:
            ignored.append((number, " ".join(filter(None, cells))))
    if not lines and not ignored:
        raise Refused(DeckRefusal.LIST_EMPTY)
    return ReadList(tuple(lines), tuple(ignored), table.total, source)


def header(rows: Rows) -> tuple[int, Mapping[str, int]]:
    """The index of the row that names the columns, and column -> position; empty if no row names quantity and name."""
    for at, (_number, cells) in enumerate(rows[:HEADER_WITHIN]):
        columns: dict[str, int] = {}
        for place, cell in enumerate(cells):
            if column := COLUMNS.get(headings.letters(cell)):
                columns.setdefault(column, place)
        if "quantity" in columns and "name" in columns:
            return at, columns
    return 0, {}


def _at(number: int, numbers: Sequence[int]) -> int:
    """The file row of a line of the text made from it; entities may add lines."""
    return numbers[min(number, len(numbers)) - 1]


@dataclass
class _Table:
    """The position of each column, and the current section."""

    columns: Mapping[str, int]
    section: Section = ""
    total: int | None = None

    def line(self, number: int, cells: Cells) -> Line | None:
        name, quantity = self.cell(cells, "name"), self.cell(cells, "quantity")
        if not any(sign.isalpha() for sign in name) or (not quantity and self.is_no_card(cells)):
            return None
        copies = cardline.leading(f"{quantity} x") if quantity else None
        raw = " ".join(filter(None, cells))[: corrections.LONGEST_LINE]
        return self.filled(number, raw, copies[0] if copies else None, cells)

    def filled(self, number: int, raw: str, quantity: int | None, cells: Cells) -> Line:
        name, code, card = (self.cell(cells, column) for column in ("name", "set", "number"))
        section = headings.heading(self.cell(cells, "section")) or self.section
        text = " ".join(part for part in (name, code, card) if part)
        foil = headings.letters(self.cell(cells, "foil")) in _YES
        language = cardline.tongue(self.cell(cells, "language"))
        if not code and not card:
            best = cardline.readings(text)[0]
            name, code, card, foil = best.name, best.set_code, best.card_number, foil or best.foil
        back, proxy = self.cell(cells, "back").casefold() or None, self.cell(cells, "proxy")
        return Line(
            number,
            raw,
            quantity,
            name,
            code,
            card,
            section,
            foil,
            language,
            back,
            text,
            self.cell(cells, "product"),
            proxy,
            original_kept=True,
            autographed=headings.letters(self.cell(cells, "signed")) in _YES,
        )

    def is_heading(self, text: str) -> bool:
        """Whether a row begins a section: "Pokémon" or "Trainer: 36" alone, with or without a count."""
        section = headings.heading(text)
        self.section = section or self.section
        return section is not None

    def is_no_card(self, cells: Cells) -> bool:
        """Whether a row is a heading, a total or blank."""
        text = corrections.plain(" ".join(filter(None, cells)))
        total = headings.total(text)
        self.total = total if total is not None else self.total
        return self.is_heading(text) or total is not None or not text

    def cell(self, cells: Cells, column: str) -> str:
        place = self.columns.get(column)
        value = cells[place] if place is not None and place < len(cells) else ""
        value = value[1:] if value.startswith("'") and value[1:].startswith(QUOTED) else value
        return corrections.plain(value[: corrections.LONGEST_LINE])
