"""Top three of every standings list of a finished event."""

from dataclasses import dataclass

from core.stamps.memory import cached_until_change
from decks.queries.lists.deck_tiles import DeckCrest
from pairings.engine.display_rows import StandingRow
from pairings.queries.print.published_lists import public_crests
from pairings.queries.standings import listings
from pairings.queries.standings.listings import StandingsListing
from pairings.queries.standings.standings_lists import standings_lists
from tournaments import scopes
from tournaments.models import Tournament

PLACES = 3


@dataclass(frozen=True, slots=True)
class Podium:
    """First places of one list. Two players may share third place."""

    listing: StandingsListing
    rows: tuple[StandingRow, ...]
    crests: tuple[DeckCrest | None, ...]
    has_bracket: bool

    @property
    def champion(self) -> StandingRow:
        return self.rows[0]

    @property
    def champion_crest(self) -> DeckCrest | None:
        return self.crests[0]

    @property
    def places(self) -> list[tuple[StandingRow, DeckCrest | None]]:
        """First places, each with the deck's crest if the deck list is public."""
        return list(zip(self.rows, self.crests, strict=True))


def podiums_of_event(event: Tournament, *, public: bool) -> list[Podium]:
    """Return the podiums of an event, oldest players first. Cached until the event changes."""
    changes = [scopes.event_scope(event.pk), scopes.results_scope(event.pk)]
    return cached_until_change(
        f"podiums.{event.pk}.{public}", changes, lambda: _load_podiums(event, public=public)
    )


def _load_podiums(event: Tournament, *, public: bool) -> list[Podium]:
    listings_of_event = listings.standings_listings_of_event(event)
    tables = {
        (division.pk, table.age_division): table
        for division in {listing.division.pk: listing.division for listing in listings_of_event}.values()
        for table in standings_lists(division, public=public)
    }
    crests = public_crests(event)
    podiums = []
    for listing in listings_of_event:
        table = tables.get((listing.division.pk, listing.age_division))
        first_rows = tuple(row for row in table.rows if row.place <= PLACES) if table else ()
        if table and first_rows:
            has_bracket = table.cut is not None or not listing.after
            decks = tuple(crests.get(row.person.entry_id) for row in first_rows)
            podiums.append(Podium(listing, first_rows, decks, has_bracket))
    return podiums
