"""Pools as files: one as text or CSV for its player, all of a draft as CSV and spreadsheet for staff."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _

from core.documents import spreadsheets
from core.documents.spreadsheets import Field, Value
from core.engine.heads import SheetHead
from decks.engine.pools import Cards, text_of
from decks.queries.pools.pools import PoolRow
from decks.words.pool_words import state_text

FILES = {
    "txt": "text/plain; charset=utf-8",
    "csv": spreadsheets.CSV,
    "xlsx": spreadsheets.XLSX,
}
CARD = (Field(_("Quantity"), 10, "0"), Field(_("Name"), 36), Field(_("Set"), 10), Field(_("Number"), 10))
WHOSE = (
    Field(_("Pod"), 8, "0"),
    Field(_("Seat"), 8, "0"),
    Field(_("Opened by"), 28),
    Field(_("Played by"), 28),
    Field(_("State"), 18),
    Field(_("Version"), 9, "0"),
)


def one_pool(cards: Cards, kind: str) -> bytes:
    """The cards of one pool; the text can be read as a list."""
    if kind == "txt":
        return f"{text_of(cards)}\n".encode()
    return spreadsheets.as_csv(CARD, _cards(cards))


def all_csv(rows: Sequence[PoolRow]) -> bytes:
    """One row per card of each pool, by pod and seat."""
    return spreadsheets.as_csv((*WHOSE, *CARD), _all(rows))


def all_xlsx(rows: Sequence[PoolRow], head: SheetHead) -> bytes:
    """One row per card of each pool, as a spreadsheet with numeric values."""
    return spreadsheets.as_xlsx([(str(_("Pools")), (*WHOSE, *CARD), _all(rows))], head)


def _cards(cards: Cards) -> Iterable[list[Value]]:
    for card in cards:
        yield [card.quantity, card.name or "?", card.code, card.number]


def _all(rows: Sequence[PoolRow]) -> Iterable[list[Value]]:
    for row in rows:
        state = state_text(row.state, verified=bool(row.verified))[1]
        whose: list[Value] = [
            row.pod,
            row.seat,
            row.name,
            row.player or (row.name if row.number else ""),
            state,
            row.number,
        ]
        if not row.cards:
            yield [*whose, *("" for _column in CARD)]
        for card in _cards(row.cards):
            yield [*whose, *card]
