"""Everything that happened at an event, in figures for its report."""

from dataclasses import dataclass

from checks.queries.deck_checks import CheckCoverage, check_rules_of, division_coverage
from floor.queries.event_summary.attendance import (
    DayAttendance,
    DivisionAttendance,
    attendance_by_day,
    attendance_by_division,
)
from floor.queries.event_summary.floor_work import (
    CallSummary,
    DisputeSummary,
    ExtensionSummary,
    PenaltySummary,
    summarize_calls,
    summarize_disputes,
    summarize_extensions,
    summarize_penalties,
)
from floor.queries.event_summary.round_times import RoundTimes, round_times
from tournaments.models import Tournament
from tournaments.queries.staff_list import StaffRow, staff_rows


@dataclass(frozen=True, slots=True)
class EventSummary:
    """The figures of an event so far. `check_target` is the percentage of decks to check."""

    event: Tournament
    divisions: list[DivisionAttendance]
    days: list[DayAttendance]
    rounds: list[RoundTimes]
    penalties: PenaltySummary
    extensions: ExtensionSummary
    disputes: DisputeSummary
    calls: CallSummary
    checks: list[CheckCoverage]
    check_target: int
    staff: list[StaffRow]


def event_summary(event: Tournament) -> EventSummary:
    """Collect the figures of an event. A fixed number of queries, however large the event is."""
    rules = check_rules_of(event)
    return EventSummary(
        event=event,
        divisions=attendance_by_division(event),
        days=attendance_by_day(event),
        rounds=round_times(event),
        penalties=summarize_penalties(event),
        extensions=summarize_extensions(event),
        disputes=summarize_disputes(event),
        calls=summarize_calls(event),
        checks=division_coverage(event, rules),
        check_target=rules.target,
        staff=staff_rows(event),
    )
