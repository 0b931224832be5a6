"""Pool files: a player's pool as text or CSV, and all pools of a draft as CSV or spreadsheet for staff."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _

from core.documents import spreadsheets
from core.documents.registry import declare_rows_on_page
from core.documents.spreadsheets import Field, Value
from core.engine.sheet_heads import SheetHead
from decks.engine.pools import Cards, list_text
from decks.queries.pools.pools import PoolRow
from decks.words.pool_words import pool_state_text

declare_rows_on_page("pools", 1)
"""The printed pools (`pool_sheets`) have a page each."""

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


def pool_file(cards: Cards, kind: str) -> bytes:
    """Return the cards of a pool as CSV, or for "txt" as text that can be read as a deck list."""
    if kind == "txt":
        return f"{list_text(cards)}\n".encode()
    return spreadsheets.as_csv(
        CARD, ([card.quantity, card.name or "?", card.code, card.number] for card in cards)
    )


def all_pools_csv(rows: Sequence[PoolRow]) -> bytes:
    """Return the cards of all pools as CSV, one row per card, by pod and seat."""
    return spreadsheets.as_csv((*WHOSE, *CARD), _card_rows(rows))


def all_pools_xlsx(rows: Sequence[PoolRow], head: SheetHead) -> bytes:
    """Return the cards of all pools as XLSX, one row per card, with numeric values."""
    return spreadsheets.as_xlsx([(str(_("Pools")), (*WHOSE, *CARD), _card_rows(rows))], head)


def _card_rows(rows: Sequence[PoolRow]) -> Iterable[list[Value]]:
    """Yield one row per card of each pool; an empty or missing pool has one row without a card."""
    for row in rows:
        state = pool_state_text(row.state, verified=bool(row.verified))[1]
        pool_values: list[Value] = [
            row.pod,
            row.seat,
            row.name,
            row.player or (row.name if row.number else ""),
            state,
            row.number,
        ]
        if not row.cards:
            yield [*pool_values, *("" for _column in CARD)]
        for card in row.cards:
            yield [*pool_values, card.quantity, card.name or "?", card.code, card.number]
