"""Who goes on: to a second day of Swiss rounds, or to the top cut (M-013, M-014, M-016)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

PLACE, POINTS, EITHER, BOTH = WAYS = ("place", "points", "either", "both")
"""By place, by match points, whoever has one of them, only who has both."""

WIN = 3
ASYMMETRIC_MOST = 16
"""A cut in which some have a bye holds at most so many players (M-014)."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What lets players go on: the first `place` of the standings, and everybody with `points` match points.

    Only what `way` asks for counts.
    """

    way: str = PLACE
    place: int = 0
    points: int = 0

    @property
    def by_points(self) -> bool:
        return self.way != PLACE

    @property
    def by_place(self) -> bool:
        return self.way != POINTS

    def size(self, points: Sequence[int]) -> int:
        """How many go on, given the match points of who is still here from first place to last.

        It is always the first so many: nobody goes on while somebody placed higher does not.
        """
        enough = sum(one >= self.points for one in points)
        first = min(self.place, len(points))
        return {PLACE: first, POINTS: enough, EITHER: max(first, enough), BOTH: min(first, enough)}[self.way]

    def reasons(self, place: int, points: int) -> tuple[str, ...]:
        """Which of the conditions somebody in this place meets: "place", "points", both or none."""
        met = (
            (PLACE, self.by_place and place <= self.place),
            (POINTS, self.by_points and points >= self.points),
        )
        return tuple(name for name, holds in met if holds)


def byes_of(size: int) -> int:
    """How many of the best seeds go on without a match in the first round of a cut: 4 of 12 (M-014, M-027)."""
    return (1 << (size - 1).bit_length()) - size if size > 1 else 0


def likely_size(gate: Gate, players: int, rounds: int) -> int:
    """How many will go on, before a round is played: exact by place, else as even matches without ties have it."""
    if not rounds:
        return min(gate.place, players) if gate.by_place else 0
    wins = -(-gate.points // WIN)
    ways = sum(comb(rounds, won) for won in range(wins, rounds + 1))
    expected = round(players * ways / 2**rounds)
    return gate.size([gate.points] * expected + [gate.points - 1] * (players - expected))
