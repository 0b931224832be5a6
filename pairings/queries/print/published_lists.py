"""The public deck lists, by the organizer's choice: never, those of the top cut, or all once the event is over."""

from dataclasses import dataclass

from decks.models import DeckList, ListRules
from decks.queries.lists.event_lists import counting_lists
from pairings.models import BracketSeat
from pairings.queries.print.event_figures import divisions_now, finished_at
from tournaments.models import Tournament

Visibility = ListRules.Visibility


@dataclass(frozen=True, slots=True)
class PublicLists:
    """`visibility` is the organizer's choice; the lists are those public now."""

    visibility: str
    lists: list[DeckList]


def public_lists(event: Tournament) -> PublicLists:
    """The public lists of an event. Three queries at most for any number of lists; five once the event may be over."""
    rules = ListRules.objects.filter(tournament=event).first()
    visibility = rules.visibility if rules else Visibility.NEVER.value
    lists: list[DeckList] = []
    if visibility == Visibility.IN_CUT:
        seats = BracketSeat.objects.filter(bracket__stage__division__tournament=event)
        lists = counting_lists(event, list(seats.values_list("entry_id", flat=True)))
    elif visibility == Visibility.AFTER and finished_at(divisions_now(event, unposted=True)) is not None:
        lists = counting_lists(event, None)
    return PublicLists(visibility, lists)
