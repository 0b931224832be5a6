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
    counted = _counted(event)
    drawn = _drawn(event)
    found = []
    for division in divisions:
        division.tournament = event
        lists = counted.get(division.pk) or drawn.get(division.pk, [])
        found += [Listing(division, *one) for one in lists]
    return sorted(found, key=lambda one: AGE_DIVISION_ORDER.index(one.age_division))


def _counted(event: Tournament) -> dict[int, list[tuple[str, int, int]]]:
    """Age division, players and round of the newest standings by division."""
    newest = Round.objects.filter(
        division=OuterRef("round__division"), state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS
    ).order_by("-number")
    rows = Standing.objects.filter(round__division__tournament=event, round=Subquery(newest.values("pk")[:1]))
    grouped = rows.order_by().values_list("round__division_id", "age_division", "round__number")
    found: dict[int, list[tuple[str, int, int]]] = {}
    for division, age_division, number, players in grouped.annotate(players=Count("id")):
        found.setdefault(division, []).append((age_division, players, number))
    return found


def _drawn(event: Tournament) -> dict[int, list[tuple[str, int, int]]]:
    """The brackets of divisions without Swiss rounds."""
    rows = Bracket.objects.filter(stage__division__tournament=event, stage__position=0)
    found: dict[int, list[tuple[str, int, int]]] = {}
    for division, age_division, size in rows.values_list("stage__division_id", "age_division", "size"):
        found.setdefault(division, []).append((age_division, size, 0))
    return found


def choose(lists: Sequence[Listing], key: str | None) -> Listing | None:
    """The list with this key, else the first; None without lists."""
    return next((one for one in lists if one.key == key), lists[0] if lists else None)
