"""The public page of an organizer: description, events, and champions."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.models import Team
from core.queries.pictures import picture_url
from core.queries.teams import public_team
from pairings.queries.standings.podiums import podiums_of_event
from tournaments.models import Tournament
from tournaments.queries.events import EventRow, are_all_rounds_played, public_events_of_team
from tournaments.scopes import cached_for_home

PAGE_SIZE = 12
"""Number of past events per page; their podiums are cached."""

MAX_DESCRIPTION_LENGTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PastEvent:
    """A past event. `champions`: (name, division), with an empty division if there is only one list."""

    row: EventRow
    champions: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganizerPage:
    """Context of an organizer's public page. `coming` includes today's events, soonest first."""

    team: Team
    logo: str
    description: str
    coming: Sequence[EventRow]
    past: Sequence[PastEvent]
    pages: Page[EventRow]


@require_safe
def organizer_page(request: HttpRequest, page_name: str) -> HttpResponse:
    """Show a team whose page is public, with its public events. Champions of past events are cached."""
    team = public_team(page_name)
    if team is None:
        raise Http404
    now = timezone.now()
    rows = public_events_of_team(team.pk)
    past_rows = [row for row in rows if row.phase(now) == "past"]
    pages = Paginator(past_rows, PAGE_SIZE).get_page(request.GET.get("page"))
    description = " ".join(team.about.split()) or _("Events, results and a calendar.")
    page = OrganizerPage(
        team=team,
        logo=picture_url(team.logo),
        description=Truncator(description).chars(MAX_DESCRIPTION_LENGTH),
        coming=[row for row in reversed(rows) if row.phase(now) != "past"],
        past=_past_events(list(pages)),
        pages=pages,
    )
    return render(request, "pairings/organizer.html", {"organizer": page})


def _past_events(rows: Sequence[EventRow]) -> list[PastEvent]:
    """Return past events with their champions, named as on public pages. One query once they are cached."""
    events = Tournament.objects.in_bulk([row.pk for row in rows if row.over])
    return [
        PastEvent(row=row, champions=champions_of(events[row.pk]) if row.pk in events else ()) for row in rows
    ]


def champions_of(event: Tournament) -> Sequence[tuple[str, str]]:
    """Return the champions of a finished event, each with the division if there are several.

    Cached until the event changes.
    """
    return cached_for_home(event, f"champions.{get_language()}", lambda: _champions(event))


def _champions(event: Tournament) -> Sequence[tuple[str, str]]:
    # A past event that was never finished has no champion.
    podiums = podiums_of_event(event, public=True) if are_all_rounds_played(event) else []
    return [
        (podium.champion.person.name, str(podium.listing.label) if len(podiums) > 1 else "")
        for podium in podiums
    ]
