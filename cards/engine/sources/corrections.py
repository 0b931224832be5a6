"""What TCGdex has wrong about single printings, and what is printed on the card."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Any

from cards.engine import numbers
from cards.engine.shipped import rows

LISTS = ("subtypes", "types")
"""Fields with several values, separated by |."""

Corrections = Mapping[str, Any]
Place = tuple[str, str]


def corrections_of(expansion: str, number: str) -> Corrections:
    """The correct values of a printing by field, in the layout of pokemon-tcg-data; `number` as TCGdex has it."""
    return _all().get((expansion, numbers.plain(number)), {})


@cache
def _all() -> Mapping[Place, Corrections]:
    places: dict[Place, dict[str, Any]] = defaultdict(dict)
    for row in rows("corrections.csv"):
        value = row["value"].split("|") if row["field"] in LISTS else row["value"]
        for number in row["numbers"].split():
            places[row["expansion"], numbers.plain(number)][row["field"]] = value
    return dict(places)
