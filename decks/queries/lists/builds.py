"""The time to build decks: who builds now, how long, from which draft, and what that means for lists (R-055)."""

from dataclasses import dataclass
from datetime import datetime

from decks import hooks
from decks.engine.building import FIELD, Building, Clock
from decks.engine.counting import Begun, drafted_by
from decks.models import Draft
from decks.queries.answers import Posted, posted
from decks.queries.drafts import announced_in_time, round_of
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class Build:
    """The time a player builds from one draft, for round `round`."""

    draft: Draft
    pod: int
    building: Building
    round: int

    @property
    def redraft(self) -> bool:
        return self.draft.number > 1


@dataclass(frozen=True, slots=True)
class Builds:
    """Every build of a division, latest draft first. `announced`: whether the redraft was, in time.

    `redraft_round`: the round a redraft is planned before; `posted`: when each round was.
    """

    division: Division
    clocks: tuple[tuple[Draft, tuple[Clock, ...]], ...] = ()
    announced: bool = False
    redraft_round: int | None = None
    posted: Posted | None = None

    @property
    def next_round(self) -> int:
        """The first round not posted."""
        return max(self.posted or {}, default=0) + 1

    def all_of(self, entry: int) -> list[Build]:
        """The builds a player has begun, latest first."""
        builds = []
        for draft, clocks in self.clocks:
            pod = next((at for at, seats in enumerate(draft.seats, start=1) if entry in seats), 0)
            mine = next((clock for clock in clocks if pod and clock.pod in (FIELD, pod)), None)
            if mine is not None and mine.building.began is not None:
                builds.append(Build(draft, mine.pod, mine.building, round_of(draft)))
        return builds

    def of(self, entry: int) -> Build | None:
        """The player's latest build, which may still run."""
        return next(iter(self.all_of(entry)), None)

    def begun(self, entry: int) -> list[Begun]:
        """The drafts a player has begun to build from, by the first start of each."""
        starts = ((build, build.building.first or build.building.began) for build in self.all_of(entry))
        return [Begun(build.draft.number, at, build.round) for build, at in starts if at]

    def drafted_before(self, entry: int, at: datetime) -> int | None:
        """The number of the draft a list submitted then was built from; None before the first building."""
        return drafted_by(self.begun(entry), at)


def builds_of(division: Division) -> Builds:
    """Every build of a division. Three queries, and two for each draft with seats."""
    rows = list(Draft.objects.filter(division=division).select_related("division").order_by("-number"))
    if not rows:
        return Builds(division)
    first = rows[-1]
    planned, rounds = first.setup.get("redraft_round"), posted(division)
    clocks = [
        (row, tuple(clock for clocks_of in hooks.building_clocks for clock in clocks_of(row, rounds)))
        for row in rows
        if row.seats
    ]
    return Builds(
        division,
        tuple(clocks),
        bool(planned) and announced_in_time(first),
        planned,
        rounds,
    )
