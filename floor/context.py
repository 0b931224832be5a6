"""Context processors for pages of an event: navigation, rounds, queue and the player's own pages."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from core import phones
from decks.views.lists.player import tabs_of_all, tabs_of_phone
from floor.navigation import Navigation
from floor.queries import division_of_page, queue
from floor.services.rehearsal.hall import is_rehearsal
from pairings.views.reports import scoreboard
from pairings.views.reports.own_clock import OwnClock
from tournaments.models import Tournament


def calls(request: HttpRequest) -> dict[str, object]:
    """`calls_waiting`: number of queue entries for the reader's role; lazy."""
    event, can = getattr(request, "home", None), getattr(request, "can", {})
    if event is None or not can.get("view"):
        return {}
    return {"calls_waiting": SimpleLazyObject(lambda: queue.waiting(event, timezone.now(), can))}


def navigation(request: HttpRequest) -> dict[str, object]:
    """`navigation`: the pages linked for the staff of an event."""
    event, can = getattr(request, "home", None), getattr(request, "can", {})
    return {"navigation": Navigation(event, can) if event and can.get("view") else None}


def board(request: HttpRequest) -> dict[str, object]:
    """`board`: the scoreboard for pages that set none; lazy.

    A page about one player, table or draft shows the round of that division, or none; other pages the round of
    the phone's player.
    """
    event = getattr(request, "home", None)
    return {"board": SimpleLazyObject(lambda: _board(request, event))} if event else {}


def _board(request: HttpRequest, event: Tournament) -> dict[str, object]:
    match = request.resolver_match
    query = request.GET.dict() | request.POST.dict()
    division = division_of_page.division_of(event, match.route, match.kwargs, query) if match else None
    if division is not None:
        return scoreboard.board(event, division)
    # The division of the players whose links are on this phone, if there is exactly one; None on
    # pages cached for all phones
    homes = {entry.division for entry in OwnClock.of(request, event).entries}
    return scoreboard.board(event, homes.pop() if len(homes) == 1 else None) | {"division": None}


def own_clock(request: HttpRequest) -> dict[str, object]:
    """`own_clock`: what a player reads in place of the clock of a round; read when it is shown."""
    event = getattr(request, "home", None)
    return {"own_clock": OwnClock.of(request, event)} if event else {}


def rehearsal(request: HttpRequest) -> dict[str, object]:
    """`is_rehearsal`: whether the players of an event are made up, for its organizers; lazy."""
    event, can = getattr(request, "home", None), getattr(request, "can", {})
    if event is None or event.published or not can.get("organize"):
        return {}
    return {"is_rehearsal": SimpleLazyObject(lambda: is_rehearsal(event))}


def my(request: HttpRequest) -> dict[str, object]:
    """`my`: links to the player's own pages, on a phone with a personal link of this event.

    Pages cached for all such phones use URLs that look up the link.
    """
    event = getattr(request, "home", None)
    if event is None:
        return {}
    if hasattr(request, "public_live"):
        here = phones.plays_at(request, event.slug)
        return {"my": SimpleLazyObject(lambda: tabs_of_all(event))} if here else {}
    return (
        {"my": SimpleLazyObject(lambda: tabs_of_phone(request, event))} if phones.remembered(request) else {}
    )
