"""Deck checks on paper: sheets to print, and the page to enter one."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.engine.numbers import card_number
from checks.access import check_page
from checks.documents.check_sheets import CheckSheets
from checks.engine.check_sheet import ANSWERED, MOST, Counted, sections_of
from checks.forms.paper_checks import PaperForm
from checks.models import DeckCheck
from checks.queries import check_sheets as check_sheet_queries
from checks.queries import deck_checks as deck_check_queries
from checks.queries import paper_checks as queries
from checks.services import deck_checks as deck_check_services
from checks.services import paper_checks as services
from checks.views.check_sheets import ended
from checks.words.check_words import SECTION_WORDS
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.public_address import absolute, prints_addresses
from decks.documents.deck_sheet import sheet_head
from decks.engine.lists import Listed
from decks.engine.verdicts import row_of
from decks.models import Version
from decks.views.lists.printing import paper_of, pdf
from pairings.access import refusals_lead_to
from pairings.queries.bracket import cuts
from tournaments.access import entry_of, event_page, signed_in
from tournaments.models import Tournament

MOST_SHEETS = 600
KEY_BYTES = 12
OF_OUTCOME = ("not_counted", "outcome", "rewrite", "reason", "minutes", "note")


@require_safe
@prints_addresses
@event_page("view")
def sheets(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The sheets of all open checks, or of those selected (`check`), by table."""
    numbers = [whole_number(key) for key in request.GET.getlist("check")[:MOST_SHEETS]]
    rows = queries.to_print(event, [number for number in numbers if number is not None])
    return _printed(request, event, rows, f"{event.slug}-deck-checks")


@require_safe
@prints_addresses
@check_page("view")
def sheet(request: HttpRequest, check: DeckCheck) -> HttpResponse:
    """The sheet of one check."""
    event = check.entry.tournament
    (row,) = deck_check_queries.where_now([check])
    return _printed(request, event, [row], f"{event.slug}-deck-check-{row.pk}")


def _printed(request: HttpRequest, event: Tournament, rows: Sequence[DeckCheck], name: str) -> HttpResponse:
    pages = queries.sheets(rows)
    links = {}
    for page in pages:
        address = reverse("checks:check_paper", args=[page.check.entry.tournament.slug, page.check.pk])
        # With the printed version of the list
        links[page.check.pk] = absolute(request, f"{address}?list={page.number}" if page.number else address)
    titles = cuts.round_titles(event)
    document = CheckSheets(
        sheet_head(event), pages, links=links, titles=titles, paper=paper_of(request, event)
    )
    return pdf(document.render(), name)


@require_POST
@event_page("report")
@refusals_lead_to("checks:checks", always=True)
def on_paper(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Pick a deck already checked on paper, and redirect to the page to enter its sheet."""
    entry = entry_of(event, request.POST.get("entry", ""))
    row = deck_check_queries.checks_of(event).filter(entry=entry, state__in=deck_check_queries.OPEN).first()
    row = row or deck_check_services.pick_one(entry, why=_("Checked on paper"), by=signed_in(request))
    return redirect("checks:check_paper", event.slug, row.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@check_page("report")
def paper(request: HttpRequest, row: DeckCheck) -> HttpResponse:
    """Enter the whole sheet of a check at once."""
    number = whole_number(request.POST.get("version", "") or request.GET.get("list", "")) or 0
    version = queries.version_of(row, min(number, MOST))
    rows = tuple(row_of(values) for values in version.cards) if version else ()
    cards = [(_name(line), line.quantity or 0) for line in rows]
    now, _taps = check_sheet_queries.counted(row, rows)
    whole = sum(copies for _card, copies in cards) or now.expected_total
    if request.method == "POST":
        form = PaperForm(request.POST, cards=cards, whole=whole)
        if form.is_valid():
            try:
                row = services.enter(
                    row,
                    form.written(version),
                    key=form.cleaned_data["key"],
                    by=signed_in(request),
                )
            except Refused as refused:
                form.refuse(refused)
            else:
                return ended(request, row)
    else:
        form = PaperForm(initial=_initial(row, version, now), cards=cards, whole=whole)
    return render(
        request,
        "checks/paper.html",
        _context(row, version, rows, form, whole),
        status=422 if form.errors else 200,
    )


def _name(row: Listed) -> str:
    return row.text if row.lost else row.name


def _initial(row: DeckCheck, version: Version | None, now: Counted) -> dict[str, Any]:
    """Initial values: place and time, and earlier taps on a phone."""
    match = deck_check_queries.match_of(row)
    number = row.round_number or (match.round.number if match else None)
    marks = {f"wrong_{step}": now.marks.get(step) == "wrong" for step in ANSWERED}
    rows = {f"row_{at}": now.found[at] for at in now.differing}
    return {
        "key": secrets.token_hex(KEY_BYTES),
        "version": version.number if version else 0,
        "round_number": number,
        "began": row.began_at,
        "ended": timezone.now(),
        "total": now.total if now.total != now.expected_total else None,
        "others": "\n".join(f"{copies} {card}" for card, copies in now.others.items()),
        "replaced": now.replaced or None,
        **marks,
        **rows,
    }


def _context(
    row: DeckCheck, version: Version | None, rows: Sequence[Listed], form: PaperForm, whole: int
) -> dict[str, Any]:
    sections = [
        {
            "code": section.code,
            "title": SECTION_WORDS[section.code],
            "lines": [
                {
                    "expected": line.quantity or 0,
                    "name": _name(line),
                    "where": card_number(line.set_code, line.card_number) if line.set_code else "",
                    "field": form[f"row_{at}"],
                }
                for at, line in section.rows
            ],
        }
        for section in sections_of(rows)
    ]
    return {
        "page": "checks",
        "check": row,
        "player": row.entry,
        "open": row.state in deck_check_queries.OPEN and row.kind != DeckCheck.Kind.BEFORE,
        "version": version,
        "form": form,
        "whole": whole,
        "wrong": [form[f"wrong_{step}"] for step in ANSWERED],
        "sections": sections,
        "times": [form[name] for name in ("began", "ended", "round_number")],
        "outcome": [form[name] for name in OF_OUTCOME if name in form.fields],
        "shuffling": deck_check_queries.rules_of(row.entry.tournament).shuffling,
        "proxies": check_sheet_queries.proxies_of(row.entry),
    }
