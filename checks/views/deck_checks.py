"""Pages of deck checks: progress, decks to check, and ways to pick decks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from checks.access import as_page_of_deck_check
from checks.engine.refusals import CheckRefusal
from checks.forms.deck_checks import (
    CheckRulesForm,
    DivisionChoiceForm,
    RandomPickForm,
    RequestedDeckForm,
    TopForm,
    WholeCutForm,
)
from checks.models import DeckCheck
from checks.queries import before_checks as before
from checks.queries import check_sheets, deck_checks
from checks.queries import deck_checks as deck_check_queries
from checks.services import deck_checks as deck_check_services
from checks.words.check_words import check_outcome_text
from core import sentences
from core.engine.refused import Refused
from core.models import JournalEvent
from core.public_address import absolute_url_for_phones, warn_if_unreachable
from core.requests import StaffRequest
from core.sentences import refusal_text
from core.services import undo
from core.text_parts import joined_with_semicolons
from decks.services import check_rules
from pairings.access import redirect_refusals_to
from pairings.engine.refusals import PairingRefusal
from pairings.queries.bracket import cut_titles
from pairings.queries.people import find_entries_by_table_or_name
from pairings.views import undo_messages
from pairings.words import round_names
from tournaments.access import event_page, get_entry_or_404, locks_home_for_edit
from tournaments.models import Tournament
from tournaments.queries.divisions import divisions_with_entries

MAX_FOUND = 12
WAYS: dict[str, type[DivisionChoiceForm]] = {"random": RandomPickForm, "top": TopForm, "cut": WholeCutForm}
STATES = {
    DeckCheck.State.PICKED.value: "missing",
    DeckCheck.State.RUNNING.value: "deckcheck",
    DeckCheck.State.DONE.value: "done",
}


@require_safe
@event_page("view")
def checks_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show waiting, running and finished checks, the progress toward the target, and the ways to pick decks."""
    return _checks_response(request, event)


@require_POST
@event_page("report")
def pick_decks(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Pick decks at random, at the top tables or in the whole cut, or pick the deck that a judge requests."""
    way = request.POST.get("way", "")
    if way == "pick_one":
        return _pick_requested(request, event)
    form = WAYS.get(way, RandomPickForm)(request.POST, event)
    if not form.is_valid():
        return _checks_response(request, event, refused_form=form)
    by, options = request.user, {**form.cleaned_data}
    options.pop("division", None)
    services: dict[type[DivisionChoiceForm], Callable[..., list[DeckCheck]]] = {
        RandomPickForm: deck_check_services.pick_checks_at_random,
        TopForm: deck_check_services.pick_top_tables,
        WholeCutForm: deck_check_services.pick_whole_cut,
    }
    try:
        picked_checks = services[type(form)](event, by=by, divisions=form.divisions, **options)
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
        return _checks_response(request, event, refused_form=form)
    return _picked_response(request, event, picked_checks)


@require_POST
@as_page_of_deck_check("report", back="checks:checks")
def remove_check(request: StaffRequest, check: DeckCheck) -> HttpResponse:
    """Remove a picked check."""
    check = deck_check_services.remove_check(check, by=request.user)
    message = _("%(name)s is no longer on the list.") % {"name": check.entry}
    undo_messages.add_undo_message(
        request, message, check.entry.division, "DeckCheckTakenOff", check=check.pk
    )
    return redirect("checks:checks", check.entry.tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
@locks_home_for_edit
def edit_check_rules(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Edit the target share, its base, and the minutes for shuffling."""
    current = deck_check_queries.check_rules_of(event)
    initial = {"target": current.target, "base": current.base, "shuffling": current.shuffling}
    form = CheckRulesForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        check_rules.set_check_rules(event, by=request.user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("checks:checks", event.slug)
    context = {"page": "checks", "form": form}
    return render(request, "checks/rules.html", context, status=422 if form.errors else 200)


@require_safe
@warn_if_unreachable
@event_page("organize")
def export_check_report(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download the report of all finished checks as PDF, XLSX or CSV."""
    coverage = deck_check_queries.division_coverage(event, deck_check_queries.check_rules_of(event))
    rows = check_sheets.finished_checks(event)
    from checks.documents import deck_checks as printed

    data, content_type = printed.render_check_report(
        event, coverage, rows, kind, partial(absolute_url_for_phones, request)
    )
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-deck-checks.{kind}"'
    return response


def _checks_response(request: HttpRequest, event: Tournament, *, refused_form: Any = None) -> HttpResponse:
    """Render the page of deck checks. `refused_form` is shown again with its errors, with status 422."""
    checks = deck_check_queries.checks_of(event).exclude(state=DeckCheck.State.REMOVED)
    rows = deck_check_queries.with_current_tables(checks.exclude(kind=DeckCheck.Kind.BEFORE))
    rules, titles = deck_check_queries.check_rules_of(event), cut_titles.cut_round_titles_of_event(event)
    coverage = deck_check_queries.division_coverage(event, rules)
    divisions = divisions_with_entries(event)
    forms = {
        way: refused_form if isinstance(refused_form, form) else form(None, event, divisions)
        for way, form in WAYS.items()
    }
    if not any(row.before for row in coverage):
        forms["random"].fields.pop("during")
    progress = before.before_check_progress(event)
    search_text = request.GET.get("who", "").strip()[:80]
    failed_way = next((way for way, form in forms.items() if form.is_bound), "")
    has_open_checks = any(row.state in (DeckCheck.State.PICKED, DeckCheck.State.RUNNING) for row in rows)
    context = {
        "page": "checks",
        "running": [_check_row(row, titles) for row in rows if row.state == DeckCheck.State.RUNNING],
        "picked": sorted(
            (_check_row(row, titles) for row in rows if row.state == DeckCheck.State.PICKED),
            key=lambda picked_row: (picked_row.table or 0, picked_row.pk),
        ),
        "done": [_check_row(row, titles) for row in reversed(rows) if row.state == DeckCheck.State.DONE],
        "coverage": coverage,
        "whole": {
            "decks": sum(row.decks for row in coverage),
            "target": sum(row.target for row in coverage),
            "done": sum(row.done for row in coverage),
            "before": sum(row.before for row in coverage),
        },
        "passed": {
            "decks": sum(division.decks for division in progress),
            "passed": sum(division.passed for division in progress),
        },
        "missing": sum(row.missing for row in coverage),
        "rules": rules,
        "forms": forms,
        "failed": failed_way,
        "pick_folds": has_open_checks and failed_way != "random",
        "who": search_text,
        "people": [
            {"entry": person.entry.pk, "name": str(person.entry)}
            for person in (
                find_entries_by_table_or_name(event, search_text, limit=MAX_FOUND, dropped=False)
                if search_text
                else ()
            )
        ],
    }
    return render(request, "checks/checks.html", context, status=422 if refused_form else 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRow:
    """One deck check in a list. `state` is its style and `label` its text; `outcome` is "" until it ends."""

    pk: int
    table: int | None
    round: str
    name: str
    division: str
    kind: str
    outcome: str
    state: str
    label: str
    url: str


def _check_row(check: DeckCheck, titles: Mapping[tuple[int, int], str]) -> CheckRow:
    event = check.entry.tournament
    return CheckRow(
        pk=check.pk,
        table=check.table,
        round=round_names.round_title_in_sentence(titles, check.entry.division_id, check.round_number),
        name=str(check.entry),
        division=str(check.entry.division),
        kind=check.get_kind_display(),
        outcome=check_outcome_text(check) if check.outcome else "",
        state=STATES[check.state],
        label=check.get_state_display(),
        url=reverse("checks:check", args=[event.slug, check.pk]),
    )


@redirect_refusals_to("checks:checks")
def _pick_requested(request: StaffRequest, event: Tournament) -> HttpResponse:
    form = RequestedDeckForm(request.POST)
    if not form.is_valid():
        raise Refused(CheckRefusal.CHECK_NEEDS_WHY)
    entry = get_entry_or_404(event, form.cleaned_data["entry"])
    check = deck_check_services.pick_requested_deck(entry, why=form.cleaned_data["why"], by=request.user)
    return _picked_response(request, event, [check])


def _picked_response(
    request: StaffRequest, event: Tournament, picked_checks: list[DeckCheck]
) -> HttpResponse:
    """Add a message with an undo link about the picked decks, if any, and redirect to the list."""
    page = reverse("checks:checks", args=[event.slug])
    if not picked_checks:
        messages.info(
            request, _("The target is reached, so no deck was picked. Write a number to pick more.")
        )
        return redirect(page)
    message = ngettext(
        "%(n)d deck was added to the list.", "%(n)d decks were added to the list.", len(picked_checks)
    )
    divisions = {check.entry.division_id: check.entry.division for check in picked_checks}
    division = picked_checks[0].entry.division
    undo_tag = undo_messages.undo_step_tag(request, division, "DecksPicked")
    if undo_tag and len(divisions) > 1:
        # The pick has a line in each division, and one link undoes all of them.
        line = division.journal.filter(kind="DecksPicked").latest("pk")
        undo_tag = f"undo={reverse('checks:checks_unpick', args=[event.slug, line.pk])}"
    messages.success(request, message % {"n": len(picked_checks)}, extra_tags=undo_tag)
    return redirect(page)


@require_POST
@event_page("report")
@redirect_refusals_to("checks:checks", always=True)
def undo_pick(request: StaffRequest, event: Tournament, event_id: int) -> HttpResponse:
    """Undo a pick over several divisions, unless one of its checks has begun or was removed.

    `event_id` is the key of one of its journal lines.
    """
    pick_line = get_object_or_404(JournalEvent, tournament=event, pk=event_id, kind="DecksPicked")
    lines = deck_checks.lines_of_same_pick(pick_line)
    if not lines:
        raise Refused(PairingRefusal.NOTHING_TO_UNDO)
    undo.undo_steps_together(lines, by=request.user)
    message = joined_with_semicolons(
        sentences.journal_text(line.kind, line.facts).rstrip(".") for line in lines
    )
    messages.success(request, _("Undone: %(step)s.") % {"step": message})
    return redirect("checks:checks", event.slug)
