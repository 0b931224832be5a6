"""Printed lists: a few at once, many by a job with a progress page."""

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

from core.documents.sheet import Paper
from core.forms import choices
from core.services import jobs
from decks import tasks
from decks.documents.deck_sheet import DeckSheet, sheet_head, usual_paper
from decks.models import DeckList
from decks.queries.lists.sheets import pages_of
from tournaments.access import event_page
from tournaments.models import Tournament

AT_ONCE = 200
"""Lists printed within the request; more are printed by a worker, if one is available."""

JOB = re.compile(r"[\w-]{1,16}", re.ASCII)
"""Valid names of a job."""


@require_safe
@event_page("run")
def print_all(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Every list that counts in one PDF, by last name."""
    paper = paper_of(request, event)
    if job := request.GET.get("job"):
        return _waited(request, event, job, paper)
    lists = DeckList.objects.filter(entry__tournament=event, counts__isnull=False).count()
    if settings.CELERY_TASK_ALWAYS_EAGER or lists <= AT_ONCE:
        return _printed(event, paper)
    job = secrets.token_urlsafe(12)
    cache.set(tasks.sheet_key(job), {"event": event.pk, "total": lists}, tasks.SHEET_SECONDS)
    if not jobs.publish(tasks.print_lists, job, event.pk, paper, get_language() or "en", about=event.pk):
        return _printed(event, paper) if "now" in request.GET else _waiting(request, event, paper)
    return redirect(f"{request.path}?{urlencode({'job': job, 'paper': paper})}")


def _printed(event: Tournament, paper: Paper) -> HttpResponse:
    return pdf(DeckSheet(sheet_head(event), pages_of(event), paper=paper).render(), _named(event))


def _waiting(request: HttpRequest, event: Tournament, paper: Paper) -> HttpResponse:
    """A page shown while the queue does not respond: it retries, and offers to print without the queue."""
    context = {
        "page": "lists",
        "waiting": True,
        "now": f"{request.path}?{urlencode({'paper': paper, 'now': 1})}",
        "back": reverse("decks:lists", args=[event.slug]),
    }
    return render(request, "decks/lists/printing.html", context, status=503)


def _waited(request: HttpRequest, event: Tournament, job: str, paper: Paper) -> HttpResponse:
    """The PDF once the worker has finished; until then a page that polls."""
    result = cache.get(tasks.sheet_key(job)) if JOB.fullmatch(job) else None
    state = result or {"event": event.pk, "failed": True}
    if state["event"] != event.pk:
        raise Http404
    if "pdf" in state:
        return pdf(state["pdf"], _named(event))
    context = {
        "page": "lists",
        "failed": "failed" in state,
        "done": state.get("done", 0),
        "total": state.get("total", 0),
        "again": f"{request.path}?{urlencode({'paper': paper})}",
        "back": reverse("decks:lists", args=[event.slug]),
    }
    return render(request, "decks/lists/printing.html", context)


def _named(event: Tournament) -> str:
    return f"{event.slug}-deck-lists"


def paper_of(request: HttpRequest, event: Tournament) -> Paper:
    """The requested paper, the one used last, or the usual one of the country."""
    paper = request.GET.get("paper") or choices.choice(request, "paper")
    if paper == "letter":
        return "letter"
    return "a4" if paper == "a4" else usual_paper(event)


def pdf(data: bytes, name: str) -> HttpResponse:
    """A PDF to view in the browser."""
    disposition = f'inline; filename="{name}.pdf"'
    return HttpResponse(data, content_type="application/pdf", headers={"Content-Disposition": disposition})
