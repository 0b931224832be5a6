"""The copies page: choose the folder, show the state of the last copy, and copy now."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.refused import Refused
from core.public_address import site_address
from core.requests import StaffRequest
from core.sentences import refusal_text
from pairings.documents.event_copies import write_event_copy
from pairings.engine.refusals import PairingRefusal
from pairings.forms.event_copies import CopyFolderForm
from pairings.models.copies import EventCopies
from pairings.queries import event_copies as queries
from pairings.services import event_copies
from pairings.views.reports.scoreboard import scoreboard_of_event
from pairings.words import copy_words
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@event_page("run")
def copies_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the state of the copies, and to administrators the form for the folder."""
    return _render_copies_page(request, event)


@require_POST
@event_page("organize")
def choose_copy_folder_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Change the folder for the copies, which only administrators may do.

    An empty folder stops the copies. Otherwise, the first copy is written immediately, so that the user sees
    whether it works.
    """
    form = CopyFolderForm(request.POST)
    if not form.is_valid():
        return _render_copies_page(request, event, form)
    try:
        chosen_copies = event_copies.choose_copy_folder(
            event,
            form.cleaned_data["folder"],
            by=request.user,
            language=get_language() or "en",
            site=site_address(request),
        )
    except Refused as refused:
        form.add_error("folder", refusal_text(refused))
        return _render_copies_page(request, event, form)
    if not chosen_copies.folder:
        messages.success(request, _("This event is no longer being copied."))
    elif write_event_copy(event.pk):
        messages.success(request, _("Copied to %(folder)s.") % {"folder": chosen_copies.folder})
    return redirect("pairings:copies", event.slug)


@require_POST
@event_page("run")
def copy_event_now(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Write a copy immediately, for example after a correction. Nothing happens without a folder.

    Refused: COPIES_NOT_HERE if this installation does not offer copies.
    """
    if not queries.are_copies_offered():
        raise Refused(PairingRefusal.COPIES_NOT_HERE)
    copies_of_event = queries.copies_of_event(event)
    if copies_of_event.folder and write_event_copy(event.pk):
        messages.success(request, _("Copied to %(folder)s.") % {"folder": copies_of_event.folder})
    return redirect("pairings:copies", event.slug)


@require_safe
@event_page("run")
def copies_warning(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Render the warning about copies, which the desk polls; it is empty if there is no problem."""
    return render(request, "pairings/copies/warning.html", {"copies": build_copies_panel(event)})


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiesPanel:
    """Panel about the copies on the desk, with their stored state. `warning` is "" if there is no problem."""

    row: EventCopies
    warning: str


def build_copies_panel(event: Tournament) -> CopiesPanel | None:
    """Build the panel about the copies on the desk, or return None if copies are not offered."""
    if not queries.are_copies_offered():
        return None
    event_copies_row = queries.copies_of_event(event)
    return CopiesPanel(
        row=event_copies_row,
        warning=copy_words.copy_problem_text(event_copies_row) if event_copies_row.problem else "",
    )


def _render_copies_page(
    request: HttpRequest, event: Tournament, form: CopyFolderForm | None = None
) -> HttpResponse:
    copies_of_event = queries.copies_of_event(event)
    may_choose = queries.are_copies_offered() and bool(getattr(request.user, "is_superuser", False))
    folder = copies_of_event.folder or (queries.last_used_copy_folder() if may_choose else "")
    context = {
        "page": "files",
        "board": scoreboard_of_event(event),
        "offered": queries.are_copies_offered(),
        "may_choose": may_choose,
        "copies": build_copies_panel(event),
        "inside": event_copies.event_folder_name(event),
        "most": event_copies.MAX_SNAPSHOTS,
        "steps": copy_words.STEPS,
        "sticks": queries.removable_disks() if may_choose else [],
        "form": form or CopyFolderForm(initial={"folder": folder}),
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "pairings/copies/copies.html", context, status=status)
