"""Photos of a deck check: upload one from a judge's phone, show it to staff, and withdraw it."""

import secrets
from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from checks.access import as_page_of_deck_check, check_sheet_url
from checks.models import CheckPhoto, DeckCheck
from checks.models.checks import MAX_KEY_LENGTH
from checks.queries import check_sheets as sheets
from checks.services import check_photos as photos
from core import responses
from core.engine.refused import Refused
from core.requests import HomeRequest, StaffRequest
from core.services.picture_scaling import read_picture
from pairings.views import undo_messages
from pairings.views.reports import idempotency
from tournaments.access import event_page
from tournaments.models import Tournament

KEY_BYTES = 8


@require_POST
@as_page_of_deck_check("report")
def add_photo(request: StaffRequest, check: DeckCheck) -> HttpResponse:
    """Store a photo. The field `key` prevents a photo that is sent twice from being stored twice."""
    key = request.POST.get("key", "").replace("\0", "")[:MAX_KEY_LENGTH] or secrets.token_hex(KEY_BYTES)
    upload = request.FILES.get("image")
    note = request.POST.get("note", "").replace("\0", "")
    try:
        data = read_picture(upload)
        photo = photos.add_check_photo(check, data, key=key, by=request.user, note=note)
    except Refused as refused:
        return idempotency.refused_response(
            request, refused, check_sheet_url(check, note=note, fragment="photos")
        )
    message = _("The photo is stored with %(name)s’s deck check.") % {"name": check.entry}
    undo_messages.add_undo_message(request, message, check.entry.division, "CheckPhotoTaken", photo=photo.pk)
    return idempotency.accepted_response(request, check_sheet_url(check, fragment="photos"))


@require_safe
@event_page("view")
def serve_check_photo(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Return the image of a photo, or 404 if the photo was withdrawn or has no file."""
    photo = _visible_photo_or_404(event, pk)
    try:
        with photo.image.open("rb") as picture:
            response = HttpResponse(picture.read(), content_type="image/jpeg")
    except FileNotFoundError as error:
        raise Http404 from error
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@event_page("report")
def withdraw_photo(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw a photo; an undo restores it."""
    photo = _visible_photo_or_404(event, pk)
    try:
        photo = photos.withdraw_check_photo(photo, by=request.user)
    except Refused as refused:
        return responses.redirect_with_refusal(
            request, refused, check_sheet_url(photo.check_of, fragment="photos")
        )
    entry = photo.check_of.entry
    message = _("A photo of %(name)s’s deck check was withdrawn.") % {"name": entry}
    undo_messages.add_undo_message(request, message, entry.division, "CheckPhotoWithdrawn", photo=photo.pk)
    return idempotency.accepted_response(request, check_sheet_url(photo.check_of, fragment="photos"))


@dataclass(frozen=True, kw_only=True)
class PhotoRow:
    """One photo of a check. `withdraw`: URL that withdraws it, empty for users who may not."""

    pk: int
    url: str
    note: str
    by: str
    withdraw: str


def photo_list(request: HomeRequest, check: DeckCheck) -> list[PhotoRow]:
    """List the photos of a check for the page and its script. One query."""
    slug, can_withdraw = check.entry.tournament.slug, request.can["report"]
    return [
        PhotoRow(
            pk=photo.pk,
            url=reverse("checks:check_photo", args=[slug, photo.pk]),
            note=photo.note,
            by=f"{localtime(photo.at):%H:%M}" + (f", {photo.by}" if photo.by else ""),
            withdraw=reverse("checks:check_photo_withdraw", args=[slug, photo.pk]) if can_withdraw else "",
        )
        for photo in sheets.photos_of(check)
    ]


def _visible_photo_or_404(event: Tournament, pk: int) -> CheckPhoto:
    visible = CheckPhoto.objects.filter(check_of__entry__tournament=event, withdrawn_at=None)
    related = ("check_of__entry__player", "check_of__entry__division", "check_of__entry__tournament")
    return get_object_or_404(visible.select_related(*related), pk=pk)
