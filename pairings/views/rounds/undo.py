"""Undo steps."""

from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core import sentences, web
from core.engine.journal.kinds import KINDS
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo as steps
from core.views.steps import add_news, newest
from core.wording import in_a_row, labelled
from pairings.engine.refusals import PairingRefusal
from pairings.services.tom import undone_file
from pairings.views.rounds import round_chrome
from tournaments.access import event_page, signed_in
from tournaments.models import Division, Tournament
from tournaments.queries.journal import event_of, line_facts, round_titles
from tournaments.queries.journal_names import namesakes
from tournaments.services import merges


@require_POST
@event_page("run")
def undo(request: HttpRequest, event: Tournament, event_id: int) -> HttpResponse:
    """Undo the step of one journal line; with `press`, also what the same press did in the other divisions."""
    line = get_object_or_404(
        JournalEvent.objects.select_related("division__tournament", "tournament"),
        tournament=event,
        pk=event_id,
    )
    if _power(line) == "organize" and not round_chrome.may(request, "organize"):
        refused = Refused(PairingRefusal.UNDO_BY_ORGANIZER)
        return round_chrome.redirect_with_error(request, refused, web.back(request, _home(request, line)))
    if line.kind == undone_file.ADDED and not undone_file.is_past(line):
        # Its own page lists first what the undo changes.
        return redirect("pairings:tom_undo", event.slug)
    return _undo(request, line)


@require_POST
@event_page("report")
def floor_undo(request: HttpRequest, event: Tournament, event_id: int) -> HttpResponse:
    """Undo what any judge may do on the floor: extra time, calls, deck checks."""
    line = get_object_or_404(
        JournalEvent.objects.select_related("division__tournament"), tournament=event, pk=event_id
    )
    if _power(line) != "report":
        return round_chrome.redirect_with_error(
            request, Refused(CoreRefusal.UNDO_NOT_POSSIBLE), web.back(request, _home(request, line))
        )
    return _undo(request, line)


def _home(request: HttpRequest, line: JournalEvent) -> str:
    """The desk of the division, or the tables for users without a desk."""
    home: Division | None = line.division
    if home is None:
        return reverse("tournaments:event", args=[event_of(line).slug])
    if round_chrome.may(request, "run"):
        return round_chrome.desk_url(home)
    return reverse("pairings:tables", args=[home.tournament.slug])


def _power(line: JournalEvent) -> str:
    kind = KINDS.get(line.kind)
    return kind.may_undo if kind else ""


def _undo(request: HttpRequest, line: JournalEvent) -> HttpResponse:
    desk = _home(request, line)
    back = web.back(request, desk)
    at_desk = urlsplit(back).path == reverse("pairings:desk", args=[event_of(line).slug])
    kind = KINDS.get(line.kind)
    url = back if at_desk or (kind is not None and kind.page_stays) else desk
    seen, by = newest(event_of(line)), signed_in(request)
    press = steps.press_of(line) if request.GET.get("press") == "yes" and line.division else []
    try:
        steps.undo_together(press or merges.lines_of(line, by=by), by=by)
    except Refused as refused:
        return round_chrome.redirect_with_error(request, refused, back)
    # The step as text; for several divisions with their names
    undone, event = press or [line], event_of(line)
    titles, of_same_name = round_titles(event), namesakes(event)
    texts = [
        sentences.journal_text(step.kind, line_facts(step, titles, of_same_name)).rstrip(".")
        for step in undone
    ]
    if len(texts) > 1:
        texts = [labelled(step.division, text) for step, text in zip(undone, texts, strict=True)]
    messages.success(request, _("Undone: %(step)s.") % {"step": in_a_row(texts)})
    add_news(request, event_of(line), since=seen)
    return redirect(url)
