"""The plan of the day, and the actual times that rounds record in it (R-116)."""

from datetime import timedelta

import pytest

from tests import build
from tests.build import NOON, refusal
from tournaments.services import schedule

pytestmark = pytest.mark.django_db


def minutes(n):
    return timedelta(minutes=n)


@pytest.fixture
def event():
    return build.event()


def test_plan(event):
    schedule.plan_day(event, by=None, first_start=NOON, rounds=3, lunch_after=2, cut_rounds=1, lunch=40)
    rows = [
        (item.title, item.round_number, (item.planned_start - NOON) // minutes(1))
        for item in event.schedule.all()
    ]
    assert rows == [
        ("check_in", None, -70),
        ("meeting", None, -10),
        ("round", 1, 0),
        ("round", 2, 40),
        ("lunch", None, 80),
        ("round", 3, 120),
        ("cut_round", 4, 160),
    ]


def test_planning_anew_keeps_real_times(event):
    schedule.plan_day(event, by=None, first_start=NOON, rounds=3)
    schedule.note_round_started(event, round_number=1, at=NOON + minutes(5))
    schedule.plan_day(event, by=None, first_start=NOON, rounds=4, check_in=0, meeting=0)
    assert [bool(item.started_at) for item in event.schedule.all()] == [True, False, False, False]


def test_rounds_write_their_times(event):
    """The first division to post starts a round, the last to close ends it, and both can be undone."""
    schedule.plan_day(event, by=None, first_start=NOON, rounds=1)
    for at in (3, 9):
        schedule.note_round_started(event, round_number=1, at=NOON + minutes(at))
        schedule.note_round_ended(event, round_number=1, at=NOON + minutes(30 + at))
    item = event.schedule.get(round_number=1)
    assert (item.started_at, item.ended_at) == (NOON + minutes(3), NOON + minutes(39))
    schedule.correct_round_times(event, round_number=1, began=NOON + minutes(3), ended=None)
    item.refresh_from_db()
    assert (item.started_at, item.ended_at) == (NOON + minutes(3), None)


def test_rounds_off_the_plan_are_no_error(event):
    schedule.note_round_started(event, round_number=9, at=NOON)
    schedule.note_round_ended(event, round_number=9, at=NOON)
    assert not event.schedule.exists()


def test_change_shifts_what_follows(event):
    schedule.plan_day(event, by=None, first_start=NOON, rounds=3)
    second = event.schedule.get(round_number=2)
    schedule.change_schedule_item(
        second, by=None, shift_following=True, planned_start=second.planned_start + minutes(15)
    )
    assert event.schedule.get(round_number=1).planned_start == NOON
    assert event.schedule.get(round_number=3).planned_start == NOON + minutes(95)


def test_own_points(event):
    party = schedule.add_schedule_item(event, by=None, title="Prize ceremony", planned_start=NOON)
    assert refusal(schedule.change_schedule_item, party, by=None, title=" ").code == "TITLE_MISSING"
    assert (
        refusal(schedule.add_schedule_item, event, by=None, title="", planned_start=NOON).code
        == "TITLE_MISSING"
    )
    schedule.remove_schedule_item(party, by=None)
    assert refusal(schedule.remove_schedule_item, party, by=None).code == "CHANGED_MEANWHILE"


@pytest.mark.parametrize("rounds", [0, 41])
def test_impossible_numbers_of_rounds(event, rounds):
    assert (
        refusal(schedule.plan_day, event, by=None, first_start=NOON, rounds=rounds).code
        == "ROUNDS_IMPOSSIBLE"
    )
