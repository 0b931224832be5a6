"""30 minutes to build, from the taps of judges and the run on paper (R-055)."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.engine.building_clocks import BuildingClockState
from drafts.engine.building_clock import (
    Tap,
    clocks_of_field,
    is_clock_started_by_hand,
    replay_building_taps,
    taps_of_run,
)
from drafts.engine.run import RunMark

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
HALF = NOON + timedelta(minutes=30)
BUILD = 2
"""The building step of a run of Sealed."""


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def tap(kind: Any, minutes: float, more: int = 0, pod: int = 0) -> Tap:
    return Tap(kind, at(minutes), more, pod)


def clock(pod: int, taps: Sequence[Tap], run: Sequence[Tap]) -> BuildingClockState:
    """Return the clock of one pod, with no other pod building."""
    return clocks_of_field(taps, {pod: run})[pod]


def marks(*kinds: Any) -> list[RunMark]:
    """Return one mark per minute, from noon on."""
    return [RunMark(kind, at(minute)) for minute, kind in enumerate(kinds)]


def test_nobody_builds_before_somebody_says_so():
    assert (
        BuildingClockState().seconds_left(NOON),
        BuildingClockState().is_running(NOON),
        BuildingClockState().over_at(NOON),
    ) == (None, False, None)


def test_decks_are_built_in_30_minutes_and_the_last_second_counts():
    built = replay_building_taps([tap("start", 0)])
    assert (built.ends, built.seconds_left(NOON), built.seconds_left(at(12.5))) == (HALF, 1800, 1050)
    assert built.is_running(HALF)
    assert not built.is_running(HALF + timedelta(seconds=1))
    assert built.over_at(at(31)) == HALF


def test_minutes_given_come_on_top():
    built = replay_building_taps([tap("start", 0), tap("more", 10, 5), tap("more", 20, 3)])
    assert (built.ends, built.given) == (at(38), 8)


def test_minutes_given_after_time_count_from_then_on():
    assert replay_building_taps([tap("start", 0), tap("more", 40, 5)]).ends == at(45)


def test_an_end_ends_it_and_a_new_start_begins_anew():
    ended = [tap("start", 0), tap("more", 5, 9), tap("end", 20)]
    assert replay_building_taps(ended).over_at(at(20)) == at(20)
    assert replay_building_taps(ended).seconds_left(at(21)) == 0
    assert replay_building_taps([*ended, tap("start", 25)]) == BuildingClockState(at(25), at(55))


def test_minutes_given_after_an_end_count_from_then_on():
    ended = [tap("start", 0), tap("end", 20)]
    longer = replay_building_taps([*ended, tap("more", 22, 9)])
    assert (longer.over_at(at(31)), longer.seconds_left(at(22)), longer.given) == (None, 9 * 60, 9)
    assert longer.over_at(at(32)) == at(31)
    paused = replay_building_taps([tap("start", 0), tap("paused", 10), tap("end", 20), tap("more", 22, 9)])
    assert (paused.ends, paused.paused) == (at(31), False)
    assert replay_building_taps([*ended, tap("resumed", 22)]).over_at(at(23)) == at(20)


def test_each_pod_has_its_own_clock_and_the_newest_start_counts():
    taps = [tap("start", 0), tap("start", 10, pod=2), tap("more", 12, 5), tap("more", 13, 2, pod=1)]
    assert clock(1, taps, ()).ends == at(37)
    assert clock(2, taps, ()).ends == at(45)
    assert is_clock_started_by_hand(2, [tap("start", 10, pod=2)])
    assert not is_clock_started_by_hand(1, [tap("start", 10, pod=2), tap("more", 12, 5)])


TWO: dict[int, tuple[Tap, ...]] = {1: (), 2: ()}


@pytest.mark.parametrize(
    "over", [[tap("end", 20, pod=1)], [], [tap("paused", 5, pod=2), tap("end", 20, pod=1)]]
)
def test_minutes_for_the_field_leave_a_pod_that_is_over_alone_while_another_builds(over: list[Tap]):
    """Pod 1 is over, by a tap or by its time; pod 2 started later and is still building, or is paused."""
    taps = [tap("start", 0, pod=1), tap("start", 4, pod=2), *over]
    before, after = clocks_of_field(taps, TWO), clocks_of_field([*taps, tap("more", 32, 5)], TWO)
    assert before[1].over_at(at(32)) is not None
    assert after[1] == before[1]
    assert (after[2].given, after[2].seconds_left(at(32))) == (5, (before[2].seconds_left(at(32)) or 0) + 300)


def test_minutes_for_a_pod_that_is_over_or_for_a_field_that_is_over_reopen_it():
    taps = [tap("start", 0), tap("end", 20, pod=1)]
    assert clocks_of_field([*taps, tap("more", 22, 5, pod=1)], TWO)[1].ends == at(27)
    both = clocks_of_field([*taps, tap("end", 21, pod=2), tap("more", 22, 5)], TWO)
    assert [both[1].ends, both[2].ends] == [at(27), at(27)]
    assert both[1].is_running(at(26))


def test_minutes_for_the_field_follow_each_pod_by_its_run_on_paper():
    runs = {
        1: taps_of_run(marks("next", "next", "next"), BUILD),
        2: taps_of_run(marks("next", "next"), BUILD),
    }
    found = clocks_of_field([tap("more", 10, 5)], runs)
    assert (found[1].over_at(at(11)), found[1].given) == (at(2), 0)
    assert found[2].ends == at(36)


def test_the_run_on_paper_starts_it_so_nothing_is_tapped_twice():
    run = taps_of_run(marks("next", "next", "paused", "resumed"), BUILD)
    assert clock(0, (), run).ends == at(1) + timedelta(minutes=31)
    assert clock(0, [tap("more", 20, 5)], run).ends == at(1) + timedelta(minutes=36)
    assert clock(0, [tap("start", 10)], run).ends == at(40), "who starts it by hand is asked no more"


def test_while_the_run_is_paused_no_time_passes():
    built = replay_building_taps(taps_of_run(marks("next", "next", "paused"), BUILD))
    assert built.paused
    assert built.seconds_left(at(500)) == 29 * 60
    assert built.is_running(at(500))


def test_going_on_ends_it_and_a_step_back_takes_that_back():
    nexts = marks("next", "next", "next")
    assert replay_building_taps(taps_of_run(nexts, BUILD)).over_at(at(9)) == at(2)
    assert replay_building_taps(taps_of_run([*nexts, RunMark("back", at(4))], BUILD)).ends == at(31)
    back = [RunMark("back", at(5)), RunMark("back", at(6))]
    assert replay_building_taps(taps_of_run([*nexts, *back], BUILD)) == BuildingClockState()


TAPS = st.lists(
    st.tuples(st.sampled_from(["start", "more", "end", "paused", "resumed"]), st.integers(0, 60)), max_size=20
)


@given(TAPS)
def test_no_order_of_taps_gives_less_than_nothing(taps: list[tuple[Any, int]]):
    built = replay_building_taps(tap(kind, minute, more) for minute, (kind, more) in enumerate(taps))
    for minute in range(0, 200, 10):
        left, now = built.seconds_left(at(minute)), at(minute)
        assert left is None or left >= 0
        assert not (built.is_running(now) and built.over_at(now))
    if not any(kind == "start" for kind, _ in taps):
        assert built == BuildingClockState()


@pytest.mark.parametrize("minutes", [0, 15, 29])
def test_the_clock_counts_down(minutes: int):
    assert replay_building_taps([tap("start", 0)]).seconds_left(at(minutes)) == (30 - minutes) * 60
