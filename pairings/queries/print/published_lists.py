"""Deck lists that the organizer published: none, the top cut's, or all once the event is over."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.stamps.memory import cached_until_change
from decks.models import DeckList, ListRules
from decks.queries.lists.deck_tiles import DeckCrest, crest_of_version
from decks.queries.lists.event_lists import effective_lists
from pairings.models import BracketSeat
from pairings.queries.rounds.event_progress import event_finished_at, progress_of_divisions
from tournaments import scopes
from tournaments.models import Tournament

Visibility = ListRules.Visibility


@dataclass(frozen=True, slots=True)
class PublicLists:
    """Deck lists that are public now, and the organizer's choice of `visibility`."""

    visibility: str
    lists: list[DeckList]


def published_deck_lists(event: Tournament, entries: Collection[int] | None = None) -> PublicLists:
    """Return the public deck lists of an event, or only of the entries `entries`.

    At most three queries for any number of lists, five once the event may be over.
    """
    rules = ListRules.objects.filter(tournament=event).first()
    visibility = rules.visibility if rules else Visibility.NEVER.value
    lists: list[DeckList] = []
    if visibility == Visibility.IN_CUT:
        seats = BracketSeat.objects.filter(bracket__stage__division__tournament=event)
        seats = seats if entries is None else seats.filter(entry__in=entries)
        lists = effective_lists(event, list(seats.values_list("entry_id", flat=True)))
    elif (
        visibility == Visibility.AFTER
        and event_finished_at(progress_of_divisions(event, unposted=True)) is not None
    ):
        lists = effective_lists(event, entries)
    return PublicLists(visibility, lists)


def public_crests(event: Tournament) -> Mapping[int, DeckCrest]:
    """Return the crests of an event's public decks by entry; empty while no list is public.

    Cached until the event changes, otherwise the queries of `published_deck_lists`.
    """

    def make() -> Mapping[int, DeckCrest]:
        lists = published_deck_lists(event).lists
        return {
            deck_list.entry_id: crest_of_version(deck_list.counts) for deck_list in lists if deck_list.counts
        }

    return cached_until_change(
        f"crests.{event.pk}", [scopes.event_scope(event.pk), scopes.results_scope(event.pk)], make
    )
