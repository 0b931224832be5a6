"""Taps at a table by staff: kept, taken back, and confirmed as the result; the panel alone for a page that asks."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from floor.engine.table import PLAYERS, Loss, read
from floor.services import table as services
from floor.views import table_panel
from pairings.models import Match, Round
from pairings.views.reports.idempotency import Answer, once
from pairings.views.rounds import round_page
from pairings.words import result_words
from tournaments.access import event_page
from tournaments.engine.refused import Refused
from tournaments.models import Tournament
from tournaments.sentences import say_refused

Step = Callable[[HttpRequest, Match], str]
"""Does something at a table and says it; what cannot be done is Refused."""


def match_of(event: Tournament, division: int, number: int, pk: int) -> Match | None:
    """A posted match with two players."""
    found = Match.objects.select_related(
        "round__division__tournament", "round__stage", "left__player", "right__player", "reported_by"
    )
    place = {"round__division": division, "round__number": number, "round__division__tournament": event}
    found = found.filter(pk=pk, right__isnull=False, **place)
    return found.exclude(round__state=Round.State.DRAFT).first()


@require_safe
@event_page("report")
def record(request: HttpRequest, event: Tournament, division: int, number: int, pk: int) -> HttpResponse:
    """The panel alone; nothing while it is as the page `seen` it."""
    found = match_of(event, division, number, pk)
    if found is None:
        return HttpResponse(status=286) if request.htmx else _gone(request, event, division, number)  # type: ignore[attr-defined]
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(_url(found))
    shown = table_panel.of_staff(found, timezone.now())
    if shown["stamp"] == request.GET.get("seen"):
        return HttpResponse(status=204)
    return _panel(request, found, shown)


@require_POST
@event_page("report")
@once
def mark(request: HttpRequest, event: Tournament, division: int, number: int, pk: int) -> Answer:
    """One tap."""
    return _do(request, event, division, number, pk, _mark)


@require_POST
@event_page("report")
@once
def take_back(request: HttpRequest, event: Tournament, division: int, number: int, pk: int) -> Answer:
    """Take one tap back."""
    return _do(request, event, division, number, pk, _take_back)


@require_POST
@event_page("report")
@once
def accept(request: HttpRequest, event: Tournament, division: int, number: int, pk: int) -> Answer:
    """What the rules say becomes the result."""
    return _do(request, event, division, number, pk, _accept)


@require_POST
@event_page("report")
@once
def absent(request: HttpRequest, event: Tournament, division: int, number: int, pk: int) -> Answer:
    """An empty seat costs the game or the match."""
    return _do(request, event, division, number, pk, _absent)


def _mark(request: HttpRequest, match: Match) -> str:
    services.mark(match, read(request.POST.get("tap", "")), by=round_page.signed_in(request))
    return ""


def _take_back(request: HttpRequest, match: Match) -> str:
    number = round_page.number(request.POST.get("back", ""))
    row = match.marks.filter(number=number).first() if number is not None else None
    if row is None:
        raise Refused("MARK_UNREADABLE", mark="")
    services.take_back(row, by=round_page.signed_in(request))
    return ""


def _accept(request: HttpRequest, match: Match) -> str:
    saved = services.accept(match, request.POST.get("code", ""), by=round_page.signed_in(request))
    return _("Table %(table)s saved.") % {"table": saved.table or result_words.DASH}


def _absent(request: HttpRequest, match: Match) -> str:
    loss, _colon, side = request.POST.get("loss", "").partition(":")
    if loss not in set(Loss) or side not in PLAYERS:
        raise Refused("MARK_UNREADABLE", mark="")
    by = round_page.signed_in(request)
    if loss == Loss.GAME:
        services.no_show_game(match, PLAYERS[side], by=by)
        return ""
    saved = services.no_show(match, PLAYERS[side], by=by)
    return _("Table %(table)s saved: nobody came.") % {"table": saved.table or result_words.DASH}


def _do(request: HttpRequest, event: Tournament, division: int, number: int, pk: int, step: Step) -> Answer:
    """One step at a table. A result leads to the page anew, a tap to the panel."""
    found = match_of(event, division, number, pk)
    if found is None:
        return _gone(request, event, division, number)
    try:
        saved = step(request, found)
    except Refused as refused:
        return _refused(request, found, say_refused(refused))
    if saved:
        round_page.say(request, saved, found.round.division, "ResultEntered", match=found.pk)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(f"{_url(found)}#record")
    if saved:
        response = HttpResponse(status=204)
        response["HX-Refresh"] = "true"
        return response
    return lambda: _panel(request, found, table_panel.of_staff(found, timezone.now()))


def _refused(request: HttpRequest, match: Match, text: str) -> Answer:
    if request.htmx:  # type: ignore[attr-defined]
        return lambda: _panel(request, match, table_panel.of_staff(_fresh(match), timezone.now()), text)
    messages.error(request, text)
    return redirect(f"{_url(match)}#record")


def _fresh(match: Match) -> Match:
    return (
        match_of(match.round.division.tournament, match.round.division_id, match.round.number, match.pk)
        or match
    )


def _panel(request: HttpRequest, match: Match, shown: dict[str, object], fault: str = "") -> HttpResponse:
    context = {"match": match, "round": match.round, "record": shown, "fault": fault}
    return render(request, "floor/table/record.html", context)


def _gone(request: HttpRequest, event: Tournament, division: int, number: int) -> HttpResponse:
    return round_page.redirect_round_missing(request, round_page.division_of(event, division), number)


def _url(match: Match) -> str:
    return f"{round_page.round_url(match.round)}/match/{match.pk}"
