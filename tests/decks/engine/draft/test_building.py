"""30 minutes to build, from the taps of judges and the run on paper (R-055)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.engine.draft.building import Building, Tap, clock, replayed, started_by_hand, taps_of_run
from decks.engine.draft.run import RunMark

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
HALF = NOON + timedelta(minutes=30)
BUILD = 2
"""The step that builds, in a run of Sealed."""


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def tap(kind: Any, minutes: float, more: int = 0, pod: int = 0) -> Tap:
    return Tap(kind, at(minutes), more, pod)


def marks(*kinds: Any) -> list[RunMark]:
    """One mark a minute, from noon on."""
    return [RunMark(kind, at(minute)) for minute, kind in enumerate(kinds)]


def test_nobody_builds_before_somebody_says_so():
    assert (Building().left(NOON), Building().runs(NOON), Building().over_at(NOON)) == (None, False, None)


def test_decks_are_built_in_30_minutes_and_the_last_second_counts():
    built = replayed([tap("start", 0)])
    assert (built.ends, built.left(NOON), built.left(at(12.5))) == (HALF, 1800, 1050)
    assert built.runs(HALF)
    assert not built.runs(HALF + timedelta(seconds=1))
    assert built.over_at(at(31)) == HALF


def test_minutes_given_come_on_top():
    built = replayed([tap("start", 0), tap("more", 10, 5), tap("more", 20, 3)])
    assert (built.ends, built.given) == (at(38), 8)


def test_minutes_given_after_time_count_from_then_on():
    assert replayed([tap("start", 0), tap("more", 40, 5)]).ends == at(45)


def test_an_end_ends_it_and_a_new_start_begins_anew():
    ended = [tap("start", 0), tap("more", 5, 9), tap("end", 20)]
    assert replayed(ended).over_at(at(20)) == at(20)
    assert replayed(ended).left(at(21)) == 0
    assert replayed([*ended, tap("start", 25)]) == Building(at(25), at(55))


def test_minutes_given_after_an_end_count_from_then_on():
    ended = [tap("start", 0), tap("end", 20)]
    longer = replayed([*ended, tap("more", 22, 9)])
    assert (longer.over_at(at(31)), longer.left(at(22)), longer.given) == (None, 9 * 60, 9)
    assert longer.over_at(at(32)) == at(31)
    paused = replayed([tap("start", 0), tap("paused", 10), tap("end", 20), tap("more", 22, 9)])
    assert (paused.ends, paused.paused) == (at(31), False)
    assert replayed([*ended, tap("resumed", 22)]).over_at(at(23)) == at(20)


def test_each_pod_has_its_own_clock_and_the_newest_start_counts():
    taps = [tap("start", 0), tap("start", 10, pod=2), tap("more", 12, 5), tap("more", 13, 2, pod=1)]
    assert clock(1, taps, ()).ends == at(37)
    assert clock(2, taps, ()).ends == at(45)
    assert started_by_hand(2, [tap("start", 10, pod=2)])
    assert not started_by_hand(1, [tap("start", 10, pod=2), tap("more", 12, 5)])


def test_the_run_on_paper_starts_it_so_nothing_is_tapped_twice():
    run = taps_of_run(marks("next", "next", "paused", "resumed"), BUILD)
    assert clock(0, (), run).ends == at(1) + timedelta(minutes=31)
    assert clock(0, [tap("more", 20, 5)], run).ends == at(1) + timedelta(minutes=36)
    assert clock(0, [tap("start", 10)], run).ends == at(40), "who starts it by hand is asked no more"


def test_while_the_run_is_paused_no_time_passes():
    built = replayed(taps_of_run(marks("next", "next", "paused"), BUILD))
    assert built.paused
    assert built.left(at(500)) == 29 * 60
    assert built.runs(at(500))


def test_going_on_ends_it_and_a_step_back_takes_that_back():
    gone_on = marks("next", "next", "next")
    assert replayed(taps_of_run(gone_on, BUILD)).over_at(at(9)) == at(2)
    assert replayed(taps_of_run([*gone_on, RunMark("back", at(4))], BUILD)).ends == at(31)
    back = [RunMark("back", at(5)), RunMark("back", at(6))]
    assert replayed(taps_of_run([*gone_on, *back], BUILD)) == Building()


TAPS = st.lists(
    st.tuples(st.sampled_from(["start", "more", "end", "paused", "resumed"]), st.integers(0, 60)), max_size=20
)


@given(TAPS)
def test_no_order_of_taps_gives_less_than_nothing(taps: list[tuple[Any, int]]):
    built = replayed(tap(kind, minute, more) for minute, (kind, more) in enumerate(taps))
    for minute in range(0, 200, 10):
        left, now = built.left(at(minute)), at(minute)
        assert left is None or left >= 0
        assert not (built.runs(now) and built.over_at(now))
    if not any(kind == "start" for kind, _ in taps):
        assert built == Building()


@pytest.mark.parametrize("minutes", [0, 15, 29])
def test_the_clock_counts_down(minutes: int):
    assert replayed([tap("start", 0)]).left(at(minutes)) == (30 - minutes) * 60
