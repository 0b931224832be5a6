"""A tracked draft for staff, for followers, and on the wall. Hidden cards are never in it."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.documents.marks import qr_modules, squares
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.public_address import absolute
from core.sentences import refusal_text
from decks.engine.building import Clock
from decks.models import Draft
from decks.queries.drafts import PodRow, seats_of
from decks.words.limited_words import subtype_name
from drafts.engine import STAFF, Move
from drafts.engine.refusals import DraftRefusal
from drafts.forms.building import BuildForm
from drafts.forms.tracking import PodForm
from drafts.queries import seat_views as queries
from drafts.queries.building import clocks_of
from drafts.queries.pods import by_name
from drafts.queries.seat_views import SeatView
from drafts.queries.tracking import all_tracked, tracked
from drafts.services import tracking
from drafts.views import building, pod_page
from drafts.views.event_drafts import draft_of, number
from drafts.views.pod_page import PodPage
from drafts.views.tablet import address
from drafts.words import tracking_words as words
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament


def page(
    request: HttpRequest,
    row: Draft,
    *,
    refused: str = "",
    given: BuildForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Every pod's progress; `?pod=` chooses one. Staff lead, anyone may follow."""
    if not refused and given is None and pod_page.unmoved(request, row):
        return HttpResponse(status=pod_page.UNCHANGED)
    request.live.quick()  # type: ignore[attr-defined]
    can, before = request.can, queries.stamp(row)  # type: ignore[attr-defined]
    rows = seats_of(row, public=not can["view"])
    try:
        seat_views = _seat_views(row)
    except Refused as found:
        seat_views, refused = [], refused or refusal_text(found)
    chosen = next(
        (seat_view for seat_view in seat_views if str(seat_view.tracked.pod) == request.GET.get("pod", "")),
        None,
    )
    chosen = chosen or (seat_views[0] if seat_views else None)
    about = _pod_context(request, chosen, rows) if chosen else {}
    if chosen:
        entries = row.seats[chosen.tracked.pod - 1]
        about["seats"] = [line | {"entry": entries[line["seat"] - 1]} for line in about["seats"]]
    clocks, now = clocks_of(row), timezone.now()
    context = {
        "page": "drafts",
        "slug": row.division.tournament.slug,
        "row": row,
        "home": row.division,
        "name": subtype_name(row.subtype),
        "fault": refused,
        "ask": building.confirmation(request, row, clocks, now),
        "stamp": before,
        "pods": [_line(seat_view, rows) for seat_view in seat_views] if len(seat_views) > 1 else [],
        "ready": sum(seat_view.idle for seat_view in seat_views) if row.subtype == "booster" else 0,
        "tablet": _tablet(request, row, chosen) if chosen and can["report"] else None,
        **building.card(request, row, [], clocks, now, given),
    }
    return render(request, "drafts/tracked/staff.html", about | context, status=status)


def wall(request: HttpRequest, row: Draft, clocks: list[Clock]) -> dict[str, Any]:
    """Every pod on the wall: first seats, then picks, then building time; `?pod=` shows one with its face-up cards."""
    now, before = timezone.now(), queries.stamp(row)
    rows, seat_views = seats_of(row, public=True), _seat_views(row)
    wanted = whole_number(request.GET.get("pod", ""), digits=5)
    visible = [seat_view for seat_view in seat_views if seat_view.tracked.pod == wanted] or seat_views
    built = {clock.pod: building.clock_row(clock, row, now) for clock in clocks if clock.building.runs(now)}
    waits = bool(visible) and not any(seat_view.tracked.moves for seat_view in visible)
    name = subtype_name(row.subtype)
    return {
        "row": row,
        "name": name,
        "seen": before,
        "seating": by_name(rows, visible[0].tracked.pod if len(visible) == 1 else 0) if waits else [],
        "pair": row.subtype == "solomon",
        "tiles": [built.get(seat_view.tracked.pod) or _line(seat_view, rows) for seat_view in visible],
        "one": _pod_context(request, visible[0], rows) if len(visible) == 1 and not built else None,
        "pod": "" if wanted is None else str(wanted),
        "board": {"line": name},
        "follows": True,
    }


@require_POST
@event_page("report")
def tap(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """The signal to open packs, pause, resume, a random pick: for any of the staff."""
    row, form = draft_of(event, draft), PodForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
        sent = form.cleaned_data
        for pod in [sent["pod"]] if sent["pod"] else range(1, len(row.seats) + 1):
            _do(request, row, pod, sent, every=not sent["pod"])
    except Refused as refused:
        return page(request, row, refused=refusal_text(refused), status=pod_page.CONFLICT)
    return redirect(_url(row, sent["pod"]))


@require_POST
@event_page("run")
def shut_tablets(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Revoke the links of all tablets."""
    row = tracking.shut_tablets(draft_of(event, draft), by=signed_in(request))
    return redirect(_url(row, number(request.POST.get("pod", ""))))


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("report")
def stand_in(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Tap for a player without a phone, or one who left and picks at random: `?pod=` and `?seat=`.

    The seat's picks are not shown.
    """
    row = draft_of(event, draft)
    pod, seat = (number(request.GET.get(name, "")) for name in ("pod", "seat"))
    if (
        not queries.is_tracked(row)
        or not 1 <= pod <= len(row.seats)
        or not 1 <= seat <= len(row.seats[pod - 1])
    ):
        raise Http404
    names = {seat.seat: seat.name for seat in seats_of(row, public=False)[pod - 1].seats}
    here = f"{reverse('drafts:draft_stand_in', args=[event.slug, row.pk])}?{urlencode({'pod': pod, 'seat': seat})}"

    def table() -> PodPage:
        return PodPage(queries.seat_view(row, pod), seat, names, here, staff=True)

    def stand_in_page(*, fault: str = "", status: int = 200) -> HttpResponse:
        context = {
            "page": "drafts",
            "slug": event.slug,
            "name": words.name_of(seat, names),
            "seat": seat,
            "fault": fault,
            "back": _url(row, pod),
        }
        seen = table()
        context["at_random"] = seen.random
        return render(
            request,
            "drafts/tracked/stand_in.html",
            pod_page.context(seen, request) | context,
            status=status,
        )

    if request.method != "POST":
        return stand_in_page()
    return pod_page.answered(
        request, _url(row, pod), lambda: pod_page.tap(table(), request, staff=True), stand_in_page
    )


def _do(request: HttpRequest, row: Draft, pod: int, sent: Mapping[str, Any], *, every: bool) -> None:
    """One tap on one pod; with `every`, pods it does not apply to are skipped."""
    by, do = signed_in(request), sent["do"]
    if do in ("pause", "resume"):
        tracking.pause(row, pod, paused=do == "pause", by=by)
    elif do == "random":
        tracking.pick_at_random(row, pod, sent["seat"] or 0, key=sent["key"], name=sent["name"], by=by)
    elif not every or tracked(row, pod).game.to_act == (STAFF,):
        tracking.play(row, pod, Move("open", STAFF), key=sent["key"], by=by, staff=True)


def _seat_views(row: Draft) -> list[SeatView]:
    return [SeatView(pod, STAFF) for pod in all_tracked(row)]


def _names(rows: list[PodRow], pod: int) -> dict[int, str]:
    return {seat.seat: seat.name for seat in rows[pod - 1].seats}


def _pod_context(request: HttpRequest, seat_view: SeatView, rows: list[PodRow]) -> dict[str, Any]:
    """One pod as seen by passers-by."""
    url = _url(seat_view.tracked.draft, seat_view.tracked.pod)
    return pod_page.context(PodPage(seat_view, 0, _names(rows, seat_view.tracked.pod), url), request)


def _line(seat_view: SeatView, rows: list[PodRow]) -> dict[str, Any]:
    names = _names(rows, seat_view.tracked.pod)
    return {
        "pod": seat_view.tracked.pod,
        "pair": seat_view.subtype == "solomon",
        "line": words.seat_texts(seat_view, names)[0],
        "where": words.where(seat_view),
        "clock": pod_page.clock(seat_view, timezone.now()),
        "waiting": [words.name_of(seat, names) for seat in seat_view.view.to_act if seat]
        if not seat_view.idle
        else [],
    }


def _tablet(request: HttpRequest, row: Draft, seat_view: SeatView) -> dict[str, Any]:
    """The URL of a table's tablet with its QR code."""
    link = absolute(request, address(row, seat_view.tracked.pod))
    modules = qr_modules(link)
    return {
        "link": link,
        "qr": squares(modules),
        "side": len(modules) + 4,
        "label": _("QR code of the tablet’s link"),
    }


def _url(row: Draft, pod: int) -> str:
    return f"{reverse('drafts:draft', args=[row.division.tournament.slug, row.pk])}?pod={pod or 1}"
