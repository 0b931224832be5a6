"""The seats and places of the reader's players, shown above pairings and standings that are cached for all readers."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from core.engine.numbers import whole_number
from core.requests import HomeRequest
from core.responses import make_response_private
from core.tables import long_lists
from pairings.queries import public_pairings
from pairings.queries.public_pairings import NameRow
from pairings.queries.standings import listings, places_after_rounds
from pairings.tables.standings import movement_mark
from pairings.views.public_pairings import PublicRoundsRequest
from pairings.words import outcome_words
from tournaments.access import event_page
from tournaments.models import PersonalLink, Tournament
from tournaments.views.personal_link import own_links


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """The seat of a player on this phone. `name` is "" if the phone has only one player.

    `text` is the opponent's name. Without an opponent, `table` is None, `alone` is shown instead, and `text`
    gives the reason.
    """

    entry: int
    name: str
    table: int | None
    alone: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class OwnPlaceRow:
    """The place of a player on this phone in the standings. `list_name` is "" if the event has only one list."""

    entry: int
    name: str
    place: int
    movement: SafeString
    record: str
    points: int
    list_name: str
    newest: bool
    url: str

    @property
    def fact_key(self) -> str:
        """Key of the player for the attributes that mark facts (`tournaments.templatetags.facts`)."""
        return f"e{self.entry}"


@require_safe
@event_page()
def own_seats(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Render the seats of the players linked to this phone or account, for inclusion in the pairings page."""
    link_by_entry = {link.entry_id: link for link in own_links(request, event)}
    rows: list[NameRow] = []
    if link_by_entry:
        rounds = PublicRoundsRequest(request, event).rounds
        public = not request.can["view"]
        rows = public_pairings.pairings_by_player(rounds, public=public, entries=link_by_entry)
    seats = [
        _own_seat(row, link_by_entry[row.person.entry_id], has_several_players=len(link_by_entry) > 1)
        for row in rows
    ]
    return make_response_private(render(request, "floor/my_seats.html", {"seats": seats}))


def _own_seat(row: NameRow, link: PersonalLink, *, has_several_players: bool) -> OwnSeat:
    """Return the seat of a player. Without an opponent, its text gives the reason."""
    alone_text = outcome_words.alone_words(row.outcome, in_bracket=row.in_bracket)
    return OwnSeat(
        entry=row.person.entry_id,
        name=row.person.name if has_several_players else "",
        table=row.table,
        alone="" if row.opponent else str(alone_text.place),
        text=row.opponent.name if row.opponent else str(alone_text.why),
        url=reverse("floor:my", args=[link.token]),
    )


@require_safe
@event_page()
def own_places(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Render the places of the players linked to this phone or account, for inclusion in the standings page.

    `?after=` selects an earlier round.
    """
    entries = {link.entry_id for link in own_links(request, event)}
    lists = listings.standings_listings_of_event(event) if entries else []
    after = whole_number(request.GET.get("after", ""), digits=3) or None
    page_url = reverse("pairings:standings", args=[event.slug])
    public = not request.can["view"]
    places = [
        OwnPlaceRow(
            entry=place_row.person.entry_id,
            name=place_row.person.name,
            place=place_row.place,
            movement=movement_mark(place_row.moved),
            record=place_row.person.record,
            points=place_row.person.points,
            list_name=place_row.listing.label if len(lists) > 1 else "",
            newest=after is None,
            url=f"{page_url}{place_row.listing.url(after)}&{long_lists.PERSON}={place_row.person.entry_id}",
        )
        for place_row in places_after_rounds.places_of_entries(lists, entries, after=after, public=public)
    ]
    return make_response_private(render(request, "floor/my_places.html", {"places": places}))
