"""The state of a day: actual times, delay, and what is expected (R-116)."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.engine.schedule import Plan, ScheduleItemTimes, expected_schedule_items, planned_items

TEN = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


def at(minutes):
    return None if minutes is None else TEN + timedelta(minutes=minutes)


def stands(now, *points):
    """Return rows as (state, delay, start, end) for points as (start, length, started, ended), in minutes after ten."""
    day = [
        ScheduleItemTimes(at(start), length, at(started), at(ended))
        for start, length, started, ended in points
    ]
    return [
        (row.state, row.delay, (row.start - TEN).seconds // 60, (row.end - TEN).seconds // 60)
        for row in expected_schedule_items(day, at(now))
    ]


@pytest.mark.parametrize(
    ("now", "points", "rows"),
    [
        (0, [(10, 30, None, None)], [("to_come", 0, 10, 40)]),
        (17, [(10, 30, None, None), (50, 30, None, None)], [("to_come", 7, 17, 47), ("to_come", 7, 57, 87)]),
        (20, [(10, 30, 15, None), (50, 30, None, None)], [("running", 5, 15, 45), ("to_come", 5, 55, 85)]),
        (60, [(10, 30, 10, None), (50, 30, None, None)], [("running", 0, 10, 60), ("to_come", 20, 70, 100)]),
        (48, [(10, 30, 15, 48), (50, 30, None, None)], [("done", 5, 15, 48), ("to_come", 8, 58, 88)]),
        (35, [(10, 30, 8, 33), (50, 30, None, None)], [("done", -2, 8, 33), ("to_come", 0, 50, 80)]),
        (15, [(0, 10, None, None), (10, 30, 12, None)], [("past", None, 0, 10), ("running", 2, 12, 42)]),
        (20, [(0, 10, 0, None), (10, 30, 12, None)], [("done", 0, 0, 10), ("running", 2, 12, 42)]),
        (50, [(10, 30, None, None)], [("to_come", 40, 50, 80)]),
    ],
    ids=[
        "on time",
        "should have started",
        "late start",
        "overdue",
        "ended late",
        "early",
        "untimed before",
        "never ended",
        "very late",
    ],
)
def test_expected(now, points, rows):
    assert stands(now, *points) == rows


def planned(plan):
    """Return a plan of points as (title, round, start, length), with times in minutes after ten."""
    return [
        (point.title, point.round_number, round((point.start - TEN).total_seconds() / 60), point.minutes)
        for point in planned_items(TEN, plan)
    ]


def test_a_day_begins_with_check_in_and_a_meeting_before_round_1():
    assert planned(Plan(rounds=1, round_minutes=50)) == [
        ("check_in", None, -70, 60),
        ("meeting", None, -10, 10),
        ("round", 1, 0, 50),
    ]


def test_points_of_no_minutes_are_left_out():
    plan = Plan(rounds=1, round_minutes=50, check_in=0, meeting=0, lunch_after=1, lunch=0)
    assert planned(plan) == [("round", 1, 0, 50)]


def test_rounds_follow_each_other_after_a_turnaround_and_lunch_after_its_round():
    plan = Plan(rounds=3, round_minutes=50, check_in=0, meeting=0, lunch_after=2)
    assert planned(plan) == [
        ("round", 1, 0, 50),
        ("round", 2, 60, 50),
        ("lunch", None, 120, 45),
        ("round", 3, 165, 50),
    ]


def test_rounds_of_the_cut_continue_the_numbering_in_their_own_length():
    plan = Plan(rounds=1, round_minutes=50, check_in=0, meeting=0, cut_rounds=2)
    assert planned(plan) == [("round", 1, 0, 50), ("cut_round", 2, 60, 75), ("cut_round", 3, 145, 75)]


def test_a_round_without_a_limit_is_planned_with_an_hour():
    plan = Plan(rounds=1, round_minutes=0, check_in=0, meeting=0, cut_rounds=1, cut_round_minutes=0)
    assert planned(plan) == [("round", 1, 0, 60), ("cut_round", 2, 70, 60)]


@pytest.mark.parametrize(("later_start", "starts"), [(1440, [0, 1440, 1500, 1560]), (30, [0, 60, 120, 180])])
def test_day_2_begins_at_its_start_but_never_before_day_1_is_over(later_start, starts):
    plan = Plan(
        rounds=1,
        round_minutes=50,
        check_in=0,
        meeting=0,
        later_rounds=2,
        later_start=at(later_start),
        cut_rounds=1,
    )
    found = planned(plan)
    assert [title for title, *_ in found] == ["round", "round", "round", "cut_round"]
    assert [start for _, _, start, _ in found] == starts
