"""One round drawn: shuffle, pair neighbors, swap, match what is left exactly, tell what came out."""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

import numpy as np

from pairings.engine.swiss.core import pair_core
from pairings.engine.swiss.state import State, among, key, read
from pairings.engine.swiss.swaps import clashing, swap_clear
from pairings.engine.swiss.values import Bools, Draw, Field, Ints, Options, Pair
from tournaments.engine.refused import Refused

USUAL = Options()


def pair(field: Field, *, seed: int, options: Options = USUAL) -> Draw:
    """The round for this field: the best pairing there is, chance decided by the seed alone (M-017, M-018).

    Objective, each wish before the next: fewest rematches; the bye to the lowest group with a player who had
    none; smallest sum of squared gaps; fewest players outside their group; fewest pairs to avoid; chance.
    Raises Refused("TOO_FEW_PLAYERS", players=n) below two players, and
    Refused("FORBIDDEN_PAIRS_UNAVOIDABLE", pairs=…) naming all pairs that must not meet.
    """
    if len(field.ids) < 2:
        raise Refused("TOO_FEW_PLAYERS", players=len(field.ids))
    rng = Random(seed)
    state = read(field, options, rng)
    ideal, bye = neighbors(state)
    seats, core = swap_clear(ideal, state, rng), np.zeros(len(state.values), dtype=np.bool_)
    while (trouble := in_trouble(seats, state, core)).any():
        core = core | trouble
        seats, bye = pair_core(state, core, ideal, rng)
        seats = swap_clear(seats, state, rng)
    return _tell(state, seats, bye, seed, bound=_squares(state, ideal), core=core)


def neighbors(state: State) -> tuple[Ints, int | None]:
    """Seats and bye at the bound: the least any pairing can cost if nobody had met before."""
    bye = None if state.bye_group is None else state.first_for_bye(state.bye_group)
    seats = state.order[state.order != (-1 if bye is None else bye)]
    if state.fewest_pair_downs:
        down = _left_over(state.group[seats])
        seats = np.concatenate((seats[~down], seats[down]))
    return seats, bye


def _left_over(groups: Ints) -> Bools:
    """Marks the last player of each group of odd size; `groups` is sorted."""
    last: Bools = np.append(groups[1:] != groups[:-1], True)
    odd: Bools = np.bincount(groups)[groups] % 2 == 1
    return last & odd


def in_trouble(seats: Ints, state: State, core: Bools) -> Bools:
    """Groups with a clash that the core has not weighed."""
    clashes = clashing(seats, state)
    groups = np.stack((state.group[seats[2 * clashes]], state.group[seats[2 * clashes + 1]]))
    trouble = np.zeros_like(core)
    trouble[groups[:, ~core[groups].all(axis=0)]] = True
    return trouble


def _squares(state: State, seats: Ints) -> int:
    return int(((state.scale[seats[0::2]] - state.scale[seats[1::2]]) ** 2).sum())


def _tell(state: State, seats: Ints, bye: int | None, seed: int, *, bound: int, core: Bools) -> Draw:
    left, right = _tables(state, seats)
    keys = key(left, right, state.size)
    down = state.points[left] > state.points[right]
    levels, sizes = np.unique(state.points, return_counts=True)
    return Draw(
        pairs=_pairs(state, left, right, np.ones_like(down)),
        bye=None if bye is None else int(state.ids[bye]),
        seed=seed,
        gap_cost=_squares(state, seats),
        bound=bound,
        rematches=_pairs(state, left, right, among(keys, state.met)),
        avoided=_pairs(state, left, right, among(keys, state.avoid)),
        pair_downs=tuple(_rows(state.ids[left[down]], state.points[left[down]], state.points[right[down]])),
        groups=tuple(_rows(levels[::-1], sizes[::-1])),
        bye_group=None if bye is None else int(state.points[bye]),
        bye_candidates=0 if bye is None else int((state.may_bye & (state.group == state.group[bye])).sum()),
        second_bye=state.second_bye,
        proof=_proof(core),
        examined=tuple(state.ids[core[state.group]].tolist()),
    )


def _tables(state: State, seats: Ints) -> tuple[Ints, Ints]:
    """Left and right players in table order: highest first, the shuffle among equals."""
    pairs = seats.reshape(-1, 2)
    ahead = np.lexsort((state.lot[pairs], state.group[pairs]), axis=1)
    left, right = np.take_along_axis(pairs, ahead, axis=1).T
    order = np.lexsort((state.lot[left], state.group[right], state.group[left]))
    return left[order], right[order]


def _pairs(state: State, left: Ints, right: Ints, which: Bools) -> tuple[Pair, ...]:
    return tuple(_rows(state.ids[left[which]], state.ids[right[which]]))


def _rows(*columns: Ints) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.tolist() for column in columns), strict=True)


def _proof(core: Bools) -> Literal["bound", "window", "field"]:
    if not core.any():
        return "bound"
    return "field" if core.all() else "window"
