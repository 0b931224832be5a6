"""Sets of TCGdex: whose expansion each is, and what its REST answers say of it and its cards."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any

from cards.engine import catalogue_csv
from cards.engine.cards import Expansion
from cards.engine.shipped import rows

DIGITAL = ("tcgp",)
"""Series without a card of paper."""

Row = Mapping[str, Any]


def home_of(tcgdex_set: str) -> str:
    """The id of the expansion of a TCGdex set; its own for a set that is not listed."""
    return _homes().get(tcgdex_set, tcgdex_set)


@cache
def _homes() -> Mapping[str, str]:
    return {row["tcgdex"]: row["expansion"] for row in rows("tcgdex_sets.csv")}


def is_digital(row: Row) -> bool:
    """Whether the cards of a set are only in an app."""
    serie = row.get("serie")
    return isinstance(serie, Mapping) and str(serie.get("id") or "") in DIGITAL


def expansion_of(row: Row) -> Expansion:
    """The expansion of a set's answer. Raises ValueError for an impossible date."""
    home, name = home_of(str(row["id"])), str(row.get("name") or "")
    codes = tuple(dict.fromkeys(_codes(row)))
    released = str(row.get("releaseDate") or row.get("release") or "")
    serie = row.get("serie")
    return Expansion(
        home,
        name or home,
        codes,
        date.fromisoformat(released) if released else None,
        kind=catalogue_csv.kind_of(home, codes[0] if codes else "", name),
        series=str((serie.get("name") if isinstance(serie, Mapping) else serie) or ""),
    )


def _codes(row: Row) -> Iterator[str]:
    """The codes of a set as lists write them: "SHF:SV" is SHF-SV."""
    short = row.get("abbreviation") or row.get("abbr")
    official = short.get("official") if isinstance(short, Mapping) else ""
    for code in (official, row.get("tcgOnline")):
        if isinstance(code, str) and (words := code.split()):
            yield words[0].replace(":", "-")


def cards_of(row: Row) -> Iterator[tuple[str, str, str]]:
    """The number, name and id of each card that a set's answer lists."""
    for card in row.get("cards") or ():
        if isinstance(card, Mapping) and (number := card.get("localId") or card.get("n")) is not None:
            yield str(number), str(card.get("name") or ""), str(card.get("id") or f"{row['id']}-{number}")


def total_of(row: Row) -> int | None:
    """How many cards a set has by the list of sets; None if it does not say."""
    count = row.get("cardCount")
    total = count.get("total") if isinstance(count, Mapping) else row.get("count")
    return total if isinstance(total, int) else None
