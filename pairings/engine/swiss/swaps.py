"""Swap players with equal points at random to clear rematches without changing any gap."""

from random import Random

import numpy as np

from pairings.engine.swiss.draw_values import Ints
from pairings.engine.swiss.normalized_field import NormalizedField
from pairings.engine.swiss.pair_keys import clash_positions, pair_keys


def clear_clashes(seats: Ints, state: NormalizedField, rng: Random) -> tuple[Ints, Ints]:
    """Clear as many clashes as single swaps can.

    Return the seats and the positions of the remaining clashes. For each clash, every player of the same group
    is tried as a substitute, beginning with a random one. Clashes only remain in groups whose players have met
    nearly everyone, which have at most about twice as many players as rounds were played.
    """
    clashes = clash_positions(seats[0::2], seats[1::2], state.clash, state.size)
    if not len(clashes):
        return seats, clashes
    seating = _Seating(seats, state, clashes)
    for pair in clashes.tolist():
        seating.clear_clash(2 * pair, rng)
    return np.array(seating.seats, dtype=np.int64), clashes[
        [seating.has_clash(pair) for pair in clashes.tolist()]
    ]


class _Seating:
    """Seats, where 2k and 2k+1 face each other, and the seats of each group."""

    def __init__(self, seats: Ints, state: NormalizedField, clashes: Ints) -> None:
        self.size = state.size
        self.seats: list[int] = seats.tolist()
        # Every new pair contains a player of a clash, so only these players' meetings are needed.
        clashing_players = seats.reshape(-1, 2)[clashes].ravel()
        is_clashing = np.zeros(state.size, dtype=np.bool_)
        is_clashing[clashing_players] = True
        first, second = state.clash[:, is_clashing[state.clash].any(axis=0)]
        self.apart = set(pair_keys(first, second, state.size).tolist())
        self.groups = state.group[seats]
        self.by_group: dict[int, list[int]] = {}

    def members(self, seat: int) -> list[int]:
        """Return the seats of a seat's group, which swaps never change."""
        group = int(self.groups[seat])
        seats = self.by_group.get(group)
        if seats is None:
            seats = self.by_group[group] = np.flatnonzero(self.groups == group).tolist()
        return seats

    def has_clash(self, pair: int) -> bool:
        """Return whether the players at seats 2 * pair and 2 * pair + 1 must be separated."""
        return not self.can_meet(self.seats[2 * pair], self.seats[2 * pair + 1])

    def can_meet(self, player: int, opponent: int) -> bool:
        """Return whether two players may meet.

        At least one of them must have been in a clash at the start, because only these players' meetings are loaded.
        """
        return (
            player * self.size + opponent if player < opponent else opponent * self.size + player
        ) not in self.apart

    def clear_clash(self, seat: int, rng: Random) -> None:
        """Swap one player of the pair at `seat` with another player, so that both new pairs may meet.

        One of the two players, chosen at random, is tried first; if no swap works, the other one. Nothing
        happens if the pair may meet.
        """
        if self.can_meet(self.seats[seat], self.seats[seat + 1]):
            return
        side = seat + rng.getrandbits(1)
        if not self.replace_player(side, rng):
            self.replace_player(side ^ 1, rng)

    def replace_player(self, seat: int, rng: Random) -> bool:
        """Swap the player of this seat with another player of the group; return False if no swap is possible."""
        members = self.members(seat)
        start = int(rng.random() * len(members))
        seats, replaced_player, partner = self.seats, self.seats[seat], self.seats[seat ^ 1]
        for step in range(start, start + len(members)):
            other_seat = members[step if step < len(members) else step - len(members)]
            if other_seat >> 1 == seat >> 1:
                continue
            if self.can_meet(seats[other_seat], partner) and self.can_meet(
                replaced_player, seats[other_seat ^ 1]
            ):
                seats[seat], seats[other_seat] = seats[other_seat], replaced_player
                return True
        return False
