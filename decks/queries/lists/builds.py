"""The times at which players build decks, and the drafts they build from (R-055, R-057, R-095)."""

from dataclasses import dataclass
from datetime import datetime

from decks import hooks
from decks.engine.building_clocks import FIELD, BuildingClockState, Clock
from decks.engine.counting import BegunDraft, draft_built_from
from decks.engine.limited_rules import DeckChange, Redraft, deck_change_problem
from decks.models import Draft
from decks.queries.drafts import building_pod, is_redraft_announced_in_time, round_of_draft
from decks.queries.supplied_facts import Posted, posting_times_by_round
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class PlayerBuild:
    """A player's building time after one draft, for a deck first played in round `round`.

    `pod` is the pod of the clock, which is FIELD if the whole field builds together.
    """

    draft: Draft
    pod: int
    building: BuildingClockState
    round: int

    @property
    def redraft(self) -> bool:
        """Whether the build belongs to a redraft."""
        return self.draft.number > 1


@dataclass(frozen=True, slots=True)
class DivisionBuilds:
    """Every build of a division, latest draft first.

    - `announced`: whether the redraft was announced in time.
    - `redraft_round`: the round that a planned redraft precedes.
    - `posted`: when each round was posted.
    """

    division: Division
    clocks: tuple[tuple[Draft, tuple[Clock, ...]], ...] = ()
    announced: bool = False
    redraft_round: int | None = None
    posted: Posted | None = None

    @property
    def next_round(self) -> int:
        """The first round that is not posted."""
        return max(self.posted or {}, default=0) + 1

    def builds_begun(self, entry: int) -> list[PlayerBuild]:
        """Return the builds that a player has started, latest first."""
        builds = []
        for draft, clocks in self.clocks:
            pod = building_pod(draft, entry)
            clock = next((clock for clock in clocks if pod and clock.pod in (FIELD, pod)), None)
            if clock is not None and clock.building.began is not None:
                builds.append(PlayerBuild(draft, clock.pod, clock.building, round_of_draft(draft)))
        return builds

    def of(self, entry: int) -> PlayerBuild | None:
        """Return the player's latest build, which may still be in progress, or None."""
        return next(iter(self.builds_begun(entry)), None)

    def begun(self, entry: int) -> list[BegunDraft]:
        """Return the drafts from which a player has started to build, each with the time they first started."""
        starts = ((build, build.building.first or build.building.began) for build in self.builds_begun(entry))
        return [BegunDraft(build.draft.number, at, build.round) for build, at in starts if at]

    def draft_number_at(self, entry: int, at: datetime) -> int | None:
        """Return the number of the draft from which the player built a list submitted at `at`.

        Return None before the first building time.
        """
        return draft_built_from(self.begun(entry), at)

    def is_for_current_redraft(self, build: PlayerBuild | None) -> bool:
        """Return whether a build belongs to an announced Solomon redraft before the next round (R-057, R-095)."""
        if build is None or not build.redraft:
            return False
        redraft = Redraft(build.round, self.announced, build.draft.subtype)
        # A change without a phase is only allowed for an announced redraft.
        return deck_change_problem(DeckChange(round=self.next_round, redraft=redraft)) is None


def builds_of_division(division: Division) -> DivisionBuilds:
    """Return every build of a division. Three queries, and two more for each draft with seats."""
    drafts = list(Draft.objects.filter(division=division).select_related("division").order_by("-number"))
    if not drafts:
        return DivisionBuilds(division)
    first_draft = drafts[-1]
    redraft_round, posted = first_draft.setup.get("redraft_round"), posting_times_by_round(division)
    clocks = [
        (draft, tuple(clock for clocks_of in hooks.building_clocks for clock in clocks_of(draft, posted)))
        for draft in drafts
        if draft.seats
    ]
    was_announced = bool(redraft_round) and is_redraft_announced_in_time(first_draft)
    return DivisionBuilds(division, tuple(clocks), was_announced, redraft_round, posted)
