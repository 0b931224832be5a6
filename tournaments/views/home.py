"""The home page: the user's events or, for visitors, public events."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core import stamps
from core.documents.downloads import spreadsheet_response
from core.engine.person_names import search_key
from core.live import PagePolling
from core.requests import HomeRequest, SignedInRequest
from core.responses import forbid_caching, make_response_private
from core.tables.pagination import paginate_table
from tournaments import hooks, queries
from tournaments.access import may_create_events
from tournaments.documents import events as documents
from tournaments.forms.event import browser_zone
from tournaments.forms.new_event import blank_event_form
from tournaments.models import Tournament
from tournaments.queries import EventRow
from tournaments.tables.events import (
    EventTable,
    PastEventsTable,
    PosterTable,
    PublicEventTable,
    UpcomingEventsTable,
)

PAGE_SIZE = 20
MAX_CARDS = 3
"""The most running events shown as cards with figures. Others are listed."""


def home(request: HomeRequest) -> HttpResponse:
    """Show users their events, and visitors the public events.

    Cards of events in which the reader plays come first.
    """
    own_cards = [card for make_card in hooks.home_cards if (card := make_card(request))]
    if not request.user.is_authenticated:
        response = public_events_page(request, own_cards)
        return make_response_private(response) if own_cards else response
    position = stamps.current_stamp_position()
    rows = queries.events_staffed_by(request.user)
    phases = _by_phase(rows)
    running = sorted(phases["running"], key=lambda row: not row.started)
    other_running = running[MAX_CARDS:]
    coming = (phases["coming"] + [row for row in other_running if not row.started])[::-1]
    under_way = [row for row in other_running if row.started]
    if followed_keys := [row.pk for row in running[:MAX_CARDS]]:
        request.live = PagePolling(position, *followed_keys, staff=True)
    context = {
        "running": running[:MAX_CARDS],
        "under_way": EventTable(under_way, _("Events under way")) if under_way else None,
        "coming": UpcomingEventsTable(coming, _("Events coming up")) if coming else None,
        "past": paginate_table(request, PastEventsTable(phases["past"], _("Past events")), rows=PAGE_SIZE)
        if phases["past"]
        else None,
        "count": len(rows),
        "may_create": may_create_events(request.user),
        "form": blank_event_form({}, zone=browser_zone(request)),
        "kinds": Tournament.Kind.choices,
        "own_cards": own_cards,
    }
    return forbid_caching(render(request, "tournaments/home.html", context))


def public_events_page(request: HttpRequest, own_cards: Sequence[SafeString] = ()) -> HttpResponse:
    """Show public events, searchable by name or place, below the cards in `own_cards`.

    Each of these cards shows an event in which the reader plays.
    """
    text = request.GET.get("q", "")
    rows = _matching_public_events(text)
    phases = _by_phase(rows)
    coming = (phases["coming"] + phases["running"])[::-1]
    table = PosterTable if len(coming) <= PosterTable.MAX_EVENTS else PublicEventTable
    context = {
        "coming": table(coming, _("Events today and coming up")) if coming else None,
        "past": paginate_table(request, PublicEventTable(phases["past"], _("Past events")), rows=PAGE_SIZE)
        if phases["past"]
        else None,
        "text": text,
        "own_cards": own_cards,
        "query": f"?{urlencode({'q': text})}" if text else "",
    }
    return render(request, "tournaments/events.html", context)


@require_safe
def events_export(request: HttpRequest, kind: str) -> HttpResponse:
    """Return the public events that match the search, as CSV or XLSX."""
    return spreadsheet_response(
        documents.events_spreadsheet(_matching_public_events(request.GET.get("q", "")), kind), "events", kind
    )


@require_safe
@login_required
def my_events_export(request: SignedInRequest, kind: str) -> HttpResponse:
    """Return the user's events as CSV or XLSX."""
    file = documents.events_spreadsheet(queries.events_staffed_by(request.user), kind)
    return forbid_caching(spreadsheet_response(file, "my-events", kind))


def _matching_public_events(text: str) -> list[EventRow]:
    """List the public events whose name or place contains all words of the text."""
    words = search_key(text).split()
    searchable = ((row, search_key(row.name, row.venue, row.city)) for row in queries.public_events())
    return [row for row, search_text in searchable if all(word in search_text for word in words)]


def _by_phase(rows: Sequence[EventRow]) -> dict[str, list[EventRow]]:
    """Group events by phase: running (including today's), coming and past."""
    now = timezone.now()
    phases: dict[str, list[EventRow]] = {"running": [], "coming": [], "past": []}
    for row in rows:
        phases[row.phase(now)].append(row)
    return phases
