"""Empty seats at the start of a round: one walk through the hall, recorded at once."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from floor.engine.table import PLAYERS, Kind, tap
from floor.queries import empty_seats as queries
from floor.queries.empty_seats import OpenTable
from floor.services import table as services
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament


@require_http_methods(["GET", "POST"])
@event_page("report")
def empty_seats(request: HttpRequest, event: Tournament) -> HttpResponse:
    """List tables without a result; POST records the ticked seats as empty."""
    tables = queries.open_tables(event, timezone.now())
    if request.method == "POST":
        _note(request, tables)
        return redirect(request.path)
    context = {
        "page": "floor",
        "board": scoreboard.board(event),
        "tables": [
            {
                "table": table.match.table,
                "url": f"{round_chrome.match_url(table.match)}#record",
                "seats": [(seat, f"{table.match.pk}:{seat.side}") for seat in table.seats],
                "names": " ".join(seat.name for seat in table.seats),
                "missing": table.missing,
                "due": table.due,
            }
            for table in tables
        ],
        "missing": sum(table.missing for table in tables),
    }
    return render(request, "floor/empty_seats.html", context)


def _note(request: HttpRequest, tables: list[OpenTable]) -> None:
    """Record each tick as a tap of its table; tables that changed since are listed in a message."""
    wanted, late, noted = set(request.POST.getlist("seat")), [], 0
    for table in tables:
        for side, player in PLAYERS.items():
            if f"{table.match.pk}:{side}" not in wanted:
                continue
            try:
                row = services.mark(table.match, tap(Kind.EMPTY, player), by=signed_in(request))
            except Refused:
                late.append(str(table.match.table))
            else:
                noted += row is not None
    if noted:
        text = ngettext("%(n)d missing player recorded.", "%(n)d missing players recorded.", noted)
        messages.success(request, text % {"n": noted})
    if late:
        words = _("These tables have moved on since then: %(tables)s.")
        messages.warning(request, words % {"tables": ", ".join(dict.fromkeys(late))})
    if not noted and not late:
        messages.warning(request, _("No seat was selected, so nothing was recorded."))
