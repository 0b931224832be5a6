"""Print lists: a few within the request, many in a job whose progress is shown on a page."""

import re
import secrets
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from core.documents.downloads import pdf_response
from core.engine.papers import Paper
from core.requests import StaffRequest
from core.responses import chosen_paper
from core.services import jobs
from decks import tasks
from decks.documents.deck_sheet import DeckSheet
from decks.models import DeckList
from decks.queries.lists.deck_pages import deck_pages_of_event
from tournaments.access import event_page
from tournaments.documents.paper import sheet_head
from tournaments.models import Tournament

MAX_LISTS_IN_REQUEST = 200
"""Maximum number of lists printed within the request; more are printed by a worker, if one is available."""

JOB = re.compile(r"[\w-]{1,16}", re.ASCII)
"""Valid job names."""


@require_safe
@event_page("run")
def print_all_lists(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Print every effective list in one PDF, sorted by last name.

    Many lists are printed by a worker, and `job` in the URL names that job. With `now`, they are printed
    within the request if the queue does not respond.
    """
    paper = chosen_paper(request, event.country)
    if job := request.GET.get("job"):
        return _pdf_of_job(request, event, job, paper)
    list_count = DeckList.objects.filter(entry__tournament=event, counts__isnull=False).count()
    if not settings.CELERY_TASK_ALWAYS_EAGER and list_count > MAX_LISTS_IN_REQUEST:
        job = secrets.token_urlsafe(12)
        cache.set(
            tasks.printed_lists_cache_key(job), {"event": event.pk, "total": list_count}, tasks.SHEET_SECONDS
        )
        if jobs.send_job_now(tasks.print_lists, job, event.pk, paper, get_language() or "en", about=event.pk):
            return redirect(f"{request.path}?{urlencode({'job': job, 'paper': paper})}")
        if "now" not in request.GET:
            # If the queue does not respond, the page retries, and offers to print within the request.
            context = {
                "page": "lists",
                "waiting": True,
                "now": f"{request.path}?{urlencode({'paper': paper, 'now': 1})}",
                "back": reverse("decks:lists", args=[event.slug]),
            }
            return render(request, "decks/lists/printing.html", context, status=503)
    sheet = DeckSheet(sheet_head(event), deck_pages_of_event(event), paper=paper)
    return pdf_response(sheet.render(), f"{event.slug}-deck-lists")


def _pdf_of_job(request: HttpRequest, event: Tournament, job: str, paper: Paper) -> HttpResponse:
    """Return the PDF of a finished job, or else a page that polls for it or reports the failure."""
    result = cache.get(tasks.printed_lists_cache_key(job)) if JOB.fullmatch(job) else None
    state = result or {"event": event.pk, "failed": True}
    if state["event"] != event.pk:
        raise Http404
    if "pdf" in state:
        return pdf_response(state["pdf"], f"{event.slug}-deck-lists")
    context = {
        "page": "lists",
        "failed": "failed" in state,
        "done": state.get("done", 0),
        "total": state.get("total", 0),
        "again": f"{request.path}?{urlencode({'paper': paper})}",
        "back": reverse("decks:lists", args=[event.slug]),
    }
    return render(request, "decks/lists/printing.html", context)
