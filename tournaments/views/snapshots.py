"""Snapshots of an event: list, create, copy, and restore from a file."""

from dataclasses import asdict

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.engine.refused import Refused
from core.forms.questions import Question
from core.sentences import refusal_text
from core.wording import in_a_row
from tournaments import hooks
from tournaments.access import creates_events, event_page, signed_in
from tournaments.engine.refusals import TournamentRefusal
from tournaments.forms.snapshots import RestoreForm
from tournaments.models import Tournament
from tournaments.rules import may_create_events
from tournaments.services import snapshots as services
from tournaments.services.snapshots import shelf
from tournaments.words.snapshot_words import stands_text

TYPE = "application/vnd.stadium.snapshot+zip"


@require_safe
@event_page("organize")
def snapshots(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The stored snapshots, and actions on them."""
    context = {
        "page": "files",
        "rows": [{**asdict(one), "stands_text": stands_text(one.after)} for one in shelf.files(event)],
        "failure": shelf.failure(event),
        "most": shelf.MOST,
        "origin": event.origins.order_by("number").last(),
        "may_create": may_create_events(request.user),
        "photos": any(True for find in hooks.pictures for _picture in find(event)),
    }
    return render(request, "tournaments/snapshots.html", context)


@require_POST
@event_page("organize")
def snapshot_now(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Create a snapshot now. Refused: SNAPSHOT_NOT_WRITTEN (reason)."""
    try:
        name = services.by_hand.save(event, by=signed_in(request), photos="photos" in request.POST)
    except OSError as problem:
        raise Refused(TournamentRefusal.SNAPSHOT_NOT_WRITTEN, reason=problem.strerror or "") from problem
    messages.success(request, _("Snapshot made: %(name)s") % {"name": name})
    return redirect("tournaments:snapshots", event.slug)


@require_safe
@event_page("organize")
def snapshot_file(request: HttpRequest, event: Tournament, name: str) -> HttpResponse:
    """Download a snapshot. Refused: SNAPSHOT_MISSING."""
    data = services.by_hand.download(event, name, by=signed_in(request))
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(data, content_type=TYPE, headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("organize")
def snapshot_delete(request: HttpRequest, event: Tournament, name: str) -> HttpResponse:
    """Ask, then delete a snapshot. Refused: SNAPSHOT_MISSING."""
    if request.method == "POST":
        shelf.delete(event, name)
        messages.success(request, _("Snapshot deleted."))
        return redirect("tournaments:snapshots", event.slug)
    shelf.read(event, name)
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
            action_url=reverse("tournaments:snapshot_delete", args=[event.slug, name]),
            cancel_url=reverse("tournaments:snapshots", args=[event.slug]),
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context)


@require_POST
@event_page("organize")
def rehearse(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Create a rehearsal copy of the current event, or of a stored snapshot. Refused: SNAPSHOT_MISSING."""
    if not may_create_events(request.user):
        raise PermissionDenied
    copy = services.by_hand.copy(event, request.POST.get("name", ""), by=signed_in(request))
    messages.success(
        request, _("This is a copy. Changes here do not affect %(event)s.") % {"event": event.name}
    )
    return redirect("tournaments:event", copy.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@creates_events
def restore(request: HttpRequest) -> HttpResponse:
    """Create an event from an uploaded snapshot."""
    administrator = signed_in(request).is_superuser
    form = RestoreForm(request.POST or None, request.FILES or None, administrator=administrator)
    if request.method == "POST" and form.is_valid():
        try:
            event = services.restore(
                form.cleaned_data["file"].read(),
                by=signed_in(request),
                slug=form.cleaned_data["slug"],
                staff=form.cleaned_data["staff"],
                trusted=form.cleaned_data.get("trusted", False),
            )
        except Refused as refused:
            form.add_error("slug" if refused.code.startswith("SLUG_") else "file", refusal_text(refused))
        else:
            messages.success(request, _("%(event)s was restored from the snapshot.") % {"event": event.name})
            others = [str(row.user) for row in event.staff.exclude(user=signed_in(request))]
            if others:
                names = in_a_row(sorted(others))
                messages.info(request, _("Staff with their roles again: %(names)s") % {"names": names})
            return redirect("tournaments:event", event.slug)
    return render(request, "tournaments/restore.html", {"form": form}, status=422 if form.errors else 200)
