"""How a day stands: real times, delay, what is expected (R-116)."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.engine.schedule import Point, expected

TEN = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


def at(minutes):
    return None if minutes is None else TEN + timedelta(minutes=minutes)


def stands(now, *points):
    """Points as (start, length, started, ended), rows as (state, delay, start, end), all in minutes after ten."""
    day = [Point(at(start), length, at(started), at(ended)) for start, length, started, ended in points]
    return [
        (row.state, row.delay, (row.start - TEN).seconds // 60, (row.end - TEN).seconds // 60)
        for row in expected(day, at(now))
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
    ],
    ids=["on time", "should have started", "late start", "overdue", "ended late", "early", "untimed before"],
)
def test_expected(now, points, rows):
    assert stands(now, *points) == rows
