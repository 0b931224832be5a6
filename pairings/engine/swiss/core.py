"""Find the best pairing if earlier meetings only count within a few groups of players, the core.

Outside the core, earlier meetings are ignored, so all players of a group are interchangeable, and a few stand-ins can
represent the whole group. A group needs at most one stand-in for each player of the core whom it might meet, one for
the bye, and two for players who meet another group outside the core, one higher and one lower. (If two players went
in the same direction, pairing them with each other would cost less.) All other players of the group pair among
themselves at no cost, so only the parity of their number matters. Ignoring earlier meetings can only lower the cost,
so no pairing of the whole field can cost less than this one.
"""

from random import Random

import numpy as np

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.swiss.draw_values import Bools, Ints
from pairings.engine.swiss.matching import STAND_IN, Matched, Nodes, match_nodes
from pairings.engine.swiss.normalized_field import NormalizedField


def pair_core(state: NormalizedField, core: Bools, ideal: Ints, rng: Random) -> tuple[Ints, int | None]:
    """Return the seats and the bye with the minimum cost, counting earlier meetings only within `core`.

    `core` marks groups. `ideal` is a pairing that meets the bound. Seats outside the core may contain
    rematches, which `swaps` clears later. Refused: FORBIDDEN_PAIRS_UNAVOIDABLE (pairs).
    """
    nodes, matched = _match_short_gaps(state, core, ideal, rng)
    if matched is None:
        nodes = _build_nodes(state, core, reach=None)
        matched = match_nodes(state, nodes, rng)
    if matched is None:
        # Sorted by id, so that the message does not depend on the shuffle.
        sorted_pairs = np.sort(state.ids[state.forbidden], axis=0)
        raise Refused(
            PairingRefusal.FORBIDDEN_PAIRS_UNAVOIDABLE,
            pairs=tuple(sorted(zip(*sorted_pairs.tolist(), strict=True))),
        )
    # Stand-ins represent any player of their group, so the shuffle decides which players replace them.
    bye = None
    node = next((left for left, right in matched if right == len(nodes)), None)
    if node is not None:
        player = int(nodes.player[node])
        bye = state.choose_bye_player(int(nodes.group[node])) if player == STAND_IN else player
    unseated = _Unseated(state, nodes, bye)
    seats = [unseated.take_player(nodes, node) for pair in matched if pair[1] < len(nodes) for node in pair]
    return (np.array(seats + unseated.remaining(), dtype=np.int64), bye)


def _match_short_gaps(
    state: NormalizedField, core: Bools, ideal: Ints, rng: Random
) -> tuple[Nodes, Matched | None]:
    """Match without rematches, with the bye in its group and over short gaps only.

    The matching is None if this is impossible. Let g be the largest gap of a pairing at the bound. A pairing with a
    gap of d costs at least d * (d - g) more than the bound, because all pairs that it displaces lie within those d
    points and cost at most d * g. So gaps that would cost more than the best pairing over short gaps cannot be part
    of the optimum.
    """
    gaps = state.scale[ideal[0::2]] - state.scale[ideal[1::2]]
    bound, largest = int((gaps**2).sum()), int(np.abs(gaps).max())
    span = int(np.ptp(state.scale))
    reach = span if state.fewest_pair_downs else largest + 2
    while True:
        nodes = _build_nodes(state, core, reach)
        matched = match_nodes(state, nodes, rng)
        if reach >= span:
            return nodes, matched
        next_reach = reach * 4
        if matched is not None:
            cost = sum(int(nodes.scale[a] - nodes.scale[b]) ** 2 for a, b in matched if b < len(nodes))
            # Beyond this reach, a single gap costs more than the current excess over the bound.
            next_reach = largest
            while (next_reach + 1) * (next_reach + 1 - largest) <= cost - bound:
                next_reach += 1
            if next_reach <= reach:
                return nodes, matched
        reach = next_reach


def _build_nodes(state: NormalizedField, core: Bools, reach: int | None) -> Nodes:
    """Return all players of the core, and enough stand-ins to preserve the parity of every other group."""
    sizes = np.diff(state.starts)
    # A group needs stand-ins only for core players who are near enough to meet it.
    core_sizes = np.where(core, sizes, 0)
    if reach is None:
        near_counts = np.full(len(core_sizes), core_sizes.sum())
    else:
        core_players_before = np.concatenate(([0], np.cumsum(core_sizes)))
        end_of_reach = np.searchsorted(-state.values, reach - state.values, side="right")
        near_counts = (
            core_players_before[end_of_reach]
            - core_players_before[np.searchsorted(-state.values, -reach - state.values)]
        )
    # With a limited reach, only one group may hold the bye; otherwise any group with a candidate for it.
    groups = np.arange(len(sizes))
    if state.bye_group is None:
        has_bye_candidate = np.zeros(len(sizes), dtype=np.bool_)
    else:
        has_bye_candidate = groups == state.bye_group if reach is not None else state.has_bye_candidate
    stand_ins_needed = near_counts + 2 + has_bye_candidate
    counts = np.where(core, sizes, np.minimum(sizes, stand_ins_needed - (sizes - stand_ins_needed) % 2))
    group = np.repeat(groups, counts)
    player = np.full(len(group), STAND_IN)
    player[core[group]] = state.order[core[state.group[state.order]]]
    if state.bye_group is None:
        may_bye = np.empty(0, dtype=np.int64)
    else:
        can_have_bye = np.where(player == STAND_IN, state.has_bye_candidate[group], state.may_bye[player])
        may_bye = np.flatnonzero(can_have_bye & has_bye_candidate[group])
    return Nodes(player, group, state.values[group], may_bye, reach)


class _Unseated:
    """Unseated players of each group outside the core."""

    def __init__(self, state: NormalizedField, nodes: Nodes, bye: int | None) -> None:
        stand_in_groups = np.unique(nodes.group[nodes.player == STAND_IN])
        self.groups: dict[int, list[int]] = {
            int(group): [player for player in state.members(int(group)).tolist() if player != bye]
            for group in stand_in_groups
        }

    def take_player(self, nodes: Nodes, node: int) -> int:
        """Return the player of a node. A stand-in is replaced by an unseated player of its group."""
        player = int(nodes.player[node])
        return self.groups[int(nodes.group[node])].pop() if player == STAND_IN else player

    def remaining(self) -> list[int]:
        """Return all players who are still unseated, group by group."""
        return [player for group in self.groups.values() for player in group]
