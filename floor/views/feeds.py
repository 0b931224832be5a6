"""Feeds for other programs: the schedule of an event and the events of an organizer as calendars, standings as JSON."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from core.public_address import absolute_url_for_phones
from core.queries.teams import public_team
from core.requests import HomeRequest, StadiumRequest
from floor.documents import calendar as calendars
from floor.documents import pokedata
from pairings.queries.standings import listings
from tournaments import queries
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.queries.events import public_events_of_team
from tournaments.queries.schedule import schedule_ends


@require_safe
@event_page()
def schedule_calendar(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Return the schedule with its expected times as a calendar to subscribe to."""

    day = queries.schedule_of_event(event, timezone.now())
    data = calendars.schedule_calendar(
        event,
        day.rows,
        address=absolute_url_for_phones(request, reverse("tournaments:schedule", args=[event.slug])),
        host=request.get_host().partition(":")[0],
    )
    headers = {"Content-Disposition": f'inline; filename="{event.slug}.ics"'}
    return _with_etag(
        request, HttpResponse(data, content_type="text/calendar; charset=utf-8", headers=headers)
    )


@require_safe
def organizer_calendar(request: StadiumRequest, page_name: str) -> HttpResponse:
    """Return the public events of an organizer whose page is public, as a calendar to subscribe to."""
    team = public_team(page_name)
    if team is None:
        raise Http404
    rows = public_events_of_team(team.pk)
    data = calendars.events_calendar(
        team,
        rows,
        schedule_ends([row.pk for row in rows]),
        address=lambda slug: absolute_url_for_phones(request, reverse("tournaments:event", args=[slug])),
        host=request.get_host().partition(":")[0],
    )
    headers = {"Content-Disposition": f'inline; filename="{page_name}.ics"'}
    return _with_etag(
        request, HttpResponse(data, content_type="text/calendar; charset=utf-8", headers=headers)
    )


@require_safe
@event_page()
def standings_json(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Return one list of standings in pokedata's format, empty before round 1.

    `?list=` selects the list, as on the standings page.
    """
    listing = listings.listing_by_key(listings.standings_listings_of_event(event), request.GET.get("list"))
    players = pokedata.pokedata_standings(listing.division, listing.age_division) if listing else []
    response = JsonResponse(players, safe=False, json_dumps_params={"ensure_ascii": False})
    response["Access-Control-Allow-Origin"] = "*"
    return _with_etag(request, response)


def _with_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Add an ETag to the response, or return 304 if the client has it already."""
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    etags = parse_etags(request.headers.get("If-None-Match", ""))
    return HttpResponseNotModified(headers={"ETag": etag}) if etag in etags else response
