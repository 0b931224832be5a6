"""Forms that a phone queues while it is offline (`data-unsent`).

Such a form is sent later, possibly twice, but is processed only once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from core import responses, unsent
from core.engine.refused import Refused
from core.return_urls import page_to_return_to
from core.sentences import refusal_text
from core.unsent import KEY, is_sent_by_script, was_sent_later
from pairings.models import Match
from pairings.services.reports import idempotency
from pairings.words import result_words
from tournaments.models import Entry

__all__ = [
    "KEY",
    "Answer",
    "Saved",
    "accepted_response",
    "is_sent_by_script",
    "processes_key_once",
    "queued_report",
    "refused_response",
    "was_sent_later",
]


@dataclass(frozen=True, slots=True)
class Saved:
    """Response to a processed form that is not a redirect. `page` builds it after the transaction."""

    page: Callable[[], HttpResponse]

    def __call__(self) -> HttpResponse:
        return self.page()


Answer = HttpResponse | Saved | Callable[[], HttpResponse]
"""Return value of a view decorated with `processes_key_once`.

A redirect or `Saved` if the form was processed, otherwise a function that builds the page with the form.
"""


def processes_key_once(view: Callable[..., Answer]) -> Callable[..., HttpResponse]:
    """Decorate a view of a form with an `idempotency_key`, so that each key is processed only once.

    A view that shows its form again has processed nothing, so its key remains unused. Such a view returns a
    function that builds the page; it is called after the transaction, so that the lock is released first. The
    script of `data-unsent` receives JSON instead of a redirect:
    {"to": next URL, "again": whether the key was processed before}.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: Answer
        key = unsent.idempotency_key(request)
        if not key:
            answer = view(request, *args, **kwargs)
            return answer if isinstance(answer, HttpResponse) else answer()
        with transaction.atomic():
            is_repeated = not idempotency.store_new_idempotency_key(key)
            if is_repeated:
                messages.info(request, _("This entry had already arrived. Nothing was entered twice."))
                answer = redirect(page_to_return_to(request, "/"))
            else:
                answer = view(request, *args, **kwargs)
            is_redirect = isinstance(answer, HttpResponse) and 300 <= answer.status_code < 400
            if not is_redirect and not isinstance(answer, Saved):
                transaction.set_rollback(True)
        response = answer if isinstance(answer, HttpResponse) else answer()
        if is_redirect and is_sent_by_script(request):
            return JsonResponse({"to": response["Location"], "again": is_repeated})
        return response

    return page


def queued_report(match: Match, entry: Entry) -> dict[str, str]:
    """Return the label of a report queued on a phone, and the key by which a newer report replaces it."""
    label = _("Result, table %(n)s") % {"n": match.table or result_words.DASH}
    # Reports of one match replace each other, so only the newest is queued.
    return {"label": label, "once": f"result-{match.pk}-{entry.pk}"}


def accepted_response(request: HttpRequest, url: str) -> HttpResponse:
    """Redirect to `url`, or return {"to": url} to the script of an offline form.

    Use it in views without `processes_key_once` whose service ignores repeated keys.
    """
    return JsonResponse({"to": url}) if is_sent_by_script(request) else redirect(url)


def refused_response(
    request: HttpRequest, refused: Refused, url: str, *, stands: str = "", anyway: unsent.Anyway | None = None
) -> HttpResponse:
    """Redirect to `url` with a refusal as a message, or return it to the script as JSON with status 409.

    In the JSON, `stands` is the text of the current result, and `anyway` the action with which the user can
    proceed.
    """
    if is_sent_by_script(request):
        return unsent.conflict_response(refusal_text(refused), stands, anyway)
    return responses.redirect_with_refusal(request, refused, url)
