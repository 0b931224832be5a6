"""States to measure and verify pairings: the fields before each round of random events, generated from seeds."""

import math
from collections.abc import Iterator

import numpy as np

from pairings.engine.swiss import Field, pair_field
from pairings.engine.swiss.draw_values import Ints


def rounds_for(players: int) -> int:
    """Return the number of rounds until only one player is unbeaten, plus two."""
    return math.ceil(math.log2(players)) + 2


def fields_of_event(
    players: int, seed: int, *, rounds: int | None = None, leave: float = 0.05
) -> Iterator[Field]:
    """Yield the field before each round of a random event.

    `rounds` defaults to `rounds_for(players)`. One match in ten is a tie. `leave` is the share of players who
    leave after each round. The event ends early if fewer than two players are left.
    """
    rng = np.random.default_rng(seed)
    points, had_bye = np.zeros(players, np.int64), np.zeros(players, np.bool_)
    is_active, pairs_met = np.ones(players, np.bool_), np.empty((0, 2), np.int64)
    for number in range(rounds or rounds_for(players)):
        ids = np.flatnonzero(is_active)
        if len(ids) < 2:
            return
        field = Field(ids, points[ids], had_bye[ids], pairs_met)
        yield field
        draw = pair_field(field, seed=number)
        pairs = np.array(draw.pairs)
        points += _points_gained(pairs, rng.random(len(pairs)), players)
        if draw.bye is not None:
            points[draw.bye] += 3
            had_bye[draw.bye] = True
        pairs_met = np.concatenate((pairs_met, pairs))
        is_active &= rng.random(players) >= leave


def _points_gained(pairs: Ints, chance: Ints, players: int) -> Ints:
    """Return the match points gained in one round.

    `chance` is a random number for each pair: a tie below 0.1, a win of the second player above 0.55.
    """
    gained = np.zeros(players, np.int64)
    gained[pairs[chance < 0.1]] = 1
    won_by_second = (chance > 0.55).astype(np.int64)
    winners = np.take_along_axis(pairs, won_by_second[:, None], axis=1)[:, 0]
    gained[winners[chance >= 0.1]] = 3
    return gained


def small_fields(count: int) -> Iterator[Field]:
    """Yield states of 4 to 16 players, played until nearly all players have met each other."""
    fields = (
        field
        for seed in range(count)
        for field in fields_of_event(4 + seed % 13, seed, rounds=6 + seed % 13, leave=0.01 * (seed % 4))
    )
    return (field for field, _ in zip(fields, range(count), strict=False))
