"""The announcements of an event."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.documents.downloads import spreadsheet_response
from core.requests import HomeRequest, StaffRequest
from tournaments import queries
from tournaments.access import event_page
from tournaments.documents import announcements as documents
from tournaments.forms.announcements import (
    AnnouncementForm,
    default_announcement_text,
    useful_announcement_kinds,
)
from tournaments.models import Announcement, Tournament
from tournaments.services import announcements as board


@require_safe
@event_page(as_bytes=True, shows=())
def announcements_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show all announcements to everyone, and a form to organizers.

    `?kind=` fills in the standard text of that kind.
    """
    kind = request.GET.get("kind", "")
    form = AnnouncementForm(
        initial={"kind": kind or Announcement.Kind.OTHER, "text": default_announcement_text(event, kind)}
    )
    return _announcements_page(request, event, form)


@require_safe
@event_page("view")
def export_announcements(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Return all announcements as CSV or XLSX."""
    file = documents.announcements_spreadsheet(event, queries.announcement_rows(event), kind)
    return spreadsheet_response(file, f"{event.slug}-announcements", kind)


@require_POST
@event_page("organize")
def post_announcement_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Post an announcement."""
    form = AnnouncementForm(request.POST)
    if form.is_valid() and form.save_to(event, by=request.user):
        messages.success(request, _("Announced. The front page shows it."))
        return redirect("tournaments:announcements", event.slug)
    return _announcements_page(request, event, form)


@require_POST
@event_page("organize")
def announcement_withdraw(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw an announcement."""
    board.withdraw_announcement(get_object_or_404(event.announcements, pk=pk), by=request.user)
    messages.success(request, _("Withdrawn. It is still listed under Announcements, struck through."))
    return redirect("tournaments:announcements", event.slug)


def _announcements_page(request: HttpRequest, event: Tournament, form: AnnouncementForm) -> HttpResponse:
    """Render the announcements, with the form and with links that fill in standard texts."""
    address = reverse("tournaments:announcements", args=[event.slug])
    suggestions = [
        (label, f"{address}?kind={kind}#write")
        for kind, label in Announcement.Kind.choices
        if kind in useful_announcement_kinds(event)
    ]
    context = {
        "rows": queries.announcement_rows(event),
        "form": form,
        "usual": suggestions,
        "page": "announcements",
    }
    return render(request, "tournaments/announcements.html", context)
