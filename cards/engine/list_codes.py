"""Codes and numbers that lists use although no card shows them: those of TCG Live, of Limitless, and Japanese ones.

They are the shipped rows of `list_codes.csv` and `list_numbers.csv`. TCG Live counts on where a vault begins: number 70
of Hidden Fates is SV1. Of the Classic Collection it counts the cards from 1, where each shows the number of its first
printing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cards.engine import numbers
from cards.engine.names import identity
from core.engine import tabular

DATA = Path(__file__).resolve().parent.parent / "data"

_SHAPE = re.compile(
    r"^(?:(?:BW|CP|DP|DPT|M|S|SM|SV|XY)\d{1,2}[A-Z+]?|(?:ADV|PCG|DP|DPT|L|BW|XY|SM|S|SV|M)-P)$"
)
"""The shape of Japanese codes, for those newer than the shipped rows."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Cards of an expansion that lists number `first` to `last`: from the printed number `printed` on, or one name."""

    expansion: str
    first: int
    last: int
    printed: str = ""
    key: str = ""


def is_live(code: str) -> bool:
    """Whether TCG Live alone uses a code, for its alternate prints: SVALT."""
    return code.upper() in _codes("live")


def is_japanese(code: str) -> bool:
    """Whether a code is that of a Japanese expansion, by its row or its shape."""
    return code.upper() in _codes("japanese") or _SHAPE.match(code.upper()) is not None


def japanese_name(code: str) -> str:
    """The English name of a Japanese expansion; "" for one without a row."""
    return _codes("japanese").get(code.upper(), "")


def aliases() -> Iterator[tuple[str, str]]:
    """Further codes of expansions: code in capitals and id."""
    return ((row["code"].upper(), row["expansion"]) for row in _rows() if row["kind"] == "other")


def written_number(expansion: str, number: str, key: str) -> str:
    """The number by which TCG Live lists a card, "" for the printed one."""
    for part in _counted().get(expansion, ()):
        if part.key == key:
            return str(part.first)
        # SV3 is 3 in a part of an expansion from SV1.
        prefix, plain = part.printed.rstrip("0123456789"), numbers.plain(number)
        digits = plain.removeprefix(prefix)
        if part.printed and plain.startswith(prefix) and digits.isdecimal() and int(digits):
            return str(part.first + int(digits) - 1)
    return ""


@cache
def _codes(kind: str) -> dict[str, str]:
    return {row["code"].upper(): row["name"] for row in _rows() if row["kind"] == kind}


@cache
def _rows() -> tuple[dict[str, str], ...]:
    return tuple(tabular.shipped(DATA / "list_codes.csv"))


@cache
def _counted() -> dict[str, tuple[Counted, ...]]:
    rows: dict[str, list[Counted]] = {}
    for row in tabular.shipped(DATA / "list_numbers.csv"):
        key = identity(row["name"]) if row["name"] else ""
        part = Counted(row["expansion"], int(row["first"]), int(row["last"]), row["printed"], key)
        rows.setdefault(part.expansion, []).append(part)
    return {expansion: tuple(parts) for expansion, parts in rows.items()}
