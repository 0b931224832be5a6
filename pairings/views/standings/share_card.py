"""The share card of an event: the preview picture that other sites show with a link."""

import hashlib
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.documents.share_card import BULB, HEIGHT, WIDTH, CardColumn, ShareCard, draw_share_card
from core.models import Team
from pairings.queries.standings.podiums import Podium, podiums_of_event
from tournaments.access import event_page
from tournaments.labels import division_letter, format_text
from tournaments.models import Tournament
from tournaments.queries.events import are_all_rounds_played
from tournaments.scopes import cached_for_home
from tournaments.views.front_page import event_place_text

IMMUTABLE = "public, max-age=31536000, immutable"
"""Cache-Control header of a picture that never changes."""

HUES = {"J": "#d2ea4c", "S": "#66ccff", "M": "#c9a8ff"}
"""Color by the letter of a division."""

MAX_COLUMNS = 4
"""Maximum number of podiums side by side."""


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """Link preview of an event on other sites.

    - `card`: content of the picture.
    - `description`: one line.
    - `url`: path of the picture, which changes with its content.
    """

    card: ShareCard
    title: str
    description: str
    url: str
    width: int = WIDTH
    height: int = HEIGHT


@require_safe
@event_page()
def share_card(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Return the share card of an event as a PNG.

    The URL changes with the content, so the response to the current URL may be cached forever.
    """
    share = link_preview(event)
    response = HttpResponse(draw_share_card(share.card), content_type="image/png")
    is_current = request.get_full_path() == share.url
    response["Cache-Control"] = IMMUTABLE if is_current else "no-cache"
    return response


def link_preview(event: Tournament) -> LinkPreview:
    """Return an event's link preview, with names as on public pages. Cached until the event changes."""
    return cached_for_home(event, f"share.{get_language()}", lambda: _make_link_preview(event))


def _make_link_preview(event: Tournament) -> LinkPreview:
    podiums = podiums_of_event(event, public=True) if are_all_rounds_played(event) else []
    day = date_format(localtime(event.starts_at), "l j F Y")
    facts = list(filter(None, (day, event_place_text(event))))
    logo = Team.objects.filter(pk=event.organizer_id).values_list("logo", flat=True).get()
    label, headline, card_facts, description = "", event.name, facts, ", ".join(facts)
    if podiums:
        label = _("Champion")
        if len(podiums) > 1:
            label = f"{label} · {podiums[0].listing.label}"
        headline, card_facts = podiums[0].champion.person.name, [event.name, " · ".join(facts)]
        description = ". ".join((description, " ".join(map(_podium_text, podiums))))
    card = ShareCard(
        bowl=event.slug,
        kind=f"{event.get_kind_display()} · {format_text(event)}",
        label=label,
        headline=headline,
        facts=tuple(card_facts),
        columns=tuple(map(_podium_column, podiums[:MAX_COLUMNS])),
        logo=logo,
    )
    version = hashlib.blake2b(repr(card).encode(), digest_size=8).hexdigest()
    url = reverse("pairings:share_card", args=[event.slug])
    return LinkPreview(card, event.name, description, f"{url}?{urlencode({'v': version})}")


def _podium_column(podium: Podium) -> CardColumn:
    color = HUES.get(division_letter(podium.listing.age_division), BULB)
    return CardColumn(podium.listing.label, color, tuple((row.place, row.person.name) for row in podium.rows))


def _podium_text(podium: Podium) -> str:
    """Describe a podium: "Podium, Masters: 1. Ana Silva, 2. Luis Pérez, 3. Mei García"."""
    places = ", ".join(f"{row.place}. {row.person.name}" for row in podium.rows)
    sentence = _("Podium, %(division)s: %(places)s.")
    return sentence % {"division": podium.listing.label, "places": places}
