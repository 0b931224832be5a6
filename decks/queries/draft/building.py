"""Building clocks: who builds now, how long, from which draft, and what that means for lists (R-055)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import Count

from decks.engine.draft.building import (
    FIELD,
    Building,
    Kind,
    Tap,
    clocks_of_field,
    ended,
    started_by_itself,
    taps_of_run,
)
from decks.engine.draft.counting import Begun, drafted_by
from decks.models import BuildMark, Draft
from decks.queries.answers import Posted, posted
from decks.queries.draft.draft_runs import Track, tracks_of
from decks.queries.draft.drafts import announced_in_time, round_of
from tournaments.models import Division

BEFORE_THE_END = 2
"""Steps from the end of a paper run at which building comes."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The building clock of a pod, in Sealed of the whole field (pod 0); `by_hand`: not started by the run."""

    pod: int
    building: Building
    by_hand: bool


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
        found = []
        for draft, clocks in self.clocks:
            pod = next((at for at, seats in enumerate(draft.seats, start=1) if entry in seats), 0)
            mine = next((one for one in clocks if pod and one.pod in (FIELD, pod)), None)
            if mine is not None and mine.building.began is not None:
                found.append(Build(draft, mine.pod, mine.building, round_of(draft)))
        return found

    def of(self, entry: int) -> Build | None:
        """The player's latest build, which may still run."""
        return next(iter(self.all_of(entry)), None)

    def begun(self, entry: int) -> list[Begun]:
        """The drafts a player has begun to build from, by the first start of each."""
        known = ((one, one.building.first or one.building.began) for one in self.all_of(entry))
        return [Begun(one.draft.number, at, one.round) for one, at in known if at]

    def drafted_before(self, entry: int, at: datetime) -> int | None:
        """The number of the draft a list submitted then was built from; None before the first building."""
        return drafted_by(self.begun(entry), at)


def clocks_of(
    draft: Draft, tracks: Iterable[Track] | None = None, rounds: Posted | None = None
) -> list[Clock]:
    """The building clocks of a draft, by pod; none before its seats are drawn. Three queries at most.

    Building is over once the round the decks are for is posted (R-057).
    """
    found = list(tracks_of(draft) if tracks is None else tracks)
    if not found:
        return []
    round_ = (posted(draft.division) if rounds is None else rounds).get(round_of(draft))
    taps = [_tap(row) for row in marks_of(draft)]
    pods = (FIELD,) if draft.subtype == "sealed" else tuple(range(1, len(draft.seats) + 1))
    runs = {}
    for pod in pods:
        track = next(one for one in found if one.pod in (FIELD, pod))
        runs[pod] = taps_of_run(track.taps, len(track.steps) - BEFORE_THE_END)
    made = clocks_of_field(taps, runs)
    return [Clock(pod, ended(made[pod], round_), started_by_itself(pod, taps)) for pod in pods]


def marks_of(draft: Draft) -> list[BuildMark]:
    """Taps not withdrawn, oldest first. One query."""
    rows = BuildMark.objects.filter(draft=draft, withdrawn_at=None).select_related("by")
    return list(rows.order_by("at", "id"))


def stamp(draft: Draft) -> int:
    """A number that grows with every tap on the clocks of a draft and every withdrawal. One query."""
    rows = BuildMark.objects.filter(draft=draft)
    found = rows.aggregate(all=Count("pk"), withdrawn=Count("withdrawn_at"))
    return int(found["all"]) + int(found["withdrawn"])


def builds_of(division: Division) -> Builds:
    """Every build of a division. Three queries, and two for each draft with seats."""
    rows = list(Draft.objects.filter(division=division).select_related("division").order_by("-number"))
    if not rows:
        return Builds(division)
    first = rows[-1]
    planned, rounds = first.setup.get("redraft_round"), posted(division)
    return Builds(
        division,
        tuple((row, tuple(clocks_of(row, rounds=rounds))) for row in rows if row.seats),
        bool(planned) and announced_in_time(first),
        planned,
        rounds,
    )


def _tap(row: BuildMark) -> Tap:
    return Tap(cast(Kind, row.kind), row.at, row.minutes, row.pod)
