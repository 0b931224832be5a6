"""Access to the pages of one deck check: finds the check and redirects refusals."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from checks.queries.deck_checks import checks_of
from core.engine.refused import Refused
from pairings.views.reports.idempotency import Answer, once
from pairings.views.rounds import round_chrome
from tournaments.access import event_page
from tournaments.models import Tournament

Page = Callable[..., HttpResponse]
View = Callable[..., Answer]


def check_page(power: str, *, back: str = "checks:check", idempotent: bool = False) -> Callable[[View], Page]:
    """Decorate `view(request, check)`, routed with the event's slug and the key of a deck check.

    404 for a check of another event. A Refused from the view redirects to the sheet of the check, or with
    `back="checks:checks"` to the list. `idempotent`: the form has a key and is accepted once.
    """

    def decorate(view: View) -> Page:
        @wraps(view)
        def page(request: HttpRequest, event: Tournament, pk: int, **kwargs: Any) -> Answer:
            check = get_object_or_404(checks_of(event), pk=pk)
            try:
                return view(request, check, **kwargs)
            except Refused as refused:
                place = [event.slug, pk] if back == "checks:check" else [event.slug]
                return round_chrome.redirect_with_error(request, refused, reverse(back, args=place))

        return event_page(power)(once(page) if idempotent else page)  # type: ignore[arg-type]

    return decorate
