"""The optimum for a core of groups, while all other players may meet anyone.

Players outside the core have no history here, so those of one group are alike and a few represent all: `c` players of
the core can meet at most `c` of them, one may have the bye, and two more may leave for other groups outside the core,
one up and one down (of two leaving the same way, each would do better to stay). The rest pair among themselves at no
cost, so their number matters only by its parity. Removing histories can only make pairings cheaper, so no pairing of
the whole field can beat the optimum here.
"""

from random import Random

import numpy as np

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.swiss.matching import STAND_IN, Matched, Nodes, match
from pairings.engine.swiss.state import State
from pairings.engine.swiss.values import Bools, Ints


def pair_core(state: State, core: Bools, ideal: Ints, rng: Random) -> tuple[Ints, int | None]:
    """Seats and bye of least cost when only players of the groups where `core` is true have their histories.

    `ideal` is a pairing that meets the bound. Seats outside the core may have rematches, for swaps to clear.

    Raises Refused("FORBIDDEN_PAIRS_UNAVOIDABLE", pairs=…) if forbidden pairs cannot be avoided.
    """
    nodes, matched = _short_gaps(state, core, ideal, rng)
    if matched is None:
        nodes = _nodes(state, core, reach=None)
        matched = match(state, nodes, rng)
    if matched is None:
        # The pairs by id, sorted.
        named = np.sort(state.ids[state.forbidden], axis=0)
        raise Refused(
            PairingRefusal.FORBIDDEN_PAIRS_UNAVOIDABLE, pairs=tuple(sorted(zip(*named.tolist(), strict=True)))
        )
    # Replace stand-ins by players in the order of the shuffle, and pair the rest of each group.
    bye = None
    node = next((first for first, second in matched if second == len(nodes)), None)
    if node is not None:
        player = int(nodes.player[node])
        bye = state.first_for_bye(int(nodes.group[node])) if player == STAND_IN else player
    waiting = _Waiting(state, nodes, bye)
    seats = [waiting.take(nodes, node) for pair in matched if pair[1] < len(nodes) for node in pair]
    return (np.array(seats + waiting.rest(), dtype=np.int64), bye)


def _short_gaps(state: State, core: Bools, ideal: Ints, rng: Random) -> tuple[Nodes, Matched | None]:
    """The optimum without rematches and with the bye in its group, from short gaps alone, if there is one.

    A pairing with a gap of d costs at least bound + d * (d - g), where g is the largest gap at the bound: the pairs it
    displaces lie inside those d points and are worth at most d * g. So once the cost found is below that for every gap
    left out, leaving them out changed nothing.
    """
    gaps = state.scale[ideal[0::2]] - state.scale[ideal[1::2]]
    bound, largest = int((gaps**2).sum()), int(np.abs(gaps).max())
    span = int(np.ptp(state.scale))
    reach = span if state.fewest_pair_downs else largest + 2
    while True:
        nodes = _nodes(state, core, reach)
        matched = match(state, nodes, rng)
        if reach >= span:
            return nodes, matched
        enough = reach * 4
        if matched is not None:
            cost = sum(int(nodes.scale[a] - nodes.scale[b]) ** 2 for a, b in matched if b < len(nodes))
            # The smallest reach beyond which a single gap costs more than the excess over the bound.
            enough = largest
            while (enough + 1) * (enough + 1 - largest) <= cost - bound:
                enough += 1
            if enough <= reach:
                return nodes, matched
        reach = enough


def _nodes(state: State, core: Bools, reach: int | None) -> Nodes:
    """All players of the core, and enough stand-ins of each other group, of the same parity."""
    sizes = np.diff(state.starts)
    # Of so many players in each group, how many are close enough to meet someone of each group.
    players = np.where(core, sizes, 0)
    if reach is None:
        near = np.full(len(players), players.sum())
    else:
        before = np.concatenate(([0], np.cumsum(players)))
        past = np.searchsorted(-state.values, reach - state.values, side="right")
        near = before[past] - before[np.searchsorted(-state.values, -reach - state.values)]
    enough = near + 2 + _holds_bye(state, reach)
    counts = np.where(core, sizes, np.minimum(sizes, enough - (sizes - enough) % 2))
    group = np.repeat(np.arange(len(sizes)), counts)
    player = np.full(len(group), STAND_IN)
    player[core[group]] = state.order[core[state.group[state.order]]]
    # Nodes that may have the bye: of its own group, or of any group where rematches are weighed as well.
    if state.bye_group is None:
        may_bye = np.empty(0, dtype=np.int64)
    else:
        may = np.where(player == STAND_IN, _with_bye(state)[group], state.may_bye[player])
        may_bye = np.flatnonzero(may & _holds_bye(state, reach)[group])
    return Nodes(player, group, state.values[group], may_bye, reach)


def _holds_bye(state: State, reach: int | None) -> Bools:
    """The groups the bye may come from: one, or all with a possible player where rematches are weighed."""
    groups = np.arange(len(state.values))
    if state.bye_group is None:
        return np.zeros(len(groups), dtype=np.bool_)
    return groups == state.bye_group if reach is not None else _with_bye(state)


def _with_bye(state: State) -> Bools:
    return np.bincount(state.group, weights=state.may_bye) > 0


class _Waiting:
    """Players of each group outside the core without a seat yet."""

    def __init__(self, state: State, nodes: Nodes, bye: int | None) -> None:
        outside = np.unique(nodes.group[nodes.player == STAND_IN])
        self.groups: dict[int, list[int]] = {
            int(group): [player for player in state.members(int(group)).tolist() if player != bye]
            for group in outside
        }

    def take(self, nodes: Nodes, node: int) -> int:
        player = int(nodes.player[node])
        return self.groups[int(nodes.group[node])].pop() if player == STAND_IN else player

    def rest(self) -> list[int]:
        return [player for group in self.groups.values() for player in group]
