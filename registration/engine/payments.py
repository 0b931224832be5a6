"""Match the payments in a shop's table with registrations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.engine.numbers import whole_number
from core.engine.person_names import search_key
from core.engine.refused import Refused
from registration.engine.refusals import RegistrationRefusal
from registration.engine.roster.rows import Row

TITLES: Mapping[str, frozenset[str]] = {
    kind: frozenset(search_key(title) for title in titles)
    for kind, titles in {
        "number": (
            "registration",
            "registration no",
            "registration number",
            "number",
            "no",
            "reference",
            "ref",
        ),
        "email": ("email", "e-mail", "email address", "billing email", "customer email", "mail"),
        "player_id": ("player id", "player number", "pop id"),
        "paid": ("paid", "status", "payment status", "financial status", "state"),
    }.items()
}
"""Titles of the columns that are read, by kind of content."""

_HEADER_WITHIN = 10
"""The number of first rows among which the titles are searched, since a heading may precede them."""
PAID = frozenset(
    ("paid", "yes", "y", "true", "1", "x", "ok", "completed", "complete", "processing", "captured")
)
"""Words that shops use for a received payment."""


@dataclass(frozen=True, slots=True)
class Payer:
    """A registration to match. `key` is the key of its row, and `number` its number in the event."""

    key: int
    number: int
    email: str
    player_id: str


@dataclass(frozen=True, slots=True)
class Payments:
    """The result of matching payments with registrations.

    `paid` are the keys of paid registrations, in the order of the rows. `unknown_rows` are the numbers of rows
    that match no registration or several.
    """

    paid: tuple[int, ...]
    unknown_rows: tuple[int, ...]


def match_payments(rows: Sequence[Row], payers: Iterable[Payer]) -> Payments:
    """Match the rows below the titles with registrations, by number, else Player ID, else email address.

    An email address counts only if no other registration has it. If a column says whether the registration is
    paid, rows without one of the words in PAID are skipped.
    Refused: PAYMENT_COLUMNS_MISSING if none of the first rows has a title of these three columns.
    """
    title_index, columns = _find_title_row(rows)
    by_number, by_player_id, by_email = dict[str, int](), dict[str, int](), dict[str, list[int]]()
    for payer in payers:
        by_number[str(payer.number)] = payer.key
        if payer.player_id:
            by_player_id[payer.player_id] = payer.key
        by_email.setdefault(payer.email.casefold(), []).append(payer.key)
    paid: dict[int, None] = {}
    unknown_rows = []
    for row in rows[title_index + 1 :]:
        cells = {kind: row.cells[index].strip() for kind, index in columns.items() if index < len(row.cells)}
        if "paid" in columns and cells.get("paid", "").casefold() not in PAID:
            continue
        number = whole_number(cells.get("number", "").lstrip("#"))
        keys_with_address = by_email.get(cells.get("email", "").casefold(), [])
        key = (
            by_number.get(str(number))
            or by_player_id.get(cells.get("player_id", ""))
            or (keys_with_address[0] if len(keys_with_address) == 1 else None)
        )
        if key is None:
            unknown_rows.append(row.number)
        else:
            paid[key] = None
    return Payments(tuple(paid), tuple(unknown_rows))


def _find_title_row(rows: Sequence[Row]) -> tuple[int, dict[str, int]]:
    """Return the index of the title row, and the index of each column by kind.

    Refused: PAYMENT_COLUMNS_MISSING.
    """
    for position, row in enumerate(rows[:_HEADER_WITHIN]):
        columns: dict[str, int] = {}
        for index, cell in enumerate(row.cells):
            kind = next((kind for kind, titles in TITLES.items() if search_key(cell) in titles), None)
            if kind is not None:
                columns.setdefault(kind, index)
        if columns.keys() & {"number", "email", "player_id"}:
            return position, columns
    raise Refused(RegistrationRefusal.PAYMENT_COLUMNS_MISSING)
