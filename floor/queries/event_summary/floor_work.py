"""Penalties, time extensions, disputes and judge calls of an event."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import mean

from floor.engine.penalties import PenaltyLevel
from floor.models import JudgeCall
from floor.queries.calls import CallFigures, call_figures
from floor.queries.penalties import count_unconfirmed_penalties
from pairings.models import Dispute, Extension
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class PenaltySummary:
    """Penalties that were not withdrawn, `unconfirmed` ones included.

    - `by_infraction`: numbers by infraction and level, `by_division`: numbers by key of the division and level.
    - `given`: their number, `withdrawn`: the number of the others.
    """

    by_infraction: Mapping[tuple[str, str], int]
    by_division: Mapping[tuple[int, str], int]
    given: int
    unconfirmed: int
    withdrawn: int

    @property
    def levels(self) -> list[PenaltyLevel]:
        """Levels that were given, lightest first."""
        given = {level for _infraction, level in self.by_infraction}
        return [level for level in PenaltyLevel if level.value in given]

    @property
    def infractions(self) -> list[str]:
        """Infractions for which penalties were given, most frequent first."""
        counts = Counter[str]()
        for (infraction, _level), count in self.by_infraction.items():
            counts[infraction] += count
        return [
            infraction for infraction, _count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        ]


def summarize_penalties(event: Tournament) -> PenaltySummary:
    """Count the penalties of an event. Two queries."""
    by_infraction, by_division = Counter[tuple[str, str]](), Counter[tuple[int, str]]()
    withdrawn = 0
    rows = event.penalties.order_by().values_list("infraction", "level", "entry__division", "withdrawn_at")
    for infraction, level, division_key, withdrawn_at in rows:
        if withdrawn_at is not None:
            withdrawn += 1
            continue
        by_infraction[infraction, level] += 1
        by_division[division_key, level] += 1
    return PenaltySummary(
        by_infraction, by_division, by_infraction.total(), count_unconfirmed_penalties(event), withdrawn
    )


@dataclass(frozen=True, slots=True)
class ExtensionRow:
    """Time extensions with the same `cause`, a value of `Extension.Cause`. Times are in seconds."""

    cause: str
    count: int
    seconds: int
    longest: int


@dataclass(frozen=True, slots=True)
class ExtensionSummary:
    """Time extensions that ended and were not withdrawn, most frequent cause first."""

    rows: Sequence[ExtensionRow]

    @property
    def count(self) -> int:
        return sum(row.count for row in self.rows)

    @property
    def seconds(self) -> int:
        return sum(row.seconds for row in self.rows)

    @property
    def longest(self) -> int:
        return max((row.longest for row in self.rows), default=0)


def summarize_extensions(event: Tournament) -> ExtensionSummary:
    """Sum the time extensions of an event by cause. One query."""
    ended = Extension.objects.filter(
        match__round__division__tournament=event, withdrawn_at=None, ended_at__isnull=False
    )
    seconds_by_cause: dict[str, list[int]] = {}
    for cause, seconds in ended.order_by().values_list("cause", "seconds"):
        seconds_by_cause.setdefault(cause, []).append(seconds or 0)
    rows = [
        ExtensionRow(cause, len(seconds), sum(seconds), max(seconds))
        for cause, seconds in seconds_by_cause.items()
    ]
    return ExtensionSummary(sorted(rows, key=lambda row: (-row.count, row.cause)))


@dataclass(frozen=True, slots=True)
class DisputeSummary:
    """Results in dispute. `mean_seconds` and `longest` are the times until they were decided, 0 if none was."""

    count: int
    settled: int
    mean_seconds: int
    longest: int


def summarize_disputes(event: Tournament) -> DisputeSummary:
    """Count the disputes of an event. One query."""
    disputes = Dispute.objects.filter(match__round__division__tournament=event)
    times = list(disputes.values_list("opened_at", "settled_at"))
    seconds = _seconds_between(times)
    return DisputeSummary(len(times), len(seconds), _mean(seconds), max(seconds, default=0))


@dataclass(frozen=True, slots=True)
class CallRow:
    """Judge calls with the same `reason`, a value of `JudgeCall.Reason`. Waiting times are in seconds."""

    reason: str
    count: int
    mean_wait: int
    longest_wait: int


@dataclass(frozen=True, slots=True)
class CallSummary:
    """Judge calls without withdrawn ones, most frequent reason first. `figures` are those of the queue page."""

    figures: CallFigures
    rows: Sequence[CallRow]

    @property
    def longest_wait(self) -> int:
        return max((row.longest_wait for row in self.rows), default=0)


def summarize_calls(event: Tournament) -> CallSummary:
    """Sum the judge calls of an event by reason; a call waits until a judge claims it. Two queries."""
    calls = JudgeCall.objects.filter(tournament=event, withdrawn=False)
    times_by_reason: dict[str, list[tuple[datetime, datetime | None]]] = {}
    for reason, raised_at, claimed_at in calls.order_by().values_list("reason", "raised_at", "claimed_at"):
        times_by_reason.setdefault(reason, []).append((raised_at, claimed_at))
    rows = []
    for reason, times in times_by_reason.items():
        seconds = _seconds_between(times)
        rows.append(CallRow(reason, len(times), _mean(seconds), max(seconds, default=0)))
    return CallSummary(call_figures(event), sorted(rows, key=lambda row: (-row.count, row.reason)))


def _seconds_between(times: Iterable[tuple[datetime, datetime | None]]) -> list[int]:
    return [round((end - start).total_seconds()) for start, end in times if end is not None]


def _mean(seconds: Sequence[int]) -> int:
    return round(mean(seconds)) if seconds else 0
