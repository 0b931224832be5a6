"""What a player taps of their own match: starter, mulligans, games, and the turns after time."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from floor.engine.table import PLAYERS, read
from floor.queries.my_table import MyTable, my_table
from floor.services import table as services
from floor.views import table_panel
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.views.reports import idempotency
from pairings.views.rounds import round_page
from tournaments.engine.refused import Refused
from tournaments.models import PersonalLink
from tournaments.sentences import say_refused
from tournaments.views.personal_link import player_page


def panel(at: MyTable) -> object:
    """The panel, made when the page shows it; None where there is nothing to tap."""
    if not at.reports or at.match is None or at.match.outcome != Outcome.PENDING:
        return None
    return SimpleLazyObject(lambda: _panel(at))


def _panel(at: MyTable) -> dict[str, Any]:
    match, token = at.match, at.link.token
    assert match is not None  # noqa: S101
    other = "right" if at.side == "left" else "left"
    names = {PLAYERS[at.side]: at.me.name, PLAYERS[other]: at.opponent.name if at.opponent else ""}
    urls = {
        "record": reverse("floor:my_record", args=[token]),
        "mark": reverse("floor:my_mark", args=[token]),
        "back": reverse("floor:my_mark_back", args=[token]),
        "tell": reverse("floor:my_report", args=[token]),
    }
    shown = table_panel.panel(match, timezone.now(), urls, player=at.entry, names=names)
    return shown | {
        "tell": _tell(at, shown),
        "against": _against(at, shown),
        "match": match,
        "keep": idempotency.report_as(match, at.entry),
    }


def _tell(at: MyTable, shown: dict[str, Any]) -> dict[str, object] | None:
    """The result the rules say, as this player tells it; None while they say none a player may tell."""
    told = shown.get("told")
    if told is None or told.outcome not in (Outcome.LEFT, Outcome.RIGHT, Outcome.TIE):
        return None
    mine = {Outcome.TIE: "tie", Outcome(at.side): "won"}.get(told.outcome, "lost")
    games = told.games if told.games and at.side == "left" else told.games and told.games[::-1]
    return {"how": mine, "games": games}


def _against(at: MyTable, shown: dict[str, Any]) -> str:
    """What the rules say by the taps of this table, where the opponent reported another result."""
    told = shown.get("told")
    if told is None or at.theirs is None or told.outcome == Outcome(at.theirs.outcome):
        return ""
    return str(shown["verdict"]["title"])


@require_safe
@player_page
def record(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """The panel alone; nothing while it is as the page `seen` it."""
    at = my_table(link)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("floor:my", link.token)
    if panel(at) is None:
        return HttpResponseClientRefresh()
    shown = _panel(at)
    if shown["stamp"] == request.GET.get("seen"):
        return HttpResponse(status=204)
    return render(request, "floor/table/record.html", {"record": shown, "event": at.event})


@require_POST
@player_page
def mark(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """One tap."""
    try:
        match = _seen_match(request, link)
        services.mark(match, read(request.POST.get("tap", "")), entry=link.entry)
    except Refused as refused:
        return _answer(request, link, say_refused(refused))
    return _answer(request, link)


@require_POST
@player_page
def take_back(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """Take one's own tap back."""
    number = round_page.number(request.POST.get("back", "")) or 0
    try:
        row = _seen_match(request, link).marks.filter(number=number).first()
        if row is None:
            raise Refused("MARK_UNREADABLE", mark="")
        services.take_back(row, entry=link.entry)
    except Refused as refused:
        return _answer(request, link, say_refused(refused))
    return _answer(request, link)


def _seen_match(request: HttpRequest, link: PersonalLink) -> Match:
    """The match the page showed, if it is still the player's. Refused: MATCH_IS_GONE."""
    at = my_table(link)
    if at.match is None or not at.reports or request.POST.get("match", "") != str(at.match.pk):
        raise Refused("MATCH_IS_GONE")
    return at.match


def _answer(request: HttpRequest, link: PersonalLink, fault: str = "") -> HttpResponse:
    at = my_table(link)
    if not request.htmx:  # type: ignore[attr-defined]
        if fault:
            messages.error(request, fault)
        return redirect(f"{reverse('floor:my', args=[link.token])}#record")
    if panel(at) is None:
        return HttpResponseClientRefresh()
    context = {"record": _panel(at), "event": at.event, "fault": fault}
    return render(request, "floor/table/record.html", context)
