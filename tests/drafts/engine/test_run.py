"""A draft on paper step by step: who opens, who picks, how long, and the state by its marks (R-092 to R-097)."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from drafts.engine.draft_plan import LAST_SECONDS, pick_times, plan_draft
from drafts.engine.draft_setup import Setup
from drafts.engine.run import (
    RunMark,
    RunStanding,
    RunStep,
    flip_coin_of_run,
    replay_run_marks,
    run_steps,
    step_after_lap,
    step_after_tap,
    track_numbers,
)
from drafts.engine.run_after_leaving import DroppedSeat, steps_without_seats

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def steps(subtype: str, players: int, **more: Any) -> tuple[RunStep, ...]:
    found = plan_draft(Setup(subtype, players=players, **{"packs_each": 2, "pack_size": 3} | more))
    return run_steps(found, found.pods[0], pick_seconds=None, look_seconds=None)


def mark(kind: Any, seconds: int) -> RunMark:
    return RunMark(kind, NOON + timedelta(seconds=seconds))


def test_booster_opens_looks_and_passes_the_other_way_with_each_pack_r092():
    found = steps("booster", 4)
    assert [one.code for one in found] == [
        "SEATS",
        *(["OPEN_OWN", *["PICK_OWN"] * 3] * 2),
        "BUILD",
        "HAND_IN",
    ]
    assert [one.way for one in found if one.code == "OPEN_OWN"] == [1, -1]
    assert {one.seconds for one in found if one.code == "PICK_OWN"} == {30}


def test_rochester_names_who_opens_and_who_picks_r093():
    found = steps("rochester", 4, pack_size=5)
    first = [one.seat for one in found if one.opening == 1 and one.code == "PICK_ONE"]
    assert first == [1, 2, 3, 4, 4, 3, 2, 1, 1, 2]
    assert [one.seat for one in found if one.code == "OPEN_TWO"] == [1, 2, 3, 4]
    assert [one.code for one in found].count("REARRANGE") == 4


def test_solomon_looks_flips_and_swaps_roles_r094():
    found = steps("solomon", 6, pack_size=5)
    assert [one.code for one in found[:4]] == ["SEATS", "STACK", "COIN", "GROUP"]
    assert [one.order for one in found if one.code == "GROUP"] == [
        (1, 2, 2, 1),
        (2, 1, 1, 2),
        (1, 2, 2, 1),
        (2, 1, 1, 2),
        (1, 2, 2, 1),
    ]


def test_each_seat_of_a_table_and_no_other_ends_with_its_cards_r092_to_r097():
    ends = {
        one: plan_draft(Setup(one, players=4, packs_each=2, pack_size=5)).tables[0].cards
        for one in ("sealed", "booster", "rochester", "solomon")
    }
    assert ends["sealed"] == ends["booster"] == {1: 10, 2: 10, 3: 10, 4: 10}
    assert ends["rochester"] == {1: 10, 2: 10, 3: 10, 4: 10}
    assert ends["solomon"] == {1: 10, 2: 10}


def test_sealed_opens_on_the_signal_r097():
    assert [one.code for one in steps("sealed", 5)] == ["SEATS", "SIGNAL", "REGISTER", "BUILD", "HAND_IN"]


def test_building_takes_30_minutes_in_every_format_r055():
    for subtype in ("booster", "rochester", "solomon", "sealed"):
        assert [one.seconds for one in steps(subtype, 4) if one.code == "BUILD"] == [1800]


def test_pods_of_rochester_and_solomon_go_at_their_own_pace():
    plans = {
        one: plan_draft(Setup(one, players=16, packs_each=2, pack_size=3)) for one in ("booster", "rochester")
    }
    assert track_numbers(plans["booster"]) == (0,)
    assert track_numbers(plans["rochester"]) == (1, 2)


def test_a_pause_holds_the_timer_and_nothing_else():
    standing = replay_run_marks([mark("next", 0), mark("paused", 10), mark("resumed", 100)])
    assert standing.at == 1
    assert standing.seconds_left(30, NOON + timedelta(seconds=105)) == 15
    assert standing.ends_at(30) == NOON + timedelta(seconds=120)
    paused = replay_run_marks([mark("next", 0), mark("paused", 10)])
    assert (paused.seconds_left(30, NOON + timedelta(hours=1)), paused.ends_at(30)) == (20, None)


def test_a_step_back_begins_its_timer_anew():
    standing = replay_run_marks([mark("next", 0), mark("next", 20), mark("back", 25)])
    assert standing == RunStanding(1, NOON + timedelta(seconds=25))


@given(st.lists(st.sampled_from(["next", "back", "paused", "resumed"]), max_size=40))
def test_where_a_draft_stands_is_the_sum_of_its_taps(kinds: list[Any]):
    at, standing = 0, replay_run_marks(mark(kind, number) for number, kind in enumerate(kinds))
    for kind in kinds:
        at = max(0, at + {"next": 1, "back": -1}.get(kind, 0))
    assert standing.at == at
    assert 0 <= standing.seconds_left(30, NOON + timedelta(seconds=60)) <= 30


def test_who_won_the_flip_is_player_1_until_it_is_flipped_anew_r094():
    flipped = [mark("next", 0), mark("next", 1), RunMark("next", NOON, seat=2), mark("next", 3)]
    standing = replay_run_marks(flipped)
    assert (standing.first, standing.seat_of(1), standing.seat_of(2)) == (2, 2, 1)
    assert replay_run_marks([*flipped, mark("back", 4)]).first == 2
    again = replay_run_marks([*flipped, mark("back", 4), mark("back", 5)])
    assert (again.at, again.first, again.seat_of(1)) == (2, 0, 0)
    assert replay_run_marks([*flipped, mark("paused", 4), mark("resumed", 5)]).first == 2


@given(st.integers(0, 2**62), st.integers(1, 40))
def test_the_system_flips_the_same_coin_for_the_same_seed(seed: int, pod: int):
    assert flip_coin_of_run(seed, pod) == flip_coin_of_run(seed, pod)
    assert flip_coin_of_run(seed, pod) in (1, 2)


def test_the_coin_is_fair_enough():
    heads = sum(flip_coin_of_run(5, pod) == 1 for pod in range(1000))
    assert 430 < heads < 570


def test_picks_get_shorter_with_the_packs_where_that_is_told():
    assert pick_times(30, 10, hurry=True) == (30, 30, 25, 25, 20, 15, 15, 10, 10, 5)
    assert pick_times(30, 3, hurry=False) == (30, 30, 30)
    found = steps("booster", 4, pack_size=10, hurry=True)
    assert [one.seconds for one in found if one.code == "PICK_OWN"] == [*pick_times(30, 10, hurry=True)] * 2
    assert {one.seconds for one in steps("rochester", 4, hurry=True) if one.code == "PICK_ONE"} == {10}


@given(st.integers(1, 300), st.integers(1, 30))
def test_no_pick_is_longer_than_the_one_before_and_none_is_too_short(seconds: int, picks: int):
    times = pick_times(seconds, picks, hurry=True)
    assert len(times) == picks
    assert list(times) == sorted(times, reverse=True)
    assert times[0] == seconds
    assert min(times) >= min(seconds, LAST_SECONDS)


def test_shorter_picks_end_the_draft_sooner():
    usual, hurried = (
        plan_draft(Setup("booster", players=8, packs_each=4, pack_size=10, hurry=hurry))
        for hurry in (False, True)
    )
    assert hurried.steps[1].minutes < usual.steps[1].minutes


def taps_of(found: tuple[RunStep, ...], *, laps: bool) -> list[int]:
    """Return the steps at which a judge taps, from the first to the last."""
    at, made = 0, []
    while at < len(found) - 1:
        made.append(at)
        at = (step_after_lap if laps else step_after_tap)(found, at)
    return made


def test_the_last_card_of_an_opening_goes_to_its_seat_by_itself_r093():
    found = steps("rochester", 4, pack_size=5)
    tapped = [found[at] for at in taps_of(found, laps=False)]
    assert [one.turn for one in tapped if one.code == "PICK_ONE" and one.opening == 2] == [*range(1, 10)]
    booster, solomon = steps("booster", 4), steps("solomon", 4)
    assert taps_of(booster, laps=False) == [*range(len(booster) - 1)]
    assert taps_of(solomon, laps=True) == [*range(len(solomon) - 1)]


def test_a_lap_goes_up_to_the_seat_that_picks_twice_r093():
    found = steps("rochester", 4, pack_size=5)
    laps = [at for at in taps_of(found, laps=True) if found[at].opening == 1 and found[at].code == "PICK_ONE"]
    picks = [[one.seat for one in found[at : step_after_lap(found, at)]] for at in laps]
    assert picks == [[1, 2, 3, 4], [4, 3, 2, 1], [1, 2]]
    assert step_after_lap(found, laps[0] + 2) == laps[1]


def test_a_rochester_pod_of_eight_takes_42_taps_instead_of_178():
    """Without laps, each of the 160 picks would need a separate tap."""
    found = steps("rochester", 8, packs_each=2, pack_size=10)
    assert len(found) - 1 == 178
    assert len(taps_of(found, laps=False)) == 170
    assert len(taps_of(found, laps=True)) == 42
    assert len(steps("booster", 8, packs_each=2, pack_size=10)) - 1 == 24
    assert len(steps("solomon", 2, packs_each=2, pack_size=10)) - 1 == 14


@given(
    st.integers(4, 8),
    st.integers(1, 9),
    st.lists(st.tuples(st.integers(1, 8), st.integers(0, 60)), max_size=3),
)
def test_a_lap_leaves_no_pick_out_and_never_leaves_its_opening(seats: int, size: int, left: list[Any]):
    """Whoever dropped, each step is passed once, in order, and one tap only covers picks of one opening."""
    found = steps_without_seats(
        "rochester",
        seats,
        steps("rochester", seats, pack_size=size),
        [DroppedSeat(seat, at) for seat, at in left if seat <= seats],
    )
    for laps in (True, False):
        tapped = [*taps_of(found, laps=laps), len(found) - 1]
        for at, following in pairwise(tapped):
            passed = found[at:following]
            assert following > at
            assert len({one.opening for one in passed}) == 1
            assert {one.code for one in passed[1:]} <= {"PICK_ONE"}
