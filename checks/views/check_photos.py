"""Photos of a deck check: uploaded from a judge's phone, shown to staff of the event only, withdrawn."""

import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from checks.access import check_page
from checks.engine.refusals import CheckRefusal
from checks.models import CheckPhoto, DeckCheck
from checks.models.checks import LONGEST_KEY, LONGEST_WHY
from checks.queries import check_sheets as sheets
from checks.services import check_photos as photos
from checks.services.pictures import MOST_BYTES
from core.engine.refused import Refused
from pairings.views.reports import idempotency
from pairings.views.rounds import round_chrome
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

KEY_BYTES = 8


@require_POST
@check_page("report")
def add(request: HttpRequest, row: DeckCheck) -> HttpResponse:
    """Store a photo; its key comes from the phone, which may send it twice."""
    key = request.POST.get("key", "").replace("\0", "")[:LONGEST_KEY] or secrets.token_hex(KEY_BYTES)
    sent = request.FILES.get("image")
    note = request.POST.get("note", "").replace("\0", "")
    try:
        if sent is not None and sent.size and sent.size > MOST_BYTES:
            raise Refused(CheckRefusal.PHOTO_TOO_BIG, limit=MOST_BYTES // 1024 // 1024)
        data = sent.read() if sent is not None else b""
        photo = photos.add(row, data, key=key, by=signed_in(request), note=note)
    except Refused as refused:
        return idempotency.refused_answer(request, refused, _url(row, note=note))
    words = _("The photo is stored with the deck check of %(name)s.") % {"name": row.entry}
    round_chrome.add_message(request, words, row.entry.division, "CheckPhotoTaken", photo=photo.pk)
    return idempotency.accepted(request, _url(row))


@require_safe
@event_page("view")
def show(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """One photo as stored; 404 if it was withdrawn."""
    row = _one(event, pk)
    try:
        with row.image.open("rb") as picture:
            answer = HttpResponse(picture.read(), content_type="image/jpeg")
    except FileNotFoundError as error:
        raise Http404 from error
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_POST
@event_page("report")
def withdraw(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw a photo."""
    row = _one(event, pk)
    try:
        row = photos.withdraw(row, by=signed_in(request))
    except Refused as refused:
        return round_chrome.redirect_with_error(request, refused, _url(row.check_of))
    entry = row.check_of.entry
    words = _("A photo of the check of %(name)s is withdrawn.") % {"name": entry}
    round_chrome.add_message(request, words, entry.division, "CheckPhotoWithdrawn", photo=row.pk)
    return idempotency.accepted(request, _url(row.check_of))


def photo_list(request: HttpRequest, row: DeckCheck) -> list[dict[str, Any]]:
    """The photos of a check for the page and its script. One query."""
    slug, may = row.entry.tournament.slug, round_chrome.may(request, "report")
    return [
        {
            "pk": photo.pk,
            "url": reverse("checks:check_photo", args=[slug, photo.pk]),
            "note": photo.note,
            "by": f"{localtime(photo.at):%H:%M}" + (f", {photo.by}" if photo.by else ""),
            "withdraw": reverse("checks:check_photo_withdraw", args=[slug, photo.pk]) if may else "",
        }
        for photo in sheets.photos_of(row)
    ]


def _one(event: Tournament, pk: int) -> CheckPhoto:
    rows = CheckPhoto.objects.filter(check_of__entry__tournament=event, withdrawn_at=None)
    related = ("check_of__entry__player", "check_of__entry__division", "check_of__entry__tournament")
    return get_object_or_404(rows.select_related(*related), pk=pk)


def _url(row: DeckCheck, *, note: str = "") -> str:
    """The URL of the photos, with `note` for the next one's field."""
    query = {"note": note[:LONGEST_WHY]} if note else {}
    return reverse("checks:check", args=[row.entry.tournament.slug, row.pk], query=query, fragment="photos")
