"""The expansion of a TCGdex set: most ids are the same, others are in `tcgdex_sets.csv`."""

from collections.abc import Mapping
from functools import cache

from cards.engine.shipped import rows


def home_of(tcgdex_set: str) -> str:
    """The id of the expansion of a TCGdex set; its own for a set that is not listed."""
    return _homes().get(tcgdex_set, tcgdex_set)


@cache
def _homes() -> Mapping[str, str]:
    return {row["tcgdex"]: row["expansion"] for row in rows("tcgdex_sets.csv")}
