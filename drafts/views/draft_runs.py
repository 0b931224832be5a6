"""Pages of a draft on paper, which is run step by step: for staff, for players and for the wall screen."""

from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.board import Board
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.requests import HomeRequest, StaffRequest
from core.sentences import refusal_text
from decks.engine.building import FIELD, Clock
from decks.models import Draft
from decks.queries.drafts import PodRow, pods_with_seats
from decks.views.lists.clock_facts import fact_of, timer_fact
from decks.words.limited_words import subtype_name
from drafts.engine.pods import PAIR
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import TOGETHER, step_after_lap, step_after_tap
from drafts.forms.building import BuildForm
from drafts.models import DraftMark
from drafts.queries import building as build_queries
from drafts.queries import draft_runs as queries
from drafts.queries import unfinished_steps
from drafts.queries.draft_runs import Track
from drafts.queries.plan_rows import seat_map
from drafts.queries.pods import seats_by_name
from drafts.queries.seat_views import is_tracked
from drafts.services import draft_runs
from drafts.views import beginnings, building, pod_page, tracking
from drafts.views.event_drafts import draft_of, draft_or_replacement, redirect_page, small_number
from drafts.views.run_rows import Lap, PaperWall, PickTurn, TrackRow
from drafts.words import draft_run_words
from tournaments.access import event_page
from tournaments.models import Tournament

UNCHANGED = 204
STORED = "X-Unsent"
"""Header of taps that a phone stores before sending, and resends until it gets a response."""

LAP = "lap"
"""Kind of taps that record all picks in one direction around the table."""


@require_safe
@event_page()
def page(request: HomeRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show the current step of a draft; `?pod=` chooses the pod, `?seen=` returns 204 if nothing has changed."""
    event_draft = draft_or_replacement(event, draft)
    if event_draft.pk != draft:
        return redirect_page(request, reverse("drafts:draft", args=[event.slug, event_draft.pk]))
    return tracking.page(request, event_draft) if is_tracked(event_draft) else run_page(request, event_draft)


@require_POST
@event_page("report")
def step(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Record a tap by a staff member: next, a lap of picks, back, pause or resume.

    If something is unfinished, the tap must be confirmed (`sure`). A phone that stores taps (`X-Unsent`) gets JSON:
    {"to": url}, or {"refused": sentence, "to": url} with status 409.
    """
    event_draft = draft_of(event, draft)
    if is_tracked(event_draft):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    stored = STORED in request.headers
    pod, current_step = (small_number(request.POST.get(name, "")) for name in ("pod", "step"))
    url = f"{reverse('drafts:draft', args=[event.slug, event_draft.pk])}?pod={pod}"
    seat = whole_number(request.POST.get("seat", ""), digits=5)
    kind = request.POST.get("kind", "")
    lap = kind == LAP
    try:
        if not request.can["run"] and not queries.has_begun(event_draft):
            raise Refused(DraftRefusal.DRAFT_BEGIN_NOT_YOURS)
        mark = draft_runs.tap_step(
            event_draft,
            pod,
            DraftMark.Kind.NEXT if lap else kind,
            by=request.user,
            step=current_step,
            seat=seat,
            sure="sure" in request.POST,
            again=stored,
            lap=lap,
        )
    except Refused as refused:
        fault, confirmable = refusal_text(refused), refused.code in unfinished_steps.CONFIRMABLE
        url += "&ask=next" if confirmable else ""
        if stored:
            return JsonResponse({"refused": fault, "to": url}, status=409)
        return (
            redirect(url)
            if confirmable
            else run_page(request, event_draft, pod=pod, refused=fault, status=409)
        )
    _add_step_message(request, event_draft, mark)
    return JsonResponse({"to": url}) if stored else redirect(url)


@require_POST
@event_page("report")
def step_back(request: StaffRequest, event: Tournament, draft: int, pod: int, step: int) -> HttpResponse:
    """Undo a tap that ended registration, building time or a lap of picks. `?to=`: the step to go back to."""
    event_draft, target = draft_of(event, draft), request.GET.get("to", "")
    target_step = small_number(target) if target else None
    draft_runs.tap_step(
        event_draft, pod, DraftMark.Kind.BACK, step=step, by=request.user, target_step=target_step
    )
    track = next(track for track in queries.tracks_of(event_draft) if track.pod == pod)
    step_text = draft_run_words.step_texts(track.step, "")[0]
    messages.success(request, _("Undone. The draft is here again: %(step)s.") % {"step": step_text})
    return redirect(f"{reverse('drafts:draft', args=[event.slug, event_draft.pk])}?pod={pod}")


def _add_step_message(request: HttpRequest, draft: Draft, mark: DraftMark) -> None:
    """Add a message with an undo link if the tap ended registration or building time, or recorded several picks."""
    track = next(track for track in queries.tracks_of(draft) if track.pod == mark.pod)
    if mark.kind != DraftMark.Kind.NEXT or track.standing.at <= mark.step:
        return
    recorded_steps = track.steps[mark.step : track.standing.at]
    picks = sum(step.code == "PICK_ONE" for step in recorded_steps)
    text_by_step = {"REGISTER": _("Registration is over."), "BUILD": _("Deck building is over.")}
    text = text_by_step.get(recorded_steps[0].code, "")
    if not text and picks > PAIR:
        pods = pods_with_seats(draft, public=False)
        first, last = (
            queries.name_at(pods, track.pod, step.seat) for step in (recorded_steps[0], recorded_steps[-1])
        )
        text = _("%(n)s picks made: %(first)s to %(last)s.") % {
            "n": len(recorded_steps),
            "first": first,
            "last": last,
        }
    if text:
        slug = draft.division.tournament.slug
        undo_url = reverse("drafts:draft_step_back", args=[slug, draft.pk, mark.pod, track.standing.at])
        messages.success(request, text, extra_tags=f"undo={undo_url}?to={mark.step}")


@require_safe
@event_page()
def screen(request: HomeRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show every pod on the wall screen, or with `?pod=` a single pod in full size."""
    request.live.quick()
    event_draft = draft_or_replacement(event, draft)
    if event_draft.pk != draft:
        return redirect_page(request, reverse("drafts:draft_screen", args=[event.slug, event_draft.pk]))
    run = _Run(event_draft, timezone.now())
    is_current = request.GET.get("seen") == str(_run_version(run.tracks, run.stamp))
    if pod_page.is_up_to_date(request, event_draft) if run.is_tapped else is_current:
        return HttpResponse(status=UNCHANGED)
    body, wall_page = _wall_page(request, run)
    return render(request, "drafts/screen.html", vars(wall_page) | {"body": body})


class _Run:
    """The state of a running draft, queried only once.

    `is_tapped`: whether the wall screen shows tapped picks. While all pods are building, it shows the building clock.
    """

    def __init__(self, draft: Draft, now: datetime) -> None:
        self.draft, self.now = draft, now
        self.tracks, self.stamp = queries.tracks_of(draft), build_queries.stamp(draft)
        self.clocks = build_queries.clocks_of(draft, self.tracks)
        all_started = all(clock.building.began for clock in self.clocks)
        is_building = all_started and any(clock.building.runs(now) for clock in self.clocks)
        self.is_tapped = is_tracked(draft) and not is_building


def wall(request: HomeRequest, draft: Draft) -> tuple[str, PaperWall | tracking.DraftWall]:
    """Return the template and the page of the wall screen. `?pod=` shows only one pod."""
    return _wall_page(request, _Run(draft, timezone.now()))


def _wall_page(request: HomeRequest, run: _Run) -> tuple[str, PaperWall | tracking.DraftWall]:
    draft, now, tracks, clocks = run.draft, run.now, run.tracks, run.clocks
    if run.is_tapped:
        return "drafts/tracked/wall.html", tracking.wall(request, draft, clocks)
    pods, pod = pods_with_seats(draft, public=True), small_number(request.GET.get("pod", ""))
    visible_tracks = [track for track in tracks if not pod or track.pod == pod]
    # Building clocks have separate tiles if a pod is at another step on paper, or if they end at different times.
    visible_pods = {track.pod for track in visible_tracks}
    visible_clocks = [clock for clock in clocks if FIELD in visible_pods or clock.pod in visible_pods]
    running = [clock for clock in visible_clocks if clock.building.runs(now)]
    is_one_clock = FIELD not in visible_pods or len({clock.building for clock in visible_clocks}) == 1
    all_at_building = all(track.step.code == "BUILD" for track in visible_tracks)
    if is_one_clock and (all_at_building or not any(clock.by_hand for clock in running)):
        running = []
    is_seating = (
        bool(visible_tracks) and not running and all(track.step.code == "SEATS" for track in visible_tracks)
    )
    name = subtype_name(draft.subtype)
    is_sealed = draft.subtype == "sealed"
    page_of_wall = PaperWall(
        row=draft,
        name=name,
        tracks=[_track_row(track, draft, pods, clocks, now) for track in visible_tracks],
        building=[building.clock_row(clock, draft, now) for clock in running],
        seating=seats_by_name(pods, pod) if is_seating else [],
        sealed=is_sealed,
        pair=draft.subtype == "solomon",
        seen=_run_version(tracks, run.stamp),
        pod=pod or "",
        board=Board(line=f"{name} · {_('Take your seats')}" if is_seating and not is_sealed else name),
    )
    return "drafts/wall.html", page_of_wall


def run_page(
    request: HomeRequest,
    draft: Draft,
    *,
    pod: int | None = None,
    refused: str = "",
    refused_form: BuildForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the page of a draft on paper.

    `refused`: the text of a refusal. `refused_form`: the refused form of the building clock.
    """
    request.live.quick()
    now, tracks, stamp = timezone.now(), queries.tracks_of(draft), build_queries.stamp(draft)
    is_polled = not refused and refused_form is None
    if is_polled and request.GET.get("seen") == str(_run_version(tracks, stamp)):
        return HttpResponse(status=UNCHANGED)
    pods = pods_with_seats(draft, public=not request.can["view"])
    pod_number = small_number(request.GET.get("pod", "")) if pod is None else pod
    chosen_track = next((track for track in tracks if track.pod == pod_number), tracks[0] if tracks else None)
    clocks = build_queries.clocks_of(draft, tracks)
    slug, begin = draft.division.tournament.slug, beginnings.begin_part(request, draft)
    begin_fields = {"pod": chosen_track.pod if chosen_track else 0, "step": 0, "kind": "next"}
    step_url = reverse("drafts:draft_step", args=[slug, draft.pk])
    context = {
        "page": "drafts",
        "slug": slug,
        "row": draft,
        "home": draft.division,
        "name": subtype_name(draft.subtype),
        "refused": refused,
        "ask": beginnings.begin_question(request, draft, begin, url=step_url, fields=begin_fields)
        or _confirmation_of_step(request, draft, chosen_track, now)
        or building.confirmation(request, draft, clocks, now),
        **vars(begin),
        "track": _track_row(chosen_track, draft, pods, clocks, now) if chosen_track else None,
        "others": [_track_row(track, draft, pods, clocks, now) for track in tracks if len(tracks) > 1],
        "version": _run_version(tracks, stamp),
        **vars(building.building_context(request, draft, tracks, clocks, now, refused_form)),
    }
    return render(request, "drafts/run.html", context, status=status)


def _confirmation_of_step(
    request: HomeRequest, draft: Draft, track: Track | None, now: datetime
) -> building.Confirmation | None:
    """Return the question to confirm before the next step, None unless it was requested and is needed."""
    if track is None or request.GET.get("ask") != "next" or not request.can["report"]:
        return None
    refused = unfinished_steps.before_next(draft, track, now)
    if refused is None:
        return None
    ends_building = track.step.code == "BUILD"
    return building.Confirmation(
        title=_("Deck building is not over") if ends_building else _("Pools are missing"),
        text=refusal_text(refused),
        url=reverse("drafts:draft_step", args=[draft.division.tournament.slug, draft.pk]),
        fields={"pod": track.pod, "step": track.standing.at, "kind": "next"},
        button=_("End deck building now") if ends_building else _("Continue without these pools"),
        stay="?" + urlencode({"pod": track.pod}),
    )


def _track_row(
    track: Track, draft: Draft, pods: list[PodRow], clocks: list[Clock], now: datetime
) -> TrackRow:
    """Return one pod with its current step, for the page."""
    step, standing, next_step = track.step, track.standing, track.next_step
    line, hint = draft_run_words.step_texts(step, *queries.acting_names(draft, track, pods, step))
    next_line = ""
    if next_step:
        names = queries.acting_names(draft, track, pods, next_step)
        next_line = draft_run_words.step_texts(next_step, *names)[0]
    ends = standing.ends_at(step.seconds) if step.seconds else None
    seconds_left = track.left(now)
    seats = pods[track.pod - 1].seats if track.pod and track.pod <= len(pods) else ()
    places = [place for _n, place in seat_map(len(seats))] if draft.subtype not in TOGETHER else []
    row = TrackRow(
        pod=track.pod,
        pair=draft.subtype == "solomon",
        at=standing.at,
        step_at=standing.at,
        line=line,
        hint=hint,
        where=draft_run_words.where_text(step),
        next=next_line,
        step=step,
        order=_pick_order(track, pods),
        lap=_lap(track, pods),
        coin=step.code == "COIN",
        seats=seats,
        map=list(zip(seats, places, strict=False)),
        acting=step.seat if draft.subtype == "rochester" else standing.seat_of(step.seat),
        left=seconds_left,
        word=f"{seconds_left // 60:02d}:{seconds_left % 60:02d}" if seconds_left is not None else "",
        ends=int(ends.timestamp() * 1000) if ends else None,
        now=int(now.timestamp() * 1000),
        paused=standing.paused,
        fact=timer_fact(ends, seconds_left),
        fact_of=fact_of(draft, track.pod, standing.at),
        pauses=bool(step.seconds),
        last=track.last,
        registers=step.code == "REGISTER",
        handing=step.code == "HAND_IN",
        building=step.code == "BUILD",
    )
    if step.code != "BUILD":
        return row
    pod_clocks = [clock for clock in clocks if track.pod in (FIELD, clock.pod)]
    # If pods of a field that advances together have different clocks, show no clock.
    if len({clock.building for clock in pod_clocks}) != 1:
        return replace(row, left=None, pauses=False)
    clock_of_pod = building.clock_row(pod_clocks[0], draft, now)
    pauses = not pod_clocks[0].by_hand and pod_clocks[0].building.ended is None
    return replace(
        row,
        at=clock_of_pod.at,
        left=clock_of_pod.left,
        word=clock_of_pod.word,
        ends=clock_of_pod.ends,
        paused=clock_of_pod.paused,
        fact=clock_of_pod.fact,
        fact_of=clock_of_pod.fact_of,
        pauses=pauses,
    )


def _lap(track: Track, pods: list[PodRow]) -> Lap | None:
    """Return the picks that a single tap can record, None unless there are several."""
    current = track.standing.at
    end = step_after_lap(track.steps, current)
    picks = [pick for pick in track.steps[current:end] if pick.code == "PICK_ONE"]
    if len(picks) < PAIR or end == step_after_tap(track.steps, current):
        return None
    first, last = (queries.name_at(pods, track.pod, pick.seat) for pick in (picks[0], picks[-1]))
    return Lap(len(picks), first, last)


def _pick_order(track: Track, pods: list[PodRow]) -> list[PickTurn]:
    """Return the turns of an opening. In Solomon they have the players' names once the coin is flipped."""
    step, order = track.step, []
    for turn, seat in enumerate(step.order, start=1):
        name = ""
        if step.code == "GROUP":
            name = queries.name_at(pods, track.pod, track.standing.seat_of(seat))
        is_past = bool(step.turn) and turn < step.turn
        order.append(PickTurn(seat=seat, name=name, past=is_past, now=turn == step.turn))
    return order


def _run_version(tracks: list[Track], stamp: int) -> int:
    return sum(track.marks + track.notes for track in tracks) + stamp
