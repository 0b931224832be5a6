"""Every round that the engine pairs is optimal, criterion by criterion."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pairings.engine.swiss import Field, Options, matching, pair_field
from pairings.engine.swiss.matching import Nodes, match_nodes
from pairings.engine.swiss.normalized_field import normalize_field
from tests.pairings.engine.swiss_reference import Habits, Reference, field_of, play

LADDER = (0, 1, 3, 4, 6, 7, 9, 12)


def random_field(rng: Random, size: int, scores: tuple[int, ...]) -> Field:
    """Return a field whose players met at random, from hardly any pair to nearly all."""
    ids = rng.sample(range(100), size)
    met_before, had_bye = rng.random(), rng.choice((0.0, 0.3, 0.9, 1.0))
    return field_of(
        {entry: rng.choice(scores) for entry in ids},
        met=[pair for pair in combinations(ids, 2) if rng.random() < met_before],
        had_bye=[entry for entry in ids if rng.random() < had_bye],
    )


def random_options(rng: Random, field: Field) -> Options:
    ids = field.ids.tolist()
    avoid = tuple(pair for pair in combinations(ids, 2) if rng.random() < 0.2)
    return rng.choice(
        (
            Options(fewest_pair_downs=True),
            Options(by_standing=tuple(rng.sample(ids, len(ids)))),
            Options(avoid=avoid),
            Options(avoid=avoid, fewest_pair_downs=True),
        )
    )


@pytest.mark.parametrize("size", range(2, 10))
def test_tiny_fields_equal_the_best_of_all_pairings(size: int) -> None:
    rng = Random(size)
    for seed in range(150 if size < 9 else 60):
        field = random_field(rng, size, rng.choice((LADDER, LADDER[:4], (0, 3, 6))))
        reference = Reference(field)
        draw = pair_field(field, seed=seed)
        assert reference.of(draw) == reference.best_of_all()
        assert draw.bye is None or draw.bye in reference.may_bye


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_tiny_fields_with_options_equal_the_best_of_all_pairings(size: int) -> None:
    rng = Random(size)
    for seed in range(100):
        field = random_field(rng, size, rng.choice((LADDER, (0, 3, 6))))
        options = random_options(rng, field)
        reference = Reference(field, options)
        assert reference.of(pair_field(field, seed=seed, options=options)) == reference.best_of_all()


@pytest.mark.parametrize("size", [10, 11, 13, 16, 21, 33, 48, 64])
def test_random_histories_equal_the_exact_matching(size: int) -> None:
    rng = Random(size)
    for seed in range(25):
        field = random_field(rng, size, LADDER)
        reference = Reference(field)
        assert reference.of(pair_field(field, seed=seed)) == reference.best_by_matching()


@pytest.mark.parametrize(("size", "rounds"), [(8, 9), (12, 12), (17, 9), (32, 14), (50, 12), (100, 9)])
@pytest.mark.parametrize("ties", [0.0, 0.2])
def test_whole_events_equal_the_exact_matching(size: int, rounds: int, ties: float) -> None:
    for seed in range(3):
        for field, draw in play(size, rounds, seed=seed, habits=Habits(ties=ties)):
            reference = Reference(field)
            assert reference.of(draw) == reference.best_by_matching()


@pytest.mark.parametrize("size", [16, 41, 64])
def test_options_equal_the_exact_matching(size: int) -> None:
    rng = Random(size)
    for seed in range(12):
        field = random_field(rng, size, LADDER)
        options = random_options(rng, field)
        reference = Reference(field, options)
        assert reference.of(pair_field(field, seed=seed, options=options)) == reference.best_by_matching()


def test_forbidden_pairs_equal_the_exact_matching() -> None:
    """Forbidding every rematch costs the same as avoiding them, if they can be avoided."""
    rng = Random(4)
    for seed in range(40):
        field = random_field(rng, 12, LADDER)
        reference = Reference(field)
        best = reference.best_by_matching()
        if best[0] == 0:
            forbidden = tuple(map(tuple, field.met.tolist()))
            fresh = Field(field.ids, field.points, field.byes, field.met[:0])
            assert reference.of(pair_field(fresh, seed=seed, options=Options(forbidden=forbidden))) == best


def test_the_three_proofs_all_occur_and_tell_the_truth() -> None:
    seen = set()
    for seed in range(30):
        for field, draw in play(8 + seed, 8, seed=seed):
            seen.add(draw.proof)
            assert draw.gap_cost >= draw.bound
            assert (draw.examined == ()) == (draw.proof == "bound")
            assert (len(draw.examined) == len(field.ids)) == (draw.proof == "field")
            assert draw.proof != "bound" or draw.gap_cost == draw.bound
    assert seen == {"bound", "window", "field"}


@pytest.mark.parametrize(
    "options", [Options(), Options(fewest_pair_downs=True), Options(avoid=((1, 2), (3, 9)))]
)
@pytest.mark.parametrize("power", range(18, 31))
def test_costs_too_large_for_64_bits_are_exact(
    monkeypatch: pytest.MonkeyPatch, options: Options, power: int
) -> None:
    """Few points or very many: the costs are exact, as with whole numbers of any size."""
    rng = Random(power)
    few, many = (0, 13, 26, 39), tuple(range(40))
    steps = rng.choice((few, many)) if power < 24 else many
    points = {entry: rng.choice(steps) * 2**power // 39 for entry in range(1, 61)}
    state = normalize_field(field_of(points), options, Random(1))
    order = state.order
    nodes = Nodes(order, state.group[order], state.scale[order], np.empty(0, np.int64), None)
    found = match_nodes(state, nodes, Random(2))
    monkeypatch.setattr(matching, "MAX_TOTAL_IN_64_BITS", 0)
    assert found == match_nodes(state, nodes, Random(2))


@pytest.mark.parametrize("step", [1, 1_000_000])
def test_score_groups_have_the_points_of_their_players_however_far_apart(step: int) -> None:
    state = normalize_field(field_of({7: 2 * step, 3: 0, 5: 2 * step, 9: step}), Options(), Random(1))
    assert state.values.tolist() == [2 * step, step, 0]
    assert dict(zip(state.ids.tolist(), state.group.tolist(), strict=True)) == {7: 0, 5: 0, 9: 1, 3: 2}
