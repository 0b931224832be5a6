"""Context processors for event pages: navigation, rounds, queue, and the player's own pages."""

from dataclasses import replace

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from core import phones
from core.requests import powers_of_request
from core.scoreboard.scoreboard import Scoreboard
from decks.views.lists.player_pages import tabs_for_all_players, tabs_of_phone
from floor.navigation import StaffNavigation
from floor.queries import division_of_page
from floor.queries.queue import queue_entries
from floor.services.rehearsal.hall import is_rehearsal
from floor.views.queue.desk_queue import queue_keys_of_request
from pairings.views.reports import scoreboard
from pairings.views.reports.own_clock import OwnClock
from tournaments.access import event_of_request
from tournaments.models import Tournament


def calls_waiting_context(request: HttpRequest) -> dict[str, SimpleLazyObject]:
    """Set `calls_waiting_context` to the number of open queue entries for the reader's role.

    It is not set for readers who are not staff. The entries are counted only if the value is used.
    """
    event, can = event_of_request(request), powers_of_request(request)
    if event is None or not can.get("view"):
        return {}
    return {
        "calls_waiting": SimpleLazyObject(
            lambda: queue_entries.count_waiting(queue_keys_of_request(request, event), can)
        )
    }


def navigation_context(request: HttpRequest) -> dict[str, StaffNavigation | None]:
    """Set `navigation` to the links for an event's staff, or None for other readers."""
    event, can = event_of_request(request), powers_of_request(request)
    return {"navigation": StaffNavigation(event, can) if event and can.get("view") else None}


def scoreboard_context(request: HttpRequest) -> dict[str, SimpleLazyObject]:
    """Set `board` to a scoreboard for pages that do not set one. It is loaded only if it is used.

    A page about one player, table or draft shows the current round of that division, if there is one. Other pages
    show the round of the division that the players with links on this phone belong to.
    """
    event = event_of_request(request)
    return {"board": SimpleLazyObject(lambda: _find_board(request, event))} if event else {}


def _find_board(request: HttpRequest, event: Tournament) -> Scoreboard:
    """Return the scoreboard for the page's division, or otherwise for the phone's players or the event.

    The division of the phone's players is shown if all of them are in the same division.
    """
    match = request.resolver_match
    query = request.GET.dict() | request.POST.dict()
    division = division_of_page.division_of_page(event, match.route, match.kwargs, query) if match else None
    if division is not None:
        return scoreboard.scoreboard_of_event(event, division)
    # If all players whose links are on this phone are in one division, the board shows that division. Pages cached for
    # all phones do not depend on the phone's players.
    divisions = {entry.division for entry in OwnClock.of(request, event).entries}
    board = scoreboard.scoreboard_of_event(event, divisions.pop() if len(divisions) == 1 else None)
    # The page itself is not about a division, see `OwnClock.replaces`.
    return replace(board, division=None)


def own_clock_context(request: HttpRequest) -> dict[str, OwnClock]:
    """Set `own_clock_context` to the clock of a player's own match, which replaces the clock of the round.

    The clock is loaded only if it is used.
    """
    event = event_of_request(request)
    return {"own_clock": OwnClock.of(request, event)} if event else {}


def rehearsal_context(request: HttpRequest) -> dict[str, SimpleLazyObject]:
    """Set `is_rehearsal` for organizers of an unpublished event: whether all its players are made up.

    The check runs only if the value is used.
    """
    event, can = event_of_request(request), powers_of_request(request)
    if event is None or event.published or not can.get("organize"):
        return {}
    return {"is_rehearsal": SimpleLazyObject(lambda: is_rehearsal(event))}


def player_links_context(request: HttpRequest) -> dict[str, SimpleLazyObject]:
    """Set `my` to the links to the player's own pages, on a phone with a personal link to this event.

    A page that is cached for all phones with a personal link has URLs that look up the link.
    """
    event = event_of_request(request)
    if event is None:
        return {}
    if hasattr(request, "public_live"):
        has_links = phones.has_opened_link_for(request, event.slug)
        return {"my": SimpleLazyObject(lambda: tabs_for_all_players(event))} if has_links else {}
    return (
        {"my": SimpleLazyObject(lambda: tabs_of_phone(request, event))}
        if phones.opened_tokens(request)
        else {}
    )
