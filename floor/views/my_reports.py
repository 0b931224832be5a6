"""Actions of players on their own page: report, confirm, withdraw a report, drop."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core import sentences
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import HomeRequest
from core.responses import render_page
from core.scoreboard.scoreboard import Scoreboard
from core.unsent import Anyway
from decks.views.lists.player_pages import tabs_of_link
from floor.forms.my_table import PlayerReportForm
from floor.queries.my_table import my_match
from floor.views import late_requests
from floor.views.my_table import names_by_side, render_whole_my_table, report_row
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match
from pairings.services.reports import result_reports
from pairings.views import round_heading
from pairings.views.reports import idempotency
from pairings.views.reports.idempotency import Answer, processes_key_once
from tournaments.access import signed_in_user_or_none
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import PersonalLink
from tournaments.views.personal_link import player_page

NOT_REPEATED = ("csrfmiddlewaretoken", "sure", "plain_submit", idempotency.KEY)
"""Submitted fields that are left out of the form to confirm a drop."""


@require_POST
@player_page
@processes_key_once
def report_own_result(request: HomeRequest, link: PersonalLink) -> Answer:
    """Report how the match ended. If the player also drops, ask for confirmation first.

    A report that the phone had stored is submitted without an unconfirmed drop. A stored report of an earlier
    match is accepted if the same result is saved. Otherwise it is refused, with the current state. A stored
    report that differs from a saved result needs `anyway`.
    """
    player_match, match_key = my_match(link), request.POST.get("match", "")
    # The report may come from a page about another match.
    if (
        player_match.match is None
        or not player_match.side
        or match_key not in ("", str(player_match.match.pk))
    ):
        # The phone sent the stored report after the next round was paired. Accept it if the same result is saved,
        # otherwise show both.
        match = late_requests.match_of_request(link.entry, match_key)
        if match and late_requests.is_result_as_sent(match, link.entry, request.POST.get("how", "")):
            current_state = late_requests.match_text(match)
            messages.info(
                request, _("The result you sent is already in: %(result)s.") % {"result": current_state}
            )
            return redirect("floor:my", link.token)
        return _refusal_page(
            request,
            link,
            Refused(PairingRefusal.NOT_YOUR_MATCH),
            match,
            late_requests.seat_text(player_match),
        )
    form = PlayerReportForm(request.POST, player_match)
    if not form.is_valid():
        return lambda: _page_with_errors(request, link, form)
    # The phone had stored the request, so the player has not seen the current result.
    if (
        idempotency.was_sent_later(request)
        and request.POST.get("anyway") != "yes"
        and late_requests.has_other_result(player_match, form.report)
    ):
        return _refusal_page(
            request,
            link,
            Refused(PairingRefusal.RESULT_STANDS),
            player_match.match,
            anyway_label=_("Report mine anyway"),
        )
    needs_confirmation = form.leaving and request.POST.get("sure") != "yes"
    if needs_confirmation and not idempotency.was_sent_later(request):
        return lambda: _confirm_drop(request, link, reverse("floor:my_report", args=[link.token]))
    try:
        result_report = replace(form.report, leaves=form.leaving and not needs_confirmation)
        result_reports.submit_report(
            player_match.match, link.entry, result_report, by=signed_in_user_or_none(request)
        )
    except Refused as refused:
        if refused.code != PairingRefusal.GAMES_DO_NOT_FIT:
            return _refusal_page(request, link, refused, player_match.match)
        form.add_error("games_theirs", sentences.refusal_text(refused))
        return lambda: _page_with_errors(request, link, form)
    return _redirect_after_report(request, link, drop_is_unconfirmed=needs_confirmation)


def _refusal_page(
    request: HttpRequest,
    link: PersonalLink,
    refused: Refused,
    match: Match | None = None,
    further_text: str = "",
    *,
    anyway_label: str = "",
) -> HttpResponse:
    """Refuse a request, and show the current state if the phone had stored the request.

    `further_text` follows the state. `anyway_label` is the label of a button that sends the request again.
    """
    current_state = f"{late_requests.match_text(match)}." if match else ""
    return idempotency.refused_response(
        request,
        refused,
        reverse("floor:my", args=[link.token]),
        stands=f"{current_state} {further_text}".strip(),
        anyway=Anyway(anyway_label, {"anyway": "yes"}) if anyway_label else None,
    )


@require_POST
@player_page
@processes_key_once
def confirm_opponents_report(request: HomeRequest, link: PersonalLink) -> Answer:
    """Confirm the opponent's report with one tap. If the player also drops, ask for confirmation first.

    A request that the phone had stored is accepted without an unconfirmed drop.
    """
    player_match, report_key = my_match(link), whole_number(request.POST.get("report", ""))
    leaves = request.POST.get("leaves") == "on"
    needs_confirmation = leaves and request.POST.get("sure") != "yes"
    if player_match.match is None or report_key is None:
        return _refusal_page(request, link, Refused(PairingRefusal.REPORT_CHANGED))
    if needs_confirmation and not idempotency.was_sent_later(request):
        return lambda: _confirm_drop(request, link, reverse("floor:my_confirm", args=[link.token]))
    try:
        result_reports.confirm_result_report(
            player_match.match,
            link.entry,
            report=report_key,
            leaves=leaves and not needs_confirmation,
            by=signed_in_user_or_none(request),
        )
    except Refused as refused:
        theirs = (
            report_row(player_match.theirs, names_by_side(player_match))
            if player_match.other is not None
            else None
        )
        message_facts = {"name": player_match.other_name, "result": theirs.text} if theirs else None
        reported = _("%(name)s reported: %(result)s.") % message_facts if message_facts else ""
        return _refusal_page(request, link, refused, player_match.match, reported)
    return _redirect_after_report(request, link, drop_is_unconfirmed=needs_confirmation)


@require_POST
@player_page
@processes_key_once
def withdraw_own_report(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Withdraw the player's own report."""
    player_match = my_match(link)
    try:
        if player_match.match is None:
            raise Refused(PairingRefusal.NOTHING_REPORTED)
        result_reports.withdraw_result_report(
            player_match.match, link.entry, by=signed_in_user_or_none(request)
        )
    except Refused as refused:
        return _refusal_page(request, link, refused, player_match.match)
    messages.success(request, _("Your report is deleted."))
    return redirect("floor:my", link.token)


@require_POST
@player_page
@processes_key_once
def drop_from_event(request: HomeRequest, link: PersonalLink) -> Answer:
    """Drop from the event between two matches.

    `sure` is "yes" once the player has confirmed, on the page or, if it was offline, on the phone. A request that
    the phone had stored is accepted silently if the player has already dropped.
    """
    if request.POST.get("sure") != "yes":
        return lambda: _confirm_drop(request, link, reverse("floor:my_leave", args=[link.token]))
    try:
        result_reports.drop_between_matches(link.entry, by=signed_in_user_or_none(request))
    except Refused as refused:
        if refused.code == TournamentRefusal.ENTRY_ALREADY_LEFT and idempotency.was_sent_later(request):
            return redirect("floor:my", link.token)
        player_match = my_match(link)
        return _refusal_page(request, link, refused, further_text=late_requests.seat_text(player_match))
    messages.success(request, _("You have dropped from the event. Thank you for playing."))
    return redirect("floor:my", link.token)


def _redirect_after_report(
    request: HttpRequest, link: PersonalLink, *, drop_is_unconfirmed: bool = False
) -> HttpResponse:
    """Redirect to the player's page with the message that the report was sent.

    `drop_is_unconfirmed` is true if the player wanted to drop, but the phone could not ask for confirmation.
    """
    if drop_is_unconfirmed:
        messages.warning(
            request,
            _(
                "Your result is sent. You are still in the event: dropping needs a confirmation. "
                "Choose it again."
            ),
        )
    player_match = my_match(link)
    # No message about the outcome of two reports: the page refreshes to show it, and the message would become outdated.
    if (
        player_match.disputed_at is None
        and player_match.match is not None
        and player_match.match.outcome == Outcome.PENDING
        and player_match.theirs is None
    ):
        messages.success(request, _("Sent. Your opponent has been asked to confirm."))
    else:
        messages.success(request, _("Sent."))
    return redirect("floor:my", link.token)


def _page_with_errors(request: HomeRequest, link: PersonalLink, form: PlayerReportForm) -> HttpResponse:
    return render_page(request, "floor/my_table.html", render_whole_my_table(request, link, form), status=400)


def _confirm_drop(request: HttpRequest, link: PersonalLink, url: str) -> HttpResponse:
    """Ask the player to confirm a drop. The answer repeats the submitted fields and goes to `url`."""
    # A slip of the thumb must not drop a player, so the page asks first.
    player_match = my_match(link)
    hidden = {name: str(value) for name, value in request.POST.items() if name not in NOT_REPEATED}
    changes = [
        _("You will not be paired again in this event."),
        _("You keep your results and your place in the standings."),
        _("The desk can reinstate you until the next round is paired."),
    ]
    is_playing = player_match.match is not None and player_match.match.outcome == Outcome.PENDING
    context = {
        "page": "my",
        "my": tabs_of_link(link),
        "link": link,
        "board": round_heading.round_scoreboard(player_match.round, player_match.match)
        if player_match.round
        else Scoreboard(),
        "title": _("Drop after this match") if is_playing else _("Drop from the event"),
        "lead": "",
        "question": Question(
            changes=changes,
            action=_("Report, and drop after this match") if is_playing else _("Drop from the event"),
            action_url=url,
            cancel_url=reverse("floor:my", args=[link.token]),
            danger=True,
            hidden=hidden | {"sure": "yes"},
            unsent=idempotency.queued_report(player_match.match, link.entry)["label"]
            if player_match.match
            else _("Drop from the event"),
        ),
    }
    return render(request, "floor/my_sure.html", context)
