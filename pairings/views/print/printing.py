"""Print: every sheet of a round, and the PDFs themselves."""

import secrets
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pairings import tasks
from pairings.documents import printing
from pairings.documents.printing import Order
from pairings.forms.printing import ChoiceForm, OrderForm, TablesForm
from pairings.models import Round
from pairings.queries.print import printing as prints
from pairings.queries.reports import clocks
from pairings.views.print.paper import chosen_paper
from pairings.views.reports.scoreboard import board
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.public_address import prints_addresses, site
from tournaments.services import jobs

SMALL = ("numbers", "door", "bracket", "meeting")
"""Sheets whose length does not follow the number of matches."""


@event_page("run")
def centre(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Every sheet of the chosen division and round. The paper is remembered."""
    paper = chosen_paper(request, event)
    form = ChoiceForm(request.GET, event=event)
    division = form.chosen_division()
    round_ = form.chosen_round(division)
    numbers = TablesForm(event=event)
    context = {
        "page": "print",
        "board": board(event, division),
        "paper": paper,
        "papers": _papers(paper, division.pk if division else 0, round_.number if round_ else 0),
        "tabs": form.tabs(division),
        "rounds": form.rounds(division, round_),
        "division": division,
        "round": round_,
        "round_text": clocks.round_text(round_) if round_ else "",
        "unposted": bool(round_ and round_.state == Round.State.UNPOSTED),
        "sheets": prints.sheets(event, division, round_),
        "numbers": numbers,
        "query": urlencode(_query(division.pk if division else 0, round_.number if round_ else 0, paper)),
    }
    return render(request, "pairings/print.html", context)


def _query(division: int, number: int, paper: str) -> dict[str, object]:
    return {"division": division, "round": number, "paper": paper}


def _papers(paper: str, division: int, number: int) -> list[dict[str, object]]:
    return [
        {
            "label": label,
            "url": f"?{urlencode(_query(division, number, name))}",
            "current": name == paper,
        }
        for name, label in (("a4", _("A4")), ("letter", _("US Letter")))
    ]


@prints_addresses
@event_page()
def public_sheet(request: HttpRequest, event: Tournament, name: str) -> HttpResponse:
    """A sheet of the wall as a PDF; unposted rounds are for staff."""
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
    """The PDF at once, or through the queue where it takes long and a worker is there."""
    if job := request.GET.get("job"):
        return _waited(request, event, order, job)
    large = prints.is_large(order.division, hall_of=event if order.hall else None)
    if settings.CELERY_TASK_ALWAYS_EAGER or order.sheet in SMALL or not large:
        return _pdf(printing.render(order), event, order)
    job = secrets.token_urlsafe(12)
    cache.set(tasks.key_of(job), {"event": event.pk}, tasks.SHEET_SECONDS)
    query = request.GET.copy()
    if not jobs.publish(tasks.print_sheet, job, order.facts(), get_language() or "en"):
        if "now" in query:
            return _pdf(printing.render(order), event, order)
        query["now"] = "1"
        return _waiting(request, event, f"{request.path}?{query.urlencode()}")
    query["job"] = job
    return redirect(f"{request.path}?{query.urlencode()}")


def _waiting(request: HttpRequest, event: Tournament, now: str) -> HttpResponse:
    """The queue does not answer: a page that asks it again by itself, and a way to print without it."""
    back = reverse("pairings:print", args=[event.slug])
    context = {"page": "print", "waiting": True, "now": now, "back": back}
    return render(request, "pairings/print_wait.html", context, status=503)


def _waited(request: HttpRequest, event: Tournament, order: Order, job: str) -> HttpResponse:
    """The PDF once the worker has it; until then a page that looks again by itself."""
    state = cache.get(tasks.key_of(job)) or {"failed": True}
    if "pdf" in state and state["order"] == order.facts():
        return _pdf(state["pdf"], event, order)
    query = request.GET.copy()
    del query["job"]
    context = {
        "page": "print",
        "failed": "event" not in state,
        "again": f"{request.path}?{query.urlencode()}",
        "back": reverse("pairings:print", args=[event.slug]),
    }
    return render(request, "pairings/print_wait.html", context)


def _pdf(pdf: bytes, event: Tournament, order: Order) -> HttpResponse:
    parts = (event.slug, f"round-{order.number}" if order.number else "", order.sheet)
    filename = "-".join(part for part in parts if part)
    disposition = f'inline; filename="{filename}.pdf"'
    return HttpResponse(pdf, content_type="application/pdf", headers={"Content-Disposition": disposition})
