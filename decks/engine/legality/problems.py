"""Apply all legality rules to a deck, in order."""

from collections.abc import Callable, Iterable, Iterator

from cards.engine.cards import Catalogue
from decks.engine.legality.backs import check_backs
from decks.engine.legality.bans import check_bans, check_collector_sets, check_tournament_legal
from decks.engine.legality.basics import check_basic_pokemon
from decks.engine.legality.card_lines import card_lines
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.classes import check_ace_spec, check_pokemon_star, check_prism_star, check_radiant
from decks.engine.legality.context import DeckContext, Problem
from decks.engine.legality.copies import check_copies_of_unknown_cards, check_copy_limit, check_unown_limit
from decks.engine.legality.formats import check_format
from decks.engine.legality.languages import check_languages
from decks.engine.legality.limited_pool import (
    PoolRest,
    check_mixed_pool,
    check_only_from_pool,
    check_rest_adds_up,
    pool_rest_of_check,
)
from decks.engine.legality.name_groups import check_name_groups
from decks.engine.legality.proxies import check_marked_cards, check_proxies
from decks.engine.legality.size import check_deck_size, check_quantities
from decks.engine.legality.unclear_lines import (
    check_japanese_codes,
    check_unclear_lines,
    check_unknown_names,
    check_unread_lines,
)
from decks.engine.lists.deck_list import Deck

Rule = Callable[[LegalityCheck], Iterator[Problem]]


RULES: tuple[Rule, ...] = (
    check_quantities,
    check_unclear_lines,
    check_unknown_names,
    check_japanese_codes,
    check_unread_lines,
    check_deck_size,
    check_copy_limit,
    check_copies_of_unknown_cards,
    check_unown_limit,
    check_name_groups,
    check_ace_spec,
    check_pokemon_star,
    check_radiant,
    check_prism_star,
    check_basic_pokemon,
    check_format,
    check_bans,
    check_tournament_legal,
    check_collector_sets,
    check_only_from_pool,
    check_rest_adds_up,
    check_mixed_pool,
    check_languages,
    check_backs,
    check_marked_cards,
    check_proxies,
)


def find_deck_problems(deck: Deck, context: DeckContext, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Return every problem of a deck at an event."""
    checking = LegalityCheck(card_lines(deck, catalogue), context, catalogue, deck.unread)
    return tuple(problem for rule in RULES for problem in rule(checking))


def rest_of_pool(deck: Deck, context: DeckContext, catalogue: Catalogue) -> PoolRest | None:
    """Return the part of the context's pool that a deck does not use, and the basic Energy supplied (R-058).

    Return None if the pool is unknown.
    """
    return pool_rest_of_check(LegalityCheck(card_lines(deck, catalogue), context, catalogue))


def count_cards_of_unknown_legality(problems: Iterable[Problem]) -> int:
    """Count the copies of cards whose legality is unknown because the catalogue lacks them."""
    counts = (problem.facts.get("unknown_cards") for problem in problems if problem.severity == "warning")
    return sum(count for count in counts if isinstance(count, int))


def deck_error_codes(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the codes of the errors, sorted, without duplicates. The result is empty for a legal deck."""
    return tuple(sorted({problem.code for problem in problems if problem.severity == "error"}))


def deck_warning_codes(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the codes of the warnings, sorted, without duplicates."""
    return tuple(sorted({problem.code for problem in problems if problem.severity == "warning"}))


def legality_verdict(problems: tuple[Problem, ...]) -> str:
    """Return the verdict: "legal", "illegal" or, if only cards missing from the catalogue are in doubt, "unknown"."""
    if deck_error_codes(problems):
        return "illegal"
    return "unknown" if count_cards_of_unknown_legality(problems) else "legal"
