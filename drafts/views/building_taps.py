"""Taps of staff on the building clocks of a draft."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from drafts.engine.refusals import DraftRefusal
from drafts.forms.building import BuildForm
from drafts.models import BuildMark
from drafts.queries import building as queries
from drafts.queries import unfinished
from drafts.queries.seat_views import is_tracked
from drafts.services import building
from drafts.views import draft_runs, tracking
from drafts.views.event_drafts import draft_of
from drafts.words.draft_run_words import pod_text
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

FIELD_OF: dict[StrEnum, str] = {
    DraftRefusal.BUILD_MINUTES_WRONG: "minutes",
    DeckRefusal.REASON_MISSING: "reason",
}
"""The form field a refusal is shown at."""


@require_POST
@event_page("report")
def tap(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Start, add minutes, pause, resume, end (`do`), for a pod or all; for any of the staff."""
    row = draft_of(event, draft)
    pods = [clock.pod for clock in queries.clocks_of(row)]
    form = BuildForm(request.POST, draft=row, pods=pods)
    if not form.is_valid():
        return _refused_page(request, row, form)
    try:
        mark = _tapped(row, request.POST.get("do", ""), form.cleaned_data, request)
    except Refused as refused:
        if refused.code in FIELD_OF:
            form.add_error(FIELD_OF[refused.code], refusal_text(refused))
            return _refused_page(request, row, form)
        if refused.code not in unfinished.CONFIRMABLE:
            raise
        url = _url(row, request)
        query = urlencode({"ask": "end", "of": form.cleaned_data["pod"]})
        return redirect(f"{url}{'&' if '?' in url else '?'}{query}")
    undo = reverse("drafts:draft_build_back", args=[event.slug, row.pk, mark.pk])
    messages.success(request, _mark_text(mark, row), extra_tags=f"undo={undo}")
    return redirect(_url(row, request))


@require_POST
@event_page("report")
def back(request: HttpRequest, event: Tournament, draft: int, pk: int) -> HttpResponse:
    """Withdraw one tap."""
    row = draft_of(event, draft)
    mark = get_object_or_404(BuildMark.objects.select_related("draft__division"), pk=pk, draft=row)
    building.withdraw(mark, by=signed_in(request))
    messages.success(request, _("Undone. The clock is as it was before."))
    return redirect(_url(row, request))


def _tapped(row: Draft, do: str, sent: Mapping[str, Any], request: HttpRequest) -> BuildMark:
    by, pod = signed_in(request), sent["pod"]
    if do == "start":
        return building.start(row, pod, by=by)
    if do == "end":
        return building.end(row, pod, by=by, sure="sure" in request.POST)
    if do in ("pause", "resume"):
        return building.pause(row, pod, paused=do == "pause", by=by)
    if do != "more":
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    return building.more(row, pod, minutes=sent["minutes"] or 0, reason=sent["reason"], by=by)


def _mark_text(mark: BuildMark, row: Draft) -> str:
    who = pod_text(mark.pod, pair=row.subtype == "solomon")
    if mark.kind == BuildMark.Kind.MORE:
        return _("%(minutes)s more minutes to build: %(who)s.") % {"minutes": mark.minutes, "who": who}
    if mark.kind == BuildMark.Kind.PAUSED:
        return _("Deck building paused: %(who)s.") % {"who": who}
    if mark.kind == BuildMark.Kind.RESUMED:
        return _("Deck building resumed: %(who)s.") % {"who": who}
    if mark.kind == BuildMark.Kind.END:
        return _("Deck building is over: %(who)s.") % {"who": who}
    return _("Deck building begins: %(who)s, 30 minutes.") % {"who": who}


def _refused_page(request: HttpRequest, row: Draft, form: BuildForm) -> HttpResponse:
    """The page of the draft with the refused form."""
    if is_tracked(row):
        return tracking.page(request, row, given=form, status=422)
    return draft_runs.run_page(request, row, given=form, status=422)


def _url(row: Draft, request: HttpRequest) -> str:
    page = reverse("drafts:draft", args=[row.division.tournament.slug, row.pk])
    pod = whole_number(request.POST.get("view", ""), digits=5)
    return page if pod is None else f"{page}?pod={pod}"
