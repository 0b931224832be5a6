"""A draft on paper, run step by step: for staff, for players, and for the wall."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.engine.building import FIELD, Clock
from decks.models import Draft
from decks.queries.drafts import PodRow, seats_of
from decks.views.lists.building import fact_of, timer_fact
from decks.words.limited_words import subtype_name
from drafts.engine.pods import PAIR
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import TOGETHER, RunStep, lap_end, next_choice
from drafts.forms.building import BuildForm
from drafts.models import DraftMark
from drafts.queries import building as build_queries
from drafts.queries import draft_runs as queries
from drafts.queries import unfinished
from drafts.queries.draft_plan import seat_map
from drafts.queries.draft_runs import Track
from drafts.queries.pods import by_name
from drafts.queries.seat_views import is_tracked
from drafts.services import draft_runs
from drafts.views import building, pod_page, tracking
from drafts.words import draft_run_words
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

UNCHANGED = 204
STORED = "X-Unsent"
"""Header of a tap a phone stored before sending, and resends until it gets a response."""

LAP = "lap"
"""The tap that records all picks in one direction round the table."""

FACE = ("at", "left", "word", "ends", "paused", "fact", "fact_of")
"""Keys the building clock overrides in the timer of a step."""


@require_safe
@event_page()
def page(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """The current step of a draft; `?pod=` chooses the pod, `?seen=` returns 204 while nothing changed."""
    row = _draft(event, draft)
    return tracking.page(request, row) if is_tracked(row) else run_page(request, row)


@require_POST
@event_page("report")
def step(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Next, a lap of picks, back, pause, resume: for any of the staff.

    Something unfinished needs confirmation (`sure`). A phone that stores taps (`X-Unsent`) gets {"to": url}, or with
    status 409 {"refused": sentence, "to": url}.
    """
    row = _draft(event, draft)
    if is_tracked(row):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    stored = STORED in request.headers
    pod, at = (_number(request.POST.get(name, "")) for name in ("pod", "step"))
    url = f"{reverse('drafts:draft', args=[event.slug, row.pk])}?pod={pod}"
    seat = whole_number(request.POST.get("seat", ""), digits=5)
    kind = request.POST.get("kind", "")
    lap = kind == LAP
    try:
        mark = draft_runs.tap(
            row,
            pod,
            DraftMark.Kind.NEXT if lap else kind,
            by=signed_in(request),
            step=at,
            seat=seat,
            sure="sure" in request.POST,
            again=stored,
            lap=lap,
        )
    except Refused as refused:
        fault, confirmable = refusal_text(refused), refused.code in unfinished.CONFIRMABLE
        url += "&ask=next" if confirmable else ""
        if stored:
            return JsonResponse({"refused": fault, "to": url}, status=409)
        return redirect(url) if confirmable else run_page(request, row, pod=pod, refused=fault, status=409)
    _add_step_message(request, row, mark)
    return JsonResponse({"to": url}) if stored else redirect(url)


@require_POST
@event_page("report")
def step_back(request: HttpRequest, event: Tournament, draft: int, pod: int, step: int) -> HttpResponse:
    """Undo a tap that ended a registration, a building time or a lap of picks; with `?to=` go back to that step."""
    row, target = _draft(event, draft), request.GET.get("to", "")
    to = _number(target) if target else None
    draft_runs.tap(row, pod, DraftMark.Kind.BACK, step=step, by=signed_in(request), to=to)
    track = next(one for one in queries.tracks_of(row) if one.pod == pod)
    step_text = draft_run_words.step_texts(track.step, "")[0]
    messages.success(request, _("Undone. The draft is here again: %(step)s.") % {"step": step_text})
    return redirect(f"{reverse('drafts:draft', args=[event.slug, row.pk])}?pod={pod}")


def _add_step_message(request: HttpRequest, row: Draft, mark: DraftMark) -> None:
    """Add a message with undo if the tap ended a registration or building time, or recorded several picks."""
    track = next(one for one in queries.tracks_of(row) if one.pod == mark.pod)
    if mark.kind != DraftMark.Kind.NEXT or track.standing.at <= mark.step:
        return
    past = track.steps[mark.step : track.standing.at]
    picks = sum(one.code == "PICK_ONE" for one in past)
    ended = {"REGISTER": _("Registration is over."), "BUILD": _("Deck building is over.")}
    words = ended.get(past[0].code) or (_picks_text(row, track, past) if picks > 2 else "")
    if words:
        slug = row.division.tournament.slug
        undo = reverse("drafts:draft_step_back", args=[slug, row.pk, mark.pod, track.standing.at])
        messages.success(request, words, extra_tags=f"undo={undo}?to={mark.step}")


def _picks_text(row: Draft, track: Track, picks: Sequence[RunStep]) -> str:
    """A sentence such as "8 picks made: Ana to Hana." """
    pods = seats_of(row, public=False)
    facts = {
        "n": len(picks),
        "first": queries.name_at(pods, track.pod, picks[0].seat),
        "last": queries.name_at(pods, track.pod, picks[-1].seat),
    }
    return _("%(n)s picks made: %(first)s to %(last)s.") % facts


@require_safe
@event_page()
def screen(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Every pod for the wall; `?pod=` shows only one, full screen."""
    request.live.quick()  # type: ignore[attr-defined]
    row = _draft(event, draft)
    run = _Run(row, timezone.now())
    unmoved = pod_page.unmoved(request, row) if run.is_tapped else _unmoved(request, run.tracks, run.stamp)
    if unmoved:
        return HttpResponse(status=UNCHANGED)
    body, context = _wall(request, run)
    return render(request, "drafts/screen.html", context | {"body": body})


def wall(request: HttpRequest, row: Draft) -> tuple[str, dict[str, Any]]:
    """The template and context of the wall. `?pod=` shows only one pod."""
    return _wall(request, _Run(row, timezone.now()))


class _Run:
    """A draft being run, with its queries done once.

    `is_tapped`: the wall follows the taps of each seat; while all pods build, it shows the building clock instead.
    """

    def __init__(self, row: Draft, now: datetime) -> None:
        self.row, self.now = row, now
        self.tracks, self.stamp = queries.tracks_of(row), build_queries.stamp(row)
        self.clocks = build_queries.clocks_of(row, self.tracks)
        building = all(one.building.began for one in self.clocks)
        building_all = building and any(one.building.runs(now) for one in self.clocks)
        self.is_tapped = is_tracked(row) and not building_all


def _wall(request: HttpRequest, run: _Run) -> tuple[str, dict[str, Any]]:
    row, now, tracks, clocks = run.row, run.now, run.tracks, run.clocks
    if run.is_tapped:
        return "drafts/tracked/wall.html", tracking.wall(request, row, clocks)
    pods, pod = seats_of(row, public=True), _number(request.GET.get("pod", ""))
    visible = [one for one in tracks if not pod or one.pod == pod]
    apart = _apart(row, visible, clocks, now)
    seating = bool(visible) and not apart and all(one.step.code == "SEATS" for one in visible)
    return "drafts/wall.html", {
        "row": row,
        "name": subtype_name(row.subtype),
        "tracks": [_track(one, row, pods, clocks, now) for one in visible],
        "building": apart,
        "seating": by_name(pods, pod) if seating else [],
        "sealed": row.subtype == "sealed",
        "pair": row.subtype == "solomon",
        "seen": _version(tracks, run.stamp),
        "pod": pod or "",
        "board": {"line": _line(row, seating=seating)},
    }


def _line(row: Draft, *, seating: bool) -> str:
    """The heading of the wall."""
    name = subtype_name(row.subtype)
    return f"{name} · {_('Take your seats')}" if seating and row.subtype != "sealed" else name


def run_page(
    request: HttpRequest,
    row: Draft,
    *,
    pod: int | None = None,
    refused: str = "",
    given: BuildForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a draft on paper; `given`: a refused form of the building clock."""
    request.live.quick()  # type: ignore[attr-defined]
    now, tracks, stamp = timezone.now(), queries.tracks_of(row), build_queries.stamp(row)
    if not refused and given is None and _unmoved(request, tracks, stamp):
        return HttpResponse(status=UNCHANGED)
    pods = seats_of(row, public=not request.can["view"])  # type: ignore[attr-defined]
    wanted = _number(request.GET.get("pod", "")) if pod is None else pod
    chosen = next((one for one in tracks if one.pod == wanted), tracks[0] if tracks else None)
    clocks = build_queries.clocks_of(row, tracks)
    context = {
        "page": "drafts",
        "slug": row.division.tournament.slug,
        "row": row,
        "home": row.division,
        "name": subtype_name(row.subtype),
        "refused": refused,
        "ask": _confirmation(request, row, chosen, now) or building.confirmation(request, row, clocks, now),
        "track": _track(chosen, row, pods, clocks, now) if chosen else None,
        "others": [_track(one, row, pods, clocks, now) for one in tracks if len(tracks) > 1],
        "version": _version(tracks, stamp),
        **building.card(request, row, tracks, clocks, now, given),
    }
    return render(request, "drafts/run.html", context, status=status)


def _confirmation(
    request: HttpRequest, row: Draft, track: Track | None, now: datetime
) -> dict[str, Any] | None:
    """The question to confirm before the next step, if requested."""
    if track is None or request.GET.get("ask") != "next" or not request.can["report"]:  # type: ignore[attr-defined]
        return None
    refused = unfinished.before_next(row, track, now)
    if refused is None:
        return None
    building_ends = track.step.code == "BUILD"
    return {
        "title": _("Deck building is not over") if building_ends else _("Pools are missing"),
        "text": refusal_text(refused),
        "url": reverse("drafts:draft_step", args=[row.division.tournament.slug, row.pk]),
        "fields": {"pod": track.pod, "step": track.standing.at, "kind": "next"},
        "button": _("End deck building now") if building_ends else _("Continue without these pools"),
        "stay": "?" + urlencode({"pod": track.pod}),
    }


def _track(
    track: Track, row: Draft, pods: list[PodRow], clocks: list[Clock], now: datetime
) -> dict[str, Any]:
    """One pod for the pages; times in milliseconds for the clock's script."""
    step, standing = track.step, track.standing
    line, hint = draft_run_words.step_texts(step, *queries.acting_names(row, track, pods, step))
    following = track.next_step
    ends = standing.ends_at(step.seconds) if step.seconds else None
    left = track.left(now)
    seats = pods[track.pod - 1].seats if track.pod and track.pod <= len(pods) else ()
    context = {
        "pod": track.pod,
        "pair": row.subtype == "solomon",
        "at": standing.at,
        "step_at": standing.at,
        "line": line,
        "hint": hint,
        "where": draft_run_words.where(step),
        "next": draft_run_words.step_texts(following, *queries.acting_names(row, track, pods, following))[0]
        if following
        else "",
        "step": step,
        "order": _order(track, pods),
        "lap": _lap(track, pods),
        "coin": step.code == "COIN",
        "seats": seats,
        "map": [(one, place) for one, (_n, place) in zip(seats, seat_map(len(seats)), strict=False)]
        if row.subtype not in TOGETHER
        else [],
        "acting": step.seat if row.subtype == "rochester" else standing.seat_of(step.seat),
        "left": left,
        "word": f"{left // 60:02d}:{left % 60:02d}" if left is not None else "",
        "ends": int(ends.timestamp() * 1000) if ends else None,
        "now": int(now.timestamp() * 1000),
        "paused": standing.paused,
        "fact": timer_fact(ends, left),
        "fact_of": fact_of(row, track.pod, standing.at),
        "pauses": bool(step.seconds),
        "last": track.last,
        "registers": step.code == "REGISTER",
        "handing": step.code == "HAND_IN",
        "building": step.code == "BUILD",
    }
    return context | (_building(row, track, clocks, now) if step.code == "BUILD" else {})


def _building(row: Draft, track: Track, clocks: list[Clock], now: datetime) -> dict[str, Any]:
    """The building clock of this pod at the building step; none if pods of the field have different clocks."""
    mine = [one for one in clocks if track.pod in (FIELD, one.pod)]
    if len({one.building for one in mine}) != 1:
        return {"left": None, "pauses": False}
    face = building.clock_row(mine[0], row, now)
    return {name: face[name] for name in FACE} | {
        "pauses": not mine[0].by_hand and mine[0].building.ended is None
    }


def _apart(row: Draft, tracks: list[Track], clocks: list[Clock], now: datetime) -> list[dict[str, Any]]:
    """Clocks that run while the run on paper is at another step, or that end at different times."""
    pods = {one.pod for one in tracks}
    visible = [one for one in clocks if FIELD in pods or one.pod in pods]
    runs = [one for one in visible if one.building.runs(now)]
    at_step = all(one.step.code == "BUILD" for one in tracks)
    alike = FIELD not in pods or len({one.building for one in visible}) == 1
    by_hand = any(one.by_hand for one in runs)
    if (alike and at_step) or (alike and not by_hand):
        return []
    return [building.clock_row(one, row, now) for one in runs]


def _order(track: Track, pods: list[PodRow]) -> list[dict[str, Any]]:
    """The seats of all turns of this opening; in Solomon the players of the pair by name, once the coin is flipped."""
    step = track.step
    return [
        {
            "seat": seat,
            "name": queries.name_at(pods, track.pod, track.standing.seat_of(seat))
            if step.code == "GROUP"
            else "",
            "past": bool(step.turn) and number < step.turn,
            "now": number == step.turn,
        }
        for number, seat in enumerate(step.order, start=1)
    ]


def _lap(track: Track, pods: list[PodRow]) -> dict[str, Any] | None:
    """The picks one tap can record: how many, the first and the last player; None if there is only one."""
    end = lap_end(track.steps, track.standing.at)
    picks = [one for one in track.steps[track.standing.at : end] if one.code == "PICK_ONE"]
    if len(picks) < PAIR or end == next_choice(track.steps, track.standing.at):
        return None
    first, last = (queries.name_at(pods, track.pod, one.seat) for one in (picks[0], picks[-1]))
    return {"n": len(picks), "first": first, "last": last}


def _draft(event: Tournament, pk: int) -> Draft:
    rows = Draft.objects.select_related("division__tournament")
    return get_object_or_404(rows, pk=pk, division__tournament=event)


def _version(tracks: list[Track], stamp: int) -> int:
    return sum(one.marks + one.notes for one in tracks) + stamp


def _unmoved(request: HttpRequest, tracks: list[Track], stamp: int) -> bool:
    return request.GET.get("seen") == str(_version(tracks, stamp))


def _number(given: str) -> int:
    return whole_number(given, digits=5) or 0
