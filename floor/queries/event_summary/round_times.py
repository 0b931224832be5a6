"""Planned and actual times of the rounds."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, Sum

from pairings.models import Extension, Round
from pairings.models.match import Reason
from pairings.queries.reports.clocks import minutes_of_round
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """One posted round of a division.

    - `planned_start` and `planned_minutes`: from the schedule; without one, no start and the length in the settings,
      0 if untimed.
    - `started_at`: when the round was posted, `ended_at`: when it was closed. Each may be None.
    - `tables`: matches of two players, `no_shows`: those lost because a player did not come.
    - `extensions` and `extension_seconds`: number and sum of the time extensions.
    """

    division: Division
    number: int
    planned_start: datetime | None
    planned_minutes: int
    started_at: datetime | None
    ended_at: datetime | None
    tables: int
    no_shows: int
    extensions: int
    extension_seconds: int

    @property
    def late_minutes(self) -> int | None:
        """Delay of the start in whole minutes, negative if early; None without a plan or a start."""
        if self.planned_start is None or self.started_at is None:
            return None
        return round((self.started_at - self.planned_start).total_seconds() / 60)

    @property
    def actual_minutes(self) -> int | None:
        """Length in whole minutes, or None while the round is open."""
        if self.started_at is None or self.ended_at is None:
            return None
        return round((self.ended_at - self.started_at).total_seconds() / 60)


def round_times(event: Tournament) -> list[RoundTimes]:
    """Return the posted rounds of all divisions, by division and number. Three queries."""
    rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    rounds = rounds.annotate(
        tables=Count("matches", filter=Q(matches__right__isnull=False)),
        no_shows=Count("matches", filter=Q(matches__reason=Reason.NO_SHOW)),
    )
    rounds = rounds.select_related("division", "stage").order_by("division__position", "division", "number")
    ended = Extension.objects.filter(
        match__round__division__tournament=event, withdrawn_at=None, ended_at__isnull=False
    )
    sums = ended.order_by().values_list("match__round").annotate(n=Count("pk"), seconds=Sum("seconds"))
    extensions = {key: (count, seconds) for key, count, seconds in sums}
    planned = {item.round_number: item for item in event.schedule.exclude(round_number=None)}
    rows = []
    for round_ in rounds.defer("draw"):
        round_.division.tournament = event
        item = planned.get(round_.number)
        count, seconds = extensions.get(round_.pk, (0, 0))
        rows.append(
            RoundTimes(
                division=round_.division,
                number=round_.number,
                planned_start=item.planned_start if item else None,
                planned_minutes=item.planned_minutes if item else minutes_of_round(round_),
                started_at=round_.posted_at,
                ended_at=round_.closed_at,
                tables=round_.tables,
                no_shows=round_.no_shows,
                extensions=count,
                extension_seconds=seconds or 0,
            )
        )
    return rows
