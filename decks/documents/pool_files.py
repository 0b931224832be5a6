"""Pools as files: one as text or CSV for its player, all of a draft as CSV and spreadsheet for the staff."""

import csv
import io
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from decks.documents.lists import Value, harmless
from decks.engine.pools import Cards, text_of
from decks.queries.pools.pools import PoolRow
from decks.words.pool_words import state_said

FILES = {
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
CARD = ((_("Quantity"), 10), (_("Name"), 36), (_("Set"), 10), (_("Number"), 10))
WHOSE = (
    (_("Pod"), 8),
    (_("Seat"), 8),
    (_("Opened by"), 28),
    (_("Played by"), 28),
    (_("State"), 18),
    (_("Version"), 9),
)


def one_pool(cards: Cards, kind: str) -> bytes:
    """The cards of one pool; the text is read as a list again."""
    if kind == "txt":
        return f"{text_of(cards)}\n".encode()
    return _csv([str(title) for title, _width in CARD], _cards(cards))


def all_csv(rows: Sequence[PoolRow]) -> bytes:
    """One row for each card of each pool, by pod and seat."""
    return _csv([str(title) for title, _width in (*WHOSE, *CARD)], _all(rows))


def all_xlsx(rows: Sequence[PoolRow]) -> bytes:
    """The same as a spreadsheet; numbers are numbers."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = str(_("Pools"))[:31]
    columns = (*WHOSE, *CARD)
    sheet.append([str(title) for title, _width in columns])
    for row in _all(rows):
        sheet.append(row)
    for at, (_title, width) in enumerate(columns, start=1):
        sheet.column_dimensions[get_column_letter(at)].width = width
        sheet.cell(1, at).font = Font(bold=True)
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _csv(head: list[str], rows: Iterable[list[Value]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue().encode("utf-8-sig")


def _cards(cards: Cards) -> Iterable[list[Value]]:
    for card in cards:
        yield [harmless(value) for value in (card.quantity, card.name or "?", card.code, card.number)]


def _all(rows: Sequence[PoolRow]) -> Iterable[list[Value]]:
    for row in rows:
        state = state_said(row.state, verified=bool(row.verified))[1]
        whose: list[Value] = [
            row.pod,
            row.seat,
            row.name,
            row.player or (row.name if row.number else ""),
            state,
            row.number,
        ]
        if not row.cards:
            yield [*(harmless(value) for value in whose), *("" for _column in CARD)]
        for card in _cards(row.cards):
            yield [*(harmless(value) for value in whose), *card]
