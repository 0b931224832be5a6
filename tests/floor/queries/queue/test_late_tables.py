"""What is late: calls, disputes, empty seats, tables after time, deck checks, and rounds behind the schedule."""

from datetime import datetime, timedelta

import pytest

from checks.services import check_sheets, deck_checks
from floor.engine.lateness import ALLOWED, Delay
from floor.engine.table import PLAYERS, Kind, make_tap
from floor.queries.queue import late_tables
from floor.services import calls, sectors
from floor.services import table_taps as tables
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.services.reports import result_reports, results, time_extensions
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as play
from tournaments.models import Tournament
from tournaments.services import schedule

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def posted(players: int = 8, **fields: object) -> list[Match]:
    home = play.division(players, edition="2026", best_of=3, round_minutes=50, clock_delay=0, **fields)
    return play.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))


@pytest.fixture
def hall() -> list[Match]:
    return posted()


def event_of(match: Match) -> Tournament:
    return match.round.division.tournament


def start(match: Match) -> datetime:
    match.round.refresh_from_db()
    assert match.round.posted_at is not None
    return match.round.posted_at


def late_at(match: Match, minutes: float) -> late_tables.Late:
    return late_tables.what_is_late(event_of(match), start(match) + minutes * MINUTE)


def counts(match: Match, minutes: float) -> dict[str, int]:
    return {
        delay.value: number for delay, number in late_at(match, minutes).count_by_delay().items() if number
    }


def after_time(found: late_tables.Late) -> list[tuple[str, list[int]]]:
    """Return the sectors with the numbers of their tables after time."""
    return [
        (group.sector.sector.name if group.sector else "", [row.table.table for row in group.tables])
        for group in found.sectors
    ]


def test_nothing_is_late_while_the_round_is_in_time(hall: list[Match]) -> None:
    assert counts(hall[0], 49) == {}


@pytest.mark.parametrize("delay", Delay)
def test_every_delay_has_its_allowed_time(delay: Delay) -> None:
    assert ALLOWED[delay] >= timedelta()


def test_a_call_is_late_after_five_minutes_until_a_judge_is_there(hall: list[Match]) -> None:
    at = start(hall[0])
    call = calls.raise_hand(hall[0], entry=hall[0].left, now=at + MINUTE)
    assert (counts(hall[0], 5.9), counts(hall[0], 6)) == ({}, {"call": 1})
    judge = build.staff(event_of(hall[0]), "judge")
    calls.claim_call(call, by=judge, now=at + 7 * MINUTE)
    # The judge is on the way, and has five minutes for that.
    assert (counts(hall[0], 11), counts(hall[0], 12)) == ({}, {"call": 1})
    calls.arrive_at_call(call, by=judge, now=at + 12 * MINUTE)
    assert counts(hall[0], 40) == {}


def test_unclaimed_calls_come_before_those_of_a_judge_on_the_way(hall: list[Match]) -> None:
    at = start(hall[0])
    claimed = calls.raise_hand(hall[0], now=at)
    calls.raise_hand(hall[1], now=at + 2 * MINUTE)
    calls.raise_hand(hall[2], now=at + MINUTE)
    calls.claim_call(claimed, by=build.staff(event_of(hall[0]), "judge"), now=at + MINUTE)
    found = late_at(hall[0], 10).calls
    assert [entry.table for entry in found] == [hall[2].table, hall[1].table, hall[0].table]


def test_a_dispute_is_listed_until_it_is_decided(hall: list[Match]) -> None:
    result_reports.submit_report(hall[1], hall[1].left, ResultReport(MatchResult(Outcome.LEFT)))
    result_reports.submit_report(hall[1], hall[1].right, ResultReport(MatchResult(Outcome.RIGHT)))
    assert counts(hall[0], 1) == {"dispute": 1}
    results.enter_result(hall[1], MatchResult(Outcome.LEFT), by=None)
    assert counts(hall[0], 1) == {}


def test_empty_seats_that_cost_the_most_come_first(hall: list[Match]) -> None:
    at = start(hall[0])
    for match, minutes in ((hall[0], 1), (hall[1], 0)):
        tables.record_tap(match, make_tap(Kind.EMPTY, PLAYERS["left"]), by=None, now=at + minutes * MINUTE)
    seats = late_at(hall[0], 30).seats
    assert [seat.match.table for seat in seats] == [hall[1].table, hall[0].table]
    assert seats[0].name == str(hall[1].left)
    assert all(due.is_due(at + 30 * MINUTE) for due in seats[0].due)
    results.enter_result(hall[1], MatchResult(Outcome.RIGHT), by=None)
    assert counts(hall[0], 30) == {"seat": 1}


def test_tables_after_time_are_grouped_by_sector_with_the_judge_responsible(hall: list[Match]) -> None:
    event = event_of(hall[0])
    judge = build.staff(event, "judge", "lena")
    member = event.staff.get(user=judge).pk
    sectors.save_sector(event, name="North", table_from=1, table_to=2, judges=[member], by=None)
    sectors.save_sector(event, name="South", table_from=3, table_to=3, judges=[], by=None)
    results.enter_result(hall[1], MatchResult(Outcome.LEFT), by=None)
    time_extensions.grant_extra_time(hall[0], seconds=300, by=None)
    assert after_time(late_at(hall[0], 51)) == [("South", [3]), ("", [4])]
    found = late_at(hall[0], 56)
    assert after_time(found) == [("South", [3]), ("", [4]), ("North", [1])]
    north = found.sectors[-1]
    assert north.sector is not None
    assert north.sector.judge_names == "lena"
    (table,) = north.tables
    assert (table.table.state, table.table.extra) == ("extraturns", 5)
    assert table.ended_at == start(hall[0]) + 55 * MINUTE


def test_a_table_with_a_result_and_a_call_is_not_playing(hall: list[Match]) -> None:
    calls.raise_hand(hall[0], now=start(hall[0]))
    results.enter_result(hall[0], MatchResult(Outcome.LEFT), by=None)
    assert hall[0].table not in [
        number for _name, numbers in after_time(late_at(hall[0], 60)) for number in numbers
    ]


def test_a_deck_is_late_after_ten_minutes_and_counts_once(hall: list[Match]) -> None:
    at, judge = start(hall[0]), build.staff(event_of(hall[0]), "judge")
    check = deck_checks.pick_requested_deck(hall[0].left, why="Marked", by=judge, now=at)
    assert counts(hall[0], 20) == {}
    check_sheets.begin_check(check, by=judge, now=at + MINUTE)
    time_extensions.start_stopwatch(hall[1], by=judge, now=at + 2 * MINUTE)
    assert (counts(hall[0], 10), counts(hall[0], 11)) == ({}, {"check": 1})
    assert [entry.kind for entry in late_at(hall[0], 12).checks] == ["check", "extension"]


def test_a_round_is_late_when_the_schedule_says_so() -> None:
    home = play.division(8, round_minutes=50)
    event = home.tournament
    schedule.plan_day(event, by=None, first_start=event.starts_at, rounds=3)

    def behind(minutes: int) -> list[tuple[int | None, str]]:
        found = late_tables.what_is_late(event, event.starts_at + minutes * MINUTE).plan
        return [(row.round_number, row.state) for row in found]

    # A check-in that staff did not end is no delay.
    assert (behind(-30), behind(4), behind(5)) == ([], [], [(1, "to_come")])
    first = rounds.pair_next_round(home, by=None, seed=1)
    rounds.post(first, by=None, now=event.starts_at + 20 * MINUTE)
    assert behind(30) == [(1, "running"), (2, "to_come")]


def test_sectors_without_a_table_are_named_while_others_play(hall: list[Match]) -> None:
    event = event_of(hall[0])
    for name, first, last in (("North", 1, 4), ("South", 5, 9)):
        sectors.save_sector(event, name=name, table_from=first, table_to=last, judges=[], by=None)
    assert [row.sector.name for row in late_at(hall[0], 1).idle] == ["South"]
    for match in hall:
        results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    rounds.close_round(hall[0].round, by=None)
    assert late_at(hall[0], 1).idle == ()
