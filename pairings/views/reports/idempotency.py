"""Forms queued on a phone while it is offline (`data-unsent`): sent later, perhaps twice, processed once."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from core import unsent, web
from core.engine.refused import Refused
from core.sentences import refusal_text
from core.unsent import KEY, has_waited, is_idempotent
from pairings.models import Match
from pairings.services.reports import idempotency
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.models import Entry

__all__ = ["KEY", "Answer", "accepted", "has_waited", "is_idempotent", "once", "refused_answer", "report_as"]

Answer = HttpResponse | Callable[[], HttpResponse]
"""The answer of a view of `once`: the redirect, or a function that makes the page with the form."""


def once(view: Callable[..., Answer]) -> Callable[..., HttpResponse]:
    """Decorate a view whose form has an `idempotency_key`: the same key again changes nothing.

    A view that returns its form processed nothing, so its key stays unused; it returns a function that makes the page,
    called after the transaction, so that no one waits for its lock. The script of `data-unsent` gets the next URL
    instead of a redirect: {"to": URL, "again": whether it was processed before}.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        key = unsent.key_of(request)
        if not key:
            return _response(view(request, *args, **kwargs))
        with transaction.atomic():
            again = not idempotency.first_time(key)
            answer: Answer
            if again:
                messages.info(request, _("This entry had already arrived. Nothing was entered twice."))
                answer = redirect(web.back(request, "/"))
            else:
                answer = view(request, *args, **kwargs)
            if not _sends_on(answer):
                transaction.set_rollback(True)
        response = _response(answer)
        if is_idempotent(request) and _sends_on(response):
            return JsonResponse({"to": response["Location"], "again": again})
        return response

    return page


def report_as(match: Match, entry: Entry) -> dict[str, str]:
    """The label of a queued report, and its `once` key."""
    label = _("Result, table %(n)s") % {"n": match.table or result_words.DASH}
    # Reports of one match replace each other, so only the newest is queued.
    return {"label": label, "once": f"result-{match.pk}-{entry.pk}"}


def accepted(request: HttpRequest, url: str) -> HttpResponse:
    """Redirect to `url`; the script gets {"to": url}. For views whose service processes a key once by itself."""
    return JsonResponse({"to": url}) if is_idempotent(request) else redirect(url)


def refused_answer(
    request: HttpRequest, refused: Refused, url: str, *, stands: str = "", anyway: unsent.Anyway | None = None
) -> HttpResponse:
    """Show a refusal at `url`; the script gets it with status 409, the current result and the possible action."""
    if is_idempotent(request):
        return unsent.conflict(refusal_text(refused), stands, anyway)
    return round_chrome.redirect_with_error(request, refused, url)


def _response(answer: Answer) -> HttpResponse:
    return answer if isinstance(answer, HttpResponse) else answer()


def _sends_on(answer: Answer) -> bool:
    return isinstance(answer, HttpResponse) and 300 <= answer.status_code < 400
