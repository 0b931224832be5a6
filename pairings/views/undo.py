"""Taking steps back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.services import undo as steps
from pairings.views import frame
from tournaments import sentences
from tournaments.access import event_page
from tournaments.engine.refused import Refused
from tournaments.models import Division, JournalEvent, Tournament

STAY = ("Result", "Entry", "Players", "PairingOptions", "TablesDrawn", "MatchMade")
"""Kinds of steps whose page is still there once they are taken back."""


@require_POST
@event_page("run")
def undo(request: HttpRequest, event: Tournament, event_id: int) -> HttpResponse:
    """Take back the step of one journal line."""
    line = get_object_or_404(
        JournalEvent.objects.select_related("division__tournament"), tournament=event, pk=event_id
    )
    return _take_back(request, line)


@require_POST
@event_page("run")
def undo_last(request: HttpRequest, event: Tournament, division: int) -> HttpResponse:
    """Take back the last change this person made in a division."""
    home = frame.division_of(event, division)
    step = steps.last(home, of=frame.signed_in(request))
    if step is None:
        return frame.told(request, Refused("NOTHING_TO_UNDO"), frame.back(request, frame.desk_url(home)))
    return _take_back(request, step.event)


def _take_back(request: HttpRequest, line: JournalEvent) -> HttpResponse:
    home: Division | None = line.division
    desk = frame.desk_url(home) if home else "/"
    url = frame.back(request, desk) if line.kind.startswith(STAY) else desk
    try:
        steps.undo(line, by=frame.signed_in(request))
    except Refused as refused:
        return frame.told(request, refused, frame.back(request, desk))
    told = sentences.tell(line.kind, line.facts)
    messages.success(request, _("Taken back: %(step)s.") % {"step": told.rstrip(".")})
    return redirect(url)
