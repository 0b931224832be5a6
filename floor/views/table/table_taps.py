"""Taps of staff at a table: record and withdraw them, and accept the verdict as the result."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.requests import StaffRequest
from core.sentences import refusal_text
from floor.engine.refusals import FloorRefusal
from floor.engine.table import PLAYERS, Loss, read_tap
from floor.services import table_taps as services
from floor.views.table import table_panel
from pairings.access import match_page, posted_match
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.views import undo_messages
from pairings.views.reports.idempotency import Answer
from pairings.views.rounds import round_urls
from pairings.words import result_words

Step = Callable[[StaffRequest, Match], str]
"""A function that acts on a table and returns a message, empty for no message. Raises Refused."""


def _view_of_table_action(step: Step) -> Callable[[StaffRequest, Match], Answer]:
    """Turn a step at a table into a view.

    A step with a message reloads the page, and the message offers to undo the entered result. Any other step
    renders only the panel, with the refusal if there is one. Without htmx, the view always redirects.
    """

    @wraps(step)
    def view(request: StaffRequest, match: Match) -> Answer:
        try:
            message = step(request, match)
        except Refused as refused:
            text, round_ = refusal_text(refused), match.round
            if not request.htmx:
                messages.error(request, text)
                return redirect(f"{round_urls.match_url(match)}#record")
            event = round_.division.tournament
            current_match = posted_match(event, round_.division_id, round_.number, match.pk) or match
            return lambda: _render_panel(
                request, current_match, table_panel.staff_panel(current_match, timezone.now()), text
            )
        if message:
            undo_messages.add_undo_message(
                request, message, match.round.division, "ResultEntered", match=match.pk
            )
        if not request.htmx:
            return redirect(f"{round_urls.match_url(match)}#record")
        if message:
            response = HttpResponse(status=204)
            response["HX-Refresh"] = "true"
            return response
        return lambda: _render_panel(request, match, table_panel.staff_panel(match, timezone.now()))

    return view


def _render_panel(
    request: StaffRequest, match: Match, panel: table_panel.TablePanel, fault: str = ""
) -> HttpResponse:
    context = {"match": match, "round": match.round, "record": panel, "fault": fault}
    return render(request, "floor/table/record.html", context)


@require_safe
@match_page("report", two_players=True)
def live_judge_panel(request: StaffRequest, match: Match) -> HttpResponse:
    """Return only the panel, or 204 if `seen` is current.

    A request without htmx is redirected to the match.
    """
    if not request.htmx:
        return redirect(round_urls.match_url(match))
    panel = table_panel.staff_panel(match, timezone.now())
    if panel.stamp == request.GET.get("seen"):
        return HttpResponse(status=204)
    return _render_panel(request, match, panel)


@require_POST
@match_page("report", two_players=True, idempotent=True)
@_view_of_table_action
def record_judge_tap(request: StaffRequest, match: Match) -> str:
    """Record a tap of staff."""
    services.record_tap(match, read_tap(request.POST.get("tap", "")), by=request.user)
    return ""


@require_POST
@match_page("report", two_players=True, idempotent=True)
@_view_of_table_action
def undo_judge_tap(request: StaffRequest, match: Match) -> str:
    """Withdraw a tap."""
    number = whole_number(request.POST.get("back", ""))
    mark = match.marks.filter(number=number).first() if number is not None else None
    if mark is None:
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark="")
    services.undo_tap(mark, by=request.user)
    return ""


@require_POST
@match_page("report", two_players=True, idempotent=True)
@_view_of_table_action
def save_verdict_as_result(request: StaffRequest, match: Match) -> str:
    """Save the verdict under the rules as the result of the match."""
    saved = services.save_verdict_as_result(match, request.POST.get("code", ""), by=request.user)
    return _("Table %(table)s saved.") % {"table": saved.table or result_words.DASH}


@require_POST
@match_page("report", two_players=True, idempotent=True)
@_view_of_table_action
def record_loss_for_empty_seat(request: StaffRequest, match: Match) -> str:
    """Record the loss of a game or of the match for an empty seat."""
    loss, _colon, side = request.POST.get("loss", "").partition(":")
    if loss not in set(Loss) or side not in PLAYERS:
        raise Refused(FloorRefusal.MARK_UNREADABLE, mark="")
    by = request.user
    if loss == Loss.GAME:
        services.record_no_show_game_loss(match, PLAYERS[side], by=by)
        return ""
    saved = services.record_no_show(match, PLAYERS[side], by=by)
    facts = {"table": saved.table or result_words.DASH}
    if saved.outcome == Outcome.DOUBLE_LOSS:
        return _("Table %(table)s saved: neither player came.") % facts
    missing = saved.right if saved.outcome == Outcome.LEFT else saved.left
    return _("Table %(table)s saved: %(name)s did not come.") % {**facts, "name": missing}
