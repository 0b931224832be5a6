"""Taps of players in their own match: starter, mulligans, games, and the turns after time."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.requests import HomeRequest, StadiumRequest
from core.sentences import refusal_text
from floor.engine.refusals import FloorRefusal
from floor.engine.table import PLAYERS, read_tap
from floor.queries.my_table import MyTable, my_table
from floor.services import table_taps as services
from floor.views.table.table_panel import TablePanel
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Report
from pairings.views.reports import idempotency
from pairings.views.reports.idempotency import Answer, processes_key_once
from tournaments.models import PersonalLink
from tournaments.views.personal_link import player_page


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledReport:
    """The verdict under the rules as a player's report."""

    how: str
    games: tuple[int, int] | None


@dataclass(frozen=True)
class PlayerPanel(TablePanel):
    """The panel of a player's own table.

    `theirs` is the opponent's report. `unsent` tells the phone how to name and queue a report that it could not send.
    """

    side: str = ""
    theirs: Report | None = None
    unsent: Mapping[str, str] = field(default_factory=dict)

    @property
    def match(self) -> Match:
        return self.at.match

    @property
    def report(self) -> RuledReport | None:
        """The verdict under the rules as this player's report, or None if a player may not report it."""
        result = self.result
        if result is None or result.outcome not in (Outcome.LEFT, Outcome.RIGHT, Outcome.TIE):
            return None
        how = {Outcome.TIE: "tie", Outcome(self.side): "won"}.get(result.outcome, "lost")
        games = result.games if result.games and self.side == "left" else result.games and result.games[::-1]
        return RuledReport(how=how, games=games)

    @property
    def against(self) -> str:
        """The title of the verdict if the opponent reported something else, otherwise ""."""
        if self.result is None or self.theirs is None or self.verdict is None:
            return ""
        return str(self.verdict.title) if self.result.outcome != Outcome(self.theirs.outcome) else ""


def player_panel(player_table: MyTable) -> PlayerPanel | None:
    """Load the panel of a player's table. Return None if nothing can be tapped."""
    match, token = player_table.match, player_table.link.token
    if not player_table.reports or match is None or match.outcome != Outcome.PENDING:
        return None
    if not match.newest_mark:
        match.__dict__["loaded_table_marks"] = []
    other_side = "right" if player_table.side == "left" else "left"
    names = {
        PLAYERS[player_table.side]: player_table.me.name,
        PLAYERS[other_side]: player_table.opponent.name if player_table.opponent else "",
    }
    urls = {
        "record": reverse("floor:my_record", args=[token]),
        "mark": reverse("floor:my_mark", args=[token]),
        "back": reverse("floor:my_mark_back", args=[token]),
        "report": reverse("floor:my_report", args=[token]),
    }
    panel = PlayerPanel.load(match, timezone.now(), urls, player=player_table.entry, names=names)
    return replace(
        panel,
        side=player_table.side,
        theirs=player_table.theirs,
        unsent=idempotency.queued_report(match, player_table.entry),
    )


@require_safe
@player_page
def live_player_panel(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Return only the panel, or 204 if `seen` is current.

    Without a panel the page reloads. A request without htmx is redirected to the page.
    """
    player_table = my_table(link, timezone.now())
    if not request.htmx:
        return redirect("floor:my", link.token)
    panel = player_panel(player_table)
    if panel is None:
        return HttpResponseClientRefresh()
    if panel.stamp == request.GET.get("seen"):
        return HttpResponse(status=204)
    context = {"record": panel, "event": player_table.event, "match": player_table.match}
    return render(request, "floor/table/record.html", context)


@require_POST
@player_page
@processes_key_once
def record_player_tap(request: HomeRequest, link: PersonalLink) -> Answer:
    """Record a tap of the player."""
    try:
        match = _match_of_page(request, link)
        services.record_tap(match, read_tap(request.POST.get("tap", "")), entry=link.entry)
    except Refused as refused:
        return _panel_response(request, link, refused)
    return _panel_response(request, link)


@require_POST
@player_page
@processes_key_once
def undo_player_tap(request: HomeRequest, link: PersonalLink) -> Answer:
    """Withdraw one of the player's own taps."""
    number = whole_number(request.POST.get("back", "")) or 0
    try:
        mark = _match_of_page(request, link).marks.filter(number=number).first()
        if mark is None:
            raise Refused(FloorRefusal.MARK_UNREADABLE, mark="")
        services.undo_tap(mark, entry=link.entry)
    except Refused as refused:
        return _panel_response(request, link, refused)
    return _panel_response(request, link)


def _match_of_page(request: HttpRequest, link: PersonalLink) -> Match:
    """Return the match shown on the page that sent the form, if it is still the player's match.

    Refused: MATCH_NOT_FOUND.
    """
    player_table = my_table(link, timezone.now())
    if (
        player_table.match is None
        or not player_table.reports
        or request.POST.get("match", "") != str(player_table.match.pk)
    ):
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    return player_table.match


def _panel_response(request: StadiumRequest, link: PersonalLink, refused: Refused | None = None) -> Answer:
    """Return the panel for htmx, otherwise redirect to the panel or the counter. Includes the refusal, if any."""
    if request.htmx:
        return lambda: _render_panel(request, link, refusal_text(refused) if refused else "")
    # The counter of extra turns is at the top of the page.
    part = "" if "counter" in request.POST else "#record"
    url = f"{reverse('floor:my', args=[link.token])}{part}"
    return idempotency.refused_response(request, refused, url) if refused else redirect(url)


def _render_panel(request: HttpRequest, link: PersonalLink, fault: str) -> HttpResponse:
    player_table = my_table(link, timezone.now())
    panel = player_panel(player_table)
    if panel is None:
        return HttpResponseClientRefresh()
    context = {"record": panel, "event": player_table.event, "match": player_table.match, "fault": fault}
    return render(request, "floor/table/record.html", context)
