"""Taps of staff at a table: record, withdraw, accept as the result; the panel alone for a polling page."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.sentences import refusal_text
from floor.engine.refusals import FloorRefusal
from floor.engine.table import PLAYERS, Loss, read
from floor.services import table as services
from floor.views import table_panel
from pairings.access import match_page, posted_match
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.views.reports.idempotency import Answer
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.access import signed_in

Step = Callable[[HttpRequest, Match], str]
"""Acts on a table and returns the message; raises Refused."""


def _at_table(step: Step) -> Callable[[HttpRequest, Match], Answer]:
    """Run one step at a table. A result reloads the page, a tap the panel."""

    @wraps(step)
    def view(request: HttpRequest, match: Match) -> Answer:
        try:
            saved = step(request, match)
        except Refused as refused:
            text, round_ = refusal_text(refused), match.round
            if not request.htmx:  # type: ignore[attr-defined]
                messages.error(request, text)
                return redirect(f"{round_chrome.match_url(match)}#record")
            event = round_.division.tournament
            fresh = posted_match(event, round_.division_id, round_.number, match.pk) or match
            return lambda: _panel(request, fresh, table_panel.of_staff(fresh, timezone.now()), text)
        if saved:
            round_chrome.add_message(request, saved, match.round.division, "ResultEntered", match=match.pk)
        if not request.htmx:  # type: ignore[attr-defined]
            return redirect(f"{round_chrome.match_url(match)}#record")
        if saved:
            response = HttpResponse(status=204)
            response["HX-Refresh"] = "true"
            return response
        return lambda: _panel(request, match, table_panel.of_staff(match, timezone.now()))

    return view


def _panel(request: HttpRequest, match: Match, panel: dict[str, object], fault: str = "") -> HttpResponse:
    context = {"match": match, "round": match.round, "record": panel, "fault": fault}
    return render(request, "floor/table/record.html", context)


@require_safe
@match_page("report", two=True)
def record(request: HttpRequest, match: Match) -> HttpResponse:
    """The panel alone; 204 if `seen` is current."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(round_chrome.match_url(match))
    panel = table_panel.of_staff(match, timezone.now())
    if panel["stamp"] == request.GET.get("seen"):
        return HttpResponse(status=204)
    return _panel(request, match, panel)


@require_POST
@match_page("report", two=True, idempotent=True)
@_at_table
def mark(request: HttpRequest, match: Match) -> str:
    """Record a tap."""
    services.mark(match, read(request.POST.get("tap", "")), by=signed_in(request))
    return ""


@require_POST
@match_page("report", two=True, idempotent=True)
@_at_table
def undo_tap(request: HttpRequest, match: Match) -> str:
    """Withdraw a tap."""
    number = whole_number(request.POST.get("back", ""))
    row = match.marks.filter(number=number).first() if number is not None else None
    if row is None:
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark="")
    services.undo_tap(row, by=signed_in(request))
    return ""


@require_POST
@match_page("report", two=True, idempotent=True)
@_at_table
def accept(request: HttpRequest, match: Match) -> str:
    """Accept the verdict of the rules as the result."""
    saved = services.accept(match, request.POST.get("code", ""), by=signed_in(request))
    return _("Table %(table)s saved.") % {"table": saved.table or result_words.DASH}


@require_POST
@match_page("report", two=True, idempotent=True)
@_at_table
def absent(request: HttpRequest, match: Match) -> str:
    """Record the loss of a game or the match for an empty seat."""
    loss, _colon, side = request.POST.get("loss", "").partition(":")
    if loss not in set(Loss) or side not in PLAYERS:
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark="")
    by = signed_in(request)
    if loss == Loss.GAME:
        services.no_show_game(match, PLAYERS[side], by=by)
        return ""
    saved = services.no_show(match, PLAYERS[side], by=by)
    facts = {"table": saved.table or result_words.DASH}
    if saved.outcome == Outcome.DOUBLE_LOSS:
        return _("Table %(table)s saved: neither player came.") % facts
    missing = saved.right if saved.outcome == Outcome.LEFT else saved.left
    return _("Table %(table)s saved: %(name)s did not come.") % {**facts, "name": missing}
