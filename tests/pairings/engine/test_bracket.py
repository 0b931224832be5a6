"""Single elimination: seeds, byes, third place, final order (M-027, M-028)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.engine.bracket import (
    Bout,
    Finish,
    PlayerOut,
    State,
    champion_of,
    entrants_by_slot,
    final_order,
    final_places,
    first_round_bouts,
    is_first_place_decided,
    next_round_bouts,
    seed_order,
    unfold_rounds,
    walkover_outcome,
)
from pairings.engine.outcomes import Outcome
from pairings.engine.standings import PlayedMatch

W, L, OPEN, DOUBLE = Outcome.LEFT, Outcome.RIGHT, Outcome.PENDING, Outcome.DOUBLE_LOSS

Round = list[PlayedMatch]


def meet(number: int, *matches: tuple[int, int, Outcome]) -> Round:
    return [PlayedMatch(number, left, right, outcome) for left, right, outcome in matches]


def pairs(bouts: Sequence[Bout]) -> list[tuple[int | None, int | None]]:
    return [(bout.left, bout.right) for bout in bouts]


@pytest.mark.parametrize(
    ("size", "seeds"),
    [
        (1, (1,)),
        (2, (1, 2)),
        (4, (1, 4, 3, 2)),
        (8, (1, 8, 5, 4, 3, 6, 7, 2)),
        (16, (1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2)),
    ],
)
def test_seed_order(size: int, seeds: tuple[int, ...]) -> None:
    """M-028: 1v8, 5v4, 3v6, 7v2."""
    assert seed_order(size) == seeds


@pytest.mark.parametrize("size", [0, 3, 6, 12])
def test_a_bracket_is_a_power_of_two(size: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        seed_order(size)


@given(st.integers(1, 7))
def test_the_best_meet_last(power: int) -> None:
    """If the better seed always wins, the best remaining player meets the worst in every round."""
    left: list[int | None] = list(seed_order(2**power))
    while len(left) > 1:
        bouts = next_round_bouts(left)
        assert {bout.left + bout.right for bout in bouts if bout.left and bout.right} == {len(left) + 1}
        left = [min(bout.left, bout.right) for bout in bouts if bout.left and bout.right]


@pytest.mark.parametrize(
    ("entrants", "byes"), [(1, 0), (2, 0), (3, 1), (5, 3), (8, 0), (9, 7), (53, 11), (64, 0), (100, 28)]
)
def test_byes_for_the_highest_seeds(entrants: int, byes: int) -> None:
    """M-027: 53 players make 11 byes."""
    bouts = first_round_bouts(range(1, entrants + 1))
    free = sorted(bout.left for bout in bouts if bout.state is State.BYE and bout.left)
    assert free == list(range(1, byes + 1))
    assert sum(bout.state is State.READY for bout in bouts) == (entrants - byes) // 2


@pytest.mark.parametrize(("entrants", "expected"), [([], (None,)), ([7], (7,)), ([7, 8, 9], (7, None, 9, 8))])
def test_slots(entrants: list[int], expected: tuple[int | None, ...]) -> None:
    assert entrants_by_slot(entrants) == expected


EIGHT = entrants_by_slot(range(1, 9))
QUARTERS = meet(1, (1, 8, W), (5, 4, L), (3, 6, W), (7, 2, L))
SEMIS = meet(2, (1, 4, W), (3, 2, L))
FINAL = meet(3, (1, 2, L), (4, 3, L))


def test_neighbours_meet() -> None:
    bouts = unfold_rounds(EIGHT, [QUARTERS], third_place=True)
    assert pairs(bouts[1]) == [(1, 4), (3, 2)]
    assert [bout.state for bout in bouts[2]] == [State.WAITING, State.WAITING]


def test_half_a_round() -> None:
    first, second, last = unfold_rounds(EIGHT, [[*QUARTERS[:2], PlayedMatch(1, 3, 6, OPEN)]])
    assert [bout.state for bout in first] == [State.DECIDED, State.DECIDED, State.READY, State.READY]
    assert [(bout.state, bout.left, bout.right) for bout in second] == [
        (State.READY, 1, 4),
        (State.WAITING, None, None),
    ]
    assert pairs(last) == [(None, None)]


@pytest.mark.parametrize(
    ("played", "slot", "left", "right"),
    [
        (QUARTERS[:1], 0, 1, None),
        (QUARTERS[1:2], 0, None, 4),
        (QUARTERS[2:3], 1, 3, None),
        (QUARTERS[3:], 1, None, 2),
    ],
)
def test_one_of_two_neighbouring_matches_played(
    played: Round, slot: int, left: int | None, right: int | None
) -> None:
    """The winner waits for an opponent, and has no bye."""
    _, second, _ = unfold_rounds(EIGHT, [played])
    assert (second[slot].state, second[slot].left, second[slot].right) == (State.WAITING, left, right)
    assert second[slot].winner is None
    other = second[1 - slot]
    assert (other.state, other.left, other.right) == (State.WAITING, None, None)


def test_the_match_for_third_place_stands_beside_the_final() -> None:
    *_, last = unfold_rounds(EIGHT, [QUARTERS, SEMIS], third_place=True)
    assert pairs(last) == [(1, 2), (4, 3)]
    assert [bout.third_place for bout in last] == [False, True]
    assert all(bout.state is State.READY for bout in last)
    assert [bout.winner for bout in unfold_rounds(EIGHT, [QUARTERS, SEMIS, FINAL], third_place=True)[2]] == [
        2,
        3,
    ]
    assert len(unfold_rounds(EIGHT, [QUARTERS, SEMIS])[2]) == 1


@pytest.mark.parametrize("played", [[], [QUARTERS], [QUARTERS, SEMIS], [QUARTERS, SEMIS, FINAL]])
def test_rounds_of_a_bracket_count_from_1(played: list[Round]) -> None:
    found = unfold_rounds(EIGHT, played, third_place=True)
    assert [[bout.round for bout in one] for one in found] == [[1] * 4, [2] * 2, [3] * 2]
    assert [[bout.slot for bout in one] for one in found] == [[0, 1, 2, 3], [0, 1], [0, 1]]
    assert {bout.round for bout in first_round_bouts(range(1, 6))} == {1}


def test_third_place_of_three_players_is_no_match() -> None:
    """Only one of them loses a semifinal."""
    rounds = unfold_rounds(entrants_by_slot([1, 2, 3]), [meet(1, (3, 2, L))], third_place=True)
    assert [bout.state for bout in rounds[1]] == [State.READY, State.EMPTY]


def test_nobody_won_a_match() -> None:
    """Both lost, so the player who would have met the winner has a bye."""
    rounds = unfold_rounds(
        entrants_by_slot([1, 2, 3, 4]), [meet(1, (1, 4, DOUBLE), (3, 2, W))], third_place=True
    )
    assert [bout.state for bout in rounds[1]] == [State.BYE, State.EMPTY]
    assert rounds[1][0].winner == 3


def test_a_bye_needs_no_match() -> None:
    rounds = unfold_rounds(entrants_by_slot([1, 2, 3, 4, 5]), [meet(1, (5, 4, L))])
    assert pairs(rounds[1]) == [(1, 4), (3, 2)]


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ([QUARTERS, SEMIS, FINAL], [2, 1, 3, 4, 5, 6, 7, 8]),
        ([QUARTERS, SEMIS, FINAL[:1]], [2, 1, 3, 4, 5, 6, 7, 8]),
        ([QUARTERS, SEMIS, meet(3, (1, 2, W), (4, 3, W))], [1, 2, 4, 3, 5, 6, 7, 8]),
        ([QUARTERS, SEMIS, meet(3, (1, 2, OPEN), (4, 3, W))], [1, 2, 4, 3, 5, 6, 7, 8]),
        ([QUARTERS, SEMIS], [1, 2, 3, 4, 5, 6, 7, 8]),
        ([QUARTERS, meet(2, (1, 4, L))], [2, 3, 4, 1, 5, 6, 7, 8]),
        ([meet(1, (1, 8, L), (5, 4, OPEN), (3, 6, OPEN), (7, 2, OPEN))], [2, 3, 4, 5, 6, 7, 8, 1]),
        ([], [1, 2, 3, 4, 5, 6, 7, 8]),
    ],
)
def test_final_order(rounds: list[Round], expected: list[int]) -> None:
    """M-027: remaining players are above eliminated ones; losers of the same round are ordered by Swiss place."""
    final_places = final_order(range(1, 11), rounds, entrants=range(1, 9))
    assert [one.id for one in final_places] == [*expected, 9, 10]
    assert [one.place for one in final_places] == list(range(1, 11))
    assert [one.in_cut for one in final_places] == [True] * 8 + [False] * 2


def test_who_is_still_in() -> None:
    final_places = final_order(range(1, 10), [QUARTERS, meet(2, (1, 4, L))], entrants=range(1, 9))
    assert [one.id for one in final_places if one.still_in] == [2, 3, 4]
    assert {one.id: one.lost_in for one in final_places if one.lost_in} == {1: 2, 5: 1, 6: 1, 7: 1, 8: 1}


def test_losers_by_the_record_of_who_beat_them() -> None:
    """M-027, pure elimination: 7 lost to the champion, 8 to the finalist, 6 to the third, 5 to the fourth."""
    rounds = [QUARTERS, SEMIS, FINAL]
    assert [one.id for one in final_order(range(1, 9), rounds, by_victor=True)] == [2, 1, 3, 4, 7, 6, 8, 5]


def test_a_stranger_in_the_cut_is_a_bug() -> None:
    with pytest.raises(ValueError, match="no seed"):
        final_order([1, 2], [meet(1, (1, 3, W))])


def finish(player: int, *, lost_in: int | None = 1, in_cut: bool = True) -> Finish:
    return Finish(player, player, lost_in, in_cut)


CUT_OF_FOUR = [finish(1, lost_in=None), finish(2, lost_in=2), finish(3), finish(4), finish(5, in_cut=False)]


def test_a_match_is_played_while_both_are_in() -> None:
    assert walkover_outcome(1, 2, {}) is None
    assert walkover_outcome(1, 2, {3: PlayerOut(dropped=True, at=1.0, id=3)}) is None


def test_who_is_out_loses_a_match_that_is_not_played() -> None:
    out = {1: PlayerOut(dropped=True, at=1.0, id=1)}
    assert (walkover_outcome(1, 2, out), walkover_outcome(2, 1, out)) == (L, W)


@pytest.mark.parametrize(
    ("wins", "loses"),
    [
        (PlayerOut(dropped=True, at=1.0, id=1), PlayerOut(dropped=False, at=2.0, id=2)),
        (PlayerOut(dropped=True, at=2.0, id=1), PlayerOut(dropped=True, at=1.0, id=2)),
        (PlayerOut(dropped=True, at=1.0, id=2), PlayerOut(dropped=True, at=1.0, id=1)),
    ],
    ids=["drop before disqualification", "left later", "at the same moment"],
)
def test_of_two_who_are_out_one_goes_through(wins: PlayerOut, loses: PlayerOut) -> None:
    out = {wins.id: wins, loses.id: loses}
    assert (walkover_outcome(wins.id, loses.id, out), walkover_outcome(loses.id, wins.id, out)) == (W, L)


def test_who_is_disqualified_has_no_place_and_those_below_move_up() -> None:
    assert final_places(CUT_OF_FOUR, {2}) == ((1, 1), (2, 3), (3, 4), (4, 5))


def test_a_place_of_the_cut_may_stay_empty_and_one_below_it_does_not() -> None:
    assert final_places(CUT_OF_FOUR, {2}, leave_empty=True) == ((1, 1), (3, 3), (4, 4), (5, 5))
    assert final_places([*CUT_OF_FOUR, finish(6, in_cut=False)], {5}, leave_empty=True)[-1] == (5, 6)


def test_a_cut_is_decided_once_at_most_one_player_is_in() -> None:
    assert is_first_place_decided(CUT_OF_FOUR)
    assert is_first_place_decided([finish(1), finish(2)])
    assert not is_first_place_decided([finish(1, lost_in=None), finish(2, lost_in=None), finish(3)])


def test_the_champion_has_the_first_place_of_a_cut_that_is_over() -> None:
    assert champion_of(CUT_OF_FOUR, final_places(CUT_OF_FOUR, ())) == 1
    assert champion_of(CUT_OF_FOUR, final_places(CUT_OF_FOUR, {1})) == 2
    assert champion_of(CUT_OF_FOUR, final_places(CUT_OF_FOUR, {1}, leave_empty=True)) is None
    assert champion_of(CUT_OF_FOUR, final_places(CUT_OF_FOUR, {1, 2, 3, 4})) == 5
    still_played = [finish(1, lost_in=None), finish(2, lost_in=None)]
    assert champion_of(still_played, final_places(still_played, ())) is None
