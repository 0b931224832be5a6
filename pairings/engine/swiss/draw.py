"""Draw one round: shuffle, pair neighbors, swap, match the rest exactly, and collect the facts."""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

import numpy as np

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.swiss.core import pair_core
from pairings.engine.swiss.state import State, facing, read
from pairings.engine.swiss.swaps import swap_clear
from pairings.engine.swiss.values import Bools, Draw, Field, Ints, Options, Pair

USUAL = Options()


def pair(field: Field, *, seed: int, options: Options = USUAL) -> Draw:
    """The round for this field: the best pairing, ties decided by the seed alone (M-017, M-018).

    The bye goes to one of those with the fewest before. Objectives in order: fewest rematches; among them the fewest
    earlier meetings (squared), the oldest ones; the bye to the lowest group; smallest sum of squared gaps; fewest
    players outside their group; fewest pairs to avoid; chance.

    Raises Refused("TOO_FEW_PLAYERS", players=n) below two players, and Refused("FORBIDDEN_PAIRS_UNAVOIDABLE", pairs=…)
    with all forbidden pairs.
    """
    if len(field.ids) < 2:
        raise Refused(PairingRefusal.TOO_FEW_PLAYERS, players=len(field.ids))
    rng = Random(seed)
    state = read(field, options, rng)
    ideal, bye = neighbors(state)
    seats, clashes = swap_clear(ideal, state, rng)
    core = np.zeros(len(state.values), dtype=np.bool_)
    while (trouble := in_trouble(seats, clashes, state, core)).any():
        core = core | trouble
        seats, bye = pair_core(state, core, ideal, rng)
        seats, clashes = swap_clear(seats, state, rng)
    no_clash = not len(clashes)
    return _as_draw(state, seats, bye, seed, bound=_squares(state, ideal), core=core, no_clash=no_clash)


def neighbors(state: State) -> tuple[Ints, int | None]:
    """Seats and bye at the bound: the least cost of any pairing without earlier meetings."""
    bye = None if state.bye_group is None else state.first_for_bye(state.bye_group)
    seats = state.order[state.order != (-1 if bye is None else bye)]
    if state.fewest_pair_downs:
        # Marks the last player of each group of odd size; `groups` is sorted.
        groups = state.group[seats]
        last: Bools = np.append(groups[1:] != groups[:-1], True)
        odd: Bools = np.bincount(groups)[groups] % 2 == 1
        down = last & odd
        seats = np.concatenate((seats[~down], seats[down]))
    return seats, bye


def in_trouble(seats: Ints, clashes: Ints, state: State, core: Bools) -> Bools:
    """Groups with a clash that the core has not weighed."""
    if not len(clashes):
        return np.zeros_like(core)
    groups = np.stack((state.group[seats[2 * clashes]], state.group[seats[2 * clashes + 1]]))
    trouble = np.zeros_like(core)
    trouble[groups[:, ~core[groups].all(axis=0)]] = True
    return trouble


def _squares(state: State, seats: Ints) -> int:
    return int(((state.scale[seats[0::2]] - state.scale[seats[1::2]]) ** 2).sum())


def _as_draw(
    state: State, seats: Ints, bye: int | None, seed: int, *, bound: int, core: Bools, no_clash: bool
) -> Draw:
    # Left and right players in table order: highest first, the shuffle among equals.
    first, second = seats[0::2], seats[1::2]
    is_first_left = state.rank[first] < state.rank[second]
    left, right = np.where(is_first_left, first, second), np.where(is_first_left, second, first)
    order = np.argsort(
        (state.group[left] * len(state.values) + state.group[right]) * state.size + state.shuffle[left]
    )
    left, right = left[order], right[order]
    down = state.points[left] > state.points[right]
    # Match points and their number of players, highest first
    if state.scale is state.points:
        groups = tuple(_rows(state.values, np.bincount(state.group)))
    else:
        points, players = np.unique(state.points, return_counts=True)
        groups = tuple(_rows(points[::-1], players[::-1]))
    proof: Literal["bound", "window", "field"] = "bound"
    if core.any():
        proof = "field" if core.all() else "window"
    return Draw(
        pairs=_pairs(state, left, right, slice(None)),
        bye=None if bye is None else int(state.ids[bye]),
        seed=seed,
        gap_cost=_squares(state, seats),
        bound=bound,
        rematches=() if no_clash else _of(state, left, right, state.met),
        avoided=() if no_clash else _of(state, left, right, state.avoid),
        pair_downs=tuple(_rows(state.ids[left[down]], state.points[left[down]], state.points[right[down]])),
        groups=groups,
        bye_group=None if bye is None else int(state.points[bye]),
        bye_candidates=0 if bye is None else int((state.may_bye & (state.group == state.group[bye])).sum()),
        second_bye=state.second_bye,
        proof=proof,
        examined=tuple(state.ids[core[state.group]].tolist()) if core.any() else (),
    )


def _of(state: State, left: Ints, right: Ints, apart: Ints) -> tuple[Pair, ...]:
    """The pairs of the round that occur in `apart`, in table order."""
    return _pairs(state, left, right, facing(left, right, apart, state.size))


def _pairs(state: State, left: Ints, right: Ints, which: Ints | slice) -> tuple[Pair, ...]:
    return tuple(_rows(state.ids[left[which]], state.ids[right[which]]))


def _rows(*columns: Ints) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.tolist() for column in columns), strict=True)
