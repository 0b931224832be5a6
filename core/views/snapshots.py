"""Snapshots of a home: list, create, copy, and restore from a file."""

from dataclasses import asdict

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import hooks
from core.access import creates_homes, home_page, may_create, signed_in
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.forms.questions import Question
from core.forms.snapshots import RestoreForm
from core.models.journal import Home
from core.queries.homes import page_address
from core.sentences import refusal_text
from core.services.snapshots import by_hand, shelf
from core.wording import in_a_row
from core.words.snapshot_words import stands_text

TYPE = "application/vnd.stadium.snapshot+zip"


@require_safe
@home_page("organize")
def snapshots(request: HttpRequest, home: Home) -> HttpResponse:
    """The stored snapshots, and actions on them."""
    context = {
        "page": "files",
        "rows": [{**asdict(one), "stands_text": stands_text(one.after)} for one in shelf.files(home)],
        "failure": shelf.failure(home),
        "most": shelf.MOST,
        "origin": next((find(home) for find in hooks.latest_origin), None),
        "may_create": may_create(request),
        "photos": any(True for find in hooks.pictures for _picture in find(home)),
    }
    return render(request, "tournaments/snapshots.html", context)


@require_POST
@home_page("organize")
def snapshot_now(request: HttpRequest, home: Home) -> HttpResponse:
    """Create a snapshot now. Refused: SNAPSHOT_NOT_WRITTEN (reason)."""
    try:
        name = by_hand.save(home, by=signed_in(request), photos="photos" in request.POST)
    except OSError as problem:
        raise Refused(CoreRefusal.SNAPSHOT_NOT_WRITTEN, reason=problem.strerror or "") from problem
    messages.success(request, _("Snapshot made: %(name)s") % {"name": name})
    return redirect(page_address("snapshots", home.slug))


@require_safe
@home_page("organize")
def snapshot_file(request: HttpRequest, home: Home, name: str) -> HttpResponse:
    """Download a snapshot. Refused: SNAPSHOT_MISSING."""
    data = by_hand.download(home, name, by=signed_in(request))
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(data, content_type=TYPE, headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@home_page("organize")
def snapshot_delete(request: HttpRequest, home: Home, name: str) -> HttpResponse:
    """Ask, then delete a snapshot. Refused: SNAPSHOT_MISSING."""
    if request.method == "POST":
        shelf.delete(home, name)
        messages.success(request, _("Snapshot deleted."))
        return redirect(page_address("snapshots", home.slug))
    shelf.read(home, name)
    context = {
        "title": _("Delete this snapshot"),
        "lead": name,
        "page": "files",
        "question": Question(
            changes=[
                _("The file is deleted here. A copy that you downloaded stays as it is."),
                _("The event itself does not change."),
            ],
            action=_("Delete the snapshot"),
            action_url=page_address("snapshot_delete", home.slug, name),
            cancel_url=page_address("snapshots", home.slug),
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context)


@require_POST
@home_page("organize")
def rehearse(request: HttpRequest, home: Home) -> HttpResponse:
    """Create a rehearsal copy of the current home, or of a stored snapshot. Refused: SNAPSHOT_MISSING."""
    if not may_create(request):
        raise PermissionDenied
    copy = by_hand.copy(home, request.POST.get("name", ""), by=signed_in(request))
    messages.success(
        request, _("This is a copy. Changes here do not affect %(event)s.") % {"event": home.name}
    )
    return redirect(page_address("event", copy.slug))


@require_http_methods(["GET", "HEAD", "POST"])
@creates_homes
def restore(request: HttpRequest) -> HttpResponse:
    """Create an event from an uploaded snapshot."""
    administrator = signed_in(request).is_superuser
    form = RestoreForm(request.POST or None, request.FILES or None, administrator=administrator)
    if request.method == "POST" and form.is_valid():
        try:
            home = by_hand.restore(
                form.cleaned_data["file"].read(),
                by=signed_in(request),
                slug=form.cleaned_data["slug"],
                staff=form.cleaned_data["staff"],
                trusted=form.cleaned_data.get("trusted", False),
            )
        except Refused as refused:
            form.add_error("slug" if refused.code.startswith("SLUG_") else "file", refusal_text(refused))
        else:
            messages.success(request, _("%(event)s was restored from the snapshot.") % {"event": home.name})
            staff = (user for find in hooks.staff_of_home for user, _role in find(home))
            others = [str(user) for user in staff if user != signed_in(request)]
            if others:
                names = in_a_row(sorted(others))
                messages.info(request, _("Staff with their roles again: %(names)s") % {"names": names})
            return redirect(page_address("event", home.slug))
    return render(request, "tournaments/restore.html", {"form": form}, status=422 if form.errors else 200)
