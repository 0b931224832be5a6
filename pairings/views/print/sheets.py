"""Print the sheets of a round, and serve the PDFs."""

import re
import secrets

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language

from core.documents.downloads import pdf_response
from core.documents.registry import find_document
from core.public_address import site_address, warn_if_unreachable
from core.requests import HomeRequest, StadiumRequest, StaffRequest
from core.responses import chosen_paper
from core.services import jobs
from pairings import tasks
from pairings.documents import printing
from pairings.documents.printing import PrintOrder
from pairings.forms.print_orders import PrintOrderForm
from pairings.models import Round
from pairings.queries.print import print_figures as prints
from tournaments.access import event_page
from tournaments.models import Tournament

JOB = re.compile(r"[\w-]{1,16}", re.ASCII)
"""Pattern of valid names of print jobs; other names were typed into the URL."""


@warn_if_unreachable
@event_page()
def public_sheet(request: HomeRequest, event: Tournament, name: str) -> HttpResponse:
    """Return a wall sheet as a PDF. Only staff get unposted rounds."""
    return _sheet_pdf_or_progress_page(request, event, name, public=not request.can["view"])


@warn_if_unreachable
@event_page("run")
def staff_sheet(request: StaffRequest, event: Tournament, name: str) -> HttpResponse:
    """Return a sheet for staff as a PDF."""
    return _sheet_pdf_or_progress_page(request, event, name, public=False)


def _sheet_pdf_or_progress_page(
    request: StadiumRequest, event: Tournament, name: str, *, public: bool
) -> HttpResponse:
    """Return a sheet as a PDF, or a progress page if a large sheet is queued for a worker.

    `?job=` is the queued job that the page polls for. If the queue does not respond, the page has status 503 and
    links to `?now=`, which prints without the queue. Raises Http404 for invalid options, and with `public` for an
    unposted round.
    """
    form = PrintOrderForm(request.GET, event=event)
    if not form.is_valid():
        raise Http404
    paper, options = chosen_paper(request, event.country), form.order()
    order = PrintOrder(
        sheet=name, event=event.pk, paper=paper, site=site_address(request), public=public, **options
    )
    round_ = order.round
    if public and round_ is not None and round_.state == Round.State.UNPOSTED:
        raise Http404
    name_parts = (event.slug, f"round-{order.number}" if order.number else "", order.sheet)
    filename = "-".join(name_part for name_part in name_parts if name_part)
    query = request.GET.copy()
    print_url = reverse("pairings:print", args=[event.slug])
    if job := request.GET.get("job"):
        # Until the worker stores the PDF, the cache has only the id of the event, and the page polls.
        state = (cache.get(tasks.sheet_cache_key(job)) if JOB.fullmatch(job) else None) or {"failed": True}
        if "pdf" in state and state["order"] == order.facts():
            return pdf_response(state["pdf"], filename)
        del query["job"]
        retry_url = f"{request.path}?{query.urlencode()}"
        context = {"page": "print", "failed": "event" not in state, "again": retry_url, "back": print_url}
        return render(request, "pairings/print_wait.html", context)
    is_large = prints.is_large_print(order.division, hall_of=event if order.hall else None)
    if settings.CELERY_TASK_ALWAYS_EAGER or find_document(order.sheet).quick or not is_large:
        return pdf_response(printing.render_pdf(order, event), filename)
    job = secrets.token_urlsafe(12)
    cache.set(tasks.sheet_cache_key(job), {"event": event.pk}, tasks.SHEET_SECONDS)
    if not jobs.send_job_now(tasks.print_sheet, job, order.facts(), get_language() or "en", about=event.pk):
        if "now" in query:
            return pdf_response(printing.render_pdf(order, event), filename)
        # If the queue does not respond, the page retries automatically and links to printing without the queue.
        query["now"] = "1"
        now_url = f"{request.path}?{query.urlencode()}"
        context = {"page": "print", "waiting": True, "now": now_url, "back": print_url}
        return render(request, "pairings/print_wait.html", context, status=503)
    query["job"] = job
    return redirect(f"{request.path}?{query.urlencode()}")
