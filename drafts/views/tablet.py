"""The tablet of a table in a tracked draft. It needs only a signed URL, which staff issue and can revoke."""

import re

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core import stamps
from core.engine.refused import Refused
from core.live import PagePolling
from core.requests import HomeRequest
from core.responses import as_private_page
from core.scoreboard.scoreboard import Scoreboard
from decks.models import Draft
from decks.queries.drafts import pods_with_seats
from decks.words.limited_words import subtype_name
from drafts.engine.moves import STAFF
from drafts.engine.refusals import DraftRefusal
from drafts.forms.tracking import TapForm
from drafts.queries import seat_views as queries
from drafts.queries.seat_views import DraftSeatView
from drafts.queries.tracking import tracked_pod
from drafts.views import pod_page
from drafts.views.pod_page import PodPage
from drafts.views.table_page import table_page
from tournaments.rules import powers

SALT = "decks.tablet"
SHAPE = re.compile(r"(\d{1,9})\.(\d{1,4})\.(\d{1,5})", re.ASCII)
"""Signed content of a link: id of the draft, number of the pod, and how often links were revoked."""


def tablet_url(draft: Draft, pod: int) -> str:
    """Return the signed URL of a pod's tablet, which is valid until `draft.tablets` changes."""
    return reverse(
        "drafts:tablet", args=[signing.Signer(salt=SALT).sign(f"{draft.pk}.{pod}.{draft.tablets}")]
    )


@require_http_methods(["GET", "HEAD", "POST"])
@as_private_page
def tablet(request: HomeRequest, signed: str) -> HttpResponse:
    """Show the face-up cards, the turn and the number of cards of each player at a table. A POST is a tap.

    A link that is wrong or was revoked gets a page with status 404.
    """
    # The position is read first, so that a page rendered during a change is refreshed.
    position, pod_of_link = stamps.current_stamp_position(), _pod_of_tablet_url(signed)
    if pod_of_link is None:
        return render(request, "drafts/tracked/shut.html", status=404)
    draft, pod = pod_of_link
    event = draft.division.tournament
    request.home, request.can = event, powers(request.user, event)
    request.live = PagePolling(position, event.pk)
    with timezone.override(event.timezone):
        if request.method != "POST":
            if pod_page.is_polling_page_current(request, draft, pod):
                return HttpResponse(status=pod_page.UNCHANGED)
            return _tablet_page(request, draft, pod)
        return pod_page.tap_response(
            request,
            tablet_url(draft, pod),
            lambda: _play_tap(request, draft, pod),
            lambda **more: _tablet_page(request, draft, pod, **more),
        )


def _pod_of_tablet_url(signed: str) -> tuple[Draft, int] | None:
    """Return the draft and pod of a signed URL, or None if the signature is wrong or the link was revoked."""
    try:
        parts = SHAPE.fullmatch(signing.Signer(salt=SALT).unsign(signed))
    except signing.BadSignature:
        return None
    if parts is None:
        return None
    pk, pod, tablets = (int(part) for part in parts.groups())
    draft = Draft.objects.select_related("division__tournament").filter(pk=pk, tablets=tablets).first()
    if draft is None or not queries.is_tracked(draft) or not 1 <= pod <= len(draft.seats):
        return None
    return draft, pod


def _play_tap(request: HttpRequest, draft: Draft, pod: int) -> None:
    """Play a tap for the seat shown on the page. Secret picks cannot be made on the tablet.

    Refused: DRAFT_TAP_UNKNOWN, STAFF_ONLY, CARD_NOT_YOURS (seat, card), and whatever `pod_page.play_tap_on_pod_page`
    refuses.
    """
    form = TapForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["seat"]:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    seat_view, seat = DraftSeatView(tracked_pod(draft, pod), STAFF), form.cleaned_data["seat"]
    if not seat_view.packs_lie_face_up:
        raise Refused(DraftRefusal.STAFF_ONLY)
    visible_numbers = {card.number for card in seat_view.view.seen}
    if form.cleaned_data["do"] == "rename" and form.cleaned_data["card"] not in visible_numbers:
        raise Refused(DraftRefusal.CARD_NOT_YOURS, seat=seat, card=form.cleaned_data["card"])
    pod_page.play_tap_on_pod_page(PodPage(seat_view, seat, tablet_url(draft, pod), at_table=True), request)


def _tablet_page(
    request: HomeRequest, draft: Draft, pod: int, *, fault: str = "", status: int = 200
) -> HttpResponse:
    """Show the tablet's page for the seat whose turn it is. `fault`: the text of a refusal."""
    seat_view, names = queries.seat_view(draft, pod), pods_with_seats(draft, public=True)[pod - 1].names
    acting_seat = next(iter(seat_view.view.to_act), STAFF) if seat_view.packs_lie_face_up else STAFF
    pod_page_of_tablet = PodPage(seat_view, acting_seat, tablet_url(draft, pod), names, at_table=True)
    page = table_page(pod_page_of_tablet, request)
    extra = {"fault": fault, "board": Scoreboard(line=subtype_name(draft.subtype))}
    response = render(request, "drafts/tracked/tablet.html", vars(page) | extra, status=status)
    return pod_page.adapt_for_polling(request, response, page.url, page.turn)
