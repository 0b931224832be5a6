"""The places of players, and how they changed since the previous round."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from pairings.engine.display_rows import EntryPerson
from pairings.models import Standing
from pairings.queries.rounds import match_rows
from pairings.queries.standings import cut_places
from pairings.queries.standings.listings import StandingsListing
from tournaments.queries.team_entries import team_members_of_event


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The place of one player in a list of standings.

    `moved` is the number of places gained since the previous round, negative if places were lost. It is
    None if the player had no place before, or if the bracket decided the place.
    """

    listing: StandingsListing
    person: EntryPerson
    place: int
    moved: int | None


def places_after(listing: StandingsListing, number: int) -> dict[int, int]:
    """Return the place of each entry of a list after Swiss round `number`. One query.

    Disqualified players are left out.
    """
    standings = Standing.objects.filter(
        round__division=listing.division,
        round__number=number,
        age_division=listing.age_division,
        entry__disqualified=False,
    )
    entries = standings.order_by("place").values_list("entry_id", flat=True)
    return {entry: place for place, entry in enumerate(entries, start=1)}


def places_of_entries(
    listings: Sequence[StandingsListing], entries: Collection[int], *, after: int | None, public: bool
) -> list[OwnPlace]:
    """Return the places of the players `entries` after round `after`, in the order of the lists.

    If `after` is None, the latest places are returned, including those decided by the bracket. Divisions
    without Swiss rounds are left out. `public` shortens children's names. Three queries, plus the queries of
    `cut_places.places_by_cut` once per division.
    """
    if not listings or not entries:
        return []
    event = listings[0].division.tournament
    standings = Standing.objects.filter(round__division__tournament=event)
    by_round: dict[tuple[int, int, str], dict[int, tuple[Any, ...]]] = {}
    key_columns = ("round__division_id", "round__number", "age_division", "place")
    counts = ("points", "wins", "losses", "ties")
    own_standings = standings.filter(entry__in=entries)
    for division, number, age_division, *values in own_standings.values_list(
        *key_columns, *counts, *match_rows.person_columns("entry")
    ):
        # The values are the place, the four counts, and the columns of the entry, of which the key is first.
        by_round.setdefault((division, number, age_division), {})[values[5]] = tuple(values)
    disqualified: dict[tuple[int, int, str], list[int]] = {}
    for division, number, age_division, place in standings.filter(entry__disqualified=True).values_list(
        *key_columns
    ):
        disqualified.setdefault((division, number, age_division), []).append(place)
    teams = team_members_of_event(event, public=public)
    own = []
    for listing in listings:
        number = min(after or listing.after, listing.after)
        now, before = (
            (listing.division.pk, counted_round, listing.age_division)
            for counted_round in (number, number - 1)
        )
        cuts = cut_places.places_by_cut(listing.division) if after is None else []
        for entry, values in by_round.get(now, {}).items():
            points, wins, losses, ties = values[1:5]
            person = match_rows.person_from_values(
                values[5:], (points, f"{wins}-{losses}-{ties}"), public=public, teams=teams
            )
            earlier_values = by_round.get(before, {}).get(entry)
            place, earlier_place = (
                standing[0] - sum(other < standing[0] for other in disqualified.get(key, ()))
                if standing
                else None
                for key, standing in ((now, values), (before, earlier_values))
            )
            cut = cut_places.cut_places_of_entry(cuts, entry)
            if cut is not None:
                place, earlier_place = cut.places[entry], None
            moved = None if earlier_place is None else earlier_place - place
            own.append(OwnPlace(listing, person, place, moved))
    return own
