"""Snapshots of a home: listing, creating and copying them, and restoring from a file."""

from dataclasses import asdict

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import hooks
from core.access import as_page_of_home, may_create_homes, requires_right_to_create_homes
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.forms.questions import Question
from core.forms.snapshots import RestoreForm
from core.models.journal import Home
from core.queries.homes import core_page_address
from core.requests import SignedInRequest, StaffRequest
from core.sentences import refusal_text
from core.services.snapshots import home_folder, staff_actions
from core.text_parts import joined_with_semicolons
from core.words.snapshot_words import snapshot_state_text

TYPE = "application/vnd.stadium.snapshot+zip"
"""The content type of a snapshot."""


@require_safe
@as_page_of_home("organize")
def snapshots_page(request: StaffRequest, home: Home) -> HttpResponse:
    """Show the stored snapshots and the actions on them."""
    context = {
        "page": "files",
        "rows": [
            {**asdict(file), "snapshot_state_text": snapshot_state_text(file.after)}
            for file in home_folder.list_snapshots(home)
        ],
        "failure": home_folder.snapshot_failure_reason(home),
        "most": home_folder.MOST,
        "origin": next((find_origin(home) for find_origin in hooks.latest_origin), None),
        "may_create": may_create_homes(request),
        "photos": any(True for find_pictures in hooks.pictures for _picture in find_pictures(home)),
    }
    return render(request, "core/snapshots.html", context)


@require_POST
@as_page_of_home("organize")
def snapshot_now(request: StaffRequest, home: Home) -> HttpResponse:
    """Create a snapshot now. Refused: SNAPSHOT_NOT_WRITTEN (reason)."""
    try:
        name = staff_actions.save_snapshot(home, by=request.user, photos="photos" in request.POST)
    except OSError as error:
        raise Refused(CoreRefusal.SNAPSHOT_NOT_WRITTEN, reason=error.strerror or "") from error
    messages.success(request, _("Snapshot made: %(name)s") % {"name": name})
    return redirect(core_page_address("snapshots", home.slug))


@require_safe
@as_page_of_home("organize")
def download_snapshot(request: StaffRequest, home: Home, name: str) -> HttpResponse:
    """Download a snapshot. Refused: SNAPSHOT_MISSING."""
    data = staff_actions.read_snapshot_for_download(home, name, by=request.user)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(data, content_type=TYPE, headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@as_page_of_home("organize")
def snapshot_delete(request: StaffRequest, home: Home, name: str) -> HttpResponse:
    """Ask for confirmation, then delete a snapshot. Refused: SNAPSHOT_MISSING."""
    if request.method == "POST":
        home_folder.delete_snapshot(home, name)
        messages.success(request, _("Snapshot deleted."))
        return redirect(core_page_address("snapshots", home.slug))
    # Refuses a snapshot that does not exist.
    home_folder.read_snapshot(home, name)
    context = {
        "title": _("Delete this snapshot"),
        "lead": name,
        "page": "files",
        "question": Question(
            changes=[
                _("The file is deleted here. Copies you downloaded are not affected."),
                _("The event itself does not change."),
            ],
            action=_("Delete the snapshot"),
            action_url=core_page_address("snapshot_delete", home.slug, name),
            cancel_url=core_page_address("snapshots", home.slug),
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context)


@require_POST
@as_page_of_home("organize")
def create_rehearsal_copy_of_home(request: StaffRequest, home: Home) -> HttpResponse:
    """Create a rehearsal copy of the current home, or of its stored snapshot `name` if posted.

    Refused: see `staff_actions.create_rehearsal_copy`. Users who may not create homes get 403.
    """
    if not may_create_homes(request):
        raise PermissionDenied
    copy = staff_actions.create_rehearsal_copy(home, request.POST.get("name", ""), by=request.user)
    messages.success(
        request, _("This is a copy. Changes here do not affect %(event)s.") % {"event": home.name}
    )
    return redirect(core_page_address("event", copy.slug))


@require_http_methods(["GET", "HEAD", "POST"])
@requires_right_to_create_homes
def restore_home(request: SignedInRequest) -> HttpResponse:
    """Create an event from an uploaded snapshot."""
    is_administrator = request.user.is_superuser
    form = RestoreForm(request.POST or None, request.FILES or None, administrator=is_administrator)
    if request.method == "POST" and form.is_valid():
        try:
            home = staff_actions.restore_snapshot(
                form.cleaned_data["file"].read(),
                by=request.user,
                slug=form.cleaned_data["slug"],
                staff=form.cleaned_data["staff"],
                trusted=form.cleaned_data.get("trusted", False),
            )
        except Refused as refused:
            form.add_error("slug" if refused.code.startswith("SLUG_") else "file", refusal_text(refused))
        else:
            messages.success(request, _("%(event)s was restored from the snapshot.") % {"event": home.name})
            staff = (user for find_staff in hooks.staff_of_home for user, _role in find_staff(home))
            other_names = [str(user) for user in staff if user != request.user]
            if other_names:
                names = joined_with_semicolons(sorted(other_names))
                messages.info(request, _("Staff roles restored: %(names)s") % {"names": names})
            return redirect(core_page_address("event", home.slug))
    return render(request, "core/restore.html", {"form": form}, status=422 if form.errors else 200)
