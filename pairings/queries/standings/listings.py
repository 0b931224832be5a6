"""Standings lists of an event, one per age division of each division."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery

from pairings.models import Bracket, Round, Stage, Standing
from pairings.queries.rounds.match_rows import AGE_DIVISION_ORDER
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class StandingsListing:
    """One list of standings.

    `key` is its name in URLs; `after` is the latest closed Swiss round, or 0 if there is none.
    """

    division: Division
    age_division: str
    players: int
    after: int

    @property
    def key(self) -> str:
        return f"{self.division.pk}-{self.age_division}"

    def url(self, after: int | None = None) -> str:
        """Return the URL query of this list on the standings page, after round `after` or the latest round."""
        return f"?list={self.key}&after={after}" if after else f"?list={self.key}"

    @property
    def label(self) -> str:
        return str(
            Division.AgeDivision(self.age_division).label if self.age_division != "all" else self.division
        )


def standings_listings_of_event(event: Tournament) -> list[StandingsListing]:
    """Return every nonempty list of an event, oldest players first. Three queries."""
    divisions = list(event.divisions.select_related("tournament").order_by("position", "id"))
    latest_rounds = Round.objects.filter(
        division=OuterRef("round__division"), state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS
    ).order_by("-number")
    standings = Standing.objects.filter(
        round__division__tournament=event, round=Subquery(latest_rounds.values("pk")[:1])
    )
    swiss_lists: dict[int, list[tuple[str, int, int]]] = {}
    list_sizes = standings.order_by().values_list("round__division_id", "age_division", "round__number")
    for pk, age_division, number, players in list_sizes.annotate(players=Count("id")):
        swiss_lists.setdefault(pk, []).append((age_division, players, number))
    # Divisions without Swiss rounds are listed by their brackets.
    bracket_lists: dict[int, list[tuple[str, int, int]]] = {}
    brackets = Bracket.objects.filter(stage__division__tournament=event, stage__position=0)
    for pk, age_division, size in brackets.values_list("stage__division_id", "age_division", "size"):
        bracket_lists.setdefault(pk, []).append((age_division, size, 0))
    listings = []
    for division in divisions:
        division.tournament = event
        division_lists = swiss_lists.get(division.pk) or bracket_lists.get(division.pk, [])
        listings += [StandingsListing(division, *facts) for facts in division_lists]
    return sorted(listings, key=lambda listing: AGE_DIVISION_ORDER.index(listing.age_division))


def listing_by_key(lists: Sequence[StandingsListing], key: str | None) -> StandingsListing | None:
    """Return the list with this key, by default the first, or None if there are no lists."""
    return next((listing for listing in lists if listing.key == key), lists[0] if lists else None)
