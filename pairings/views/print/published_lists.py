"""Deck lists published by the organizer, with names as on public pages and without Player IDs."""

from dataclasses import dataclass
from typing import Self

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.requests import HomeRequest
from core.tables import long_lists
from core.tables.letters import letter_pages
from decks.models import DeckList
from decks.queries.lists import judging
from decks.queries.lists.deck_tiles import DeckCrest, crest_of_version
from decks.views.lists import verdict_rows
from pairings.queries.print.published_lists import PublicLists, Visibility, published_deck_lists
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.queries import entry_row


@dataclass(frozen=True, slots=True)
class PublicDeck:
    """A player whose deck list is public, with the deck's crest. `number` is the place in the list, from 1."""

    number: int
    entry: int
    name: str
    division: str
    crest: DeckCrest

    @classmethod
    def of(cls, number: int, public_list: DeckList) -> Self:
        """Build the row of one public list."""
        version, entry = public_list.counts, public_list.entry
        crest = crest_of_version(version) if version else DeckCrest()
        return cls(number, entry.pk, entry_row(entry, public=True).name, str(entry.division), crest)


@require_safe
@event_page(as_bytes=True)
def public_deck_lists(request: HomeRequest, event: Tournament) -> HttpResponse:
    """List the players with public lists, in pages if there are many. 404 if the organizer never publishes lists.

    `?name=` searches the names of all of them.
    """
    published = _published_lists(event)
    names = {
        public_list.entry_id: entry_row(public_list.entry, public=True).name
        for public_list in published.lists
    }
    if long_lists.is_name_index_requested(request):
        return long_lists.name_index_response((name, None, "") for name in names.values())
    part = long_lists.requested_list_page(
        request.GET, published.lists, name=lambda public_list: names[public_list.entry_id]
    )
    context = {
        "decks": [PublicDeck.of(number, public_list) for number, public_list in part.rows],
        "part": part,
        "letters": letter_pages(part, [public_list.entry.sort_name for public_list in published.lists]),
        "found": published,
        "page": "decks",
    }
    return render(request, "pairings/published_lists.html", context)


@require_safe
@event_page(as_bytes=True)
def public_deck_list(request: HomeRequest, event: Tournament, entry: int) -> HttpResponse:
    """Show one public list: only the cards, without verdict, versions and links.

    404 if the player has no public list.
    """
    public_list = next(
        (public_list for public_list in _published_lists(event).lists if public_list.entry_id == entry), None
    )
    if public_list is None or public_list.counts is None:
        raise Http404
    size = judging.deck_size(event)
    sheet = verdict_rows.displayed_list_of_version(public_list.counts, size=size, ruled={})
    for section in sheet.sections:
        for card_row in section.rows:
            card_row.problems.clear()
    context = {"name": entry_row(public_list.entry, public=True).name, "sheet": sheet, "page": "decks"}
    return render(request, "pairings/published_list.html", context)


def _published_lists(event: Tournament) -> PublicLists:
    """Return the public lists of an event. Raises Http404 if the organizer never publishes lists."""
    published = published_deck_lists(event)
    if published.visibility == Visibility.NEVER:
        raise Http404
    return published
