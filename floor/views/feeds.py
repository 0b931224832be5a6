"""Feeds of an event for other programs: its schedule as a calendar, its standings as JSON."""

import hashlib

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from core.public_address import absolute
from floor.documents import calendar as calendars
from floor.documents import pokedata
from pairings.queries.standings import listings
from tournaments import queries
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@event_page()
def calendar(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The schedule as a calendar to subscribe to, with the expected times."""

    day = queries.schedule(event, timezone.now())
    data = calendars.calendar(
        event,
        day.rows,
        address=absolute(request, reverse("tournaments:schedule", args=[event.slug])),
        host=request.get_host().partition(":")[0],
    )
    headers = {"Content-Disposition": f'inline; filename="{event.slug}.ics"'}
    return _tagged(request, HttpResponse(data, content_type="text/calendar; charset=utf-8", headers=headers))


@require_safe
@event_page()
def standings(request: HttpRequest, event: Tournament) -> HttpResponse:
    """One list of standings in the format of pokedata; `?list=` as on the page of standings, empty before round 1."""
    chosen = listings.choose(listings.of_event(event), request.GET.get("list"))
    players = pokedata.standings(chosen.division, chosen.age_division) if chosen else []
    answer = JsonResponse(players, safe=False, json_dumps_params={"ensure_ascii": False})
    answer["Access-Control-Allow-Origin"] = "*"
    return _tagged(request, answer)


def _tagged(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Add an ETag; 304 for a client that has the answer."""
    etag = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    answer["ETag"] = etag
    answer["Cache-Control"] = "no-cache"
    etags = parse_etags(request.headers.get("If-None-Match", ""))
    return HttpResponseNotModified(headers={"ETag": etag}) if etag in etags else answer
