"""Record staff taps on the building clocks of a draft."""

from enum import StrEnum
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.requests import HomeRequest, StaffRequest
from core.sentences import refusal_text
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from drafts.engine.refusals import DraftRefusal
from drafts.forms.building_clocks import BuildForm
from drafts.models import BuildMark
from drafts.queries import building_clocks as queries
from drafts.queries import unfinished_steps
from drafts.queries.seat_views import is_tracked
from drafts.services import building_clocks
from drafts.views import draft_runs, tracking
from drafts.views.event_drafts import get_draft_or_404
from drafts.words.draft_run_words import build_tap_text
from tournaments.access import event_page
from tournaments.models import Tournament

FIELD_OF: dict[StrEnum, str] = {
    DraftRefusal.BUILD_MINUTES_WRONG: "minutes",
    DeckRefusal.REASON_MISSING: "reason",
}
"""Refusal code -> the form field beside which it is shown."""


@require_POST
@event_page("report")
def tap_building_clock(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Record a tap by a staff member on the clock of one pod or of all pods.

    POST `do`: start, more, pause, resume or end. Ending early first shows a question; `sure` confirms it.
    """
    event_draft = get_draft_or_404(event, draft)
    pods = [clock.pod for clock in queries.building_clocks_of_draft(event_draft)]
    form = BuildForm(request.POST, draft=event_draft, pods=pods)
    if not form.is_valid():
        return _render_refused_tap(request, event_draft, form)
    by, pod, action = request.user, form.cleaned_data["pod"], request.POST.get("do", "")
    try:
        if action == "start":
            mark = building_clocks.start_building(event_draft, pod, by=by)
        elif action == "more":
            minutes, reason = form.cleaned_data["minutes"] or 0, form.cleaned_data["reason"]
            mark = building_clocks.add_building_minutes(
                event_draft, pod, minutes=minutes, reason=reason, by=by
            )
        elif action in ("pause", "resume"):
            mark = building_clocks.set_building_paused(event_draft, pod, paused=action == "pause", by=by)
        elif action == "end":
            mark = building_clocks.end_building(event_draft, pod, by=by, sure="sure" in request.POST)
        else:
            raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    except Refused as refused:
        if refused.code in FIELD_OF:
            form.add_error(FIELD_OF[refused.code], refusal_text(refused))
            return _render_refused_tap(request, event_draft, form)
        if refused.code not in unfinished_steps.CONFIRMABLE:
            raise
        url = _draft_url_at_viewed_pod(event_draft, request)
        query = urlencode({"ask": "end", "of": pod})
        return redirect(f"{url}{'&' if '?' in url else '?'}{query}")
    undo_url = reverse("drafts:draft_build_back", args=[event.slug, event_draft.pk, mark.pk])
    messages.success(
        request, build_tap_text(mark, pair=event_draft.subtype == "solomon"), extra_tags=f"undo={undo_url}"
    )
    return redirect(_draft_url_at_viewed_pod(event_draft, request))


@require_POST
@event_page("report")
def undo_building_tap(request: StaffRequest, event: Tournament, draft: int, pk: int) -> HttpResponse:
    """Withdraw one tap on a building clock."""
    event_draft = get_draft_or_404(event, draft)
    mark = get_object_or_404(BuildMark.objects.select_related("draft__division"), pk=pk, draft=event_draft)
    building_clocks.withdraw_building_tap(mark, by=request.user)
    messages.success(request, _("Undone. The clock is as it was before."))
    return redirect(_draft_url_at_viewed_pod(event_draft, request))


def _render_refused_tap(request: HomeRequest, draft: Draft, form: BuildForm) -> HttpResponse:
    """Show the page of the draft with the refused form."""
    if is_tracked(draft):
        return tracking.tracked_draft_page(request, draft, refused_form=form, status=422)
    return draft_runs.run_page(request, draft, refused_form=form, status=422)


def _draft_url_at_viewed_pod(draft: Draft, request: HttpRequest) -> str:
    """Return the URL of the draft's page, at the pod that the user was viewing."""
    page = reverse("drafts:draft", args=[draft.division.tournament.slug, draft.pk])
    pod = whole_number(request.POST.get("view", ""), digits=5)
    return page if pod is None else f"{page}?pod={pod}"
