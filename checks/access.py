"""Access to the pages of one deck check."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, cast

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from checks.models import DeckCheck
from checks.models.checks import MAX_WHY_LENGTH
from checks.queries.deck_checks import checks_of
from core import responses
from core.engine.refused import Refused
from core.requests import StaffRequest
from pairings.views.reports.idempotency import Answer, processes_key_once
from tournaments.access import event_page
from tournaments.models import Tournament

Page = Callable[..., HttpResponse]
View = Callable[Concatenate[StaffRequest, DeckCheck, ...], Answer]


def check_sheet_url(check: DeckCheck, *, note: str = "", fragment: str = "") -> str:
    """Return the URL of the sheet of a check. `note` prefills the note of the next photo."""
    query = {"note": note[:MAX_WHY_LENGTH]} if note else {}
    args = [check.entry.tournament.slug, check.pk]
    return reverse("checks:check", args=args, query=query, fragment=fragment or None)


def as_page_of_deck_check(
    power: str, *, back: str = "checks:check", idempotent: bool = False
) -> Callable[[View], Page]:
    """Decorate a view of a deck check, `view(request, check)`, which requires `power`.

    The route passes the slug of the event and the key of the check. If the check is not found, the response is
    404. If the view raises Refused, it redirects to the sheet of the check, or with `back="checks:checks"` to the
    list. `idempotent`: the form has a key and is accepted only once.
    """

    def decorate(view: View) -> Page:
        @wraps(view)
        def page(request: StaffRequest, event: Tournament, pk: int, **kwargs: Any) -> Answer:
            check = get_object_or_404(checks_of(event), pk=pk)
            try:
                return view(request, check, **kwargs)
            except Refused as refused:
                args = [event.slug, pk] if back == "checks:check" else [event.slug]
                return responses.redirect_with_refusal(request, refused, reverse(back, args=args))

        return event_page(power)(processes_key_once(page) if idempotent else cast(Page, page))

    return decorate
