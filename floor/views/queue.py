"""The queue: judge calls and all else that waits for staff, and claiming entries."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from core import web
from decks.models import PoolVersion
from decks.services import pool_disputes
from floor.engine.penalties import Level
from floor.models import JudgeCall
from floor.queries import floor, queue
from floor.queries.queue_sources import COMING, LATER, THERE, WAITING, QueueEntry
from floor.views import calls
from floor.words import queue_words
from floor.words.penalty_words import LEVEL_NAMES
from pairings.access import refusals_lead_to
from pairings.queries.reports import result_reports
from pairings.services.reports import disputes
from pairings.views.reports import reports_panel
from pairings.views.rounds import round_chrome
from pairings.words import report_wording, result_words
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament, User


@require_safe
@event_page("view")
def page(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Open entries for the reader's role, most urgent first, and the answered calls."""
    entries = entries_for(request, event)
    figures = floor.call_figures(event)
    me = signed_in(request)
    context = {
        "page": "calls",
        "open": [entry_line(entry, me, event.slug) for entry in entries if entry.state == WAITING],
        "taken": [entry_line(entry, me, event.slug) for entry in entries if entry.state in (COMING, THERE)],
        "later": [entry_line(entry, me, event.slug) for entry in entries if entry.state == LATER],
        "stamp": stamp(entries),
        "closed": [calls.closed_line(call) for call in floor.closed_calls(event)],
        "reasons": JudgeCall.Reason.choices,
        "figures": {
            "calls": figures.calls,
            "wait": calls.span(figures.wait) if figures.wait else "",
            "whole": calls.span(figures.whole) if figures.whole else "",
        },
    }
    return render(request, "floor/calls.html", context)


def entries_for(request: HttpRequest, event: Tournament) -> list[QueueEntry]:
    """The queue for the reader's role. One query per source."""
    can: Mapping[str, bool] = request.can  # type: ignore[attr-defined]
    return queue.entries(event, timezone.now(), {power for power, may in can.items() if may})


@require_safe
@event_page("view")
def news(request: HttpRequest, event: Tournament) -> HttpResponse:
    """A line if the queue changed since the page was loaded, else 204."""
    entries = entries_for(request, event)
    if request.GET.get("seen") == stamp(entries):
        return HttpResponse(status=204)
    free = sum(entry.state == WAITING and entry.kind in queue.AT_TABLES for entry in entries)
    text = (
        ngettext("%(n)d call waiting.", "%(n)d calls waiting.", free) % {"n": free}
        if free
        else _("The queue changed.")
    )
    url = reverse("floor:calls", args=[event.slug])
    return render(request, "pairings/parts/news.html", {"text": text, "url": web.back(request, url)})


def stamp(entries: Iterable[QueueEntry]) -> str:
    """A digest that changes with every entry that comes or goes, and with its claim.

    Extensions are left out: their judge is at the table, and its tile shows it.
    """
    text = ".".join(
        f"{entry.key}-{entry.state}-{entry.power}-{entry.by}"
        for entry in entries
        if entry.kind != "extension"
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16] if text else "0"


def entry_line(entry: QueueEntry, me: User, slug: str) -> dict[str, Any]:
    """Context of one entry in lists; calls have more facts and buttons."""
    if entry.kind == "call":
        return calls.line(entry.row, me)
    seconds = max(0, int((timezone.now() - entry.since).total_seconds()))
    claims = entry.kind in CLAIMS and entry.state == WAITING
    return {
        "kind": entry.kind,
        "pk": entry.pk,
        "no": entry.table,
        "label": queue_words.LABELS[entry.kind],
        "icon": queue_words.ICONS[entry.kind],
        "names": entry.names,
        "text": _text(entry),
        "url": _entry_url(entry, slug),
        "open": queue_words.OPENS[entry.kind],
        "state": STATE_LOOKS[entry.state],
        "seconds": seconds,
        "span": calls.span(seconds),
        "by": entry.by,
        "claim": reverse(CLAIMS[entry.kind], args=[slug, entry.pk]) if claims else "",
    }


STATE_LOOKS = {WAITING: "dispute", LATER: "", COMING: "playing", THERE: "playing"}


def _text(entry: QueueEntry) -> str:
    if entry.kind == "penalty":
        return str(LEVEL_NAMES[Level(str(entry.facts["level"]))])
    if entry.kind == "conflict":
        row = entry.row
        reported = {
            "who": reports_panel.teller(row, row.match),
            "text": reports_panel.text_of(row, row.match),
        }
        saved = report_wording.stored_text(row.match, reports_panel.names(row.match))
        return _("%(who)s reported: %(text)s. Saved: %(saved)s.") % {**reported, "saved": saved}
    return str(entry.facts.get("text", ""))


def _entry_url(entry: QueueEntry, slug: str) -> str:
    row = entry.row
    if entry.kind in ("extension", "conflict"):
        return str(round_chrome.match_url(row.match))
    if entry.kind == "pool":
        pool = row.pool
        return reverse("decks:pool", args=[slug, pool.draft_id, pool.opened_by_id])
    if entry.kind == "dispute":
        return reverse("pairings:disputes", args=[slug])
    key = row.entry_id if entry.kind == "list" else row.pk
    return reverse(PAGES[entry.kind], args=[slug, key])


PAGES = {
    "penalty": "floor:penalty",
    "check": "checks:check",
    "list": "decks:list",
    "print": "pairings:stored_print",
}

CLAIMS = {"dispute": "floor:dispute_claim", "pool": "floor:pool_claim"}
"""Entries other than calls that players at a table wait for; a judge claims them."""


@require_POST
@event_page("report")
@refusals_lead_to("floor:calls")
def claim_dispute(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Claim a dispute of two players whose results differ."""
    dispute = get_object_or_404(result_reports.all_disputes(event), pk=pk)
    disputes.claim(dispute, by=signed_in(request))
    message = _("You are going to table %(table)s.") % {"table": dispute.match.table or result_words.DASH}
    home = dispute.match.round.division
    round_chrome.add_message(request, message, home, "DisputeClaimed", dispute=dispute.pk)
    return redirect(_back(request, event))


@require_POST
@event_page("report")
@refusals_lead_to("floor:calls")
def claim_pool(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Claim the discrepancy of two players whose counts of a pool differ."""
    rows = PoolVersion.objects.select_related("pool__draft__division__tournament", "pool__opened_by")
    version = get_object_or_404(rows, pk=pk, pool__draft__division__tournament=event)
    pool_disputes.claim(version, by=signed_in(request))
    message = _("You are going to %(name)s.") % {"name": version.pool.opened_by}
    facts = {"pool": version.pool_id, "version": version.number}
    round_chrome.add_message(request, message, version.pool.draft.division, "PoolDiscrepancyClaimed", **facts)
    return redirect(_back(request, event))


def _back(request: HttpRequest, event: Tournament) -> str:
    return web.back(request, reverse("floor:calls", args=[event.slug]))
