"""Conditions for advancing to a second day of Swiss rounds, or to the top cut (M-013, M-014, M-016)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

PLACE, POINTS, EITHER, BOTH = WAYS = ("place", "points", "either", "both")
"""The ways to advance: by place, by match points, by either of them, or only by both."""

WIN = 3
"""The match points for a win."""
ASYMMETRIC_MOST = 16
"""The largest cut that may have byes (M-014)."""


@dataclass(frozen=True, slots=True)
class AdvancementGate:
    """The conditions for advancing: being among the first `place` in the standings, or having `points` match points.

    Only the conditions of `way` apply.
    """

    way: str = PLACE
    place: int = 0
    points: int = 0

    @property
    def by_points(self) -> bool:
        """Whether match points count."""
        return self.way != PLACE

    @property
    def by_place(self) -> bool:
        """Whether the place counts."""
        return self.way != POINTS

    def size(self, points: Sequence[int]) -> int:
        """Return how many players advance, given the match points of active players from first place to last.

        Players always advance in order of the standings, so a player never advances ahead of a higher-placed one.
        """
        with_points = sum(player_points >= self.points for player_points in points)
        within_place = min(self.place, len(points))
        return {
            PLACE: within_place,
            POINTS: with_points,
            EITHER: max(within_place, with_points),
            BOTH: min(within_place, with_points),
        }[self.way]

    def conditions_met(self, place: int, points: int) -> tuple[str, ...]:
        """Return the conditions that this place and these points meet: "place", "points", both or neither."""
        conditions = (
            (PLACE, self.by_place and place <= self.place),
            (POINTS, self.by_points and points >= self.points),
        )
        return tuple(way for way, is_met in conditions if is_met)


def byes_in_cut(size: int) -> int:
    """Return how many top seeds have a bye in the first round of a cut: 4 of 12 (M-014, M-027)."""
    return (1 << (size - 1).bit_length()) - size if size > 1 else 0


def estimate_advancing(gate: AdvancementGate, players: int, rounds: int) -> int:
    """Estimate how many players will advance, before a round is played.

    The number by place is exact. The number by points assumes even matches without ties. If `rounds` is 0,
    points are ignored, and a gate by points alone gives 0.
    """
    if not rounds:
        return min(gate.place, players) if gate.by_place else 0
    wins_needed = -(-gate.points // WIN)
    winning_sequences = sum(comb(rounds, match_wins) for match_wins in range(wins_needed, rounds + 1))
    expected_players = round(players * winning_sequences / 2**rounds)
    return gate.size([gate.points] * expected_players + [gate.points - 1] * (players - expected_players))
