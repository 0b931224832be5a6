"""Check the packs of a draft against the format of its event."""

from collections.abc import Collection

from cards.queries import catalogue
from decks.engine.legality import Problem
from decks.engine.legality.boosters import packs_outside_format
from decks.models import ListRules
from decks.queries.lists.judging import deck_context_of_event
from tournaments.models import Tournament


def booster_format_problems(event: Tournament, boosters: Collection[str]) -> list[Problem]:
    """List the format problems of decks built from packs with these codes. Two queries, none without packs."""
    if not boosters:
        return []
    rules = ListRules.objects.filter(tournament=event).first()
    context = deck_context_of_event(event, rules, complete=True)
    return list(packs_outside_format(boosters, context, catalogue.current_catalogue()))
