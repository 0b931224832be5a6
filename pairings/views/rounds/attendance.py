"""Check in, drop and reinstate a player from any page that shows the entry."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core import sentences, undo_links
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.models import JournalEvent
from core.requests import StaffRequest
from core.return_urls import page_to_return_to
from pairings.access import entry_page
from pairings.queries.rounds import division_rounds
from pairings.services.rounds import attendance
from pairings.views import undo_messages
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_urls
from tournaments import queries
from tournaments.access import event_page, get_division_or_404
from tournaments.models import Entry, Tournament, User
from tournaments.templatetags.facts import marked

Act = Callable[[User], object]
"""A step, called with the user who takes it."""

MAX_NAMES = 20
"""Maximum number of names shown before "and more"."""


@require_POST
@entry_page("run")
def check_in_player_view(request: StaffRequest, entry: Entry) -> HttpResponse:
    """Check in a player, who plays from the next round on if their division has started.

    The message offers to check them out again.
    """
    url = reverse("pairings:check_out", args=[entry.tournament.slug, entry.pk])
    is_late = division_rounds.current_round_number(entry.division) > 0 and entry.checked_in_at is None
    message = (
        _("%(name)s is checked in late and plays starting with the next round.")
        if is_late
        else _("%(name)s is checked in.")
    )
    return _run_attendance_step(
        request, entry, lambda by: attendance.check_in_player(entry, by=by), message, undo=f"undo={url}"
    )


@require_POST
@entry_page("run")
def check_out_player_view(request: StaffRequest, entry: Entry) -> HttpResponse:
    url = reverse("pairings:check_in", args=[entry.tournament.slug, entry.pk])
    message = _("%(name)s is no longer checked in.")
    return _run_attendance_step(
        request,
        entry,
        lambda by: attendance.check_out_unpaired_player(entry, by=by),
        message,
        undo=f"undo={url}",
    )


@require_http_methods(["GET", "POST"])
@event_page("run")
def check_in_all_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Ask for confirmation, then check in every missing player, or only those of `division`."""
    division_key = whole_number((request.POST or request.GET).get("division", ""))
    division = get_division_or_404(event, division_key) if division_key is not None else None
    back_url = page_to_return_to(request, reverse("tournaments:players", args=[event.slug]))
    if request.method == "POST":
        newest_before = undo_links.newest_line_key(event)
        checked_in_count = attendance.check_in_all_missing_players(event, by=request.user, division=division)
        message = ngettext("%(n)d player is checked in.", "%(n)d players are checked in.", checked_in_count)
        check_in_line = (
            JournalEvent.objects.filter(tournament=event, kind="EntriesCheckedIn").order_by("-pk").first()
        )
        undo = (
            f"undo={round_urls.undo_step_url(event, check_in_line.pk)}"
            if checked_in_count and check_in_line
            else ""
        )
        messages.success(request, message % {"n": checked_in_count}, extra_tags=undo)
        undo_links.add_step_news(request, event, since=newest_before)
        return redirect(back_url)
    missing = queries.player_rows(event, show="missing", division=division)
    names = ", ".join(player_row.name for player_row in missing[:MAX_NAMES])
    unnamed_count = max(0, len(missing) - MAX_NAMES)
    if unnamed_count:
        names = _("%(names)s and %(more)d more") % {"names": names, "more": unnamed_count}
    count_text = ngettext(
        "%(n)d player is checked in: %(names)s.", "%(n)d players are checked in: %(names)s.", len(missing)
    )
    context = {
        "page": "door",
        "board": scoreboard.scoreboard_of_event(event, division),
        "title": _("Check in everyone: %(name)s") % {"name": division}
        if division
        else _("Check in everyone"),
        "lead": "",
        "question": Question(
            changes=[
                marked(
                    count_text % {"n": len(missing), "names": names},
                    "missing",
                    len(missing),
                    division or "event",
                ),
                _("They are paired starting with the next round. Rounds already played count as losses."),
                _("One undo reverses all of them, until one of them is paired."),
            ],
            action=_("Check all of them in"),
            action_url=reverse("pairings:check_in_all", args=[event.slug]),
            cancel_url=back_url,
            hidden={"next": back_url, "division": str(division.pk) if division else ""},
        ),
    }
    return render(request, "components/confirm.html", context)


@require_POST
@entry_page("report")
def drop_player_view(request: StaffRequest, entry: Entry) -> HttpResponse:
    message = _("%(name)s dropped.")
    return _run_attendance_step(
        request, entry, lambda by: attendance.drop_player(entry, by=by), message, kind="EntryDropped"
    )


@require_POST
@entry_page("run")
def reinstate_player_view(request: StaffRequest, entry: Entry) -> HttpResponse:
    message = _("%(name)s is reinstated and plays starting with the next round.")
    return _run_attendance_step(
        request, entry, lambda by: attendance.reinstate_player(entry, by=by), message, kind="EntryReinstated"
    )


def _run_attendance_step(
    request: StaffRequest, entry: Entry, act: Act, message: str, *, undo: str = "", kind: str = ""
) -> HttpResponse:
    """Run a step and redirect to the page that sent the form, with a message.

    `act`: the step. `message`: text with the placeholder `name`. `undo` is the tag with which the message offers
    an undo. By default, it offers to undo the newest journal line if that line has this `kind`.
    """
    event = entry.tournament
    url = page_to_return_to(request, reverse("tournaments:players", args=[event.slug]))
    newest_before = undo_links.newest_line_key(event)
    try:
        act(request.user)
    except Refused as refused:
        messages.error(request, sentences.refusal_text(refused))
        return redirect(url)
    undo = undo or undo_messages.undo_step_tag(request, entry.division, kind, entry=entry.pk)
    messages.success(request, message % {"name": entry}, extra_tags=undo)
    undo_links.add_step_news(request, event, since=newest_before)
    return redirect(url)
