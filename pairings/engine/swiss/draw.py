"""Draw one round: shuffle, pair neighbors, swap, and match the remaining players exactly."""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

import numpy as np

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.swiss.core import pair_core
from pairings.engine.swiss.draw_values import Bools, Draw, Field, Ints, Options, Pair
from pairings.engine.swiss.normalized_field import NormalizedField, normalize_field
from pairings.engine.swiss.pair_keys import clash_positions
from pairings.engine.swiss.swaps import clear_clashes

DEFAULT_OPTIONS = Options()


def pair_field(field: Field, *, seed: int, options: Options = DEFAULT_OPTIONS) -> Draw:
    """Return the best pairing of this field (M-017, M-018).

    The seed only decides between equally good pairings. The bye is for a player with the fewest byes so far.
    Objectives in order: fewest rematches; among these, the fewest earlier meetings (squared), then the oldest;
    the bye in the lowest group; smallest sum of squared gaps; fewest players outside their group; fewest pairs
    to avoid; chance.
    Refused: TOO_FEW_PLAYERS (players) below two players, FORBIDDEN_PAIRS_UNAVOIDABLE (pairs) with all
    forbidden pairs. Raises OverflowError if points are too far apart for the weights of the costs.
    """
    if len(field.ids) < 2:
        raise Refused(PairingRefusal.TOO_FEW_PLAYERS, players=len(field.ids))
    rng = Random(seed)
    state = normalize_field(field, options, rng)
    ideal, bye = pair_neighbors(state)
    seats, clashes = clear_clashes(ideal, state, rng)
    core = np.zeros(len(state.values), dtype=np.bool_)
    while (clashing := clashing_groups(seats, clashes, state, core)).any():
        core = core | clashing
        seats, bye = pair_core(state, core, ideal, rng)
        seats, clashes = clear_clashes(seats, state, rng)
    no_clash = not len(clashes)
    return _build_draw(state, seats, bye, seed, bound=state.gap_cost(ideal), core=core, no_clash=no_clash)


def pair_neighbors(state: NormalizedField) -> tuple[Ints, int | None]:
    """Pair neighbors, and return the seats and the bye.

    This meets the bound: the minimum cost if earlier meetings are ignored.
    """
    bye = None if state.bye_group is None else state.choose_bye_player(state.bye_group)
    seats = state.order[state.order != (-1 if bye is None else bye)]
    if state.fewest_pair_downs:
        # The last player of each group of odd size is paired down; `groups` is sorted.
        groups = state.group[seats]
        is_last_of_group: Bools = np.append(groups[1:] != groups[:-1], True)
        is_in_odd_group: Bools = np.bincount(groups)[groups] % 2 == 1
        is_pair_down = is_last_of_group & is_in_odd_group
        seats = np.concatenate((seats[~is_pair_down], seats[is_pair_down]))
    return seats, bye


def clashing_groups(seats: Ints, clashes: Ints, state: NormalizedField, core: Bools) -> Bools:
    """Return which groups have a clash that is not inside the core.

    In a clash between the core and another group, both groups count.
    """
    if not len(clashes):
        return np.zeros_like(core)
    groups = np.stack((state.group[seats[2 * clashes]], state.group[seats[2 * clashes + 1]]))
    is_clashing = np.zeros_like(core)
    is_clashing[groups[:, ~core[groups].all(axis=0)]] = True
    return is_clashing


def _build_draw(
    state: NormalizedField,
    seats: Ints,
    bye: int | None,
    seed: int,
    *,
    bound: int,
    core: Bools,
    no_clash: bool,
) -> Draw:
    """Build the draw: seats, tables, and the facts that explain it.

    `no_clash` means that no pair met before or was to be avoided, which saves the search for such pairs.
    """
    # Tables are sorted by points, highest first; tables with equal points are in shuffled order.
    first_players, second_players = seats[0::2], seats[1::2]
    is_first_left = state.rank[first_players] < state.rank[second_players]
    left, right = (
        np.where(is_first_left, first_players, second_players),
        np.where(is_first_left, second_players, first_players),
    )
    order = np.argsort(
        (state.group[left] * len(state.values) + state.group[right]) * state.size + state.shuffle[left]
    )
    left, right = left[order], right[order]
    is_pair_down = state.points[left] > state.points[right]
    if state.scale is state.points:
        groups = tuple(_zip_columns(state.values, np.bincount(state.group)))
    else:
        points, players = np.unique(state.points, return_counts=True)
        groups = tuple(_zip_columns(points[::-1], players[::-1]))
    proof: Literal["bound", "window", "field"] = "bound"
    if core.any():
        proof = "field" if core.all() else "window"
    return Draw(
        pairs=_id_pairs(state, left, right, slice(None)),
        bye=None if bye is None else int(state.ids[bye]),
        seed=seed,
        gap_cost=state.gap_cost(seats),
        bound=bound,
        rematches=()
        if no_clash
        else _id_pairs(state, left, right, clash_positions(left, right, state.met, state.size)),
        avoided=()
        if no_clash
        else _id_pairs(state, left, right, clash_positions(left, right, state.avoid, state.size)),
        pair_downs=tuple(
            _zip_columns(
                state.ids[left[is_pair_down]],
                state.points[left[is_pair_down]],
                state.points[right[is_pair_down]],
            )
        ),
        groups=groups,
        bye_group=None if bye is None else int(state.points[bye]),
        bye_candidates=0 if bye is None else int((state.may_bye & (state.group == state.group[bye])).sum()),
        second_bye=state.second_bye,
        proof=proof,
        examined=tuple(state.ids[core[state.group]].tolist()) if core.any() else (),
    )


def _id_pairs(state: NormalizedField, left: Ints, right: Ints, which: Ints | slice) -> tuple[Pair, ...]:
    """Return the pairs at the positions `which` as entry ids."""
    return tuple(_zip_columns(state.ids[left[which]], state.ids[right[which]]))


def _zip_columns(*columns: Ints) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.tolist() for column in columns), strict=True)
