"""Check-in, drop and reinstatement of a player, from any page that shows the entry."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core import sentences, web
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.models import JournalEvent
from core.views import steps
from pairings.services.rounds import attendance, stages
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from tournaments import queries
from tournaments.access import event_page, signed_in
from tournaments.models import Entry, Tournament, User
from tournaments.templatetags.facts import marked

Act = Callable[[Entry, User], object]
MOST_NAMES = 20
"""Names shown before "and more"."""


@require_POST
@event_page("run")
def check_in(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Check a player in."""
    entry = _entry(event, pk)
    url = reverse("pairings:check_out", args=[event.slug, pk])
    late = stages.current_number(entry.division) > 0 and entry.checked_in_at is None
    message = (
        _("%(name)s is checked in late and plays from the next round on.")
        if late
        else _("%(name)s is checked in.")
    )
    return _do(
        request, event, entry, lambda entry, by: attendance.check_in(entry, by=by), message, f"undo={url}"
    )


@require_POST
@event_page("run")
def check_out(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Undo a check-in."""
    url = reverse("pairings:check_in", args=[event.slug, pk])
    message = _("%(name)s is no longer checked in.")
    return _do(
        request,
        event,
        _entry(event, pk),
        lambda entry, by: attendance.check_out(entry, by=by),
        message,
        f"undo={url}",
    )


@require_http_methods(["GET", "POST"])
@event_page("run")
def check_in_all(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Ask, then check in everyone still missing; `division` limits it to one."""
    wanted = whole_number((request.POST or request.GET).get("division", ""))
    division = round_chrome.division_of(event, wanted) if wanted is not None else None
    if request.method == "POST":
        seen = steps.newest(event)
        number = attendance.check_in_all(event, by=signed_in(request), division=division)
        message = ngettext("%(n)d player is checked in.", "%(n)d players are checked in.", number)
        line = JournalEvent.objects.filter(tournament=event, kind="EntriesCheckedIn").order_by("-pk").first()
        undo = f"undo={round_chrome.undo_url(event, line.pk)}" if number and line else ""
        messages.success(request, message % {"n": number}, extra_tags=undo)
        steps.add_news(request, event, since=seen)
        return redirect(_back(request, event))
    missing = queries.player_rows(event, show="missing", division=division)
    names = ", ".join(row.name for row in missing[:MOST_NAMES])
    more = max(0, len(missing) - MOST_NAMES)
    if more:
        names = _("%(names)s and %(more)d more") % {"names": names, "more": more}
    count = ngettext(
        "%(n)d player is checked in: %(names)s.", "%(n)d players are checked in: %(names)s.", len(missing)
    )
    context = {
        "page": "door",
        "board": scoreboard.board(event, division),
        "title": _("Check in everyone: %(name)s") % {"name": division}
        if division
        else _("Check in everyone"),
        "lead": "",
        "question": Question(
            changes=[
                marked(
                    count % {"n": len(missing), "names": names}, "missing", len(missing), division or "event"
                ),
                _("They are paired from the next round on. Rounds already played count as losses."),
                _("One undo reverses all of them, until one of them is paired."),
            ],
            action=_("Check all of them in"),
            action_url=reverse("pairings:check_in_all", args=[event.slug]),
            cancel_url=_back(request, event),
            hidden={"next": _back(request, event), "division": str(division.pk) if division else ""},
        ),
    }
    return render(request, "components/confirm.html", context)


@require_POST
@event_page("report")
def drop(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Drop a player."""
    message = _("%(name)s dropped.")
    return _do(
        request,
        event,
        _entry(event, pk),
        lambda entry, by: attendance.drop(entry, by=by),
        message,
        kind="EntryDropped",
    )


@require_POST
@event_page("run")
def reinstate(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Reinstate a dropped player."""
    message = _("%(name)s is reinstated and plays from the next round on.")
    return _do(
        request,
        event,
        _entry(event, pk),
        lambda entry, by: attendance.reinstate(entry, by=by),
        message,
        kind="EntryReinstated",
    )


def _entry(event: Tournament, pk: int) -> Entry:
    rows = Entry.objects.select_related("division__tournament", "player", "tournament")
    return get_object_or_404(rows, tournament=event, pk=pk)


def _do(
    request: HttpRequest,
    event: Tournament,
    entry: Entry,
    act: Act,
    message: str,
    undo: str = "",
    *,
    kind: str = "",
) -> HttpResponse:
    """Run a step, show its message with the undo, and redirect to the former page."""
    url, seen = _back(request, event), steps.newest(event)
    try:
        act(entry, signed_in(request))
    except Refused as refused:
        messages.error(request, sentences.refusal_text(refused))
        return redirect(url)
    undo = undo or (round_chrome.undo_tag(request, entry.division, kind, entry=entry.pk) if kind else "")
    messages.success(request, message % {"name": entry}, extra_tags=undo)
    steps.add_news(request, event, since=seen)
    return redirect(url)


def _back(request: HttpRequest, event: Tournament) -> str:
    args: list[Any] = [event.slug]
    try:
        players = reverse("tournaments:players", args=args)
    except NoReverseMatch:
        players = reverse("tournaments:event", args=args)
    return web.back(request, players)
