"""The lists of standings an event has: one for each age division of each division."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery

from pairings.models import Bracket, Round, Stage, Standing
from pairings.queries.rounds.rows import AGE_DIVISION_ORDER
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class Listing:
    """One list of standings. `key` is its name in URLs; `after` is the newest closed Swiss round, 0 without one."""

    division: Division
    age_division: str
    players: int
    after: int

    @property
    def key(self) -> str:
        return f"{self.division.pk}-{self.age_division}"

    @property
    def label(self) -> str:
        return str(
            Division.AgeDivision(self.age_division).label if self.age_division != "all" else self.division
        )


def of_event(event: Tournament) -> list[Listing]:
    """Every nonempty list of an event, the oldest players first. Three queries."""
    divisions = list(event.divisions.select_related("tournament").order_by("position", "id"))
    newest = Round.objects.filter(
        division=OuterRef("round__division"), state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS
    ).order_by("-number")
    lines = Standing.objects.filter(
        round__division__tournament=event, round=Subquery(newest.values("pk")[:1])
    )
    # Age division, players and round of each list, by division.
    ranked: dict[int, list[tuple[str, int, int]]] = {}
    grouped = lines.order_by().values_list("round__division_id", "age_division", "round__number")
    for pk, age_division, number, players in grouped.annotate(players=Count("id")):
        ranked.setdefault(pk, []).append((age_division, players, number))
    # The brackets of divisions without Swiss rounds.
    drawn: dict[int, list[tuple[str, int, int]]] = {}
    brackets = Bracket.objects.filter(stage__division__tournament=event, stage__position=0)
    for pk, age_division, size in brackets.values_list("stage__division_id", "age_division", "size"):
        drawn.setdefault(pk, []).append((age_division, size, 0))
    listings = []
    for division in divisions:
        division.tournament = event
        lists = ranked.get(division.pk) or drawn.get(division.pk, [])
        listings += [Listing(division, *facts) for facts in lists]
    return sorted(listings, key=lambda listing: AGE_DIVISION_ORDER.index(listing.age_division))


def choose(lists: Sequence[Listing], key: str | None) -> Listing | None:
    """The list with this key, else the first; None without lists."""
    return next((listing for listing in lists if listing.key == key), lists[0] if lists else None)
