"""Random swaps between players of equal points: they clear rematches and leave every gap unchanged."""

from random import Random

import numpy as np

from pairings.engine.swiss.state import State, facing, key
from pairings.engine.swiss.values import Ints


def swap_clear(seats: Ints, state: State, rng: Random) -> tuple[Ints, Ints]:
    """Clear as many clashes as one swap each can; returns the seats and the positions of the remaining clashes.

    For each clash every player of the same group is tried as a substitute, from a random start, so a clash remains only
    in groups so small that their histories nearly fill them (at most about twice the rounds played).
    """
    clashes = facing(seats[0::2], seats[1::2], state.clash, state.size)
    if not len(clashes):
        return seats, clashes
    room = _Room(seats, state, clashes)
    for pair in clashes.tolist():
        room.clear(2 * pair, rng)
    return np.array(room.seats, dtype=np.int64), clashes[[room.clashes(pair) for pair in clashes.tolist()]]


class _Room:
    """Seats, of which 2k and 2k+1 face each other, and the seats of each group."""

    def __init__(self, seats: Ints, state: State, clashes: Ints) -> None:
        self.size = state.size
        self.seats: list[int] = seats.tolist()
        # Keys of the pairs in `clash` of these players; every swap puts one of them in each new pair.
        players = seats.reshape(-1, 2)[clashes].ravel()
        moves = np.zeros(state.size, dtype=np.bool_)
        moves[players] = True
        first, second = state.clash[:, moves[state.clash].any(axis=0)]
        self.apart = set(key(first, second, state.size).tolist())
        self.groups = state.group[seats]
        self.by_group: dict[int, list[int]] = {}

    def members(self, seat: int) -> list[int]:
        """The seats of the group of a seat; swaps never change it."""
        group = int(self.groups[seat])
        seats = self.by_group.get(group)
        if seats is None:
            seats = self.by_group[group] = np.flatnonzero(self.groups == group).tolist()
        return seats

    def clashes(self, pair: int) -> bool:
        return not self.clean(self.seats[2 * pair], self.seats[2 * pair + 1])

    def clean(self, player: int, other: int) -> bool:
        """Whether two may meet, one of whom was in a clash at first: only their histories are loaded."""
        return (
            player * self.size + other if player < other else other * self.size + player
        ) not in self.apart

    def clear(self, seat: int, rng: Random) -> None:
        """Swap away one of the two players facing each other here, if both new pairs are clean."""
        if self.clean(self.seats[seat], self.seats[seat + 1]):
            return
        side = seat + rng.getrandbits(1)
        if not self.replace(side, rng):
            self.replace(side ^ 1, rng)

    def replace(self, seat: int, rng: Random) -> bool:
        """Swap the player of this seat with one of the same group. False if none fits."""
        members = self.members(seat)
        turn = int(rng.random() * len(members))
        seats, away, stays = self.seats, self.seats[seat], self.seats[seat ^ 1]
        for step in range(turn, turn + len(members)):
            other = members[step if step < len(members) else step - len(members)]
            if other >> 1 == seat >> 1:
                continue
            if self.clean(seats[other], stays) and self.clean(away, seats[other ^ 1]):
                seats[seat], seats[other] = seats[other], away
                return True
        return False
