"""Decorators for the pages of one round and of one match: they load it, and redirect refused requests.

`refusals_lead_to` redirects those of an event's other pages.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from core import web
from core.engine.refused import Refused
from pairings.models import Match, Round
from pairings.queries.rounds import desk
from pairings.views.reports.idempotency import Answer, once
from pairings.views.rounds import round_chrome
from tournaments.access import event_page
from tournaments.models import Tournament

OF_A_MATCH = ("round__division__tournament", "round__stage", "left__player", "right__player", "reported_by")
STOP_POLLING = 286
"""The status that makes htmx stop polling."""

Page = Callable[..., HttpResponse]
View = Callable[..., Answer]


def round_page(
    power: str, *, back: str = "pairings:round", idempotent: bool = False
) -> Callable[[View], Page]:
    """Decorate `view(request, round_, …)`, routed with the event's slug, the division and the round's number.

    A missing round redirects to the desk with a message. A Refused from the view redirects to the page `back` of this
    round, or to its desk for "pairings:desk". `idempotent`: the form has a key and is processed once.
    """

    def decorate(view: View) -> Page:
        @wraps(view)
        def page(
            request: HttpRequest, event: Tournament, division: int, number: int, *args: Any, **kwargs: Any
        ) -> Answer:
            home = round_chrome.division_of(event, division)
            round_ = desk.round_of(home, number)
            if round_ is None:
                return round_chrome.redirect_round_missing(request, home, number)
            try:
                return view(request, round_, *args, **kwargs)
            except Refused as refused:
                if back == "pairings:desk":
                    way_back = round_chrome.desk_url(round_.division)
                else:
                    way_back = round_chrome.round_url(round_, back)
                return round_chrome.redirect_with_error(request, refused, way_back)

        return event_page(power)(once(page) if idempotent else page)  # type: ignore[arg-type]

    return decorate


def match_page(power: str, *, two: bool = False, idempotent: bool = False) -> Callable[[View], Page]:
    """Decorate `view(request, match, …)`, routed as a round's page, and with the key of a match of a posted round.

    A missing match redirects to the desk with a message; a panel that polls it gets STOP_POLLING. A Refused from the
    view redirects to the page it came from, else to that of the match. `two`: with two players only. `idempotent`: the
    form has a key and is processed once.
    """

    def decorate(view: View) -> Page:
        @wraps(view)
        def page(
            request: HttpRequest, event: Tournament, division: int, number: int, pk: int, **kwargs: Any
        ) -> Answer:
            match = posted_match(event, division, number, pk)
            if match is None or (two and match.right_id is None):
                if request.method == "GET" and request.htmx:  # type: ignore[attr-defined]
                    return HttpResponse(status=STOP_POLLING)
                home = round_chrome.division_of(event, division)
                return round_chrome.redirect_round_missing(request, home, number)
            try:
                return view(request, match, **kwargs)
            except Refused as refused:
                url = web.back(request, round_chrome.match_url(match))
                return round_chrome.redirect_with_error(request, refused, url)

        return event_page(power)(once(page) if idempotent else page)  # type: ignore[arg-type]

    return decorate


def refusals_lead_to(page: str, *, always: bool = False) -> Callable[[Page], Page]:
    """Decorate `view(request, event, …)`: a Refused redirects to the page of the form, else to `page` of the event.

    With `always` to `page` in any case.
    """

    def decorate(view: Page) -> Page:
        @wraps(view)
        def led(request: HttpRequest, event: Tournament, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, event, *args, **kwargs)
            except Refused as refused:
                url = reverse(page, args=[event.slug])
                return round_chrome.redirect_with_error(
                    request, refused, url if always else web.back(request, url)
                )

        return led

    return decorate


def posted_match(event: Tournament, division: int, number: int, pk: int) -> Match | None:
    """A match of a round visible to players, with everything its page reads."""
    place = {"round__division": division, "round__number": number, "round__division__tournament": event}
    rows = Match.objects.select_related(*OF_A_MATCH).defer("round__draw").filter(pk=pk, **place)
    return rows.exclude(round__state=Round.State.UNPOSTED).first()
