"""The clock that calls timed steps: one jump equals second by second, and a hold loses no time (R-092 to R-094)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.engine.building_clock import taps_of_run
from drafts.engine.draft_plan import plan_draft
from drafts.engine.draft_setup import Setup
from drafts.engine.pick_clock import (
    CALLED,
    advance_timed_steps,
    clock_begins_next_step,
    has_timed_steps,
    run_standing_at,
)
from drafts.engine.run import REARRANGE_SECONDS, RunMark, RunStanding, RunStep, replay_run_marks, run_steps

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def steps(subtype: str, players: int = 4, **more: Any) -> tuple[RunStep, ...]:
    planned = plan_draft(Setup(subtype, players=players, **{"packs_each": 2, "pack_size": 3} | more))
    return run_steps(planned, planned.pods[0], pick_seconds=10, look_seconds=20)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def mark(kind: Any, seconds: float, step: int | None = None) -> RunMark:
    return RunMark(kind, at(seconds), step=step)


RUNS = {subtype: steps(subtype) for subtype in ("booster", "rochester", "solomon", "sealed")}
FIRST_TIMED = {"booster": 0, "rochester": 0, "solomon": 2}
"""The step whose tap leads to the first timed pick of a run."""


def called(subtype: str) -> list[RunMark]:
    """Return the marks of a run whose clock calls its first pick at noon."""
    before = [mark("next", -60, step) for step in range(FIRST_TIMED[subtype])]
    return [*before, mark("clock", 0), mark("next", 0)]


def test_booster_goes_on_by_time_to_the_door_of_building_and_not_further_r092():
    run, marks = RUNS["booster"], called("booster")
    by_second = {
        second: run_standing_at(run, marks, at(second)) for second in (0, 19, 20, 30, 40, 50, 70, 5000)
    }
    assert [run[standing.at].code for standing in by_second.values()] == [
        "OPEN_OWN",
        "OPEN_OWN",
        "PICK_OWN",
        "PICK_OWN",
        "PICK_OWN",
        "OPEN_OWN",
        "PICK_OWN",
        "PICK_OWN",
    ]
    assert (run[by_second[50].at].opening, by_second[70].seconds_left(10, at(70))) == (2, 10)
    late = by_second[5000]
    assert (run[late.at].turn, late.seconds_left(10, at(5000)), clock_begins_next_step(late, run)) == (
        3,
        0,
        False,
    )


def test_rochester_needs_no_tap_between_openings_and_skips_the_last_card_r093():
    run = RUNS["rochester"]
    codes, standing = [], run_standing_at(run, called("rochester"), NOON)
    while clock_begins_next_step(standing, run):
        codes.append(run[standing.at].code)
        standing = advance_timed_steps(standing, run, standing.ends_at(run[standing.at].seconds) or NOON)
    opening = ["OPEN_TWO", *["PICK_ONE"] * 5, "REARRANGE"]
    assert [*codes, run[standing.at].code] == opening * 4
    assert standing.seconds_left(REARRANGE_SECONDS, at(9999)) == 0


def test_solomon_stops_for_the_coin_and_then_turns_group_after_group_r094():
    run = RUNS["solomon"]
    looking = [mark("clock", 0), mark("next", 0)]
    assert run[run_standing_at(run, looking, at(9999)).at].code == "STACK"
    standing = run_standing_at(run, called("solomon"), at(9999))
    assert (run[standing.at].code, run[standing.at + 1].code) == ("GROUP", "BUILD")


def test_without_the_clock_and_in_sealed_no_step_ends_by_time():
    assert run_standing_at(RUNS["booster"], [mark("next", 0)], at(9999)).at == 1
    assert not has_timed_steps(RUNS["sealed"])
    assert run_standing_at(RUNS["sealed"], [mark("clock", 0), mark("next", 0)], at(9999)).at == 1


def test_a_clock_started_late_or_after_taps_by_hand_calls_from_there():
    run = RUNS["booster"]
    marks = [mark("next", 0), mark("next", 20), mark("clock", 500)]
    assert run_standing_at(run, marks, at(500)).at == 3
    assert run_standing_at(run, marks, at(509)).seconds_left(10, at(509)) == 1
    by_hand = [*marks, mark("hand", 505)]
    assert (run_standing_at(run, by_hand, at(9999)).at, run_standing_at(run, by_hand, at(9999)).called) == (
        3,
        False,
    )


def test_going_back_stops_the_clock_until_it_is_resumed():
    run = RUNS["booster"]
    marks = [*called("booster"), mark("back", 35)]
    assert (run_standing_at(run, marks, at(999)).at, run_standing_at(run, marks, at(999)).paused) == (2, True)
    assert run_standing_at(run, [*marks, mark("resumed", 999)], at(1004)).seconds_left(10, at(1004)) == 5


def test_the_recorded_step_of_a_tap_counts_where_the_steps_have_changed():
    run = RUNS["booster"]
    marks = [*called("booster"), mark("paused", 33, step=2)]
    assert run_standing_at(run, marks, at(40)).at == 2
    assert run_standing_at(run, marks, at(40)).seconds_left(10, at(40)) == 10


def test_building_begins_with_the_tap_that_leads_to_it_after_steps_by_time_r055():
    run = RUNS["booster"]
    door = len(run) - 3
    marks = [*called("booster"), mark("next", 400, step=door)]
    assert [(tap.kind, tap.at) for tap in taps_of_run(marks, door + 1)] == [("start", at(400))]
    undone = [*marks, mark("back", 410, step=door + 1)]
    assert taps_of_run(undone, door + 1) == ()


SUBTYPES = st.sampled_from(("booster", "rochester", "solomon"))
TAPS = st.lists(
    st.tuples(st.sampled_from(["next", "back", "paused", "resumed", "clock", "hand"]), st.integers(0, 90)),
    max_size=12,
)


@given(SUBTYPES, st.integers(0, 900))
def test_one_jump_is_the_same_as_second_by_second(subtype: str, seconds: int):
    run, marks = RUNS[subtype], called(subtype)
    by_seconds = run_standing_at(run, marks, NOON)
    for second in range(1, seconds + 1):
        by_seconds = advance_timed_steps(by_seconds, run, at(second))
    assert run_standing_at(run, marks, at(seconds)) == by_seconds


@given(SUBTYPES, TAPS, st.integers(0, 300), st.integers(0, 300))
def test_looking_in_between_changes_nothing_after_any_taps(
    subtype: str, taps: list[tuple[Any, int]], first: int, then: int
):
    run, marks, second = RUNS[subtype], called(subtype), 0
    for kind, gap in taps:
        second += gap
        before = run_standing_at(run, marks, at(second))
        is_possible = {"next": before.at < len(run) - 1, "back": before.at > 0}.get(kind, True)
        marks = [*marks, mark(kind, second, before.at)] if is_possible else marks
    seen = run_standing_at(run, marks, at(second + first))
    assert advance_timed_steps(seen, run, at(second + first + then)) == run_standing_at(
        run, marks, at(second + first + then)
    )


@given(SUBTYPES, st.lists(st.tuples(st.integers(0, 90), st.integers(0, 900)), max_size=6), st.integers(0, 90))
def test_a_hold_neither_loses_nor_gains_time(subtype: str, holds: list[tuple[int, int]], rest: int):
    """`holds`: seconds that the clock runs before each hold, and seconds that it is held."""
    run, marks, second, ran = RUNS[subtype], called(subtype), 0, 0
    for running, held in holds:
        ran, second = ran + running, second + running
        marks = [*marks, mark("paused", second)]
        stopped = run_standing_at(run, marks, at(second + held))
        assert stopped.seconds_left(run[stopped.at].seconds, at(second + held)) == stopped.seconds_left(
            run[stopped.at].seconds, at(second)
        )
        second += held
        marks = [*marks, mark("resumed", second)]
    held_run = run_standing_at(run, marks, at(second + rest))
    plain_run = run_standing_at(run, called(subtype), at(ran + rest))
    seconds = run[plain_run.at].seconds
    assert held_run.at == plain_run.at
    assert held_run.seconds_left(seconds, at(second + rest)) == plain_run.seconds_left(
        seconds, at(ran + rest)
    )


@given(SUBTYPES, TAPS)
def test_without_the_clock_a_run_is_the_sum_of_its_taps(subtype: str, taps: list[tuple[Any, int]]):
    run = RUNS[subtype]
    kinds = [kind for kind, _gap in taps if kind not in ("clock", "hand", "back")][: len(run) - 1]
    marks = [mark(kind, second) for second, kind in enumerate(kinds)]
    assert run_standing_at(run, marks, at(9999)) == replay_run_marks(marks)


@pytest.mark.parametrize("subtype", ["booster", "rochester", "solomon"])
def test_only_steps_with_cards_follow_by_time(subtype: str):
    run = RUNS[subtype]
    for index in range(len(run)):
        follows = clock_begins_next_step(replace(RunStanding(index, NOON), called=True), run)
        assert follows == (bool(run[index].seconds) and run[index + 1].code in CALLED)
