"""Public pictures of homes and teams: shown to everyone, uploaded and removed by organizers."""

from django.contrib import messages
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.access import as_page_of_home
from core.engine.bowl_picture import draw_bowl
from core.engine.refused import Refused
from core.models import Team
from core.models.journal import Home
from core.models.pictures import FOLDER
from core.queries.homes import core_page_address
from core.requests import StaffRequest, TeamRequest
from core.sentences import refusal_text
from core.services import pictures
from core.services.picture_scaling import read_picture
from core.team_access import as_page_of_team

FOREVER = "public, max-age=31536000, immutable"
"""The Cache-Control header of a file whose content never changes."""


@require_safe
def serve_bowl_picture(request: HttpRequest, short_name: str) -> HttpResponse:
    """Return the picture drawn from a short name, which need not belong to a home."""
    picture = draw_bowl(short_name)
    return HttpResponse(picture, content_type="image/svg+xml", headers={"Cache-Control": FOREVER})


@require_safe
def picture(request: HttpRequest, name: str) -> HttpResponse:
    """Return a cover or a logo, or 404 after its removal.

    The content stored under a name never changes.
    """
    try:
        with default_storage.open(f"{FOLDER}/{name}", "rb") as file:
            content = file.read()
    except FileNotFoundError as error:
        raise Http404 from error
    return HttpResponse(content, content_type="image/webp", headers={"Cache-Control": FOREVER})


@require_POST
@as_page_of_home("organize")
def change_cover(request: StaffRequest, home: Home) -> HttpResponse:
    """Store the uploaded cover of a home, or remove the current one if `do` is "remove"."""
    try:
        if request.POST.get("do") == "remove":
            pictures.remove_cover(home, by=request.user)
            messages.success(request, _("The cover picture is deleted."))
        else:
            pictures.set_cover(home, _uploaded_picture(request), by=request.user)
            messages.success(request, _("The cover picture is on the event’s page."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(core_page_address("settings", home.slug) + "#cover")


@require_POST
@as_page_of_team(owner=True)
def change_team_logo(request: TeamRequest, team: Team) -> HttpResponse:
    """Store the uploaded logo of a team, or remove the current one if `do` is "remove"."""
    try:
        if request.POST.get("do") == "remove":
            pictures.remove_logo(team, by=request.user)
            messages.success(request, _("The logo is deleted."))
        else:
            pictures.set_logo(team, _uploaded_picture(request), by=request.user)
            messages.success(request, _("The logo is on the pages of the team’s events."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(core_page_address("team", team.pk) + "#logo")


def _uploaded_picture(request: HttpRequest) -> bytes:
    """Return the picture from the camera or the gallery, whichever field has one."""
    uploads = [upload for upload in request.FILES.getlist("image") if upload]
    return read_picture(uploads[0] if uploads else None)
