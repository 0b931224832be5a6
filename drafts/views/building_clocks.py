"""Building clocks on the pages of a draft."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from core.requests import HomeRequest
from core.sentences import refusal_text
from decks.engine.building_clocks import FIELD, Clock
from decks.models import Draft
from decks.views.lists.building_time import BuildingRow, building_row
from drafts.forms.building_clocks import BuildForm
from drafts.models import BuildMark
from drafts.queries import building_clocks as queries
from drafts.queries import unfinished_steps
from drafts.queries.draft_runs import RunTrack
from drafts.words.draft_run_words import pod_text


@dataclass(frozen=True, kw_only=True)
class ClockRow(BuildingRow):
    """A building clock for staff pages and the wall screen. `by_hand`: whether staff started it and have to end it."""

    who: str
    by_hand: bool


def clock_row(clock: Clock, draft: Draft, now: datetime) -> ClockRow:
    """Build the context of one building clock for `decks/lists/clock.html`."""
    return ClockRow(
        **vars(building_row(clock.building, draft, clock.pod, now)),
        who=pod_text(clock.pod, pair=draft.subtype == "solomon").capitalize(),
        by_hand=clock.by_hand,
    )


@dataclass(frozen=True, slots=True)
class BuildTap:
    """A tap on a building clock. `who`: the name of the pod."""

    mark: BuildMark
    who: str


@dataclass(frozen=True, kw_only=True)
class BuildingPart:
    """The building clocks on the page of a draft on paper.

    `build_due`: whether the draft has reached building. `build_pauses`: whether a running clock can be paused.
    `build_form` and `build_marks` (latest tap first) are empty for users who may not tap.
    """

    builds: Sequence[ClockRow]
    build_due: bool
    build_pauses: bool
    build_form: BuildForm | None
    build_marks: Sequence[BuildTap]


def building_clocks_context(
    request: HomeRequest,
    draft: Draft,
    tracks: list[RunTrack],
    clocks: list[Clock],
    now: datetime,
    refused_form: BuildForm | None = None,
) -> BuildingPart:
    """Build the context of the building clocks on the page of a draft. `refused_form`: a refused form to show again."""
    has_started = any(clock.building.began for clock in clocks)
    is_due = has_started or any(track.step.code in ("BUILD", "HAND_IN") for track in tracks)
    may_tap = bool(request.can["report"]) and bool(clocks)
    is_pair = draft.subtype == "solomon"
    return BuildingPart(
        builds=[clock_row(clock, draft, now) for clock in clocks] if has_started else [],
        build_due=is_due,
        build_pauses=any(clock.by_hand and clock.building.is_running(now) for clock in clocks),
        build_form=(refused_form or BuildForm(None, draft=draft, pods=[clock.pod for clock in clocks]))
        if may_tap
        else None,
        build_marks=[
            BuildTap(mark, pod_text(mark.pod, pair=is_pair))
            for mark in reversed(queries.building_marks(draft))
        ]
        if may_tap
        else [],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """A question before a step of a draft. `fields` are sent to `url` to confirm; `stay` is the URL to cancel.

    `missing`: what is missing, as texts with their rules. `likely`: whether most people confirm.
    """

    title: str
    text: str
    url: str
    fields: Mapping[str, object]
    button: str
    stay: str
    missing: Sequence[tuple[str, str]] = ()
    likely: bool = False


def end_building_question(
    request: HomeRequest, draft: Draft, clocks: list[Clock], now: datetime
) -> Confirmation | None:
    """Return the question to confirm before building ends, or None unless it was requested and is needed.

    `?ask=end&of=…` requests it for a pod, or for all pods if `of` is not one of them.
    """
    if request.GET.get("ask") != "end" or not request.can["report"]:
        return None
    pod = next((clock.pod for clock in clocks if str(clock.pod) == request.GET.get("of", "")), FIELD)
    refused = unfinished_steps.early_end_refusal(
        draft, [clock for clock in clocks if pod in (FIELD, clock.pod)], now
    )
    if refused is None:
        return None
    pod_name = pod_text(pod, pair=draft.subtype == "solomon")
    chosen_pod = request.GET.get("pod", "")
    return Confirmation(
        title=_("Deck building is not over: %(who)s") % {"who": pod_name},
        text=refusal_text(refused),
        url=reverse("drafts:draft_build", args=[draft.division.tournament.slug, draft.pk]),
        fields={"pod": pod, "view": chosen_pod, "do": "end"},
        button=_("End deck building now"),
        stay="?" + urlencode({"pod": chosen_pod} if chosen_pod else {}),
    )
