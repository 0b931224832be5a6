"""If matches must be repeated: as rarely and as long ago as possible, and byes in turn (M-017, M-018)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.engine import pods
from pairings.engine.swiss import Draw, Field, Options, pair_field
from tests.pairings.engine.swiss_reference import Habits, Reference, field_of, play

BEFORE = Options(weigh_repeats=False)


def met_in(found: list[Draw]) -> dict[frozenset[int], list[int]]:
    """Return the rounds, counted from 1, in which two players met."""
    rounds: dict[frozenset[int], list[int]] = {}
    for number, draw in enumerate(found, start=1):
        for two in draw.pairs:
            rounds.setdefault(frozenset(two), []).append(number)
    return rounds


def event(players: int, rounds: int, seed: int) -> list[Draw]:
    """Simulate an event from which no one drops."""
    return [draw for _, draw in play(players, rounds, seed=seed, habits=Habits(drops=0))]


@pytest.mark.parametrize("seed", range(8))
def test_four_players_in_six_rounds_meet_each_other_twice(seed: int) -> None:
    rounds = met_in(event(4, 6, seed))
    assert len(rounds) == 6
    assert all(later - first == 3 for first, later in rounds.values())


@pytest.mark.parametrize("seed", range(8))
def test_three_players_sit_out_in_turn(seed: int) -> None:
    found = event(3, 7, seed)
    for number in range(1, 8):
        byes = Counter(draw.bye for draw in found[:number])
        counts = [byes[one] for one in {*found[0].pairs[0], found[0].bye}]
        assert max(counts) - min(counts) <= 1
    assert max(map(len, met_in(found).values())) == 3


def test_before_repeats_were_weighed_the_same_pairs_could_meet_again_and_again() -> None:
    """This is the previous objective, with which rounds paired at that time are still replayed."""
    field = field_of(dict.fromkeys(range(4), 0), met=[*combinations(range(4), 2), (0, 1), (2, 3)],
                     rounds=[1, 2, 3, 3, 2, 1, 4, 4])  # fmt: skip
    old = {pair_field(field, seed=seed, options=BEFORE).pairs for seed in range(40)}
    assert any(frozenset((0, 1)) in map(frozenset, pairs) for pairs in old)
    for seed in range(40):
        assert {frozenset(two) for two in pair_field(field, seed=seed).pairs} == {
            frozenset((0, 2)),
            frozenset((1, 3)),
        }


def test_who_met_once_meets_before_who_met_twice_and_longest_ago_first() -> None:
    every = list(combinations(range(4), 2))
    once = field_of(dict.fromkeys(range(4), 0), met=[*every, (0, 3), (1, 2)], rounds=[3, 2, 1, 1, 2, 3, 4, 4])
    for seed in range(20):
        draw = pair_field(once, seed=seed)
        assert {frozenset(two) for two in draw.pairs} == {frozenset((0, 2)), frozenset((1, 3))}


def test_a_bye_goes_to_the_fewest_before_it_goes_to_the_lowest_group() -> None:
    field = field_of({1: 9, 2: 6, 3: 0}, had_bye=[1, 2, 2, 3, 3])
    assert pair_field(field, seed=1).bye == 1
    assert pair_field(field, seed=1).second_bye
    assert pair_field(field, seed=1, options=BEFORE).bye == 3


def test_meetings_told_twice_count_once() -> None:
    """Both sides of a match may list it."""
    every = list(combinations(range(4), 2))
    rounds = [3, 2, 1, 1, 2, 3]
    field = field_of(dict.fromkeys(range(4), 0), met=every, rounds=rounds)
    twice = field_of(dict.fromkeys(range(4), 0), met=[*every, *every], rounds=[*rounds, *rounds])
    assert all(pair_field(field, seed=seed) == pair_field(twice, seed=seed) for seed in range(10))


def worn(rng: Random, size: int, rounds: int) -> Field:
    """Return a field after many rounds, in which everyone met often, at irregular times, with unequal byes."""
    ids = rng.sample(range(100), size)
    met = [(two, number) for number in range(1, rounds) for two in _some_pairs(rng, ids)]
    return field_of(
        {one: rng.choice((0, 1, 3, 4, 6)) for one in ids},
        met=[two for two, _ in met],
        rounds=[number for _, number in met],
        had_bye=[one for one in ids for _ in range(rng.choice((0, 1, 1, 2)))],
    )


def _some_pairs(rng: Random, ids: list[int]) -> Iterator[tuple[int, int]]:
    mixed = rng.sample(ids, len(ids))
    yield from zip(mixed[::2], mixed[1::2], strict=False)


@pytest.mark.parametrize("size", range(2, 9))
def test_small_fields_equal_the_best_of_all_pairings(size: int) -> None:
    rng = Random(size)
    for seed in range(120 if size < 8 else 60):
        field = worn(rng, size, rng.randint(2, 16))
        options = rng.choice((Options(), Options(fewest_pair_downs=True)))
        reference = Reference(field, options)
        draw = pair_field(field, seed=seed, options=options)
        assert reference.of(draw) == reference.best_of_all()
        assert draw.bye is None or draw.bye in reference.may_bye


@given(players=st.integers(2, 8), rounds=st.integers(4, 20), seed=st.integers(0, 2**40))
@settings(max_examples=60, deadline=None)
def test_every_round_of_a_long_event_is_the_best_there_is(players: int, rounds: int, seed: int) -> None:
    habits = Habits(ties=0.1, drops=0.01, late=0.1)
    for field, draw in play(players, rounds, seed=seed, habits=habits):
        reference = Reference(field)
        assert reference.of(draw) == reference.best_of_all()


@given(players=st.integers(2, 8), rounds=st.integers(2, 24), seed=st.integers(0, 2**40))
@settings(max_examples=80, deadline=None)
def test_meetings_and_byes_stay_even(players: int, rounds: int, seed: int) -> None:
    """No one has two byes more than someone else, or meets again an opponent whom others have not met for longer."""
    found = event(players, rounds, seed)
    byes = Counter(draw.bye for draw in found if draw.bye is not None)
    if byes:
        everybody = {one for draw in found for two in draw.pairs for one in two} | set(byes)
        assert max(byes.values()) - min(byes[one] for one in everybody) <= 1
    met = met_in(found)
    times = [len(met.get(frozenset(two), ())) for two in combinations({one for two in met for one in two}, 2)]
    if players in (2, 4):
        assert max(times) - min(times) <= 1


@pytest.mark.parametrize("size", [10, 14, 21, 33])
def test_larger_fields_equal_the_exact_matching(size: int) -> None:
    rng = Random(size)
    for seed in range(12):
        field = worn(rng, size, 3 * size)
        reference = Reference(field)
        assert reference.of(pair_field(field, seed=seed)) == reference.best_by_matching()


def test_hundreds_who_all_met_are_still_paired() -> None:
    """There are too many criteria for one number, so how long ago players met is dropped first."""
    ids = list(range(200))
    met = list(combinations(ids, 2))
    field = field_of(
        {one: 3 * (one % 7) for one in ids}, met=met, rounds=[(1 + at % 15) * 10**5 for at in range(len(met))]
    )
    draw = pair_field(field, seed=1, options=Options(by_standing=tuple(ids)))
    assert len(draw.pairs) == 100


@pytest.mark.parametrize("seed", range(10))
def test_draft_pods_repeat_as_seldom_and_as_long_ago(seed: int) -> None:
    rng = Random(seed)
    field = worn(rng, 6, 9)
    inside = dict.fromkeys(field.ids.tolist(), 1)
    drawn = pods.pair_in_pods(field, inside, seed=seed).draw
    reference = Reference(field)
    assert reference.of(drawn) == reference.best_of_all()


def test_older_rounds_are_drawn_as_they_were() -> None:
    """Without the rounds of meetings, and with byes as yes or no, repeats are not weighed."""
    for seed in range(20):
        field = worn(Random(seed), 7, 9)
        plain = replace(field, byes=field.byes > 0, rounds=None)
        before = pair_field(field, seed=seed, options=BEFORE)
        assert before == pair_field(plain, seed=seed, options=BEFORE)
        assert np.array_equal(field.byes > 0, plain.byes)
