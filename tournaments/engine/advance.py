"""Who advances to a second day of Swiss rounds, or to the top cut (M-013, M-014, M-016)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

PLACE, POINTS, EITHER, BOTH = WAYS = ("place", "points", "either", "both")
"""By place, by match points, by either of them, only by both."""

WIN = 3
ASYMMETRIC_MOST = 16
"""The most players in a cut with byes (M-014)."""


@dataclass(frozen=True, slots=True)
class Gate:
    """The conditions for advancing: the first `place` of the standings, and everyone with `points` match points.

    Only the conditions of `way` count.
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
        """How many advance, given the match points of the active players from first place to last.

        Always the first ones: no one advances while somebody placed higher does not.
        """
        enough = sum(one >= self.points for one in points)
        first = min(self.place, len(points))
        return {PLACE: first, POINTS: enough, EITHER: max(first, enough), BOTH: min(first, enough)}[self.way]

    def reasons(self, place: int, points: int) -> tuple[str, ...]:
        """Which conditions a player in this place meets: "place", "points", both or none."""
        met = (
            (PLACE, self.by_place and place <= self.place),
            (POINTS, self.by_points and points >= self.points),
        )
        return tuple(name for name, holds in met if holds)


def byes_of(size: int) -> int:
    """How many top seeds have a bye in the first round of a cut: 4 of 12 (M-014, M-027)."""
    return (1 << (size - 1).bit_length()) - size if size > 1 else 0


def likely_size(gate: Gate, players: int, rounds: int) -> int:
    """How many will advance, before a round is played: exact by place, else as if matches were even and none tied."""
    if not rounds:
        return min(gate.place, players) if gate.by_place else 0
    wins = -(-gate.points // WIN)
    ways = sum(comb(rounds, won) for won in range(wins, rounds + 1))
    expected = round(players * ways / 2**rounds)
    return gate.size([gate.points] * expected + [gate.points - 1] * (players - expected))
