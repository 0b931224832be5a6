"""Empty seats at the start of a round. A judge notes them on one walk through the hall and records them together."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from core.requests import StaffRequest
from floor.engine.table import PLAYERS, Kind, make_tap
from floor.queries import empty_seats as queries
from floor.services import table_taps as services
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_urls
from tournaments.access import event_page
from tournaments.models import Tournament


@require_http_methods(["GET", "POST"])
@event_page("report")
def empty_seats_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """List tables without a result. A POST records the ticked seats as empty."""
    tables = queries.open_tables_with_seats(event, timezone.now())
    if request.method == "POST":
        # Each ticked seat becomes a tap at its table. A message lists tables that have changed since the page was
        # loaded.
        ticked, changed_tables, recorded = set(request.POST.getlist("seat")), [], 0
        for table in tables:
            for side, player in PLAYERS.items():
                if f"{table.match.pk}:{side}" not in ticked:
                    continue
                try:
                    mark = services.record_tap(table.match, make_tap(Kind.EMPTY, player), by=request.user)
                except Refused:
                    changed_tables.append(str(table.match.table))
                else:
                    recorded += mark is not None
        if recorded:
            text = ngettext("%(n)d missing player recorded.", "%(n)d missing players recorded.", recorded)
            messages.success(request, text % {"n": recorded})
        if changed_tables:
            warning = _("These tables have moved on since then: %(tables)s.")
            messages.warning(request, warning % {"tables": ", ".join(dict.fromkeys(changed_tables))})
        if not recorded and not changed_tables:
            messages.warning(request, _("No seat was selected, so nothing was recorded."))
        return redirect(request.path)
    context = {
        "page": "floor",
        "board": scoreboard.scoreboard_of_event(event),
        "tables": [
            {
                "table": table.match.table,
                "url": f"{round_urls.match_url(table.match)}#record",
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
