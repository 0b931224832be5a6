"""The judges' page of disputes: conflicting reports by two players, and single reports."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from core import sentences
from core.documents.downloads import spreadsheet_response
from core.engine.refused import Refused
from core.requests import StaffRequest
from core.responses import render_page
from core.return_urls import page_to_return_to
from core.scoreboard.scoreboard import Scoreboard
from pairings.access import redirect_refusals_to
from pairings.engine.refusals import PairingRefusal
from pairings.forms.disputes import DecideDisputeForm
from pairings.models import Dispute, Match, Report, Round
from pairings.queries.reports import result_reports as result_reports_queries
from pairings.queries.rounds.division_rounds import rounds_in_state
from pairings.services.reports import disputes as service
from pairings.services.reports import result_reports
from pairings.views import undo_messages
from pairings.views.reports import reports_panel, scoreboard
from pairings.words import result_words
from pairings.words.round_words import match_result_text
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@event_page("report")
def disputes_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """List open disputes, oldest first, single reports, and reports that contradict results.

    With `?seen=`, htmx polls for a link to new disputes, and gets 204 if there are none.
    """
    open_disputes = list(result_reports_queries.open_disputes(event))
    if request.htmx and "seen" in request.GET:
        displayed_keys = set(request.GET["seen"].split("-"))
        new_disputes = [dispute for dispute in open_disputes if str(dispute.pk) not in displayed_keys]
        if not new_disputes:
            return HttpResponse(status=204)
        text = ngettext("%(n)d new dispute.", "%(n)d new disputes.", len(new_disputes)) % {
            "n": len(new_disputes)
        }
        url = reverse("pairings:disputes", args=[event.slug])
        return render(request, "pairings/parts/news.html", {"text": text, "url": url})
    return _render_disputes(request, event, open_disputes)


@dataclass(frozen=True, kw_only=True)
class DisputesPage:
    """Context of the page: open disputes, and unconfirmed or conflicting reports of all rounds in play.

    - `waiting_whole`: number of unconfirmed reports.
    - `seen`: ids of the displayed disputes, for polling.
    - `any`: whether the event has had a dispute.
    """

    page: str
    board: Scoreboard
    disputes: Sequence[reports_panel.DisputeCard]
    waiting: Sequence[reports_panel.WaitingReport]
    waiting_whole: int
    conflicts: Sequence[reports_panel.ConflictingReport]
    seen: str
    any: bool


def _render_disputes(
    request: HttpRequest,
    event: Tournament,
    open_disputes: list[Dispute],
    *,
    bound: DecideDisputeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page. `bound`: rejected decision to show again."""
    posted_rounds = rounds_in_state(event, Round.State.POSTED)
    reports = reports_panel.joined_reports(
        [reports_panel.reports_of_round(round_) for round_ in posted_rounds]
    )
    page = DisputesPage(
        page="disputes",
        board=scoreboard.scoreboard_of_event(event),
        disputes=reports_panel.dispute_cards(open_disputes, bound),
        waiting=reports.waiting,
        waiting_whole=reports.waiting_whole,
        conflicts=reports.conflicts,
        seen="-".join(str(dispute.pk) for dispute in open_disputes),
        any=result_reports_queries.all_disputes(event).exists(),
    )
    return render_page(request, "pairings/disputes.html", page, status=status)


@require_safe
@event_page("report")
def export_disputes(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download every dispute of the event, including decided ones, as CSV or XLSX."""
    from pairings.documents import disputes as documents

    file = documents.disputes_spreadsheet(event, list(result_reports_queries.all_disputes(event)), kind)
    return spreadsheet_response(file, f"{event.slug}-disputes", kind)


@require_POST
@event_page("report")
@redirect_refusals_to("pairings:disputes")
def decide_dispute_view(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Decide a dispute. One tap chooses one of the reports; another result needs a reason.

    Refused: REPORT_CHANGED if the chosen report has changed, and whatever `disputes.decide_dispute` refuses except
    DECISION_WHY_MISSING, which is shown on the form.
    """
    dispute = get_object_or_404(result_reports_queries.all_disputes(event), pk=pk)
    form = DecideDisputeForm(request.POST, dispute)
    if form.is_valid():
        try:
            result = form.result()
            if result is None:
                raise Refused(PairingRefusal.REPORT_CHANGED)
            match = service.decide_dispute(
                dispute.match, result, by=request.user, why=form.cleaned_data["why"]
            )
        except Refused as refused:
            if refused.code != PairingRefusal.DECISION_WHY_MISSING:
                raise
            form.add_error("why", sentences.refusal_text(refused))
        else:
            sentence = _("Table %(table)s decided: %(result)s.")
            return _redirect_with_result(request, event, match, sentence, "ResultDecided")
    open_disputes = list(result_reports_queries.open_disputes(event))
    return _render_disputes(request, event, open_disputes, bound=form, status=400)


@require_POST
@event_page("report")
@redirect_refusals_to("pairings:disputes")
def accept_report_view(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Accept the player's report `pk` as the result."""
    report = _get_report(event, pk)
    match = result_reports.accept_report(report.match, report=pk, by=request.user)
    return _redirect_with_result(
        request, event, match, _("Table %(table)s saved: %(result)s."), "ResultTaken"
    )


@require_POST
@event_page("run")
def accept_due_reports_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Accept the reports that only one of two players made, once they are older than the limit in the settings."""
    accepted_count = result_reports.accept_due_reports(event, by=request.user)
    message = ngettext("%(n)d report accepted.", "%(n)d reports accepted.", accepted_count) % {
        "n": accepted_count
    }
    messages.success(request, message)
    return redirect(page_to_return_to(request, reverse("pairings:disputes", args=[event.slug])))


@require_POST
@event_page("report")
@redirect_refusals_to("pairings:disputes")
def uphold_saved_result(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Confirm the saved result, although the player's report `pk` contradicts it."""
    report = _get_report(event, pk)
    match = result_reports.uphold_result(report.match, by=request.user)
    return _redirect_with_result(
        request, event, match, _("Table %(table)s unchanged: %(result)s."), "ResultUpheld"
    )


def _get_report(event: Tournament, pk: int) -> Report:
    """Return a report of this event made by a player, or raise Http404."""
    reports = Report.objects.filter(match__round__division__tournament=event, entry__isnull=False)
    return get_object_or_404(reports.select_related("match__round__division__tournament"), pk=pk)


def _redirect_with_result(
    request: StaffRequest, event: Tournament, match: Match, sentence: str, kind: str
) -> HttpResponse:
    """Redirect to the page that sent the form, with a message about a match's result.

    - `sentence`: the message, with placeholders `table` and `result`.
    - `kind`: journal kind that the message offers to undo.
    """
    facts = {
        "table": match.table or result_words.DASH,
        "result": match_result_text(match, match.outcome),
    }
    undo_messages.add_undo_message(request, sentence % facts, match.round.division, kind, match=match.pk)
    return redirect(page_to_return_to(request, reverse("pairings:disputes", args=[event.slug])))
