"""Frozen states to measure and check on: events played by chance from a seed, the field before each round."""

import math
from collections.abc import Iterator

import numpy as np

from pairings.engine.swiss import Field, pair
from pairings.engine.swiss.values import Ints


def rounds_for(players: int) -> int:
    """Rounds until one player is unbeaten, and two more."""
    return math.ceil(math.log2(players)) + 2


def event(players: int, seed: int, *, rounds: int | None = None, leave: float = 0.05) -> Iterator[Field]:
    """The field before each round: one match in ten a tie; after each round a share of the players leaves."""
    rng = np.random.default_rng(seed)
    points, had_bye = np.zeros(players, np.int64), np.zeros(players, np.bool_)
    here, met = np.ones(players, np.bool_), np.empty((0, 2), np.int64)
    for number in range(rounds or rounds_for(players)):
        ids = np.flatnonzero(here)
        if len(ids) < 2:
            return
        field = Field(ids, points[ids], had_bye[ids], met)
        yield field
        draw = pair(field, seed=number)
        pairs = np.array(draw.pairs)
        points += _scored(pairs, rng.random(len(pairs)), players)
        if draw.bye is not None:
            points[draw.bye] += 3
            had_bye[draw.bye] = True
        met = np.concatenate((met, pairs))
        here &= rng.random(players) >= leave


def _scored(pairs: Ints, chance: Ints, players: int) -> Ints:
    """Match points of one round."""
    gained = np.zeros(players, np.int64)
    gained[pairs[chance < 0.1]] = 1
    won = (chance > 0.55).astype(np.int64)
    winners = np.take_along_axis(pairs, won[:, None], axis=1)[:, 0]
    gained[winners[chance >= 0.1]] = 3
    return gained


def small_fields(count: int) -> Iterator[Field]:
    """States of 4 to 16 players, played until hardly anybody is new to anybody."""
    found = (
        field
        for seed in range(count)
        for field in event(4 + seed % 13, seed, rounds=6 + seed % 13, leave=0.01 * (seed % 4))
    )
    return (field for field, _ in zip(found, range(count), strict=False))
