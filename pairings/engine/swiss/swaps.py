"""Random swaps between players of equal points: they clear rematches and leave every gap as it is."""

from bisect import bisect_left
from random import Random

import numpy as np

from pairings.engine.swiss.state import State, among, key
from pairings.engine.swiss.values import Ints


def clashing(seats: Ints, state: State) -> Ints:
    """Positions k of the pairs (seats[2k], seats[2k+1]) better kept apart."""
    return np.flatnonzero(among(key(seats[0::2], seats[1::2], state.size), state.clash))


def swap_clear(seats: Ints, state: State, rng: Random) -> Ints:
    """A copy of the seats with as many clashes cleared as one swap each can clear.

    For each clash every player of the same group is tried as a substitute, from a random start, so a clash
    stays only in groups so small that their histories nearly fill them (at most about twice the rounds
    played).
    """
    clashes = clashing(seats, state)
    if not len(clashes):
        return seats
    room = _Room(seats, state)
    for pair in clashes.tolist():
        room.clear(2 * pair, rng)
    return np.array(room.seats, dtype=np.int64)


class _Room:
    """Seats 2k and 2k+1 face each other; each group knows its seats."""

    def __init__(self, seats: Ints, state: State) -> None:
        self.size = state.size
        self.seats: list[int] = seats.tolist()
        self.clash = state.clash.data
        groups = state.group[seats]
        self.group: list[int] = groups.tolist()
        self.by_group: list[int] = np.argsort(groups, kind="stable").tolist()
        self.starts: list[int] = np.searchsorted(np.sort(groups), np.arange(len(state.values) + 1)).tolist()

    def clean(self, one: int, two: int) -> bool:
        pair = one * self.size + two if one < two else two * self.size + one
        spot = bisect_left(self.clash, pair)
        return spot == len(self.clash) or self.clash[spot] != pair

    def clear(self, seat: int, rng: Random) -> None:
        """Swap one of the two players facing each other here away, if both new pairs are clean."""
        if self.clean(self.seats[seat], self.seats[seat + 1]):
            return
        side = seat + rng.getrandbits(1)
        if not self.replace(side, rng):
            self.replace(side ^ 1, rng)

    def replace(self, seat: int, rng: Random) -> bool:
        """Swap the player of this seat with one of the same group. False if nobody fits."""
        start, past = self.starts[self.group[seat]], self.starts[self.group[seat] + 1]
        turn = int(rng.random() * (past - start))
        seats, away, stays = self.seats, self.seats[seat], self.seats[seat ^ 1]
        for step in range(start, past):
            other = self.by_group[step + turn if step + turn < past else step + turn - (past - start)]
            if other >> 1 == seat >> 1:
                continue
            if self.clean(seats[other], stays) and self.clean(away, seats[other ^ 1]):
                seats[seat], seats[other] = seats[other], away
                return True
        return False
