"""Read sets of TCGdex: their expansions and REST responses."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any

from cards.engine import catalogue_csv
from cards.engine.cards import Expansion
from cards.engine.shipped_facts import shipped_fact_rows

DIGITAL = ("tcgp",)
"""Series without printed cards."""

Row = Mapping[str, Any]


def expansion_id_of(tcgdex_set: str) -> str:
    """Return the expansion id of a TCGdex set: the set's id, unless the shipped table has another one."""
    return _expansion_ids().get(tcgdex_set, tcgdex_set)


@cache
def _expansion_ids() -> Mapping[str, str]:
    return {row["tcgdex"]: row["expansion"] for row in shipped_fact_rows("tcgdex_sets.csv")}


def is_digital_set(row: Row) -> bool:
    """Return whether the cards of a set exist only in an app."""
    series = row.get("serie")
    return isinstance(series, Mapping) and str(series.get("id") or "") in DIGITAL


def expansion_of_tcgdex_set(row: Row) -> Expansion:
    """Return the expansion in a set's response. Raises ValueError for an impossible date."""
    code, name = expansion_id_of(str(row["id"])), str(row.get("name") or "")
    abbreviation = row.get("abbreviation") or row.get("abbr")
    official = abbreviation.get("official") if isinstance(abbreviation, Mapping) else ""
    # Lists write "SHF:SV" as SHF-SV.
    codes = [
        words[0].replace(":", "-")
        for text in (official, row.get("tcgOnline"))
        if isinstance(text, str) and (words := text.split())
    ]
    released = str(row.get("releaseDate") or row.get("release") or "")
    series = row.get("serie")
    return Expansion(
        code,
        name or code,
        tuple(dict.fromkeys(codes)),
        date.fromisoformat(released) if released else None,
        kind=catalogue_csv.guess_expansion_kind(code, codes[0] if codes else "", name),
        series=str((series.get("name") if isinstance(series, Mapping) else series) or ""),
    )


def cards_in_set_response(row: Row) -> Iterator[tuple[str, str, str]]:
    """Yield the number, name and id of each card in a set's response."""
    for card in row.get("cards") or ():
        if isinstance(card, Mapping) and (number := card.get("localId") or card.get("n")) is not None:
            yield str(number), str(card.get("name") or ""), str(card.get("id") or f"{row['id']}-{number}")


def card_count_of(row: Row) -> int | None:
    """Return the number of cards of a set in the list of sets, or None if it is missing."""
    count = row.get("cardCount")
    total = count.get("total") if isinstance(count, Mapping) else row.get("count")
    return total if isinstance(total, int) else None
