"""Decorators that load a page's round, match or entry and redirect refused requests.

`redirect_refusals_to` does the same for the other pages of an event.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, cast

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from core import responses
from core.engine.refused import Refused
from core.requests import HomeRequest, StaffRequest
from core.return_urls import page_to_return_to
from pairings.models import Match, Round
from pairings.queries.rounds.division_rounds import find_round_of_event
from pairings.views.reports.idempotency import Answer, processes_key_once
from pairings.views.rounds import round_urls
from tournaments.access import event_page, get_division_or_404
from tournaments.models import Division, Entry, Tournament

MATCH_RELATIONS = (
    "round__division__tournament",
    "round__stage",
    "left__player",
    "right__player",
    "reported_by",
)
STOP_POLLING = 286
"""Status that makes htmx stop polling."""

Page = Callable[..., HttpResponse]
RoundView = Callable[Concatenate[StaffRequest, Round, ...], Answer]
MatchView = Callable[Concatenate[StaffRequest, Match, ...], Answer]
EntryView = Callable[Concatenate[StaffRequest, Entry, ...], HttpResponse]
EventView = Callable[Concatenate[StaffRequest, Tournament, ...], HttpResponse]


def round_page(
    power: str, *, back: str = "pairings:round", idempotent: bool = False
) -> Callable[[RoundView], Page]:
    """Decorate `view(request, round_, …)`, routed with event slug, division and round number.

    A missing round redirects to the desk with a message. A Refused raised by the view redirects to the URL
    name `back` with this round, or to the division's desk if `back` is "pairings:desk". With `idempotent`, the
    form must contain an idempotency key, and each key is processed only once.
    """

    def decorate(view: RoundView) -> Page:
        @wraps(view)
        def page(
            request: StaffRequest, event: Tournament, division: int, number: int, *args: Any, **kwargs: Any
        ) -> Answer:
            round_ = find_round_of_event(event, division, number)
            if round_ is None:
                chosen_division = get_division_or_404(event, division)
                return redirect_round_missing(request, chosen_division, number)
            try:
                return view(request, round_, *args, **kwargs)
            except Refused as refused:
                if back == "pairings:desk":
                    back_url = round_urls.desk_url(round_.division)
                else:
                    back_url = round_urls.round_url(round_, back)
                return responses.redirect_with_refusal(request, refused, back_url)

        return event_page(power)(processes_key_once(page) if idempotent else cast(Page, page))

    return decorate


def match_page(
    power: str, *, two_players: bool = False, idempotent: bool = False
) -> Callable[[MatchView], Page]:
    """Decorate `view(request, match, …)`, routed like `round_page` plus the key of a match.

    A match of an unposted round counts as missing. A missing match redirects to the desk with a message; a panel
    that polls it gets STOP_POLLING. A Refused raised by the view redirects to the page that sent the form, or
    else to the match's page. `two_players` accepts only matches of two players. With `idempotent`, the form must
    contain an idempotency key, and each key is processed only once.
    """

    def decorate(view: MatchView) -> Page:
        @wraps(view)
        def page(
            request: StaffRequest, event: Tournament, division: int, number: int, pk: int, **kwargs: Any
        ) -> Answer:
            match = posted_match(event, division, number, pk)
            if match is None or (two_players and match.right_id is None):
                if request.method == "GET" and request.htmx:
                    return HttpResponse(status=STOP_POLLING)
                chosen_division = get_division_or_404(event, division)
                return redirect_round_missing(request, chosen_division, number)
            try:
                return view(request, match, **kwargs)
            except Refused as refused:
                url = page_to_return_to(request, round_urls.match_url(match))
                return responses.redirect_with_refusal(request, refused, url)

        return event_page(power)(processes_key_once(page) if idempotent else cast(Page, page))

    return decorate


def entry_page(power: str) -> Callable[[EntryView], Page]:
    """Decorate `view(request, entry, …)`, routed with the event's slug and an entry's key. 404 if it does not exist."""

    def decorate(view: EntryView) -> Page:
        @wraps(view)
        def page(request: StaffRequest, event: Tournament, pk: int, **kwargs: Any) -> HttpResponse:
            entries = Entry.objects.select_related("division__tournament", "player", "tournament")
            return view(request, get_object_or_404(entries, tournament=event, pk=pk), **kwargs)

        return event_page(power)(page)

    return decorate


def redirect_round_missing(request: HomeRequest, division: Division, number: int) -> HttpResponse:
    """Redirect from a missing round to the desk, or to the pairings for users without desk access.

    A message says that the round is not paired.
    """
    messages.warning(
        request, _("Round %(round)d is not paired. Here is the current state.") % {"round": number}
    )
    return redirect(round_urls.desk_or_tables_url(request, division))


def redirect_refusals_to(page: str, *, always: bool = False) -> Callable[[EventView], EventView]:
    """Decorate `view(request, event, …)`, so that a Refused redirects to the page that sent the form.

    `page`: URL name of a page of the event, used if that page is unknown or, with `always`, in every case.
    """

    def decorate(view: EventView) -> EventView:
        @wraps(view)
        def decorated(request: StaffRequest, event: Tournament, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, event, *args, **kwargs)
            except Refused as refused:
                url = reverse(page, args=[event.slug])
                return responses.redirect_with_refusal(
                    request, refused, url if always else page_to_return_to(request, url)
                )

        return decorated

    return decorate


def posted_match(event: Tournament, division: int, number: int, pk: int) -> Match | None:
    """Return a match of a posted round with everything its page reads, or None if it does not exist."""
    location = {"round__division": division, "round__number": number, "round__division__tournament": event}
    matches = Match.objects.select_related(*MATCH_RELATIONS).defer("round__draw").filter(pk=pk, **location)
    return matches.exclude(round__state=Round.State.UNPOSTED).first()
