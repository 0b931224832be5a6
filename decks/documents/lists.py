"""A deck list as CSV and as a spreadsheet. A cell that looks like a formula is text with an apostrophe before it."""

import csv
import io
from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from cards.engine.kinds import Kind
from decks.engine.lists.order import Listed, listed
from decks.engine.lists.values import Deck, Section

FORMULA = ("=", "+", "-", "@", "\t", "\r")
FIELDS: tuple[tuple[str | Promise, float], ...] = (
    (_("Section"), 12),
    (_("Kind"), 16),
    (_("Quantity"), 10),
    (_("Name"), 36),
    (_("Set"), 10),
    (_("Number"), 10),
    (_("Mark"), 8),
    (_("Foil"), 8),
    (_("Language"), 12),
)
SECTION_WORDS: dict[Section, str | Promise] = {
    "pokemon": _("Pokémon"),
    "trainer": _("Trainer"),
    "energy": _("Energy"),
    "": "",
}
KIND_WORDS: dict[Kind, str | Promise] = {
    "unknown": _("Not known"),
    "pokemon": _("Pokémon"),
    "supporter": _("Supporter"),
    "item": _("Item"),
    "tool": _("Pokémon Tool"),
    "stadium": _("Stadium"),
    "ace_spec": _("ACE SPEC"),
    "trainer": _("Trainer"),
    "special_energy": _("Special Energy"),
    "basic_energy": _("Basic Energy"),
}
Value = str | int


def write_csv(deck: Deck) -> bytes:
    """The list in its order, one row for each card, in UTF-8 as spreadsheets expect it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([str(title) for title, _width in FIELDS])
    writer.writerows(cells(deck))
    return out.getvalue().encode("utf-8-sig")


def write_xlsx(deck: Deck) -> bytes:
    """The list in its order, one row for each card; quantities are numbers."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = str(_("Deck list"))[:31]
    sheet.append([str(title) for title, _width in FIELDS])
    for row in cells(deck):
        sheet.append(row)
    for column, (_title, width) in enumerate(FIELDS, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width
        sheet.cell(1, column).font = Font(bold=True)
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def cells(deck: Deck) -> Iterator[list[Value]]:
    """The rows of both files."""
    for row in listed(deck):
        yield [harmless(value) for value in _values(row)]


def _values(row: Listed) -> tuple[Value, ...]:
    quantity: Value = "?" if row.quantity is None else row.quantity
    name = (row.name, row.set_code, row.card_number)
    foil = str(_("yes")) if row.foil else ""
    words = (str(SECTION_WORDS[row.section]), str(KIND_WORDS[row.kind]))
    return (*words, quantity, *name, row.mark, foil, row.language or "")


def harmless(value: Value) -> Value:
    """A cell no spreadsheet takes for a formula, without signs none of them may hold."""
    if isinstance(value, int) and value >= 0:
        return value
    clean = ILLEGAL_CHARACTERS_RE.sub("", str(value))
    return f"'{clean}" if clean.lstrip().startswith(FORMULA) else clean
