"""Encode pairs of players as single numbers, and search for them."""

import numpy as np

from pairings.engine.id_index import ABSENT
from pairings.engine.swiss.draw_values import Bools, Ints

NO_POSITIONS: Ints = np.empty(0, dtype=np.int64)


def pair_keys(left: Ints, right: Ints, size: int) -> Ints:
    """Return one number per pair of players, independent of their order."""
    return np.minimum(left, right) * size + np.maximum(left, right)


def are_pair_keys_among(keys: Ints, pairs: Ints) -> Bools:
    """Return for each key whether it occurs in the sorted array `pairs`."""
    if not len(pairs):
        return np.zeros(len(keys), dtype=np.bool_)
    positions = np.searchsorted(pairs, keys)
    occurs: Bools = pairs[np.minimum(positions, len(pairs) - 1)] == keys
    return occurs


def clash_positions(left: Ints, right: Ints, apart: Ints, size: int) -> Ints:
    """Return the ascending positions k of the seated pairs (left[k], right[k]) that are in `apart`.

    `apart` has one pair per column. `size` is the number of players.
    """
    if not apart.size:
        return NO_POSITIONS
    first, second = apart
    # Looking up each pair of `apart` avoids sorting them, which matters as there may be many.
    opponent = np.full(size, ABSENT)
    opponent[left], opponent[right] = right, left
    clashing = first[opponent[first] == second]
    if not len(clashing):
        return NO_POSITIONS
    seat = np.empty(size, dtype=np.int64)
    seat[left] = seat[right] = np.arange(len(left))
    return np.array(sorted(set(seat[clashing].tolist())), dtype=np.int64)
