"""The building clocks of a draft, as its pages show them."""

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from core.sentences import refusal_text
from decks.engine.building import FIELD, Clock
from decks.models import Draft
from decks.views.lists.building import building_row
from drafts.forms.building import BuildForm
from drafts.queries import building as queries
from drafts.queries import unfinished
from drafts.queries.draft_runs import Track
from drafts.words.draft_run_words import pod_text


def clock_row(clock: Clock, draft: Draft, now: datetime) -> dict[str, Any]:
    """One building clock for `decks/lists/clock.html`."""
    return building_row(clock.building, draft, clock.pod, now) | {
        "who": pod_text(clock.pod, pair=draft.subtype == "solomon").capitalize(),
        "by_hand": clock.by_hand,
    }


def card(
    request: HttpRequest,
    row: Draft,
    tracks: list[Track],
    clocks: list[Clock],
    now: datetime,
    given: BuildForm | None = None,
) -> dict[str, Any]:
    """The building clocks on the page of a run.

    `due`: the run is at building or past it; `given`: a refused form.
    """
    begun = any(clock.building.began for clock in clocks)
    due = begun or any(track.step.code in ("BUILD", "HAND_IN") for track in tracks)
    staff = bool(request.can["report"]) and bool(clocks)  # type: ignore[attr-defined]
    pair = row.subtype == "solomon"
    return {
        "builds": [clock_row(clock, row, now) for clock in clocks] if begun else [],
        "build_due": due,
        "build_pauses": any(clock.by_hand and clock.building.runs(now) for clock in clocks),
        "build_form": (given or BuildForm(None, draft=row, pods=[clock.pod for clock in clocks]))
        if staff
        else None,
        "build_marks": [
            {"mark": mark, "who": pod_text(mark.pod, pair=pair)} for mark in reversed(queries.marks_of(row))
        ]
        if staff
        else [],
    }


def confirmation(
    request: HttpRequest, row: Draft, clocks: list[Clock], now: datetime
) -> dict[str, Any] | None:
    """The question to confirm before building ends, if requested (`?ask=end`, `of` a pod)."""
    if request.GET.get("ask") != "end" or not request.can["report"]:  # type: ignore[attr-defined]
        return None
    pod = next((clock.pod for clock in clocks if str(clock.pod) == request.GET.get("of", "")), FIELD)
    refused = unfinished.in_building(row, [clock for clock in clocks if pod in (FIELD, clock.pod)], now)
    if refused is None:
        return None
    who = pod_text(pod, pair=row.subtype == "solomon")
    chosen = request.GET.get("pod", "")
    return {
        "title": _("Deck building is not over: %(who)s") % {"who": who},
        "text": refusal_text(refused),
        "url": reverse("drafts:draft_build", args=[row.division.tournament.slug, row.pk]),
        "fields": {"pod": pod, "view": chosen, "do": "end"},
        "button": _("End deck building now"),
        "stay": "?" + urlencode({"pod": chosen} if chosen else {}),
    }
