"""Pages of a tracked draft for staff, spectators and the wall screen. They never contain hidden cards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.documents.qr_codes import qr_modules, qr_svg_path
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.public_address import absolute_url_for_phones
from core.requests import HomeRequest, StadiumRequest, StaffRequest
from core.scoreboard.scoreboard import Scoreboard
from core.sentences import refusal_text
from decks.engine.building_clocks import Clock
from decks.models import Draft
from decks.queries.drafts import PodRow, SeatRow, pods_with_seats
from decks.words.limited_words import subtype_name
from drafts.engine import STAFF, Move
from drafts.engine.refusals import DraftRefusal
from drafts.forms.building_clocks import BuildForm
from drafts.forms.tracking import PodForm
from drafts.queries import seat_views as queries
from drafts.queries.building_clocks import building_clocks_of_draft
from drafts.queries.draft_runs import has_draft_begun
from drafts.queries.odd_player import odd_seat
from drafts.queries.pods import seats_by_name
from drafts.queries.seat_views import DraftSeatView
from drafts.queries.tracking import tracked_pod
from drafts.services import pick_time, tracking
from drafts.views import beginnings, building_clocks, pod_page
from drafts.views.draft_log import names_by_pod
from drafts.views.event_drafts import get_draft_or_404, parse_small_number
from drafts.views.odd_player import odd_part
from drafts.views.pod_page import PodPage
from drafts.views.table_page import TablePage, table_page
from drafts.views.tablet import tablet_url
from drafts.views.tracked import late_picks
from drafts.views.tracked.pick_clock import PickClock, pick_clock_context
from drafts.words import tracking_words as words
from tournaments.access import event_page
from tournaments.models import Tournament


def tracked_draft_page(
    request: HomeRequest,
    draft: Draft,
    *,
    refused: str = "",
    refused_form: BuildForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the progress of every pod, or of one with `?pod=`.

    Staff run the draft on this page; everyone may watch. Return 204 if a polling page already shows the current
    state. `refused`: the text of a refusal. `refused_form`: the refused form of the building clock.
    """
    if not refused and refused_form is None and pod_page.is_polling_page_current(request, draft):
        return HttpResponse(status=pod_page.UNCHANGED)
    request.live.quick()
    can, stamp = request.can, queries.pod_stamp(draft)
    pods = pods_with_seats(draft, public=not can["view"])
    try:
        seat_views = queries.staff_seat_views(draft)
    except Refused as reason:
        seat_views, refused = [], refused or refusal_text(reason)
    chosen_view = next(
        (seat_view for seat_view in seat_views if str(seat_view.tracked.pod) == request.GET.get("pod", "")),
        None,
    )
    chosen_view = chosen_view or (seat_views[0] if seat_views else None)
    pod_part = None
    if chosen_view:
        entries = draft.seats[chosen_view.tracked.pod - 1]
        pod_part = _spectator_pod_page(request, chosen_view, pods)
        seats = [replace(seat_line, entry=entries[seat_line.seat - 1]) for seat_line in pod_part.seats]
        pod_part = replace(pod_part, seats=seats)
    clocks, now = building_clocks_of_draft(draft), timezone.now()
    slug, begin = draft.division.tournament.slug, beginnings.begin_part(request, draft)
    pod = chosen_view.tracked.pod if chosen_view and request.GET.get("all") != "yes" else 0
    begin_fields = {"pod": pod, "key": pod_part.key if pod_part else "", "do": "open"}
    tap_url = reverse("drafts:draft_tap", args=[slug, draft.pk])
    context = {
        "page": "drafts",
        "slug": slug,
        "row": draft,
        "home": draft.division,
        "name": subtype_name(draft.subtype),
        "fault": refused,
        "ask": beginnings.begin_question(request, draft, begin, url=tap_url, fields=begin_fields)
        or building_clocks.end_building_question(request, draft, clocks, now),
        **vars(begin),
        "stamp": stamp,
        "pods": [_pod_tile(seat_view, pods) for seat_view in seat_views] if len(seat_views) > 1 else [],
        "held_pods": sum(seat_view.tracked.held for seat_view in seat_views),
        "running_pods": sum(bool(seat_view.timer) and not seat_view.tracked.held for seat_view in seat_views),
        "ready": sum(seat_view.idle for seat_view in seat_views) if draft.subtype == "booster" else 0,
        "tablet": _tablet_context(request, draft, chosen_view) if chosen_view and can["report"] else None,
        "odd": odd_part(request, draft, now, clocks=clocks),
        **vars(building_clocks.building_clocks_context(request, draft, [], clocks, now, refused_form)),
    }
    return render(
        request, "drafts/tracked/staff.html", (vars(pod_part) if pod_part else {}) | context, status=status
    )


@dataclass(frozen=True, kw_only=True)
class DraftWall:
    """The wall screen of a tracked draft.

    `seating`: seats by name, before the first move. `tiles`: one clock or pod each. `one`: the page of a single pod, if
    only one is shown. `follows`: whether the screen follows taps.
    """

    row: Draft
    name: str
    seen: str
    seating: Sequence[SeatRow]
    pair: bool
    tiles: Sequence[object]
    one: TablePage | None
    pod: str
    board: Scoreboard
    follows: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletLink:
    """The link of a table's tablet, with its QR code: `qr` is an SVG path, `side` the width of its view box."""

    link: str
    qr: str
    side: int
    label: str


def tracked_wall(request: HomeRequest, draft: Draft, clocks: list[Clock]) -> DraftWall:
    """Build the context of the wall screen. `?pod=` shows one pod with its face-up cards.

    Each pod shows its seats before the first move, then its picks, and finally its building time.
    """
    now, stamp = timezone.now(), queries.pod_stamp(draft)
    pods, seat_views = pods_with_seats(draft, public=True), queries.staff_seat_views(draft)
    requested_pod = whole_number(request.GET.get("pod", ""), digits=5)
    visible_views = [
        seat_view for seat_view in seat_views if seat_view.tracked.pod == requested_pod
    ] or seat_views
    building_by_pod = {
        clock.pod: building_clocks.clock_row(clock, draft, now)
        for clock in clocks
        if clock.building.is_running(now)
    }
    is_seating = bool(visible_views) and not any(seat_view.tracked.moves for seat_view in visible_views)
    name = subtype_name(draft.subtype)
    return DraftWall(
        row=draft,
        name=name,
        seen=stamp,
        seating=seats_by_name(
            pods,
            visible_views[0].tracked.pod if len(visible_views) == 1 else 0,
            odd=odd_seat(draft, public=True),
        )
        if is_seating
        else [],
        pair=draft.subtype == "solomon",
        tiles=[
            building_by_pod.get(seat_view.tracked.pod) or _pod_tile(seat_view, pods)
            for seat_view in visible_views
        ],
        one=_spectator_pod_page(request, visible_views[0], pods)
        if len(visible_views) == 1 and not building_by_pod
        else None,
        pod="" if requested_pod is None else str(requested_pod),
        board=Scoreboard(line=name),
        follows=True,
    )


@require_POST
@event_page("report")
def record_pod_tap(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Record a tap by a staff member on one pod, or on all pods.

    Taps are the signal to open packs, pause and resume, a random pick, and decisions when the time of a pick is over.
    """
    event_draft, form = get_draft_or_404(event, draft), PodForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
        answers, by = form.cleaned_data, request.user
        if not request.can["run"] and not has_draft_begun(event_draft):
            raise Refused(DraftRefusal.DRAFT_BEGIN_NOT_YOURS)
        if answers["do"] in ("pause", "resume"):
            pick_time.set_timers_paused(event_draft, answers["pod"], paused=answers["do"] == "pause", by=by)
            return redirect(_tracked_draft_url(event_draft, answers["pod"] or answers["view"] or 0))
        if answers["do"] in late_picks.KINDS:
            names = names_by_pod(event_draft).get(answers["pod"], {})
            late_picks.decide_late_pick(request, event_draft, answers, names)
            return redirect(_tracked_draft_url(event_draft, answers["pod"]))
        for pod in [answers["pod"]] if answers["pod"] else range(1, len(event_draft.seats) + 1):
            if answers["do"] == "random":
                seat, key, name = answers["seat"] or 0, answers["key"], answers["name"]
                tracking.play_random_pick_of_seat(event_draft, pod, seat, key=key, name=name, by=by)
            elif answers["pod"] or tracked_pod(event_draft, pod).game.to_act == (STAFF,):
                # A signal for all pods skips pods that need none.
                tracking.play_move_in_pod(
                    event_draft, pod, Move("open", STAFF), key=answers["key"], by=by, staff=True
                )
    except Refused as refused:
        return tracked_draft_page(
            request, event_draft, refused=refusal_text(refused), status=pod_page.CONFLICT
        )
    return redirect(_tracked_draft_url(event_draft, answers["pod"]))


@require_POST
@event_page("run")
def revoke_tablet_links(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Revoke the links of all table tablets."""
    event_draft = tracking.revoke_tablets(get_draft_or_404(event, draft), by=request.user)
    return redirect(_tracked_draft_url(event_draft, parse_small_number(request.POST.get("pod", ""))))


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("report")
def tap_for_player_page(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show the page on which staff tap for the player at `?pod=` and `?seat=`; a POST is a tap.

    The player has no phone, or has left and is assigned random picks. The picks of the seat are not shown.
    """
    event_draft = get_draft_or_404(event, draft)
    pod, seat = (parse_small_number(request.GET.get(name, "")) for name in ("pod", "seat"))
    if (
        not queries.is_tracked(event_draft)
        or not 1 <= pod <= len(event_draft.seats)
        or not 1 <= seat <= len(event_draft.seats[pod - 1])
    ):
        raise Http404
    names = pods_with_seats(event_draft, public=False)[pod - 1].names
    url = (
        f"{reverse('drafts:draft_stand_in', args=[event.slug, event_draft.pk])}"
        f"?{urlencode({'pod': pod, 'seat': seat})}"
    )

    def build_pod_page() -> PodPage:
        return PodPage(queries.seat_view(event_draft, pod), seat, url, names, staff=True)

    def stand_in_page(*, fault: str = "", status: int = 200) -> HttpResponse:
        context = {
            "page": "drafts",
            "slug": event.slug,
            "name": words.seat_name(seat, names),
            "seat": seat,
            "fault": fault,
            "back": _tracked_draft_url(event_draft, pod),
        }
        pod_page_of_seat = build_pod_page()
        context["at_random"] = pod_page_of_seat.random
        return render(
            request,
            "drafts/tracked/stand_in.html",
            vars(table_page(pod_page_of_seat, request)) | context,
            status=status,
        )

    if request.method != "POST":
        return stand_in_page()
    return pod_page.tap_response(
        request,
        _tracked_draft_url(event_draft, pod),
        lambda: pod_page.play_tap_on_pod_page(build_pod_page(), request),
        stand_in_page,
    )


def _spectator_pod_page(request: HomeRequest, seat_view: DraftSeatView, pods: list[PodRow]) -> TablePage:
    """Build the page of one pod as spectators see it."""
    pod = seat_view.tracked.pod
    url = _tracked_draft_url(seat_view.tracked.draft, pod)
    return table_page(PodPage(seat_view, 0, url, pods[pod - 1].names), request)


@dataclass(frozen=True, slots=True, kw_only=True)
class PodTile:
    """One pod on the wall screen."""

    pod: int
    pair: bool
    line: str
    where: str
    clock: PickClock | None
    held: bool
    waiting: Sequence[str]


def _pod_tile(seat_view: DraftSeatView, pods: list[PodRow]) -> PodTile:
    names = pods[seat_view.tracked.pod - 1].names
    return PodTile(
        pod=seat_view.tracked.pod,
        pair=seat_view.subtype == "solomon",
        line=words.seat_texts(seat_view, names)[0],
        where=words.view_position_text(seat_view),
        clock=pick_clock_context(seat_view, timezone.now()),
        held=seat_view.tracked.held,
        waiting=[words.seat_name(seat, names) for seat in seat_view.view.to_act if seat]
        if not seat_view.idle
        else [],
    )


def _tablet_context(request: StadiumRequest, draft: Draft, seat_view: DraftSeatView) -> TabletLink:
    """Build the context of a table's tablet link with its QR code."""
    link = absolute_url_for_phones(request, tablet_url(draft, seat_view.tracked.pod))
    modules = qr_modules(link)
    return TabletLink(
        link=link,
        qr=qr_svg_path(modules),
        # The margin of the code is two modules wide on each side.
        side=len(modules) + 4,
        label=_("QR code of the tablet’s link"),
    )


def _tracked_draft_url(draft: Draft, pod: int) -> str:
    """Return the URL of the draft's page at a pod, pod 1 for 0."""
    return f"{reverse('drafts:draft', args=[draft.division.tournament.slug, draft.pk])}?pod={pod or 1}"
