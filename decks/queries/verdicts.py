"""Judging a list for one event: its lines looked up in the catalogue of now, its deck held against the rules."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from zoneinfo import ZoneInfo

from decks.engine.cards import Catalogue
from decks.engine.formats import DECK_RULES
from decks.engine.legality import Context, check, is_complete
from decks.engine.lists import Deck, ReadList
from decks.engine.resolve import resolve
from decks.engine.settings import choice
from decks.engine.verdicts import Verdict, cards_of
from decks.models import ListRules
from decks.queries import catalogue as catalogues
from tournaments.models import Tournament

PRERELEASE = "prerelease"
Judge = Callable[..., Verdict]


def context_of(event: Tournament, rules: ListRules | None, *, complete: bool) -> Context:
    """What decks are judged by at an event: its day, format, decks, edition, class, country and settings."""
    prerelease = event.kind == Tournament.Kind.PRERELEASE
    return Context(
        card_format=event.card_format,
        style=event.play_style,
        date=event.starts_at.astimezone(ZoneInfo(event.timezone)).date(),
        edition=event.edition,
        event_class=PRERELEASE if prerelease else event.event_class,
        country=str(event.country),
        prerelease_expansion=rules.prerelease_expansion if rules and prerelease else "",
        settings=rules.settings if rules else {},
        energy_provided=rules.energy_supplied if rules else True,
        complete_catalogue=complete,
    )


def judge_for(event: Tournament, rules: ListRules | None) -> Judge:
    """`verdict` of one event, with the catalogue looked up once for many lists."""
    cards = catalogues.current()
    context = context_of(event, rules, complete=is_complete(cards))
    return partial(verdict, cards=cards, context=context)


def verdict(read: ReadList, *, unused: ReadList | None = None, cards: Catalogue, context: Context) -> Verdict:
    """The verdict on one list; deck and unused cards together are the pool of a Limited event (R-058)."""
    deck = resolve(read, cards, on=context.date)
    left = resolve(unused, cards, on=context.date) if unused is not None else None
    if left is not None and context.rules.supplied_only:
        context = _with_pool(context, deck, left)
    return Verdict(deck, check(deck, context, cards), left)


def _with_pool(context: Context, deck: Deck, left: Deck) -> Context:
    return replace(context, pool=(*cards_of(deck), *cards_of(left)))


def size_of(event: Tournament) -> int:
    """Cards of a deck at this event."""
    return DECK_RULES[event.play_style].cards


def wants_unused(event: Tournament, rules: ListRules | None) -> bool:
    """Whether lists hold the unused cards of the pool too (R-030, S4)."""
    limited = DECK_RULES[event.play_style].supplied_only
    return limited and choice(rules.settings if rules else {}, "S4") == "deck_and_unused"


def wants_lists(event: Tournament, rules: ListRules | None) -> bool:
    """Whether every player owes a list before round 1 (R-030, S4)."""
    if rules is None or not rules.required:
        return False
    limited = DECK_RULES[event.play_style].supplied_only
    return not (limited and choice(rules.settings, "S4") == "none")
