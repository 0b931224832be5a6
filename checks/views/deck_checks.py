"""Deck checks: progress, picked decks and why."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from checks.access import check_page
from checks.engine.refusals import CheckRefusal
from checks.forms.deck_checks import AskedForm, CheckRulesForm, Divisions, RandomForm, TopForm, WholeCutForm
from checks.models import DeckCheck
from checks.queries import before_checks as before
from checks.queries import check_sheets
from checks.queries import deck_checks as deck_check_queries
from checks.services import deck_checks as deck_check_services
from checks.views import before_checks
from checks.words.check_words import outcome_text
from core import sentences
from core.engine.refused import Refused
from core.models import JournalEvent
from core.public_address import absolute, prints_addresses
from core.sentences import refusal_text
from core.services import undo
from core.wording import in_a_row
from decks.services import check_rules
from pairings.access import refusals_lead_to
from pairings.engine.refusals import PairingRefusal
from pairings.queries.bracket import cuts
from pairings.queries.people import find_people
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.access import edits_alone, entry_of, event_page, signed_in
from tournaments.models import Tournament
from tournaments.queries.divisions import played_divisions

MOST_FOUND = 12
WAYS: dict[str, type[Divisions]] = {"random": RandomForm, "top": TopForm, "cut": WholeCutForm}
STATES = {
    DeckCheck.State.PICKED.value: "missing",
    DeckCheck.State.RUNNING.value: "deckcheck",
    DeckCheck.State.DONE.value: "done",
}


@require_safe
@event_page("view")
def checks(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Waiting, running and finished checks; the share of the target reached; the ways to pick."""
    return _page(request, event)


@require_POST
@event_page("report")
def pick(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Pick decks at random, from the top tables, of the whole cut, or the one a judge requests."""
    way = request.POST.get("way", "")
    if way == "pick_one":
        return _pick_one(request, event)
    form = WAYS.get(way, RandomForm)(request.POST, event)
    if not form.is_valid():
        return _page(request, event, bound=form)
    by, chosen = signed_in(request), {**form.cleaned_data}
    chosen.pop("division", None)
    services: dict[type[Divisions], Callable[..., list[DeckCheck]]] = {
        RandomForm: deck_check_services.pick_at_random,
        TopForm: deck_check_services.pick_top,
        WholeCutForm: deck_check_services.pick_cut,
    }
    try:
        rows = services[type(form)](event, by=by, divisions=form.divisions, **chosen)
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
        return _page(request, event, bound=form)
    return _picked(request, event, rows)


@require_POST
@check_page("report", back="checks:checks")
def take_off(request: HttpRequest, check: DeckCheck) -> HttpResponse:
    """Remove a picked check."""
    check = deck_check_services.take_off(check, by=signed_in(request))
    words = _("%(name)s is no longer on the list.") % {"name": check.entry}
    round_chrome.add_message(request, words, check.entry.division, "DeckCheckTakenOff", check=check.pk)
    return redirect("checks:checks", check.entry.tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
@edits_alone
def rules(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The target, its base, and the minutes for shuffling."""
    now = deck_check_queries.rules_of(event)
    initial = {"target": now.target, "base": now.base, "shuffling": now.shuffling}
    form = CheckRulesForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        check_rules.set_rules(event, by=signed_in(request), **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("checks:checks", event.slug)
    context = {"page": "checks", "form": form}
    return render(request, "checks/rules.html", context, status=422 if form.errors else 200)


@require_safe
@prints_addresses
@event_page("organize")
def report(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """All finished checks, as PDF, XLSX or CSV."""
    coverage = deck_check_queries.coverage(event, deck_check_queries.rules_of(event))
    rows = check_sheets.done_with_counts(event)
    from checks.documents import deck_checks as printed

    data, content_type = printed.report(event, coverage, rows, kind, partial(absolute, request))
    answer = HttpResponse(data, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-deck-checks.{kind}"'
    return answer


def covered(event: Tournament, division: Any) -> dict[str, Any] | None:
    """The desk's counts: checked decks of a division, and those passed before the event. Five queries."""
    rows = deck_check_queries.coverage(event, deck_check_queries.rules_of(event), division=division)
    before = before_checks.covered(event, division)
    if not rows:
        return {"passed": before} if before else None
    row = rows[0]
    return {"done": row.done, "target": row.target, "open": row.open, "before": row.before, "passed": before}


def _page(request: HttpRequest, event: Tournament, *, bound: Any = None) -> HttpResponse:
    checks = deck_check_queries.checks_of(event).exclude(state=DeckCheck.State.REMOVED)
    rows = deck_check_queries.where_now(checks.exclude(kind=DeckCheck.Kind.BEFORE))
    rules, titles = deck_check_queries.rules_of(event), cuts.round_titles(event)
    coverage = deck_check_queries.coverage(event, rules)
    homes = played_divisions(event)
    forms = {
        way: bound if isinstance(bound, form) else form(None, event, homes) for way, form in WAYS.items()
    }
    if not any(row.before for row in coverage):
        forms["random"].fields.pop("during")
    passed = before.progress(event)
    who = request.GET.get("who", "").strip()[:80]
    failed = next((way for way, form in forms.items() if form.is_bound), "")
    waiting = any(row.state in (DeckCheck.State.PICKED, DeckCheck.State.RUNNING) for row in rows)
    context = {
        "page": "checks",
        "running": [_line(row, titles) for row in rows if row.state == DeckCheck.State.RUNNING],
        "picked": sorted(
            (_line(row, titles) for row in rows if row.state == DeckCheck.State.PICKED),
            key=lambda line: (line["table"] or 0, line["pk"]),
        ),
        "done": [_line(row, titles) for row in reversed(rows) if row.state == DeckCheck.State.DONE],
        "coverage": coverage,
        "whole": {
            "decks": sum(row.decks for row in coverage),
            "target": sum(row.target for row in coverage),
            "done": sum(row.done for row in coverage),
            "before": sum(row.before for row in coverage),
        },
        "passed": {
            "decks": sum(division.decks for division in passed),
            "passed": sum(division.passed for division in passed),
        },
        "missing": sum(row.missing for row in coverage),
        "rules": rules,
        "forms": forms,
        "failed": failed,
        "pick_folds": waiting and failed != "random",
        "who": who,
        "people": [
            {"entry": person.entry.pk, "name": str(person.entry)}
            for person in (find_people(event, who, most=MOST_FOUND, dropped=False) if who else ())
        ],
    }
    return render(request, "checks/checks.html", context, status=422 if bound else 200)


def _line(row: DeckCheck, titles: Mapping[tuple[int, int], str]) -> dict[str, Any]:
    event = row.entry.tournament
    return {
        "pk": row.pk,
        "table": row.table,
        "round": result_words.title_inside(titles, row.entry.division_id, row.round_number),
        "name": str(row.entry),
        "division": str(row.entry.division),
        "kind": row.get_kind_display(),
        "outcome": outcome_text(row) if row.outcome else "",
        "state": STATES[row.state],
        "label": row.get_state_display(),
        "url": reverse("checks:check", args=[event.slug, row.pk]),
    }


@refusals_lead_to("checks:checks")
def _pick_one(request: HttpRequest, event: Tournament) -> HttpResponse:
    form = AskedForm(request.POST)
    if not form.is_valid():
        raise Refused(CheckRefusal.CHECK_NEEDS_WHY)
    entry = entry_of(event, form.cleaned_data["entry"])
    row = deck_check_services.pick_one(entry, why=form.cleaned_data["why"], by=signed_in(request))
    return _picked(request, event, [row])


def _picked(request: HttpRequest, event: Tournament, rows: list[DeckCheck]) -> HttpResponse:
    page = reverse("checks:checks", args=[event.slug])
    if not rows:
        messages.info(
            request, _("The target is reached, so no deck was picked. Write a number to pick more.")
        )
        return redirect(page)
    words = ngettext("%(n)d deck is on the list.", "%(n)d decks are on the list.", len(rows))
    homes = {row.entry.division_id: row.entry.division for row in rows}
    home = rows[0].entry.division
    tag = round_chrome.undo_tag(request, home, "DecksPicked")
    if tag and len(homes) > 1:
        line = home.journal.filter(kind="DecksPicked").latest("pk")
        tag = f"undo={reverse('checks:checks_unpick', args=[event.slug, line.pk])}"
    messages.success(request, words % {"n": len(rows)}, extra_tags=tag)
    return redirect(page)


@require_POST
@event_page("report")
@refusals_lead_to("checks:checks", always=True)
def undo_pick(request: HttpRequest, event: Tournament, event_id: int) -> HttpResponse:
    """Undo a draw over several divisions: completely, or not at all once one of its checks has begun."""
    first = get_object_or_404(JournalEvent, tournament=event, pk=event_id, kind="DecksPicked")
    lines = deck_check_services.drawn_together(first)
    if not lines:
        raise Refused(PairingRefusal.NOTHING_TO_UNDO)
    undo.undo_together(lines, by=signed_in(request))
    message = in_a_row(sentences.journal_text(line.kind, line.facts).rstrip(".") for line in lines)
    messages.success(request, _("Undone: %(step)s.") % {"step": message})
    return redirect("checks:checks", event.slug)
