"""Corrections of single printings where TCGdex differs from the printed card."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Any

from cards.engine import collector_numbers
from cards.engine.shipped_facts import shipped_fact_rows

LISTS = ("subtypes", "types")
"""Fields with several values, which are separated by |."""

Corrections = Mapping[str, Any]
Place = tuple[str, str]


def corrections_of(expansion: str, number: str) -> Corrections:
    """Return the corrected values of a printing by field, in the layout of pokemon-tcg-data.

    `number` is the card's number in TCGdex.
    """
    return _corrections_by_place().get((expansion, collector_numbers.plain_collector_number(number)), {})


@cache
def _corrections_by_place() -> Mapping[Place, Corrections]:
    corrections: dict[Place, dict[str, str | list[str]]] = defaultdict(dict)
    for row in shipped_fact_rows("corrections.csv"):
        value = row["value"].split("|") if row["field"] in LISTS else row["value"]
        for number in row["numbers"].split():
            corrections[row["expansion"], collector_numbers.plain_collector_number(number)][row["field"]] = (
                value
            )
    return dict(corrections)
