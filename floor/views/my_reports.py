"""Actions of players on their own page: report, confirm, withdraw a report, drop."""

from dataclasses import replace
from typing import Any

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
from core.unsent import Anyway
from decks.views.lists.player import tabs
from floor.forms.my_table import ReportForm
from floor.queries.my_table import my_match
from floor.views import what_stands
from floor.views.my_table import names_of, page_context, report_row
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match
from pairings.services.reports import result_reports
from pairings.views.reports import idempotency
from pairings.views.reports.idempotency import Answer, once
from pairings.views.rounds import round_chrome
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import PersonalLink, User
from tournaments.views.personal_link import player_page

NOT_REPEATED = ("csrfmiddlewaretoken", "sure", "plain_submit", idempotency.KEY)
"""Fields of the submitting page that the confirmation of a drop does not repeat."""


@require_POST
@player_page
@once
def report(request: HttpRequest, link: PersonalLink) -> Answer:
    """Report how the match ended; dropping with it needs a confirmation."""
    at, seen = my_match(link), request.POST.get("match", "")
    # The report may have been submitted on a page of another match.
    if at.match is None or not at.side or seen not in ("", str(at.match.pk)):
        # Handle a report stored until the next round was paired: accept it if already saved, else show
        # both.
        match = what_stands.match_of(link.entry, seen)
        if match and what_stands.is_as_sent(match, link.entry, request.POST.get("how", "")):
            stands = what_stands.match_text(match)
            messages.info(request, _("The result you sent is already in: %(result)s.") % {"result": stands})
            return _home(link)
        return _too_late(
            request, link, Refused(PairingRefusal.NOT_YOUR_MATCH), match, what_stands.seat_text(at)
        )
    form = ReportForm(request.POST, at)
    if not form.is_valid():
        return lambda: _again(request, link, form)
    # Whether the request was stored on the phone, and its player has not seen the current result
    if (
        idempotency.has_waited(request)
        and request.POST.get("anyway") != "yes"
        and what_stands.is_crossed(at, form.report)
    ):
        return _too_late(
            request, link, Refused(PairingRefusal.RESULT_STANDS), at.match, anyway=_("Report mine anyway")
        )
    unsure = form.leaving and request.POST.get("sure") != "yes"
    if unsure and not idempotency.has_waited(request):
        return lambda: _ask(request, link, reverse("floor:my_report", args=[link.token]))
    try:
        result_report = replace(form.report, leaves=form.leaving and not unsure)
        result_reports.submit(at.match, link.entry, result_report, by=_by(request))
    except Refused as refused:
        if refused.code != PairingRefusal.GAMES_DO_NOT_FIT:
            return _too_late(request, link, refused, at.match)
        form.add_error("games_theirs", sentences.refusal_text(refused))
        return lambda: _again(request, link, form)
    return _redirect(request, link, unsure=unsure)


def _too_late(
    request: HttpRequest,
    link: PersonalLink,
    refused: Refused,
    match: Match | None = None,
    more: str = "",
    *,
    anyway: str = "",
) -> HttpResponse:
    """Refuse; for a request stored on the phone, with the current state. `anyway`: label of a button to send it
    again.
    """
    stands = f"{what_stands.match_text(match)}." if match else ""
    return idempotency.refused_answer(
        request,
        refused,
        reverse("floor:my", args=[link.token]),
        stands=f"{stands} {more}".strip(),
        anyway=Anyway(anyway, {"anyway": "yes"}) if anyway else None,
    )


@require_POST
@player_page
@once
def confirm(request: HttpRequest, link: PersonalLink) -> Answer:
    """Confirm the opponent's report with one tap."""
    at, read = my_match(link), whole_number(request.POST.get("report", ""))
    leaves = request.POST.get("leaves") == "on"
    unsure = leaves and request.POST.get("sure") != "yes"
    if at.match is None or read is None:
        return _too_late(request, link, Refused(PairingRefusal.REPORT_CHANGED))
    if unsure and not idempotency.has_waited(request):
        return lambda: _ask(request, link, reverse("floor:my_confirm", args=[link.token]))
    try:
        result_reports.confirm(
            at.match, link.entry, report=read, leaves=leaves and not unsure, by=_by(request)
        )
    except Refused as refused:
        theirs = report_row(at.theirs, names_of(at)) if at.other is not None else None
        words = {"name": at.other_name, "result": theirs["text"]} if theirs else None
        reported = _("%(name)s reports: %(result)s.") % words if words else ""
        return _too_late(request, link, refused, at.match, reported)
    return _redirect(request, link, unsure=unsure)


@require_POST
@player_page
@once
def withdraw(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """Withdraw one's own report."""
    at = my_match(link)
    try:
        if at.match is None:
            raise Refused(PairingRefusal.NOTHING_REPORTED)
        result_reports.withdraw(at.match, link.entry, by=_by(request))
    except Refused as refused:
        return _too_late(request, link, refused, at.match)
    messages.success(request, _("Your report is deleted."))
    return _home(link)


@require_POST
@player_page
@once
def leave(request: HttpRequest, link: PersonalLink) -> Answer:
    """Drop from the event between two matches, after confirmation; a phone without a connection asks by itself."""
    if request.POST.get("sure") != "yes":
        return lambda: _ask(request, link, reverse("floor:my_leave", args=[link.token]))
    try:
        result_reports.leave(link.entry, by=_by(request))
    except Refused as refused:
        if refused.code == TournamentRefusal.ENTRY_ALREADY_LEFT and idempotency.has_waited(request):
            return _home(link)
        at = my_match(link)
        return _too_late(request, link, refused, more=what_stands.seat_text(at))
    messages.success(request, _("You have dropped from the event. Thank you for playing."))
    return _home(link)


def _by(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _home(link: PersonalLink) -> HttpResponse:
    return redirect("floor:my", link.token)


def _redirect(request: HttpRequest, link: PersonalLink, *, unsure: bool = False) -> HttpResponse:
    """`unsure`: they wanted to drop, and their phone could not ask for confirmation."""
    if unsure:
        messages.warning(
            request,
            _(
                "Your result is sent. You are still in the event: dropping needs a confirmation. "
                "Choose it again."
            ),
        )
    at = my_match(link)
    # The outcome of two reports is only on the page, which refreshes; a message would go stale.
    if (
        at.disputed_at is None
        and at.match is not None
        and at.match.outcome == Outcome.PENDING
        and at.theirs is None
    ):
        messages.success(request, _("Sent. Your opponent is asked to confirm."))
    else:
        messages.success(request, _("Sent."))
    return _home(link)


def _again(request: HttpRequest, link: PersonalLink, form: ReportForm) -> HttpResponse:
    """The page with the submitted form and its errors."""
    return render(request, "floor/my_table.html", page_context(request, link, form=form), status=400)


def _ask(request: HttpRequest, link: PersonalLink, url: str) -> HttpResponse:
    # A slip of the thumb must not drop a player.
    at = my_match(link)
    hidden: dict[str, Any] = {name: value for name, value in request.POST.items() if name not in NOT_REPEATED}
    changes = [
        _("You will not be paired again in this event."),
        _("Your results stay, and so does your place in the standings."),
        _("The desk can reinstate you until the next round is paired."),
    ]
    playing = at.match is not None and at.match.outcome == Outcome.PENDING
    context = {
        "page": "my",
        "my": tabs(link),
        "link": link,
        "board": round_chrome.board(at.round, at.match) if at.round else {"line": ""},
        "title": _("Drop after this match") if playing else _("Drop from the event"),
        "lead": "",
        "question": Question(
            changes=changes,
            action=_("Report, and drop after this match") if playing else _("Drop from the event"),
            action_url=url,
            cancel_url=reverse("floor:my", args=[link.token]),
            danger=True,
            hidden=hidden | {"sure": "yes"},
            unsent=idempotency.report_as(at.match, link.entry)["label"]
            if at.match
            else _("Drop from the event"),
        ),
    }
    return render(request, "floor/my_sure.html", context)
