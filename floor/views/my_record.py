"""Taps of players in their own match: starter, mulligans, games, and the turns after time."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.sentences import refusal_text
from floor.engine.refusals import FloorRefusal
from floor.engine.table import PLAYERS, read
from floor.queries.my_table import MyTable, my_table
from floor.services import table as services
from floor.views import table_panel
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match
from pairings.views.reports import idempotency
from pairings.views.reports.idempotency import Answer, once
from tournaments.models import PersonalLink
from tournaments.views.personal_link import player_page


def panel(at: MyTable) -> dict[str, Any] | None:
    """Context of the panel; None if nothing can be tapped."""
    match, token = at.match, at.link.token
    if not at.reports or match is None or match.outcome != Outcome.PENDING:
        return None
    other = "right" if at.side == "left" else "left"
    names = {PLAYERS[at.side]: at.me.name, PLAYERS[other]: at.opponent.name if at.opponent else ""}
    urls = {
        "record": reverse("floor:my_record", args=[token]),
        "mark": reverse("floor:my_mark", args=[token]),
        "back": reverse("floor:my_mark_back", args=[token]),
        "report": reverse("floor:my_report", args=[token]),
    }
    panel = table_panel.panel(match, timezone.now(), urls, player=at.entry, names=names)
    result, report, against = panel["result"], None, ""
    # The verdict of the rules as this player's report, if a player may report it.
    if result is not None and result.outcome in (Outcome.LEFT, Outcome.RIGHT, Outcome.TIE):
        how = {Outcome.TIE: "tie", Outcome(at.side): "won"}.get(result.outcome, "lost")
        games = result.games if result.games and at.side == "left" else result.games and result.games[::-1]
        report = {"how": how, "games": games}
    if result is not None and at.theirs is not None and result.outcome != Outcome(at.theirs.outcome):
        against = str(panel["verdict"]["title"])
    return panel | {
        "report": report,
        "against": against,
        "match": match,
        "unsent": idempotency.report_as(match, at.entry),
    }


@require_safe
@player_page
def record(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """The panel alone; 204 if `seen` is current."""
    at = my_table(link, timezone.now())
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("floor:my", link.token)
    drawn = panel(at)
    if drawn is None:
        return HttpResponseClientRefresh()
    if drawn["stamp"] == request.GET.get("seen"):
        return HttpResponse(status=204)
    context = {"record": drawn, "event": at.event, "match": at.match}
    return render(request, "floor/table/record.html", context)


@require_POST
@player_page
@once
def mark(request: HttpRequest, link: PersonalLink) -> Answer:
    """Record a tap."""
    try:
        match = _seen_match(request, link)
        services.mark(match, read(request.POST.get("tap", "")), entry=link.entry)
    except Refused as refused:
        return _refused(request, link, refused)
    return _answer(request, link)


@require_POST
@player_page
@once
def undo_tap(request: HttpRequest, link: PersonalLink) -> Answer:
    """Withdraw one's own tap."""
    number = whole_number(request.POST.get("back", "")) or 0
    try:
        row = _seen_match(request, link).marks.filter(number=number).first()
        if row is None:
            raise Refused(FloorRefusal.MARK_UNREADABLE, mark="")
        services.undo_tap(row, entry=link.entry)
    except Refused as refused:
        return _refused(request, link, refused)
    return _answer(request, link)


def _seen_match(request: HttpRequest, link: PersonalLink) -> Match:
    """The match the page showed, if it is still the player's. Refused: MATCH_NOT_FOUND."""
    at = my_table(link, timezone.now())
    if at.match is None or not at.reports or request.POST.get("match", "") != str(at.match.pk):
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    return at.match


def _answer(request: HttpRequest, link: PersonalLink) -> Answer:
    if request.htmx:  # type: ignore[attr-defined]
        return lambda: _page(request, link)
    return redirect(_url(link))


def _refused(request: HttpRequest, link: PersonalLink, refused: Refused) -> Answer:
    if request.htmx:  # type: ignore[attr-defined]
        return lambda: _page(request, link, refusal_text(refused))
    return idempotency.refused_answer(request, refused, _url(link))


def _url(link: PersonalLink) -> str:
    return f"{reverse('floor:my', args=[link.token])}#record"


def _page(request: HttpRequest, link: PersonalLink, fault: str = "") -> HttpResponse:
    at = my_table(link, timezone.now())
    drawn = panel(at)
    if drawn is None:
        return HttpResponseClientRefresh()
    context = {"record": drawn, "event": at.event, "match": at.match, "fault": fault}
    return render(request, "floor/table/record.html", context)
