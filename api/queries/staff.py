"""Staff data of an event for programs."""

from datetime import datetime

from cards.queries import catalogue
from decks.models import ListRules
from decks.queries.lists import event_lists
from decks.queries.lists.event_lists import ListRow
from tournaments.models import Tournament


def staff_deck_list_rows(event: Tournament, now: datetime) -> list[ListRow]:
    """Return the rows of the staff page of deck lists, empty if the event collects no lists."""
    rules = ListRules.objects.filter(tournament=event).first()
    if rules is None:
        return []
    return event_lists.deck_list_rows_of_event(
        event, rules, now=now, catalogue=catalogue.stored_catalogue_version()
    )
