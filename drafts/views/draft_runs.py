"""A draft on paper, run step by step: for staff, for players, and for the wall."""

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
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
from drafts.engine.run import TOGETHER, lap_end, next_choice
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
from drafts.views.event_drafts import draft_of, number
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
    row = draft_of(event, draft)
    return tracking.page(request, row) if is_tracked(row) else run_page(request, row)


@require_POST
@event_page("report")
def step(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Next, a lap of picks, back, pause, resume: for any of the staff.

    Something unfinished needs confirmation (`sure`). A phone that stores taps (`X-Unsent`) gets {"to": url}, or with
    status 409 {"refused": sentence, "to": url}.
    """
    row = draft_of(event, draft)
    if is_tracked(row):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    stored = STORED in request.headers
    pod, at = (number(request.POST.get(name, "")) for name in ("pod", "step"))
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
    row, target = draft_of(event, draft), request.GET.get("to", "")
    to = number(target) if target else None
    draft_runs.tap(row, pod, DraftMark.Kind.BACK, step=step, by=signed_in(request), to=to)
    track = next(track for track in queries.tracks_of(row) if track.pod == pod)
    step_text = draft_run_words.step_texts(track.step, "")[0]
    messages.success(request, _("Undone. The draft is here again: %(step)s.") % {"step": step_text})
    return redirect(f"{reverse('drafts:draft', args=[event.slug, row.pk])}?pod={pod}")


def _add_step_message(request: HttpRequest, row: Draft, mark: DraftMark) -> None:
    """Add a message with undo if the tap ended a registration or building time, or recorded several picks."""
    track = next(track for track in queries.tracks_of(row) if track.pod == mark.pod)
    if mark.kind != DraftMark.Kind.NEXT or track.standing.at <= mark.step:
        return
    past = track.steps[mark.step : track.standing.at]
    picks = sum(step.code == "PICK_ONE" for step in past)
    ended = {"REGISTER": _("Registration is over."), "BUILD": _("Deck building is over.")}
    text = ended.get(past[0].code, "")
    if not text and picks > PAIR:
        pods = seats_of(row, public=False)
        first, last = (queries.name_at(pods, track.pod, step.seat) for step in (past[0], past[-1]))
        text = _("%(n)s picks made: %(first)s to %(last)s.") % {"n": len(past), "first": first, "last": last}
    if text:
        slug = row.division.tournament.slug
        undo = reverse("drafts:draft_step_back", args=[slug, row.pk, mark.pod, track.standing.at])
        messages.success(request, text, extra_tags=f"undo={undo}?to={mark.step}")


@require_safe
@event_page()
def screen(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Every pod for the wall; `?pod=` shows only one, full screen."""
    request.live.quick()  # type: ignore[attr-defined]
    row = draft_of(event, draft)
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
        building = all(clock.building.began for clock in self.clocks)
        building_all = building and any(clock.building.runs(now) for clock in self.clocks)
        self.is_tapped = is_tracked(row) and not building_all


def _wall(request: HttpRequest, run: _Run) -> tuple[str, dict[str, Any]]:
    row, now, tracks, clocks = run.row, run.now, run.tracks, run.clocks
    if run.is_tapped:
        return "drafts/tracked/wall.html", tracking.wall(request, row, clocks)
    pods, pod = seats_of(row, public=True), number(request.GET.get("pod", ""))
    visible = [track for track in tracks if not pod or track.pod == pod]
    # Clocks that run while the run on paper is at another step, or that end at different times.
    numbers = {track.pod for track in visible}
    of_visible = [clock for clock in clocks if FIELD in numbers or clock.pod in numbers]
    running = [clock for clock in of_visible if clock.building.runs(now)]
    alike = FIELD not in numbers or len({clock.building for clock in of_visible}) == 1
    at_step = all(track.step.code == "BUILD" for track in visible)
    if alike and (at_step or not any(clock.by_hand for clock in running)):
        running = []
    seating = bool(visible) and not running and all(track.step.code == "SEATS" for track in visible)
    name = subtype_name(row.subtype)
    sealed = row.subtype == "sealed"
    return "drafts/wall.html", {
        "row": row,
        "name": name,
        "tracks": [_track(track, row, pods, clocks, now) for track in visible],
        "building": [building.clock_row(clock, row, now) for clock in running],
        "seating": by_name(pods, pod) if seating else [],
        "sealed": sealed,
        "pair": row.subtype == "solomon",
        "seen": _version(tracks, run.stamp),
        "pod": pod or "",
        "board": {"line": f"{name} · {_('Take your seats')}" if seating and not sealed else name},
    }


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
    wanted = number(request.GET.get("pod", "")) if pod is None else pod
    chosen = next((track for track in tracks if track.pod == wanted), tracks[0] if tracks else None)
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
        "others": [_track(track, row, pods, clocks, now) for track in tracks if len(tracks) > 1],
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
    step, standing, following = track.step, track.standing, track.next_step
    line, hint = draft_run_words.step_texts(step, *queries.acting_names(row, track, pods, step))
    next_line = ""
    if following:
        names = queries.acting_names(row, track, pods, following)
        next_line = draft_run_words.step_texts(following, *names)[0]
    ends = standing.ends_at(step.seconds) if step.seconds else None
    left = track.left(now)
    seats = pods[track.pod - 1].seats if track.pod and track.pod <= len(pods) else ()
    places = [place for _n, place in seat_map(len(seats))] if row.subtype not in TOGETHER else []
    context = {
        "pod": track.pod,
        "pair": row.subtype == "solomon",
        "at": standing.at,
        "step_at": standing.at,
        "line": line,
        "hint": hint,
        "where": draft_run_words.where(step),
        "next": next_line,
        "step": step,
        **_picks(track, pods),
        "coin": step.code == "COIN",
        "seats": seats,
        "map": list(zip(seats, places, strict=False)),
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
    if step.code != "BUILD":
        return context
    mine = [clock for clock in clocks if track.pod in (FIELD, clock.pod)]
    # Pods of the field may have different clocks.
    if len({clock.building for clock in mine}) != 1:
        return context | {"left": None, "pauses": False}
    face = building.clock_row(mine[0], row, now)
    pauses = not mine[0].by_hand and mine[0].building.ended is None
    return context | {name: face[name] for name in FACE} | {"pauses": pauses}


def _picks(track: Track, pods: list[PodRow]) -> dict[str, Any]:
    """`order`: the seats of all turns of this opening; in Solomon the players of the pair by name, once the coin is
    flipped. `lap`: the picks one tap can record, how many and the first and the last player, if there are several.
    """
    step, at, lap = track.step, track.standing.at, None
    end = lap_end(track.steps, at)
    picks = [pick for pick in track.steps[at:end] if pick.code == "PICK_ONE"]
    if len(picks) >= PAIR and end != next_choice(track.steps, at):
        first, last = (queries.name_at(pods, track.pod, pick.seat) for pick in (picks[0], picks[-1]))
        lap = {"n": len(picks), "first": first, "last": last}
    order = []
    for turn, seat in enumerate(step.order, start=1):
        name = ""
        if step.code == "GROUP":
            name = queries.name_at(pods, track.pod, track.standing.seat_of(seat))
        past = bool(step.turn) and turn < step.turn
        order.append({"seat": seat, "name": name, "past": past, "now": turn == step.turn})
    return {"order": order, "lap": lap}


def _version(tracks: list[Track], stamp: int) -> int:
    return sum(track.marks + track.notes for track in tracks) + stamp


def _unmoved(request: HttpRequest, tracks: list[Track], stamp: int) -> bool:
    return request.GET.get("seen") == str(_version(tracks, stamp))
