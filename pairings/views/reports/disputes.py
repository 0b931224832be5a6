"""The judges' page of disputes: different reports of two players, and single reports."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from core import sentences, web
from core.engine.refused import Refused
from pairings.access import refusals_lead_to
from pairings.engine.refusals import PairingRefusal
from pairings.forms.decide import DecideForm
from pairings.models import Dispute, Match, Report
from pairings.queries.reports import result_reports as result_reports_queries
from pairings.services.reports import disputes as service
from pairings.services.reports import result_reports
from pairings.views.reports import reports_panel, scoreboard
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from pairings.words.round_words import result_text
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament


@require_safe
@event_page("report")
def disputes(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Open disputes, oldest first, reports that wait for the second player, and conflicts with results."""
    open_ = list(result_reports_queries.open_disputes(event))
    if request.htmx and "seen" in request.GET:  # type: ignore[attr-defined]
        # A link to new disputes; 204 without any.
        seen = set(request.GET["seen"].split("-"))
        fresh = [dispute for dispute in open_ if str(dispute.pk) not in seen]
        if not fresh:
            return HttpResponse(status=204)
        text = ngettext("%(n)d new dispute.", "%(n)d new disputes.", len(fresh)) % {"n": len(fresh)}
        url = reverse("pairings:disputes", args=[event.slug])
        return render(request, "pairings/parts/news.html", {"text": text, "url": url})
    return _page(request, event, open_)


def _page(
    request: HttpRequest,
    event: Tournament,
    open_: list[Dispute],
    *,
    bound: DecideForm | None = None,
    status: int = 200,
) -> HttpResponse:
    rounds = [reports_panel.of_round(round_) for round_ in reports_panel.rounds_in_play(event)]
    context: dict[str, Any] = {
        "page": "disputes",
        "board": scoreboard.board(event),
        "disputes": reports_panel.cards(open_, bound),
        "waiting": [row for of in rounds for row in of["waiting"]],
        "waiting_whole": sum(of["waiting_whole"] for of in rounds),
        "conflicts": [row for of in rounds for row in of["conflicts"]],
        "seen": "-".join(str(dispute.pk) for dispute in open_),
        "any": result_reports_queries.all_disputes(event).exists(),
    }
    return render(request, "pairings/disputes.html", context, status=status)


@require_safe
@event_page("report")
def export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """Every dispute of the event, including decided ones, as CSV or XLSX."""
    from pairings.documents import disputes as documents

    data, content_type = documents.spreadsheet(event, list(result_reports_queries.all_disputes(event)), kind)
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-disputes.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


@require_POST
@event_page("report")
@refusals_lead_to("pairings:disputes")
def decide(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Decide one dispute: for one report with one tap, or for another result with a reason."""
    dispute = get_object_or_404(result_reports_queries.all_disputes(event), pk=pk)
    form = DecideForm(request.POST, dispute)
    if not form.is_valid():
        return _page(
            request, event, list(result_reports_queries.open_disputes(event)), bound=form, status=400
        )
    try:
        result = form.result()
        if result is None:
            raise Refused(PairingRefusal.REPORT_CHANGED)
        match = service.decide(dispute.match, result, by=signed_in(request), why=form.cleaned_data["why"])
    except Refused as refused:
        if refused.code != PairingRefusal.DECISION_WHY_MISSING:
            raise
        form.add_error("why", sentences.refusal_text(refused))
        return _page(
            request, event, list(result_reports_queries.open_disputes(event)), bound=form, status=400
        )
    _add_message(request, match, _("Table %(table)s decided: %(result)s."), "ResultDecided")
    return redirect(_back(request, event))


@require_POST
@event_page("report")
@refusals_lead_to("pairings:disputes")
def accept(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Accept a single report."""
    report = _report(event, pk)
    match = result_reports.accept(report.match, report=pk, by=signed_in(request))
    _add_message(request, match, _("Table %(table)s saved: %(result)s."), "ResultTaken")
    return redirect(_back(request, event))


@require_POST
@event_page("run")
def take_due(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Accept every single report older than the time in the settings."""
    number = result_reports.accept_due(event, by=signed_in(request))
    message = ngettext("%(n)d report accepted.", "%(n)d reports accepted.", number) % {"n": number}
    messages.success(request, message)
    return redirect(_back(request, event))


@require_POST
@event_page("report")
@refusals_lead_to("pairings:disputes")
def uphold(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Confirm the result against this player's report."""
    report = _report(event, pk)
    match = result_reports.uphold_result(report.match, by=signed_in(request))
    _add_message(request, match, _("Table %(table)s unchanged: %(result)s."), "ResultUpheld")
    return redirect(_back(request, event))


def _report(event: Tournament, pk: int) -> Report:
    rows = Report.objects.filter(match__round__division__tournament=event, entry__isnull=False)
    return get_object_or_404(rows.select_related("match__round__division__tournament"), pk=pk)


def _back(request: HttpRequest, event: Tournament) -> str:
    return web.back(request, reverse("pairings:disputes", args=[event.slug]))


def _add_message(request: HttpRequest, match: Match, sentence: str, kind: str) -> None:
    facts = {
        "table": match.table or result_words.DASH,
        "result": result_text(match.outcome, {"left": str(match.left), "right": str(match.right)}),
    }
    round_chrome.add_message(request, sentence % facts, match.round.division, kind, match=match.pk)
