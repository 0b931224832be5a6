"""Codes and numbers in lists that are not printed on cards: those of TCG Live, of Limitless, and Japanese codes.

They are shipped in `list_codes.csv` and `list_numbers.csv`. TCG Live continues the numbers of a set in its vault:
number 70 of Hidden Fates is SV1. It numbers the Classic Collection from 1, although the cards show the number of
their first printing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cards.engine import collector_numbers
from cards.engine.card_names import card_name_identity
from core.engine import tabular

DATA = Path(__file__).resolve().parent.parent / "data"

_SHAPE = re.compile(
    r"^(?:(?:BW|CP|DP|DPT|M|S|SM|SV|XY)\d{1,2}[A-Z+]?|(?:ADV|PCG|DP|DPT|L|BW|XY|SM|S|SV|M)-P)$"
)
"""The pattern of Japanese codes, to recognize codes that are newer than the shipped rows."""


@dataclass(frozen=True, slots=True)
class RenumberedCards:
    """Cards of an expansion that TCG Live numbers `first` to `last`.

    They are either the cards that start at the printed number `printed`, or the card named `key`.
    """

    expansion: str
    first: int
    last: int
    printed: str = ""
    key: str = ""


def is_tcg_live_only_code(code: str) -> bool:
    """Return whether only TCG Live uses a code, such as SVALT for its alternate prints."""
    return code.upper() in _names_by_code("live")


def is_japanese_code(code: str) -> bool:
    """Return whether a code belongs to a Japanese expansion, by its shipped row or by its pattern."""
    return code.upper() in _names_by_code("japanese") or _SHAPE.match(code.upper()) is not None


def japanese_expansion_name(code: str) -> str:
    """Return the English name of a Japanese expansion, or "" if it has no row."""
    return _names_by_code("japanese").get(code.upper(), "")


def expansion_code_aliases() -> Iterator[tuple[str, str]]:
    """Yield alternative codes of expansions, each with the id of the expansion. Codes are in capitals."""
    rows = tabular.read_shipped_rows(DATA / "list_codes.csv")
    return ((row["code"].upper(), row["expansion"]) for row in rows if row["kind"] == "other")


def tcg_live_number(expansion: str, number: str, key: str) -> str:
    """Return the number of a card in TCG Live, or "" if it is the printed number."""
    for renumbered in _renumbered_cards().get(expansion, ()):
        if renumbered.key == key:
            return str(renumbered.first)
        # SV3 is the third card of a vault that starts at SV1.
        prefix, plain = (
            renumbered.printed.rstrip("0123456789"),
            collector_numbers.plain_collector_number(number),
        )
        digits = plain.removeprefix(prefix)
        if renumbered.printed and plain.startswith(prefix) and digits.isdecimal() and int(digits):
            return str(renumbered.first + int(digits) - 1)
    return ""


@cache
def _names_by_code(kind: str) -> dict[str, str]:
    """Return the names of the shipped codes of one kind, by the code in capitals."""
    rows = tabular.read_shipped_rows(DATA / "list_codes.csv")
    return {row["code"].upper(): row["name"] for row in rows if row["kind"] == kind}


@cache
def _renumbered_cards() -> dict[str, tuple[RenumberedCards, ...]]:
    """Return the shipped numbers of TCG Live, by expansion."""
    cards_by_expansion: dict[str, list[RenumberedCards]] = {}
    for row in tabular.read_shipped_rows(DATA / "list_numbers.csv"):
        key = card_name_identity(row["name"]) if row["name"] else ""
        renumbered = RenumberedCards(
            row["expansion"], int(row["first"]), int(row["last"]), row["printed"], key
        )
        cards_by_expansion.setdefault(renumbered.expansion, []).append(renumbered)
    return {expansion: tuple(renumbered_cards) for expansion, renumbered_cards in cards_by_expansion.items()}
