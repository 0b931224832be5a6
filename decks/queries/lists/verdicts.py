"""Judging a list for one event: its lines resolved in the current catalogue, its deck checked against the rules."""

from dataclasses import replace
from datetime import date
from functools import partial
from zoneinfo import ZoneInfo

from cards.engine.cards import Catalogue, is_complete
from cards.engine.formats import DECK_RULES
from cards.engine.settings import choice
from cards.queries import catalogue
from decks.engine.legality import Context, check, left_of_pool
from decks.engine.legality.stand_ins import StandIn, stand_ins
from decks.engine.lists import Deck, ReadList
from decks.engine.pools import Held, context_cards, left_over
from decks.engine.resolve import resolve
from decks.engine.verdicts import Verdict, cards_of
from decks.models import ListRules
from tournaments.models import Tournament

PRERELEASE = "prerelease"
Judge = partial[Verdict]


def context_of(event: Tournament, rules: ListRules | None, *, complete: bool) -> Context:
    """The context decks are judged by at an event: day, format, style, edition, class, country and settings.

    The player's home country is an argument of `verdict` (R-017).
    """
    # A 30-card deck has a card pool of its own (S10, R-100, R-101).
    official = DECK_RULES[event.play_style].official
    prerelease = event.kind == Tournament.Kind.PRERELEASE
    return Context(
        card_format=event.card_format if official else setting(event, rules, "S10"),
        style=event.play_style,
        date=day_of(event),
        edition=event.edition,
        event_class=PRERELEASE if prerelease else event.event_class,
        country=str(event.country),
        prerelease_expansion=rules.prerelease_expansion if rules and prerelease else "",
        settings=rules.settings if rules else {},
        energy_provided=rules.energy_supplied if rules else True,
        last_date=rules.last_day if rules else None,
        complete_catalogue=complete,
    )


def day_of(event: Tournament) -> date:
    """The first day of an event, in its timezone."""
    return event.starts_at.astimezone(ZoneInfo(event.timezone)).date()


def setting(event: Tournament, rules: ListRules | None, name: str) -> str:
    """One setting of an event. The card pool of a 30-card deck (S10) defaults to the event's format."""
    settings = rules.settings if rules else {}
    if name == "S10" and name not in settings:
        return str(event.card_format)
    return choice(settings, name)


def judge_for(event: Tournament, rules: ListRules | None) -> Judge:
    """`verdict` for one event, with the catalogue loaded once for many lists."""
    cards = catalogue.current()
    context = context_of(event, rules, complete=is_complete(cards))
    return partial(verdict, cards=cards, context=context)


def verdict(
    read: ReadList,
    *,
    unused: ReadList | None = None,
    supplied: int = 0,
    home: str = "",
    held: Held | None = None,
    cards: Catalogue,
    context: Context,
) -> Verdict:
    """The verdict on one list.

    `held`: the player's registered pools; the deck must come from them, and the unused cards are the remainder (R-051,
    R-058, S6). Without a registered pool, deck and unused cards together are taken as the pool. `supplied` 0: not
    stated. `home`: ISO code of the player's home country (R-017).
    """
    context = replace(context, player_home=home) if home else context
    deck = resolve(read, cards, on=context.date)
    left = resolve(unused, cards, on=context.date) if unused is not None else None
    if held is not None and context.rules.supplied_only:
        context = replace(
            context,
            pool=context_cards(held.pool, cards),
            earlier=context_cards(held.earlier, cards),
            unused=None if left is None else cards_of(left),
            supplied=supplied or None,
        )
        rest = left_of_pool(deck, context, cards)
        # After a redraft the cards left over are of all pools or only of the new one (S6).
        pool = held.pool if context.choice("S6") == "new_draft" else held.cards
        unused_cards = None if rest is None else left_over(pool, rest)
        return Verdict(deck, check(deck, context, cards), left, rest, unused_cards)
    if left is not None and context.rules.supplied_only:
        context = replace(context, pool=(*cards_of(deck), *cards_of(left)))
    return Verdict(deck, check(deck, context, cards), left)


def stand_ins_of(read: ReadList, event: Tournament, rules: ListRules | None) -> tuple[StandIn, ...]:
    """Lines of a submitted list legal only through another printing, or played with its wording.

    By the current catalogue; one query, for its version.
    """
    judge = judge_for(event, rules)
    deck = resolve(read, judge.keywords["cards"], on=day_of(event))
    return stand_ins_by(judge, deck)


def stand_ins_by(judge: Judge, deck: Deck) -> tuple[StandIn, ...]:
    """The same of a list that `judge` has resolved. No query."""
    return stand_ins(deck, judge.keywords["context"], judge.keywords["cards"])


def wants_home(event: Tournament) -> bool:
    """Whether the player's home country decides on languages here (R-017)."""
    return context_of(event, None, complete=True).at_home_languages


def size_of(event: Tournament) -> int:
    """Cards of a deck at this event."""
    return DECK_RULES[event.play_style].cards


def wants_unused(event: Tournament, rules: ListRules | None) -> bool:
    """Whether lists include the unused cards of the pool (R-030, S4)."""
    limited = DECK_RULES[event.play_style].supplied_only
    return limited and choice(rules.settings if rules else {}, "S4") == "deck_and_unused"


def wants_lists(event: Tournament, rules: ListRules | None) -> bool:
    """Whether every player must submit a list before round 1 (R-030, S4)."""
    if rules is None or not rules.required:
        return False
    limited = DECK_RULES[event.play_style].supplied_only
    return not (limited and choice(rules.settings, "S4") == "none")
