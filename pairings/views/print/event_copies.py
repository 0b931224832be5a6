"""The copies page: the folder, the state of the last copy, and a copy now."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.refused import Refused
from core.public_address import site
from core.sentences import refusal_text
from pairings.documents.event_copies import copy_event
from pairings.engine.refusals import PairingRefusal
from pairings.forms.copies import CopyFolderForm
from pairings.models import EventCopies
from pairings.queries import event_copies as queries
from pairings.services import event_copies
from pairings.views.reports.scoreboard import board
from pairings.words import copy_words
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament


@require_safe
@event_page("run")
def copies(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The state of the copies; an administrator chooses the folder here."""
    return _page(request, event)


@require_POST
@event_page("organize")
def choose(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Choose another folder, or none; the first copy is written at once, to show whether it works."""
    form = CopyFolderForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form)
    try:
        row = event_copies.choose(
            event,
            form.cleaned_data["folder"],
            by=signed_in(request),
            language=get_language() or "en",
            site=site(request),
        )
    except Refused as refused:
        form.add_error("folder", refusal_text(refused))
        return _page(request, event, form)
    if row.folder:
        _add_message(request, event, copied=copy_event(event.pk))
    else:
        messages.success(request, _("This event is no longer being copied."))
    return redirect("pairings:copies", event.slug)


@require_POST
@event_page("run")
def copy_now(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Write a copy now, such as after a correction."""
    if not queries.is_offered():
        raise Refused(PairingRefusal.COPIES_NOT_HERE)
    if queries.of_event(event).folder:
        _add_message(request, event, copied=copy_event(event.pk))
    return redirect("pairings:copies", event.slug)


def _add_message(request: HttpRequest, event: Tournament, *, copied: bool) -> None:
    if copied:
        folder = queries.of_event(event).folder
        messages.success(request, _("Copied to %(folder)s.") % {"folder": folder})


@require_safe
@event_page("run")
def state(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The warning on the desk, polled; empty without a problem."""
    return render(request, "pairings/copies/warning.html", {"copies": panel(event)})


def panel(event: Tournament) -> dict[str, Any] | None:
    """The copies on the desk: the row and the warning; None where copies are not offered."""
    if not queries.is_offered():
        return None
    row = queries.of_event(event)
    return {"row": row, "warning": warning(row)}


def warning(row: EventCopies) -> str:
    """ "it is full", for a folder whose last copy failed."""
    return copy_words.reason(row) if row.problem else ""


def _page(request: HttpRequest, event: Tournament, form: CopyFolderForm | None = None) -> HttpResponse:
    row = queries.of_event(event)
    may_choose = queries.is_offered() and bool(getattr(request.user, "is_superuser", False))
    folder = row.folder or (queries.folder_used_last() if may_choose else "")
    context = {
        "page": "files",
        "board": board(event),
        "offered": queries.is_offered(),
        "may_choose": may_choose,
        "copies": panel(event),
        "inside": event_copies.inside_name(event),
        "most": event_copies.MOST_SNAPSHOTS,
        "steps": copy_words.STEPS,
        "sticks": queries.sticks() if may_choose else [],
        "form": form or CopyFolderForm(initial={"folder": folder}),
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "pairings/copies/copies.html", context, status=status)
