"""Pods (R-091, S12): equal, at most 8, and what to propose if the field cannot be divided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.refused import Refused
from drafts.engine.pods import (
    Pods,
    balanced_pod_sizes,
    check_pairs,
    check_pods,
    draw_pod_seats,
    equal_pods,
    largest_equal_pods,
    pair_sizes,
    propose_sit_out,
    uneven_pod_sizes,
)


@pytest.mark.parametrize(
    ("players", "sizes"), [(16, [8, 4, 2]), (15, [5, 3]), (9, [3]), (11, []), (13, []), (17, []), (1, [])]
)
def test_sizes(players: int, sizes: list[int]) -> None:
    assert [pods.pod_size for pods in equal_pods(players)] == sizes


@given(st.integers(2, 64))
def test_pods_hold_everybody(players: int) -> None:
    assert all(pods.players == players and 2 <= pods.pod_size <= 8 for pods in equal_pods(players))
    assert bool(equal_pods(players)) is not bool(check_pods(players))


@given(st.integers(2, 64))
def test_a_proposal_sends_out_as_few_as_can_be(players: int) -> None:
    found = propose_sit_out(players)
    if players <= 4:
        assert found is None
        return
    assert found is not None
    assert found.pods.players == players - found.sit_out
    assert found.pods == largest_equal_pods(players - found.sit_out)
    assert found.pods.pod_size >= 4
    assert all(largest_equal_pods(players - fewer) is None for fewer in range(1, found.sit_out))


@pytest.mark.parametrize(
    ("players", "plans"),
    [(11, ((6, 5),)), (23, ((8, 8, 7), (6, 6, 6, 5))), (9, ((5, 4),)), (16, ()), (3, ())],
)
def test_unequal_pods_are_ready_where_equal_ones_leave_someone_out(
    players: int, plans: tuple[tuple[int, ...], ...]
) -> None:
    assert uneven_pod_sizes(players) == plans


@given(st.integers(4, 300))
def test_ready_plans_leave_no_player_out(players: int) -> None:
    plans = balanced_pod_sizes(players)
    assert plans
    for sizes in plans:
        assert sum(sizes) == players
        assert 4 <= min(sizes) <= max(sizes) <= min(8, min(sizes) + 1)
        assert not check_pods(players, sizes, override=True) or len(set(sizes)) > 1


def test_the_refusal_names_the_nearest_choice() -> None:
    (problem,) = check_pods(11)
    assert problem.facts["sit_out"] == 1
    assert (problem.facts["out_pods"], problem.facts["out_size"]) == (2, 5)
    (problem,) = check_pods(15, (8, 7))
    assert (problem.facts["pods"], problem.facts["pod_size"]) == (3, 5)


def test_solomon_sits_in_pairs() -> None:
    assert check_pairs(8) == ()
    assert check_pairs(7)[0].facts["pairs"] == 3
    assert check_pairs(0)[0].code == "TOO_FEW_TO_DRAFT"


@pytest.mark.parametrize("players", [3, 5, 9, 81])
def test_an_odd_solomon_field_is_refused_unless_a_judge_settles_it_s13(players: int) -> None:
    assert check_pairs(players)[0].severity == "error"
    assert check_pairs(players, odd_open=True)[0].severity == "warning"
    assert check_pairs(players, trio=True) == ()
    assert sum(pair_sizes(players)) == players - 1
    assert sum(pair_sizes(players, trio=True)) == players
    assert set(pair_sizes(players)) == {2}


@given(st.integers(2, 64), st.integers(0, 2**32))
def test_seats_come_from_the_seed(players: int, seed: int) -> None:
    sizes = next(iter(equal_pods(players)), Pods(players, 1)).sizes
    ids = list(range(100, 100 + players))
    pods = draw_pod_seats(ids, sizes, seed=seed)
    assert [len(pod) for pod in pods] == list(sizes)
    assert sorted(id_ for pod in pods for id_ in pod) == ids
    assert pods == draw_pod_seats(ids[::-1], sizes, seed=seed)


def test_nobody_is_left_standing() -> None:
    with pytest.raises(Refused):
        draw_pod_seats([1, 2, 3], (2,), seed=1)
