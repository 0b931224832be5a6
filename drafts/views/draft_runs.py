"""Pages of a draft on paper, which is run step by step: for staff, for players and for the wall screen."""

from datetime import datetime
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
from core.requests import HomeRequest, StaffRequest
from core.scoreboard.scoreboard import Scoreboard
from core.sentences import refusal_text
from decks.engine.building_clocks import FIELD
from decks.models import Draft
from decks.queries.drafts import pods_with_seats
from decks.words.limited_words import subtype_name
from drafts.engine.pick_clock import CALLED
from drafts.engine.pods import PAIR
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import TOGETHER
from drafts.forms.building_clocks import BuildForm
from drafts.models import DraftMark
from drafts.queries import building_clocks as build_queries
from drafts.queries import draft_runs as queries
from drafts.queries import unfinished_steps
from drafts.queries.all_pods import mark_count, tracks_draft_in_step
from drafts.queries.draft_runs import RunTrack
from drafts.queries.odd_player import odd_seat
from drafts.queries.pods import seats_by_name
from drafts.queries.seat_views import is_tracked
from drafts.services import draft_runs
from drafts.services.all_pods import tap_all_pods
from drafts.views import beginnings, building_clocks, pod_page, tracking
from drafts.views.event_drafts import (
    draft_or_replacement,
    get_draft_or_404,
    parse_small_number,
    redirect_page_or_poll,
)
from drafts.views.odd_player import odd_part
from drafts.views.run_rows import PaperWall, TrackRow, all_pods_row, track_row
from drafts.words import draft_run_words
from tournaments.access import event_page
from tournaments.models import Tournament

UNCHANGED = 204
STORED = "X-Unsent"
"""Header of taps that a phone stores before sending, and resends until it gets a response."""

WAYS_ON = ("begin", "lap", "pod")
"""Taps that do more than advance to the next step: start the clock, skip a lap of picks, or go to building."""


@require_safe
@event_page()
def draft_page(request: HomeRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show the current step of a draft, or the picks if they are tapped.

    A canceled draft redirects to its replacement. `?pod=` chooses the pod, `?seen=` returns 204 if nothing has
    changed.
    """
    event_draft = draft_or_replacement(event, draft)
    if event_draft.pk != draft:
        return redirect_page_or_poll(request, reverse("drafts:draft", args=[event.slug, event_draft.pk]))
    return (
        tracking.tracked_draft_page(request, event_draft)
        if is_tracked(event_draft)
        else run_page(request, event_draft)
    )


@require_POST
@event_page("report")
def record_draft_tap_view(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Record a tap by a staff member on a pod or on all of them.

    A tap goes to the next or previous step, over a lap of picks or to building, pauses or resumes the clock, or
    chooses whether timed steps advance automatically. Only users who run the event may begin the draft. If
    something is unfinished, the tap must be confirmed (`sure`). A phone that stores taps (`X-Unsent`) gets JSON:
    {"to": url}, or {"refused": sentence, "to": url} with status 409.
    """
    event_draft = get_draft_or_404(event, draft)
    if is_tracked(event_draft):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    stored = STORED in request.headers
    pod, current_step = (parse_small_number(request.POST.get(name, "")) for name in ("pod", "step"))
    url = f"{reverse('drafts:draft', args=[event.slug, event_draft.pk])}?pod={pod}"
    seat = whole_number(request.POST.get("seat", ""), digits=5)
    kind = request.POST.get("kind", "")
    by, sure, clock = request.user, "sure" in request.POST, kind == "begin"
    tap = DraftMark.Kind.NEXT if kind in WAYS_ON else kind
    try:
        if not request.can["run"] and not queries.has_draft_begun(event_draft):
            raise Refused(DraftRefusal.DRAFT_BEGIN_NOT_YOURS)
        if _is_for_all_pods(event_draft, pod):
            seen = parse_small_number(request.POST.get("seen", ""))
            if kind in ("lap", "pod"):
                raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
            mark = tap_all_pods(
                event_draft, tap, by=by, step=current_step, seen=seen, sure=sure, again=stored, clock=clock
            )
        else:
            mark = draft_runs.tap_step(
                event_draft,
                pod,
                tap,
                by=by,
                step=current_step,
                seat=seat,
                sure=sure,
                again=stored,
                lap=kind == "lap",
                whole_draft=kind == "pod",
                clock=clock,
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
    _add_draft_step_message(request, event_draft, pod, mark)
    return JsonResponse({"to": url}) if stored else redirect(url)


@require_POST
@event_page("report")
def step_back_in_draft(
    request: StaffRequest, event: Tournament, draft: int, pod: int, step: int
) -> HttpResponse:
    """Undo a tap that ended registration, building time or a lap of picks. `?to=`: the step to go back to."""
    event_draft, target = get_draft_or_404(event, draft), request.GET.get("to", "")
    target_step = parse_small_number(target) if target else None
    if _is_for_all_pods(event_draft, pod):
        seen = mark_count(queries.run_tracks_of(event_draft))
        tap_all_pods(event_draft, DraftMark.Kind.BACK, step=step, seen=seen, by=request.user)
    else:
        draft_runs.tap_step(
            event_draft, pod, DraftMark.Kind.BACK, step=step, by=request.user, target_step=target_step
        )
    track = next(track for track in queries.run_tracks_of(event_draft) if pod in (FIELD, track.pod))
    step_text = draft_run_words.step_texts(track.step, "")[0]
    messages.success(request, _("Undone. The draft is back at this step: %(step)s.") % {"step": step_text})
    return redirect(f"{reverse('drafts:draft', args=[event.slug, event_draft.pk])}?pod={pod}")


def _is_for_all_pods(draft: Draft, pod: int) -> bool:
    """Return whether a tap on this pod affects all pods, although each may advance separately."""
    return pod == FIELD and draft.subtype not in TOGETHER and len(draft.seats) > 1


def _add_draft_step_message(request: HttpRequest, draft: Draft, pod: int, mark: DraftMark) -> None:
    """Add a message with an undo link if the tap ended registration or building time, or recorded several picks.

    `pod`: the pod of the tap, FIELD for all.
    """
    track = next(track for track in queries.run_tracks_of(draft) if track.pod == mark.pod)
    if mark.kind != DraftMark.Kind.NEXT or track.standing.at <= mark.step:
        return
    recorded_steps = track.steps[mark.step : track.standing.at]
    picks = sum(step.code in CALLED for step in recorded_steps)
    text_by_step = {"REGISTER": _("Registration is over."), "BUILD": _("Deck building is over.")}
    text = text_by_step.get(recorded_steps[0].code, "")
    if not text and picks > PAIR and track.step.code == "BUILD":
        text = _("All cards are drafted. Deck building begins.")
    elif not text and picks > PAIR:
        pods = pods_with_seats(draft, public=False)
        first, last = (
            queries.name_at_seat(pods, track.pod, step.seat)
            for step in (recorded_steps[0], recorded_steps[-1])
        )
        text = _("%(n)s picks made: %(first)s to %(last)s.") % {
            "n": len(recorded_steps),
            "first": first,
            "last": last,
        }
    if text:
        slug = draft.division.tournament.slug
        undo_url = reverse("drafts:draft_step_back", args=[slug, draft.pk, pod, track.standing.at])
        target = "" if _is_for_all_pods(draft, pod) else f"?to={mark.step}"
        messages.success(request, text, extra_tags=f"undo={undo_url}{target}")


@require_safe
@event_page()
def wall_screen(request: HomeRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show every pod on the wall screen, or with `?pod=` a single pod in full size.

    A canceled draft redirects to its replacement. `?seen=` returns 204 if nothing has changed.
    """
    request.live.quick()
    event_draft = draft_or_replacement(event, draft)
    if event_draft.pk != draft:
        return redirect_page_or_poll(
            request, reverse("drafts:draft_screen", args=[event.slug, event_draft.pk])
        )
    run = _Run(event_draft, timezone.now())
    is_current = request.GET.get("seen") == _run_version(run.tracks, run.stamp)
    if pod_page.is_polling_page_current(request, event_draft) if run.is_tapped else is_current:
        return HttpResponse(status=UNCHANGED)
    body, wall_page = _wall_page(request, run)
    return render(request, "drafts/screen.html", vars(wall_page) | {"body": body})


class _Run:
    """The state of a running draft, queried only once.

    `is_tapped`: whether the wall screen shows tapped picks. While all pods are building, it shows the building clock.
    """

    def __init__(self, draft: Draft, now: datetime) -> None:
        self.draft, self.now = draft, now
        self.tracks, self.stamp = queries.run_tracks_of(draft, now), build_queries.building_stamp(draft)
        self.clocks = build_queries.building_clocks_of_draft(draft, self.tracks)
        all_started = all(clock.building.began for clock in self.clocks)
        is_building = all_started and any(clock.building.is_running(now) for clock in self.clocks)
        self.is_tapped = is_tracked(draft) and not is_building


def wall_template_and_page(request: HomeRequest, draft: Draft) -> tuple[str, PaperWall | tracking.DraftWall]:
    """Return the template and the page of the wall screen. `?pod=` shows only one pod."""
    return _wall_page(request, _Run(draft, timezone.now()))


def _wall_page(request: HomeRequest, run: _Run) -> tuple[str, PaperWall | tracking.DraftWall]:
    """Return the template and the page of the wall screen for a queried run."""
    draft, now, tracks, clocks = run.draft, run.now, run.tracks, run.clocks
    if run.is_tapped:
        return "drafts/tracked/wall.html", tracking.tracked_wall(request, draft, clocks)
    pods, pod = pods_with_seats(draft, public=True), parse_small_number(request.GET.get("pod", ""))
    visible_tracks = [track for track in tracks if not pod or track.pod == pod]
    # Building clocks have separate tiles if a pod is at another step on paper, or if they end at different times.
    visible_pods = {track.pod for track in visible_tracks}
    visible_clocks = [clock for clock in clocks if FIELD in visible_pods or clock.pod in visible_pods]
    running = [clock for clock in visible_clocks if clock.building.is_running(now)]
    is_one_clock = FIELD not in visible_pods or len({clock.building for clock in visible_clocks}) == 1
    all_at_building = all(track.step.code == "BUILD" for track in visible_tracks)
    if is_one_clock and (all_at_building or not any(clock.by_hand for clock in running)):
        running = []
    is_seating = (
        bool(visible_tracks) and not running and all(track.step.code == "SEATS" for track in visible_tracks)
    )
    name = subtype_name(draft.subtype)
    is_sealed = draft.subtype == "sealed"
    # Pods that advance together share one clock in the hall.
    is_one_run = len(visible_tracks) > 1 and tracks_draft_in_step(visible_tracks)
    rows = (
        [all_pods_row(visible_tracks, draft, now)]
        if is_one_run
        else [track_row(track, draft, pods, clocks, now) for track in visible_tracks]
    )
    page_of_wall = PaperWall(
        row=draft,
        name=name,
        tracks=rows,
        building=[building_clocks.clock_row(clock, draft, now) for clock in running],
        seating=seats_by_name(pods, pod, odd=odd_seat(draft, public=True)) if is_seating else [],
        sealed=is_sealed,
        pair=draft.subtype == "solomon",
        seen=_run_version(tracks, run.stamp),
        pod=pod or "",
        board=Scoreboard(line=f"{name} · {_('Take your seats')}" if is_seating and not is_sealed else name),
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
    """Show the page of a draft on paper, or return 204 if a polling page already shows its state.

    `pod`: None for that of `?pod=`. `refused`: the text of a refusal. `refused_form`: the refused form of the
    building clock.
    """
    request.live.quick()
    now = timezone.now()
    tracks, stamp = queries.run_tracks_of(draft, now), build_queries.building_stamp(draft)
    is_polled = not refused and refused_form is None
    if is_polled and request.GET.get("seen") == _run_version(tracks, stamp):
        return HttpResponse(status=UNCHANGED)
    pods = pods_with_seats(draft, public=not request.can["view"])
    pod_number = parse_small_number(request.GET.get("pod", "")) if pod is None else pod
    chosen_track = next((track for track in tracks if track.pod == pod_number), tracks[0] if tracks else None)
    clocks = build_queries.building_clocks_of_draft(draft, tracks)
    slug, begin = draft.division.tournament.slug, beginnings.begin_part(request, draft)
    shows_all = len(tracks) > 1 and pod_number == FIELD
    if chosen_track is None:
        row = None
    elif shows_all:
        row = all_pods_row(tracks, draft, now)
    else:
        row = track_row(chosen_track, draft, pods, clocks, now)
    begin_kind = "begin" if request.GET.get("with") == "clock" else "next"
    begin_fields = {"pod": row.pod if row else 0, "step": 0, "seen": 0, "kind": begin_kind}
    step_url = reverse("drafts:draft_step", args=[slug, draft.pk])
    context = {
        "page": "drafts",
        "slug": slug,
        "row": draft,
        "home": draft.division,
        "name": subtype_name(draft.subtype),
        "refused": refused,
        "ask": beginnings.begin_question(request, draft, begin, url=step_url, fields=begin_fields)
        or _confirmation_of_step(request, draft, chosen_track, row, now)
        or building_clocks.end_building_question(request, draft, clocks, now),
        **vars(begin),
        "track": row,
        "for_all": shows_all,
        "others": [track_row(track, draft, pods, clocks, now) for track in tracks if len(tracks) > 1],
        "version": _run_version(tracks, stamp),
        "odd": odd_part(request, draft, now, tracks=tracks, clocks=clocks),
        **vars(building_clocks.building_clocks_context(request, draft, tracks, clocks, now, refused_form)),
    }
    return render(request, "drafts/run.html", context, status=status)


def _confirmation_of_step(
    request: HomeRequest, draft: Draft, track: RunTrack | None, row: TrackRow | None, now: datetime
) -> building_clocks.Confirmation | None:
    """Return the question to confirm before the next step, or None unless it was requested and is needed."""
    if track is None or row is None or request.GET.get("ask") != "next" or not request.can["report"]:
        return None
    refused = unfinished_steps.refusal_before_next_step(draft, track, now, pod=row.pod)
    if refused is None:
        return None
    ends_building = track.step.code == "BUILD"
    return building_clocks.Confirmation(
        title=_("Deck building is not over") if ends_building else _("Pools are missing"),
        text=refusal_text(refused),
        url=reverse("drafts:draft_step", args=[draft.division.tournament.slug, draft.pk]),
        fields={"pod": row.pod, "step": row.step_at, "seen": row.seen, "kind": "next"},
        button=_("End deck building now") if ends_building else _("Continue without these pools"),
        stay="?" + urlencode({"pod": row.pod}),
    )


def _run_version(tracks: list[RunTrack], stamp: int) -> str:
    """Return a stamp that changes with every tap and with every step that advances automatically."""
    taps = sum(track.marks + track.notes for track in tracks) + stamp
    called = [track.standing.at for track in tracks if track.standing.called]
    return f"{taps}.{sum(called)}" if called else str(taps)
