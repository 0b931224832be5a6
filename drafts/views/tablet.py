"""The tablet of a table in a tracked draft: no account, a signed URL that staff issue and revoke."""

import re

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core import stamps
from core.engine.refused import Refused
from core.live import Live
from core.web import private_page
from decks.models import Draft
from decks.queries.drafts import seats_of
from decks.words.limited_words import subtype_name
from drafts.engine.refusals import DraftRefusal
from drafts.forms.tracking import TapForm
from drafts.queries import seat_views as queries
from drafts.views import pod_page
from drafts.views.pod_page import PodPage
from tournaments.rules import powers

SALT = "decks.tablet"
SHAPE = re.compile(r"(\d{1,9})\.(\d{1,4})\.(\d{1,5})", re.ASCII)


def address(draft: Draft, pod: int) -> str:
    """The URL of a pod's tablet, valid until `draft.tablets` changes."""
    return reverse(
        "drafts:tablet", args=[signing.Signer(salt=SALT).sign(f"{draft.pk}.{pod}.{draft.tablets}")]
    )


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def tablet(request: HttpRequest, signed: str) -> HttpResponse:
    """One screen for a table: face-up cards, who picks, counts. A POST is a tap."""
    position, opened = stamps.position(), _opened(signed)
    if opened is None:
        return render(request, "drafts/tracked/shut.html", status=404)
    draft, pod = opened
    event = draft.division.tournament
    request.home, request.can = event, powers(request.user, event)  # type: ignore[attr-defined, arg-type]
    request.live = Live(position, event.pk)  # type: ignore[attr-defined]
    with timezone.override(event.timezone):
        if request.method != "POST":
            if pod_page.unmoved(request, draft, pod):
                return HttpResponse(status=pod_page.UNCHANGED)
            return _page(request, draft, pod)
        return pod_page.answered(
            request,
            address(draft, pod),
            lambda: _tap(request, draft, pod),
            lambda **more: _page(request, draft, pod, **more),
        )


def _opened(signed: str) -> tuple[Draft, int] | None:
    """The draft and pod of a URL; None if the signature is wrong or the link was revoked."""
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


def _tap(request: HttpRequest, draft: Draft, pod: int) -> None:
    """Play a tap for the seat shown on the page; secret picks are not made on the tablet."""
    form = TapForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["seat"]:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    table = _table(draft, pod, form.cleaned_data["seat"])
    if not table.seat_view.face_up:
        raise Refused(DraftRefusal.STAFF_ONLY)
    visible = {card.number for card in table.seat_view.view.seen}
    if form.cleaned_data["do"] == "rename" and form.cleaned_data["card"] not in visible:
        raise Refused(DraftRefusal.CARD_NOT_YOURS, seat=table.actor, card=form.cleaned_data["card"])
    pod_page.tap(table, request)


def _table(draft: Draft, pod: int, actor: int | None = None) -> PodPage:
    seat_view = queries.seat_view(draft, pod)
    names = {row.seat: row.name for row in seats_of(draft, public=True)[pod - 1].seats}
    acting = next(iter(seat_view.view.to_act), 0) if seat_view.face_up else 0
    return PodPage(seat_view, acting if actor is None else actor, names, address(draft, pod), at_table=True)


def _page(
    request: HttpRequest, draft: Draft, pod: int, *, fault: str = "", status: int = 200
) -> HttpResponse:
    context = pod_page.context(_table(draft, pod), request)
    more = {"fault": fault, "board": {"line": subtype_name(draft.subtype)}}
    response = render(request, "drafts/tracked/tablet.html", context | more, status=status)
    return pod_page.part(request, response, context["url"], context["turn"])
