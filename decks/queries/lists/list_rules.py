"""The list rules of an event."""

from collections.abc import Iterator

from core.engine.refused import Refused
from decks.engine.refusals import DeckRefusal
from decks.models import ListRules
from tournaments.models import Tournament


def list_rules_of_event(event: Tournament) -> ListRules:
    """Read the event's list rules from the database. Refused: LISTS_NOT_COLLECTED."""
    rules = ListRules.objects.filter(tournament=event).first()
    if rules is None:
        raise Refused(DeckRefusal.LISTS_NOT_COLLECTED)
    return rules


def deck_list_feature_in_use(event: Tournament) -> Iterator[str]:
    """Yield the feature "deck_lists" if the event collects lists. One query."""
    if ListRules.objects.filter(tournament=event).exists():
        yield "deck_lists"
