"""How an event judges lists: the context of its rules, bound to the current catalogue, and what its lists require."""

from datetime import date
from functools import partial
from zoneinfo import ZoneInfo

from cards.engine.cards import is_complete
from cards.engine.formats import DECK_RULES
from cards.engine.rule_settings import choice_of_setting
from cards.queries import catalogue
from decks.engine.legality import DeckContext
from decks.engine.legality.stand_ins import StandIn, find_stand_ins
from decks.engine.lists import Deck, ReadList
from decks.engine.resolve import resolve_list
from decks.engine.verdicts import DeckVerdict, Settled, judge_deck_list
from decks.models import DeckList, ListRules
from tournaments.models import Tournament

PRERELEASE = "prerelease"
Judge = partial[DeckVerdict]


def deck_context_of_event(event: Tournament, rules: ListRules | None, *, complete: bool) -> DeckContext:
    """Return the context in which an event judges decks: day, format, style, edition, class, country and settings.

    It does not include the player's home country, which is an argument of `judge_deck_list` (R-017).
    """
    # S10 sets the card pool of 30-card decks.
    is_official = DECK_RULES[event.play_style].official
    is_prerelease = event.kind == Tournament.Kind.PRERELEASE
    return DeckContext(
        card_format=event.card_format if is_official else event_setting(event, rules, "S10"),
        style=event.play_style,
        date=first_day(event),
        edition=event.edition,
        event_class=PRERELEASE if is_prerelease else event.event_class,
        country=str(event.country),
        prerelease_expansion=rules.prerelease_expansion if rules and is_prerelease else "",
        settings=rules.settings if rules else {},
        energy_provided=rules.energy_supplied if rules else True,
        last_date=rules.last_day if rules else None,
        complete_catalogue=complete,
    )


def first_day(event: Tournament) -> date:
    """Return the first day of an event, in its timezone."""
    return event.starts_at.astimezone(ZoneInfo(event.timezone)).date()


def event_setting(event: Tournament, rules: ListRules | None, name: str) -> str:
    """Return a setting of an event. The card pool of a 30-card deck (S10) defaults to the event's format."""
    settings = rules.settings if rules else {}
    if name == "S10" and name not in settings:
        return str(event.card_format)
    return choice_of_setting(settings, name)


def list_judge_for_event(event: Tournament, rules: ListRules | None) -> Judge:
    """Return `judge_deck_list` bound to one event, so that the catalogue is loaded once for many lists."""
    cards = catalogue.current_catalogue()
    context = deck_context_of_event(event, rules, complete=is_complete(cards))
    return partial(judge_deck_list, cards=cards, context=context)


def stand_ins_of(read: ReadList, event: Tournament, rules: ListRules | None) -> tuple[StandIn, ...]:
    """Return the lines of a list that are legal only through another printing, or are played with its wording.

    One query, for the version of the catalogue.
    """
    judge = list_judge_for_event(event, rules)
    deck = resolve_list(read, judge.keywords["cards"], on=first_day(event))
    return stand_ins_of_deck(judge, deck)


def stand_ins_of_deck(judge: Judge, deck: Deck) -> tuple[StandIn, ...]:
    """Like `stand_ins_of`, for a deck that is already resolved. No query."""
    return find_stand_ins(deck, judge.keywords["context"], judge.keywords["cards"])


def home_country_matters(event: Tournament) -> bool:
    """Return whether the allowed languages depend on the player's home country (R-017)."""
    return deck_context_of_event(event, None, complete=True).at_home_languages


def deck_size(event: Tournament) -> int:
    """Return the number of cards in a deck at this event."""
    return DECK_RULES[event.play_style].cards


def requires_unused_cards(event: Tournament, rules: ListRules | None) -> bool:
    """Return whether lists include the unused cards of the pool (R-030, S4)."""
    is_limited = DECK_RULES[event.play_style].supplied_only
    return is_limited and choice_of_setting(rules.settings if rules else {}, "S4") == "deck_and_unused"


def requires_lists(event: Tournament, rules: ListRules | None) -> bool:
    """Return whether every player must submit a list before round 1 (R-030, S4)."""
    if rules is None or not rules.required:
        return False
    is_limited = DECK_RULES[event.play_style].supplied_only
    return not (is_limited and choice_of_setting(rules.settings, "S4") == "none")


def settled_problems(deck_list: DeckList) -> Settled:
    """Return the code and subject of each problem of this list that a ruling settles (R-002). One query."""
    return set(deck_list.rulings.filter(withdrawn_at__isnull=True).values_list("code", "card"))
