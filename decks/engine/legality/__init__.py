"""Check whether a deck may be played at an event (R-026). Each rule is a function.

`find_problems` returns every problem of a deck; a deck is legal if none is an error. Problems are ordered as in
`RULES`, then by line.
"""

from decks.engine.legality.context import Card, Context, Problem
from decks.engine.legality.languages import languages_of
from decks.engine.legality.limited_pool import Rest
from decks.engine.legality.problems import (
    RULES,
    error_codes,
    find_problems,
    rest_of_pool,
    unknown_cards,
    warning_codes,
)

__all__ = [
    "RULES",
    "Card",
    "Context",
    "Problem",
    "Rest",
    "error_codes",
    "find_problems",
    "languages_of",
    "rest_of_pool",
    "unknown_cards",
    "warning_codes",
]
