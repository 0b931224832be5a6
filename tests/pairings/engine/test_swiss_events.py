"""Properties of every round of every event, simulated and real."""

import csv
import os
from collections import Counter
from itertools import chain
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import event as noted
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.engine.swiss import Draw, Field, pair_field
from tests.pairings.engine.swiss_reference import Habits, Reference, field_of, play

EVENTS = int(os.environ.get("STADIUM_EVENTS", "300"))
"""How many random events a run checks; `STADIUM_EVENTS=10000` takes two to three minutes."""

habits = st.builds(
    Habits,
    ties=st.sampled_from((0.0, 0.1, 0.5)),
    drops=st.sampled_from((0.0, 0.05, 0.2)),
    late=st.sampled_from((0.0, 0.0, 0.3)),
    awarded=st.sampled_from((0.0, 0.0, 0.1)),
)
small_and_long = st.tuples(st.integers(2, 16), st.integers(1, 14))
usual = st.tuples(st.integers(2, 64), st.integers(1, 9))
large = st.tuples(st.integers(65, 200), st.integers(1, 9))
shapes = st.one_of(small_and_long, small_and_long, usual, large)
"""Numbers of players and rounds."""
seeds = st.integers(0, 2**63)


def everyone(draw: Draw) -> list[int]:
    seated = list(chain.from_iterable(draw.pairs))
    return seated if draw.bye is None else [*seated, draw.bye]


def mixed(field: Field, rng: Random) -> Field:
    """Return the same field with players and meetings in another order, and the sides of each meeting swapped."""
    players, met = list(range(len(field.ids))), list(range(len(field.met)))
    rng.shuffle(players)
    rng.shuffle(met)
    order = np.array(players, dtype=np.int64)
    shuffled = np.array(met, dtype=np.int64)
    rounds = None if field.rounds is None else field.rounds[shuffled]
    meetings = np.flip(field.met[shuffled], axis=1)
    return Field(field.ids[order], field.points[order], field.byes[order], meetings, rounds)


@given(shape=shapes, seed=seeds, habits=habits)
@settings(max_examples=EVENTS, deadline=None)
def test_m017_m018_hold_in_every_round(shape: tuple[int, int], seed: int, habits: Habits) -> None:
    size, rounds = shape
    for field, draw in play(size, rounds, seed=seed, habits=habits):
        reference = Reference(field)
        best = reference.best_by_matching()
        assert sorted(everyone(draw)) == sorted(reference.ids)
        assert reference.of(draw) == best
        again = reference.met & set(map(frozenset, draw.pairs))
        assert {frozenset(match) for match in draw.rematches} == again
        assert len(again) == best[0]
        assert draw.bye is None or draw.bye in reference.may_bye
        assert draw.second_bye == (draw.bye is not None and bool(field.byes.min()))
        tables = [tuple(map(reference.points.__getitem__, match)) for match in draw.pairs]
        assert tables == sorted(tables, reverse=True)
        assert draw.pair_downs == tuple(
            (left, high, low) for (left, _), (high, low) in zip(draw.pairs, tables, strict=True) if high > low
        )
        _note(field, draw)


def _note(field: Field, draw: Draw) -> None:
    """Record which kinds of rounds an event had, for `--hypothesis-show-statistics`."""
    noted(f"proof: {draw.proof}")
    kinds = {
        "odd field": draw.bye is not None,
        "second bye, all had one": draw.second_bye,
        "rematch unavoidable": bool(draw.rematches),
        "over 100 players": len(field.ids) > 100,
    }
    for kind, found in kinds.items():
        if found:
            noted(kind)


@given(shape=shapes, seed=seeds, habits=habits)
@settings(max_examples=40, deadline=None)
def test_a_seed_replays_whatever_the_order_of_the_input(
    shape: tuple[int, int], seed: int, habits: Habits
) -> None:
    rng = Random(seed)
    for number, (field, draw) in enumerate(play(*shape, seed=seed, habits=habits)):
        assert pair_field(field, seed=seed + number) == draw
        assert pair_field(mixed(field, rng), seed=seed + number) == draw


def test_a_large_event_has_no_rematch_and_floats_no_one_far() -> None:
    for field, draw in play(1024, 11, seed=7):
        assert sorted(everyone(draw)) == sorted(field.ids.tolist())
        assert draw.rematches == ()
        assert draw.gap_cost - draw.bound <= 40


@pytest.mark.parametrize("event", ["cup_338", "regional_318", "regional_1170"])
def test_real_rounds_could_not_have_been_paired_closer(shared: Path, event: str) -> None:
    """Day one: each round from the results before it, among the players who had an opponent in that round."""
    points: Counter[str] = Counter()
    met: list[tuple[str, str]] = []
    for number, rows in day_one(shared / "events" / f"{event}_matches.csv").items():
        played = [(row["player"], row["opponent"]) for row in rows if row["opponent"] > row["player"]]
        entry = {player: number for number, player in enumerate(sorted(chain.from_iterable(played)))}
        before = [(entry[one], entry[two]) for one, two in met if one in entry and two in entry]
        draw = pair_field(field_of({entry[one]: points[one] for one in entry}, met=before), seed=number)
        assert draw.rematches == ()
        assert draw.gap_cost <= sum((points[one] - points[two]) ** 2 for one, two in played)
        met += played
        for row in rows:
            points[row["player"]] += {"W": 3, "T": 1}.get(row["result"], 0)


def day_one(path: Path) -> dict[int, list[dict[str, str]]]:
    rounds: dict[int, list[dict[str, str]]] = {number: [] for number in range(1, 10)}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            if int(row["round"]) in rounds:
                rounds[int(row["round"])].append(row)
    return rounds
