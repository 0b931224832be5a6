"""Whether a deck may be played at an event (R-026), and why not: one function per rule.

`check` returns every problem of a deck; a deck is legal if none is an error. Problems are ordered as in `RULES`, then
by line.
"""

from collections.abc import Callable, Iterable, Iterator

from cards.engine.cards import Catalogue
from decks.engine.legality.backs import one_back
from decks.engine.legality.bans import banned, collector_sets, not_tournament_legal
from decks.engine.legality.basics import basic_pokemon
from decks.engine.legality.card_lines import card_lines
from decks.engine.legality.checking import Checking
from decks.engine.legality.classes import ace_spec, pokemon_star, prism_star, radiant
from decks.engine.legality.context import Card, Context, Problem
from decks.engine.legality.copies import copy_limit, unknown_copies, unown_limit
from decks.engine.legality.formats import card_pool
from decks.engine.legality.groups import one_name_of
from decks.engine.legality.languages import foreign_languages, languages_of
from decks.engine.legality.lines import unclear_lines, unknown_names, unread_lines
from decks.engine.legality.pool import Rest, mixed_pool, only_from_pool, rest_adds_up, rest_of
from decks.engine.legality.proxies import genuine_cards, marked_cards
from decks.engine.legality.size import deck_size, quantities
from decks.engine.lists.values import Deck

__all__ = [
    "RULES",
    "Card",
    "Context",
    "Problem",
    "Rest",
    "check",
    "errors",
    "languages_of",
    "left_of_pool",
    "legal",
    "unknown_cards",
    "warnings",
]

Rule = Callable[[Checking], Iterator[Problem]]
RULES: tuple[Rule, ...] = (
    quantities,
    unclear_lines,
    unknown_names,
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


def check(deck: Deck, context: Context, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Every problem of a deck at an event."""
    checking = Checking(card_lines(deck, catalogue), context, catalogue, deck.unread)
    return tuple(problem for rule in RULES for problem in rule(checking))


def left_of_pool(deck: Deck, context: Context, catalogue: Catalogue) -> Rest | None:
    """What a deck leaves of its context's pool, and the basic Energy supplied (R-058); None if the pool is unknown."""
    return rest_of(Checking(card_lines(deck, catalogue), context, catalogue))


def legal(problems: Iterable[Problem]) -> bool:
    """Whether a deck with these problems may be played."""
    return not errors(problems)


def unknown_cards(problems: Iterable[Problem]) -> int:
    """How many cards of a deck are missing from an incomplete catalogue, so that its legality is unknown."""
    counts = (problem.facts.get("unknown_cards") for problem in problems if problem.severity == "warning")
    return sum(count for count in counts if isinstance(count, int))


def errors(problems: Iterable[Problem]) -> tuple[str, ...]:
    """The codes of the errors, sorted, without duplicates."""
    return _codes(problem for problem in problems if problem.severity == "error")


def warnings(problems: Iterable[Problem]) -> tuple[str, ...]:
    """The codes of the warnings, sorted, without duplicates."""
    return _codes(problem for problem in problems if problem.severity == "warning")


def _codes(problems: Iterable[Problem]) -> tuple[str, ...]:
    return tuple(sorted({problem.code for problem in problems}))
