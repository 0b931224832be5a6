"""Checks before the event: the queue, the deck a judge takes from it, and the outcome."""

from collections import Counter
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from checks.engine.before_checks import STANDS, TO_CHECK
from checks.forms.before_checks import EndBeforeForm
from checks.models import DeckCheck
from checks.queries import before_checks as before_check_queries
from checks.queries import deck_checks
from checks.queries.before_checks import QueueRow
from checks.services import before_checks as before_check_services
from checks.views import check_sheets
from checks.words.before_check_words import (
    ALL_OUTCOMES,
    FACT_STATES,
    LEGALITY_WORDS,
    LEGIBILITY_WORDS,
    OUTCOMES,
    STAND_STATES,
    STAND_WORDS,
)
from core.engine.refused import Refused
from decks.words.list_words import headline
from pairings.access import refusals_lead_to
from pairings.views.reports import idempotency
from pairings.views.rounds import round_chrome
from tournaments.access import entry_of, event_page, signed_in
from tournaments.models import Division, Tournament

ON_A_PAGE = 100
LIST_CODES = {"problems": "illegal", "unknown": "unknown", "settled": "legal", "legal": "legal"}
"""The verdict on a list as a fact code (`tournaments.templatetags.facts`)."""

LONGEST_TEXT = 80
MOST_PROBLEMS = 3
SHOWS = {
    "to_check": (gettext_lazy("To check"), TO_CHECK, "missing"),
    "running": (gettext_lazy("Being checked"), ("running",), "deckcheck"),
    "needs": (gettext_lazy("Needs something"), ("needs",), "error"),
    "passed": (gettext_lazy("Check passed"), ("passed",), "good"),
    "no_list": (gettext_lazy("No list"), ("no_list",), "playing"),
    "all": (pgettext_lazy("decks", "All"), STANDS, ""),
}
"""Filters of the queue: label, states of its decks, style."""


@require_safe
@event_page("view")
def queue(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The decks of one filter, or all with a name or Player ID; how many have passed, by division."""
    rows = before_check_queries.queue(event)
    text, show = _chosen(request)
    wanted = _wanted(event, rows, text, show)
    page = Paginator(wanted, ON_A_PAGE).get_page(request.GET.get("page"))
    divisions = before_check_queries.progress(event)
    several = len(divisions) > 1
    context = {
        "page": "checks",
        "rows": [_line(event, row, several=several) for row in page.object_list],
        "page_obj": page,
        "text": text,
        "show": show,
        "chips": _chips(rows, show),
        "narrowed": "?" + urlencode({"q": text} if text else {"show": show}),
        "divisions": divisions,
        "whole": {
            "decks": sum(division.decks for division in divisions),
            "passed": sum(division.passed for division in divisions),
        },
        "next": next((row for row in rows if row.stand in TO_CHECK and not row.started), None),
        "over": bool(rows) and all(row.started for row in rows),
    }
    return render(request, "checks/before.html", context)


def _chosen(request: HttpRequest) -> tuple[str, str]:
    """The search text and the filter; a search covers the whole queue."""
    text = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_TEXT]
    show = request.GET.get("show", "")
    return text, "all" if text else show if show in SHOWS else "to_check"


def _wanted(event: Tournament, rows: list[QueueRow], text: str, show: str) -> list[QueueRow]:
    named = before_check_queries.named(event, text) if text else {row.entry for row in rows}
    return [row for row in rows if row.stand in SHOWS[show][1] and row.entry in named]


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """The filtered queue, all pages, as CSV or XLSX."""
    from checks.documents import before_checks as documents
    from core.documents.downloads import spreadsheet_response

    wanted = _wanted(event, before_check_queries.queue(event), *_chosen(request))
    return spreadsheet_response(documents.spreadsheet(event, wanted, kind), f"{event.slug}-queue", kind)


@require_POST
@event_page("report")
@refusals_lead_to("checks:checks_before")
def begin(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Begin the check of `entry`, or of the next in the queue, and open its sheet."""
    by = signed_in(request)
    if "entry" in request.POST:
        check = before_check_services.begin(entry_of(event, request.POST["entry"]), by=by)
    else:
        check = before_check_services.begin_next(event, by=by)
    words = _("You have %(name)s’s deck.") % {"name": check.entry}
    round_chrome.add_message(request, words, check.entry.division, "BeforeCheckBegan", check=check.pk)
    return redirect("checks:check", event.slug, check.pk)


@require_POST
@event_page("report")
@refusals_lead_to("checks:checks_before", always=True)
def put_back(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Return the deck unchecked."""
    row = before_check_services.put_back(_one(event, pk), by=signed_in(request))
    words = _("The deck of %(name)s is in the queue again.") % {"name": row.entry}
    round_chrome.add_message(request, words, row.entry.division, "BeforeCheckPutBack", check=row.pk)
    return redirect(_queue_url(event))


@require_POST
@event_page("report")
@idempotency.once
def end(request: HttpRequest, event: Tournament, pk: int) -> idempotency.Answer:
    """End a check; a refusal is shown on the sheet with the form."""
    row = _one(event, pk)
    form = EndBeforeForm(request.POST)
    if form.is_valid():
        try:
            row = before_check_services.end(row, by=signed_in(request), **form.chosen)
        except Refused as refused:
            if idempotency.is_idempotent(request):
                return idempotency.refused_answer(
                    request, refused, reverse("checks:check", args=[event.slug, pk])
                )
            form.refuse(refused)
        else:
            facts = {"name": row.entry, "outcome": ALL_OUTCOMES[row.outcome]}
            words = _("%(name)s: %(outcome)s.") % facts
            round_chrome.add_message(request, words, row.entry.division, "BeforeCheckEnded", check=row.pk)
            return redirect(_queue_url(event))
    return lambda: check_sheets.before_page(request, row, form)


def covered(event: Tournament, division: Division) -> dict[str, Any] | None:
    """The desk's count of passed decks; None once round 1 is posted and none was checked. Two queries."""
    rows = before_check_queries.progress(event, division=division)
    if not rows or (division.started_at is not None and not rows[0].checks):
        return None
    return {"passed": rows[0].passed, "decks": rows[0].decks}


def _chips(rows: list[QueueRow], show: str) -> list[dict[str, Any]]:
    """Filters with their counts; most empty ones are left out."""
    counted = Counter(row.stand for row in rows)
    chips = []
    for name, (label, stands, state) in SHOWS.items():
        number = sum(counted[stand] for stand in stands)
        if number or name in ("to_check", "all", show):
            href = "?" + urlencode({"show": name})
            chip = {"label": label, "count": number, "href": href, "current": name == show, "state": state}
            chips.append(chip)
    return chips


def _line(event: Tournament, row: before_check_queries.QueueRow, *, several: bool) -> dict[str, Any]:
    has_next = row.stand in ("needs", "changed") and row.outcome != DeckCheck.Outcome.PASSED
    problems = [{"text": headline(problem), "rule": problem.rule} for problem in row.open]
    return {
        "entry": row.entry,
        "of": f"e{row.entry}",
        "name": row.name,
        "find": " ".join((row.sort_name, row.name, row.player_id)),
        "division": row.division if several else "",
        "here": row.here,
        "stand": row.stand,
        "word": STAND_WORDS[row.stand],
        "state": STAND_STATES[row.stand],
        "facts": [
            {"word": words[code], "state": FACT_STATES[code], "list": LIST_CODES[code] if of_list else ""}
            for words, code, of_list in (
                (LEGIBILITY_WORDS, row.legibility, False),
                (LEGALITY_WORDS, row.legality, True),
            )
            if code
        ],
        "problems": problems[:MOST_PROBLEMS],
        "more": max(0, len(problems) - MOST_PROBLEMS),
        "who": row.who,
        "at": row.at,
        "outcome": OUTCOMES.get(row.outcome, "") if has_next else "",
        "reason": row.reason if has_next else "",
        "sheet": reverse("checks:check", args=[event.slug, row.check]) if row.check else "",
        "list": reverse("decks:list", args=[event.slug, row.entry]) if row.number else "",
        "takes": row.stand != "running" and not row.started,
        "again": row.stand in ("needs", "passed"),
    }


def _queue_url(event: Tournament) -> str:
    return reverse("checks:checks_before", args=[event.slug])


def _one(event: Tournament, pk: int) -> DeckCheck:
    return get_object_or_404(deck_checks.checks_of(event).filter(kind=DeckCheck.Kind.BEFORE), pk=pk)
