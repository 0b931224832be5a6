"""Print the sheets of a round, and serve the PDFs."""

import re
import secrets

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language

from core.documents.declared import find
from core.documents.pdf import pdf_response
from core.public_address import prints_addresses, site
from core.services import jobs
from pairings import tasks
from pairings.documents import printing
from pairings.documents.printing import Order
from pairings.forms.printing import OrderForm
from pairings.models import Round
from pairings.queries.print import printing as prints
from pairings.views.print.paper import chosen_paper
from tournaments.access import event_page
from tournaments.models import Tournament

JOB = re.compile(r"[\w-]{1,16}", re.ASCII)
"""The valid names of a job; others were typed into the URL."""


@prints_addresses
@event_page()
def public_sheet(request: HttpRequest, event: Tournament, name: str) -> HttpResponse:
    """A sheet for the wall as a PDF; unposted rounds are for staff."""
    public = not request.can["view"]  # type: ignore[attr-defined]
    order = _order(request, event, name, public=public)
    round_ = order.round
    if public and round_ is not None and round_.state == Round.State.UNPOSTED:
        raise Http404
    return _printed(request, event, order)


@prints_addresses
@event_page("run")
def staff_sheet(request: HttpRequest, event: Tournament, name: str) -> HttpResponse:
    """A sheet for staff as a PDF."""
    return _printed(request, event, _order(request, event, name, public=False))


def _order(request: HttpRequest, event: Tournament, name: str, *, public: bool) -> Order:
    form = OrderForm(request.GET, event=event)
    if not form.is_valid():
        raise Http404
    return Order(
        sheet=name,
        event=event.pk,
        paper=chosen_paper(request, event),
        site=site(request),
        public=public,
        **form.order(),
    )


def _printed(request: HttpRequest, event: Tournament, order: Order) -> HttpResponse:
    """The PDF at once, or through the queue if it takes long and a worker is available."""
    query = request.GET.copy()
    back = reverse("pairings:print", args=[event.slug])
    if job := request.GET.get("job"):
        # The PDF once the worker has it; until then a page that polls
        state = (cache.get(tasks.key_of(job)) if JOB.fullmatch(job) else None) or {"failed": True}
        if "pdf" in state and state["order"] == order.facts():
            return _pdf(state["pdf"], event, order)
        del query["job"]
        again = f"{request.path}?{query.urlencode()}"
        context = {"page": "print", "failed": "event" not in state, "again": again, "back": back}
        return render(request, "pairings/print_wait.html", context)
    large = prints.is_large(order.division, hall_of=event if order.hall else None)
    if settings.CELERY_TASK_ALWAYS_EAGER or find(order.sheet).quick or not large:
        return _pdf(printing.render(order, event), event, order)
    job = secrets.token_urlsafe(12)
    cache.set(tasks.key_of(job), {"event": event.pk}, tasks.SHEET_SECONDS)
    if not jobs.publish(tasks.print_sheet, job, order.facts(), get_language() or "en", about=event.pk):
        if "now" in query:
            return _pdf(printing.render(order, event), event, order)
        query["now"] = "1"
        # Without an answer of the queue: a page that asks it again automatically, and a way to print
        # without it.
        now = f"{request.path}?{query.urlencode()}"
        context = {"page": "print", "waiting": True, "now": now, "back": back}
        return render(request, "pairings/print_wait.html", context, status=503)
    query["job"] = job
    return redirect(f"{request.path}?{query.urlencode()}")


def _pdf(pdf: bytes, event: Tournament, order: Order) -> HttpResponse:
    parts = (event.slug, f"round-{order.number}" if order.number else "", order.sheet)
    return pdf_response(pdf, "-".join(part for part in parts if part))
