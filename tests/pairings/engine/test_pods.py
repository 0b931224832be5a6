"""Draft pods: no one meets twice, everyone meets inside the pod if possible, as few cross as possible (R-091)."""

from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.engine import pods, swiss
from pairings.engine.swiss import Field, Options
from tests import build


def field(points: list[int], met: set[tuple[int, int]] = frozenset(), byes: set[int] = frozenset()) -> Field:  # type: ignore[assignment]
    ids = np.arange(1, len(points) + 1, dtype=np.int64)
    pairs = np.array(sorted(met), dtype=np.int64).reshape(-1, 2)
    return Field(ids, np.array(points, dtype=np.int64), np.isin(ids, list(byes)), pairs)


def even(players: int, size: int) -> dict[int, int]:
    return {one: (one - 1) // size + 1 for one in range(1, players + 1)}


def test_a_full_pod_of_eight_plays_three_rounds_inside() -> None:
    points, met, chance = dict.fromkeys(range(1, 17), 0), set[tuple[int, int]](), Random(5)
    for number in range(3):
        drawn = pods.pair_in_pods(field(list(points.values()), met), even(16, 8), seed=number)
        assert not drawn.crossings
        assert not drawn.draw.rematches
        for pair in drawn.draw.pairs:
            met.add(pair)
            points[chance.choice(pair)] += 3
    assert len(met) == 24


def test_a_pod_of_two_crosses_in_round_two() -> None:
    drawn = pods.pair_in_pods(field([3, 0, 3, 0], {(1, 2), (3, 4)}), {1: 1, 2: 1, 3: 2, 4: 2}, seed=1)
    assert set(map(frozenset, drawn.draw.pairs)) == {frozenset((1, 3)), frozenset((2, 4))}
    assert len(drawn.crossings) == 2


def test_three_pods_of_five_cross_once_beside_the_bye() -> None:
    drawn = pods.pair_in_pods(field([0] * 15), even(15, 5), seed=3)
    assert len(drawn.draw.pairs) == 7
    assert len(drawn.crossings) == 1
    assert drawn.draw.bye is not None


def test_who_is_in_no_pod_crosses() -> None:
    drawn = pods.pair_in_pods(field([0] * 6), even(4, 4), seed=3)
    assert drawn.crossings == ((5, 6),) or drawn.crossings == ((6, 5),)


def test_the_same_seed_draws_the_same_and_another_one_does_not() -> None:
    of, seats = field([0] * 24), even(24, 8)
    assert pods.pair_in_pods(of, seats, seed=7) == pods.pair_in_pods(of, seats, seed=7)
    assert len({pods.pair_in_pods(of, seats, seed=seed).draw.pairs for seed in range(8)}) == 8


def test_without_pods_in_the_way_it_costs_what_the_swiss_engine_costs() -> None:
    chance = Random(4)
    for _ in range(30):
        of = field([3 * chance.randrange(5) for _ in range(chance.randrange(2, 13))])
        one = pods.pair_in_pods(of, dict.fromkeys(range(1, 13), 1), seed=2).draw
        other = swiss.pair_field(of, seed=2)
        assert (one.gap_cost, one.bye_group, len(one.pair_downs)) == (
            other.gap_cost,
            other.bye_group,
            len(other.pair_downs),
        )


def test_who_must_not_meet_does_not_meet_and_an_impossible_wish_is_refused() -> None:
    of = field([0] * 4)
    drawn = pods.pair_in_pods(of, even(4, 2), seed=1, options=Options(forbidden=((1, 2),)))
    assert frozenset((1, 2)) not in set(map(frozenset, drawn.draw.pairs))
    every = Options(forbidden=tuple((1, other) for other in (2, 3, 4)))
    assert build.refusal(pods.pair_in_pods, of, even(4, 2), seed=1, options=every).code == (
        "FORBIDDEN_PAIRS_UNAVOIDABLE"
    )
    assert build.refusal(pods.pair_in_pods, field([0]), {}, seed=1).code == "TOO_FEW_PLAYERS"


Cost = tuple[int, int, int, int, int]


def least(of: Field, seats: dict[int, int]) -> Cost:
    """Return the minimum over all pairings: repeats, group of the bye, crossings, squares, players outside."""
    points = dict(zip(of.ids.tolist(), of.points.tolist(), strict=True))
    had = dict(zip(of.ids.tolist(), of.byes.tolist(), strict=True))
    met = {frozenset(pair) for pair in of.met.tolist()}
    levels = sorted(set(points.values()))
    may = {one for one in points if not had[one]} or set(points)

    @cache
    def rest(left: tuple[int, ...]) -> Cost | None:
        if not left:
            return (0, 0, 0, 0, 0)
        one, others = left[0], left[1:]
        found = []
        if len(left) % 2 and one in may and (tail := rest(others)) is not None:
            found.append((tail[0], tail[1] + levels.index(points[one]), *tail[2:]))
        for other in others:
            if (tail := rest(tuple(x for x in others if x != other))) is None:
                continue
            gap = abs(points[one] - points[other])
            crosses = seats.get(one) is None or seats.get(one) != seats.get(other)
            found.append(
                (
                    tail[0] + (frozenset((one, other)) in met),
                    tail[1],
                    tail[2] + crosses,
                    tail[3] + gap**2,
                    tail[4] + (gap > 0),
                )
            )
        return min(found) if found else None

    best = rest(tuple(sorted(points)))
    assert best is not None
    return best


@st.composite
def states(draw: st.DrawFn) -> tuple[Field, dict[int, int]]:
    players = draw(st.integers(2, 9))
    points = draw(st.lists(st.sampled_from([0, 1, 3, 4, 6, 9]), min_size=players, max_size=players))
    every = [(a, b) for a in range(1, players + 1) for b in range(a + 1, players + 1)]
    met = draw(st.sets(st.sampled_from(every), max_size=len(every)))
    byes = draw(st.sets(st.integers(1, players), max_size=players))
    seats = draw(st.dictionaries(st.integers(1, players), st.integers(1, 3), max_size=players))
    return field(points, met, byes), seats


@settings(max_examples=250, deadline=None)
@given(states(), st.integers(0, 2**40))
def test_no_other_way_to_pair_them_is_better(state: tuple[Field, dict[int, int]], seed: int) -> None:
    of, seats = state
    drawn = pods.pair_in_pods(of, seats, seed=seed)
    draw, points = drawn.draw, dict(zip(of.ids.tolist(), of.points.tolist(), strict=True))
    levels = sorted(set(points.values()))
    seated = [one for pair in draw.pairs for one in pair] + ([draw.bye] if draw.bye else [])
    assert sorted(seated) == of.ids.tolist()
    found = (
        len(draw.rematches),
        levels.index(points[draw.bye]) if draw.bye else 0,
        len(drawn.crossings),
        draw.gap_cost,
        len(draw.pair_downs),
    )
    assert found == least(of, seats)
    assert draw.bound <= draw.gap_cost


@pytest.mark.parametrize(("players", "size"), [(64, 8), (75, 5), (126, 7)])
def test_rounds_of_a_draft_never_repeat_a_match(players: int, size: int) -> None:
    points, met, byes, chance = [0] * players, set[tuple[int, int]](), set[int](), Random(2)
    for number in range(3):
        drawn = pods.pair_in_pods(field(points, met, byes), even(players, size), seed=number)
        assert not drawn.draw.rematches
        odd_pods = (players // size) * (size % 2)
        assert len(drawn.crossings) <= (odd_pods + 1) // 2 + size
        for pair in drawn.draw.pairs:
            met.add(pair)
            points[chance.choice(pair) - 1] += 3
        if drawn.draw.bye:
            points[drawn.draw.bye - 1] += 3
            byes.add(drawn.draw.bye)


def test_tables_of_a_pod_lie_together_with_the_highest_points_first() -> None:
    drawn = pods.pair_in_pods(field([0, 3, 0, 3, 6, 9, 6, 9]), even(8, 4), seed=1)
    assert [set(two) for two in drawn.draw.pairs] == [{2, 4}, {1, 3}, {6, 8}, {5, 7}]


def test_tables_across_pods_come_last_with_the_highest_points_first() -> None:
    seats = {1: 1, 2: 3, 3: 2, 4: 4, 5: 5, 6: 5}
    drawn = pods.pair_in_pods(field([0, 9, 0, 9, 3, 3]), seats, seed=1)
    assert [set(two) for two in drawn.draw.pairs] == [{5, 6}, {2, 4}, {1, 3}]
    assert drawn.crossings == drawn.draw.pairs[1:]


def test_as_many_could_have_the_bye_as_had_none_in_its_group() -> None:
    drawn = pods.pair_in_pods(field([3, 3, 0, 0, 0], byes={3}), even(5, 5), seed=1).draw
    assert drawn.bye in (4, 5)
    assert (drawn.bye_group, drawn.bye_candidates) == (0, 2)
    even_field = pods.pair_in_pods(field([3, 3, 0, 0]), even(4, 4), seed=1).draw
    assert (even_field.bye, even_field.bye_group, even_field.bye_candidates) == (None, None, 0)


def test_fewest_pair_downs_come_before_small_gaps() -> None:
    of, seats = field([9, 6, 6, 3, 3, 0]), even(6, 6)
    fewest = pods.pair_in_pods(of, seats, seed=1, options=Options(fewest_pair_downs=True)).draw
    assert fewest.pair_downs == ((1, 9, 0),)
    assert [down[1] - down[2] for down in pods.pair_in_pods(of, seats, seed=1).draw.pair_downs] == [3, 3, 3]


@pytest.mark.parametrize("options", [Options(), Options(fewest_pair_downs=True)])
def test_two_gaps_of_six_are_smaller_than_one_of_nine_and_one_of_three(options: Options) -> None:
    of = field([9, 6, 3, 0], {(1, 2), (3, 4)})
    draws = [pods.pair_in_pods(of, even(4, 4), seed=seed, options=options).draw for seed in range(10)]
    assert {frozenset(draw.pairs) for draw in draws} == {frozenset({(1, 3), (2, 4)})}
