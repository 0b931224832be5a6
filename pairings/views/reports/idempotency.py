"""Forms that a phone keeps while it has no connection (`data-unsent`): sent later, perhaps twice, taken once."""

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
from core.unsent import KEY, has_waited, is_idempotent
from pairings.models import Match
from pairings.services.reports import idempotency
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.models import Entry
from tournaments.sentences import refusal_text

__all__ = ["KEY", "Answer", "accepted", "has_waited", "is_idempotent", "once", "refused_answer", "report_as"]

Answer = HttpResponse | Callable[[], HttpResponse]
"""What a view of `once` answers: where to go on, or how to make the page that sends the form back."""


def once(view: Callable[..., Answer]) -> Callable[..., HttpResponse]:
    """Decorates a view whose form carries `idempotency_key`: the same key a second time changes nothing.

    A view that sends its form back took nothing, so its key stays free; it returns a function that makes the page,
    called once the transaction is over, so that nobody waits for its lock. The script of `data-unsent` is told where
    to go next instead of being sent there: {"to": address, "again": whether it had arrived before}.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        key = unsent.key_of(request)
        if not key:
            return _made(view(request, *args, **kwargs))
        with transaction.atomic():
            again = not idempotency.first_time(key)
            answer: Answer = _known(request) if again else view(request, *args, **kwargs)
            if not _sends_on(answer):
                transaction.set_rollback(True)
        made = _made(answer)
        if is_idempotent(request) and _sends_on(made):
            return JsonResponse({"to": made["Location"], "again": again})
        return made

    return page


def report_as(match: Match, entry: Entry) -> dict[str, str]:
    """What a player's report is called while it waits; a newer one of the same match takes its place (`once`)."""
    label = _("Result, table %(n)s") % {"n": match.table or result_words.DASH}
    return {"label": label, "once": f"result-{match.pk}-{entry.pk}"}


def accepted(request: HttpRequest, url: str) -> HttpResponse:
    """On to `url`; the script is told {"to": url}. For views whose service takes a key once by itself."""
    return JsonResponse({"to": url}) if is_idempotent(request) else redirect(url)


def refused_answer(
    request: HttpRequest, refused: Refused, url: str, *, stands: str = "", anyway: unsent.Anyway | None = None
) -> HttpResponse:
    """A refusal told at `url`; the script is told it with status 409, beside what stands and what one may do."""
    if is_idempotent(request):
        return unsent.conflict(refusal_text(refused), stands, anyway)
    return round_chrome.redirect_with_error(request, refused, url)


def _made(answer: Answer) -> HttpResponse:
    return answer if isinstance(answer, HttpResponse) else answer()


def _sends_on(answer: Answer) -> bool:
    return isinstance(answer, HttpResponse) and 300 <= answer.status_code < 400


def _known(request: HttpRequest) -> HttpResponse:
    messages.info(request, _("This entry had already arrived. Nothing was entered twice."))
    return redirect(web.back(request, "/"))
