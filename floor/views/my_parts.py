"""What belongs to the players of this phone on pages that are made once for everybody: their seats, their clock."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.web import private
from pairings.queries.print import public_pairings
from pairings.queries.print.public_pairings import NameRow
from pairings.views.print.public_pairings import Requested
from pairings.views.reports import scoreboard
from pairings.views.reports.own_clock import OwnClock
from pairings.words import outcome_words
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.views.personal_link import own_links


@require_safe
@event_page()
def seats(request: HttpRequest, event: Tournament) -> HttpResponse:
    """A part of the pairings: the seats of those whose personal links this phone or account holds."""
    own = {link.entry_id: link for link in own_links(request, event)}
    rows: list[NameRow] = []
    if own:
        rounds = Requested(request, event).rounds
        rows = public_pairings.names(rounds, public=not request.can["view"], of=own)  # type: ignore[attr-defined]
    seats = []
    for row in rows:
        alone = outcome_words.alone(row.outcome, in_bracket=row.in_bracket)
        seats.append(
            {
                "name": row.person.name if len(own) > 1 else _("You"),
                "table": row.table,
                "text": row.opponent.name if row.opponent else f"{alone.place}, {alone.why}",
                "url": reverse("floor:my", args=[own[row.person.entry_id].token]),
            }
        )
    return private(render(request, "floor/my_seats.html", {"seats": seats}))


@require_safe
@event_page()
def clock(request: HttpRequest, event: Tournament) -> HttpResponse:
    """A part of each scoreboard: the reader's clock; on a page about `?division=` none of another division.

    A phone whose links open nothing has the clock of the page.
    """
    wanted = request.GET.get("division", "")
    division = next((home for home in event.divisions.all() if str(home.pk) == wanted), None)
    own, board = OwnClock(request, event), scoreboard.board(event, division)
    face = own.face(division.pk if division else None) if own.replaces(board) else board.get("clock")
    return private(render(request, "floor/my_clock.html", {"face": face}))
