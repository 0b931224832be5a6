"""Check whether a deck may be played at an event (R-026). Each rule is a function.

`find_deck_problems` returns every problem of a deck; a deck is legal if none is an error. Problems are ordered as in
`RULES`, then by line.
"""

from decks.engine.legality.context import Card, DeckContext, Problem
from decks.engine.legality.languages import languages_of_country
from decks.engine.legality.limited_pool import PoolRest
from decks.engine.legality.problems import (
    RULES,
    count_cards_of_unknown_legality,
    deck_error_codes,
    deck_warning_codes,
    find_deck_problems,
    rest_of_pool,
)

__all__ = [
    "RULES",
    "Card",
    "DeckContext",
    "PoolRest",
    "Problem",
    "count_cards_of_unknown_legality",
    "deck_error_codes",
    "deck_warning_codes",
    "find_deck_problems",
    "languages_of_country",
    "rest_of_pool",
]
