"""Apply all legality rules to a deck, in order."""

from collections.abc import Callable, Iterable, Iterator

from cards.engine.cards import Catalogue
from decks.engine.legality.backs import one_back
from decks.engine.legality.bans import banned, collector_sets, not_tournament_legal
from decks.engine.legality.basics import basic_pokemon
from decks.engine.legality.card_lines import card_lines
from decks.engine.legality.checking import Checking
from decks.engine.legality.classes import ace_spec, pokemon_star, prism_star, radiant
from decks.engine.legality.context import Context, Problem
from decks.engine.legality.copies import copy_limit, unknown_copies, unown_limit
from decks.engine.legality.formats import card_pool
from decks.engine.legality.languages import foreign_languages
from decks.engine.legality.limited_pool import Rest, mixed_pool, only_from_pool, rest_adds_up, rest_of
from decks.engine.legality.name_groups import one_name_of
from decks.engine.legality.proxies import genuine_cards, marked_cards
from decks.engine.legality.size import deck_size, quantities
from decks.engine.legality.unclear_lines import japanese_codes, unclear_lines, unknown_names, unread_lines
from decks.engine.lists.deck_list import Deck

Rule = Callable[[Checking], Iterator[Problem]]


RULES: tuple[Rule, ...] = (
    quantities,
    unclear_lines,
    unknown_names,
    japanese_codes,
    unread_lines,
    deck_size,
    copy_limit,
    unknown_copies,
    unown_limit,
    one_name_of,
    ace_spec,
    pokemon_star,
    radiant,
    prism_star,
    basic_pokemon,
    card_pool,
    banned,
    not_tournament_legal,
    collector_sets,
    only_from_pool,
    rest_adds_up,
    mixed_pool,
    foreign_languages,
    one_back,
    marked_cards,
    genuine_cards,
)


def find_problems(deck: Deck, context: Context, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Return every problem of a deck at an event."""
    checking = Checking(card_lines(deck, catalogue), context, catalogue, deck.unread)
    return tuple(problem for rule in RULES for problem in rule(checking))


def rest_of_pool(deck: Deck, context: Context, catalogue: Catalogue) -> Rest | None:
    """Return the part of the context's pool that a deck does not use, and the basic Energy supplied (R-058).

    None if the pool is unknown.
    """
    return rest_of(Checking(card_lines(deck, catalogue), context, catalogue))


def unknown_cards(problems: Iterable[Problem]) -> int:
    """Count the cards whose legality is unknown because the catalogue lacks them."""
    counts = (problem.facts.get("unknown_cards") for problem in problems if problem.severity == "warning")
    return sum(count for count in counts if isinstance(count, int))


def error_codes(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the codes of the errors, sorted, without duplicates. Empty for a legal deck."""
    return tuple(sorted({problem.code for problem in problems if problem.severity == "error"}))


def warning_codes(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the codes of the warnings, sorted, without duplicates."""
    return tuple(sorted({problem.code for problem in problems if problem.severity == "warning"}))
