"""Determine which players are sure of the top cut or day 2, which are out, and what the others need.

A player is sure to be in only if no combination of the remaining results can keep them out, even if they lose every
tie-break. Drops never hurt a player, because they only help players further down. Undecided players get an estimate
from random simulations of the remaining matches.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.advance import BOTH, EITHER, PLACE, POINTS

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

WIN, TIE = 3, 1
GAINS = {"win": WIN, "tie": TIE, "loss": 0}
TIE_PERCENT = 6
RUNS_OF_SMALL_FIELD, RUNS_OF_LARGE_FIELD, LARGE_FIELD = 1000, 200, 400
"""Number of simulations; fewer in fields larger than LARGE_FIELD."""


class Verdict(StrEnum):
    """Whether a player certainly makes the cut (IN), certainly misses it (OUT), or neither (OPEN)."""

    IN = "in"
    OUT = "out"
    OPEN = "open"


@dataclass(frozen=True, eq=False)
class Field:
    """Players from first place to last.

    points: match points, including the results so far of the round in play.
    counted: whether each player competes for this cut.
    pairs: shape (k, 2), positions of the two players in each open match.
    later: number of Swiss rounds after the round in play, or of all remaining rounds if none is in play.
    cut: number of players who advance by place.
    way, bar: whether place, match points or both count (ways of `engine.advance`), and the points needed.
    byes: number of top players who skip the first round of the cut.
    settled: whether no matches remain, so that places are final and break ties.
    """

    points: Ints
    counted: Bools
    pairs: Ints
    later: int
    cut: int
    way: str = PLACE
    bar: int = 0
    byes: int = 0
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Chance:
    """Verdict and chance of one player.

    after: the verdict after a win, tie and loss in the open match, or empty without an open match.
    needs: the minimum of further points that guarantees a place, or None if no number does.
    share: the share of simulations in which the player is in, or None if the verdict is sure.
    bye: the verdict on a bye in the cut, or None if the cut has no byes.
    """

    verdict: Verdict
    after: dict[str, Verdict]
    needs: int | None
    share: float | None
    bye: Verdict | None = None


def bubble_chances(field: Field, *, seed: int) -> tuple[Chance, ...]:
    """Return the chance of each player, in the order of the field. `seed` is for the simulations."""
    partner = np.full(len(field.points), -1)
    partner[field.pairs[:, 0]], partner[field.pairs[:, 1]] = field.pairs[:, 1], field.pairs[:, 0]
    bounds = _PointsBounds(field, partner)
    verdicts = [bounds.cut_verdict(player) for player in range(len(field.points))]
    is_open = any(verdict is Verdict.OPEN for verdict in verdicts)
    shares = _simulate_shares(field, Random(seed)) if is_open else np.zeros(len(field.points))
    return tuple(
        Chance(
            verdict,
            bounds.verdicts_by_result(player) if partner[player] >= 0 else {},
            bounds.points_needed(player) if verdict is Verdict.OPEN else None,
            float(shares[player]) if verdict is Verdict.OPEN else None,
            bounds.bye_verdict(player) if field.byes else None,
        )
        for player, verdict in enumerate(verdicts)
    )


class _PointsBounds:
    """Bounds on how many others can reach a number of points, and how many are sure to exceed it."""

    def __init__(self, field: Field, partner: Ints) -> None:
        self.field, self.partner = field, partner
        self.most: dict[int, int] = {}
        self.least: dict[int, int] = {}

    def cut_verdict(self, player: int) -> Verdict:
        """Return the verdict on the cut, whatever the result of the open match."""
        most_gain = WIN if self.partner[player] >= 0 else 0
        return self._combine_verdicts(
            self.verdict_with_gain(player, 0), self.verdict_with_gain(player, most_gain)
        )

    def bye_verdict(self, player: int) -> Verdict:
        """Return the verdict on skipping the first round of the cut, whatever the result of the open match."""
        byes, most_gain = self.field.byes, WIN if self.partner[player] >= 0 else 0
        return self._combine_verdicts(
            self._verdict_by_place(player, 0, byes), self._verdict_by_place(player, most_gain, byes)
        )

    @staticmethod
    def _combine_verdicts(worst: Verdict, best: Verdict) -> Verdict:
        """Return the verdict that holds between the worst and the best result of the open match."""
        if worst is Verdict.IN:
            return worst
        return best if best is Verdict.OUT else Verdict.OPEN

    def verdicts_by_result(self, player: int) -> dict[str, Verdict]:
        """Return the verdicts on the cut after a win, a tie and a loss in the open match."""
        return {name: self.verdict_with_gain(player, gain) for name, gain in GAINS.items()}

    def verdict_with_gain(self, player: int, gain: int) -> Verdict:
        """Return the verdict if the open match brings `gain` points."""
        verdicts = []
        if self.field.way != POINTS:
            verdicts.append(self._verdict_by_place(player, gain, self.field.cut))
        if self.field.way != PLACE:
            # If points decide, the results of others do not matter, so the verdict is exact.
            least_points = int(self.field.points[player]) + gain
            by_points = Verdict.OPEN
            if not self.field.counted[player] or least_points + WIN * self.field.later < self.field.bar:
                by_points = Verdict.OUT
            elif least_points >= self.field.bar:
                by_points = Verdict.IN
            verdicts.append(by_points)
        # One way is enough for the verdict `sufficient`, but all ways must agree on `unanimous`.
        unanimous, sufficient = (
            (Verdict.OUT, Verdict.IN) if self.field.way == EITHER else (Verdict.IN, Verdict.OUT)
        )
        if sufficient in verdicts:
            return sufficient
        return unanimous if all(verdict is unanimous for verdict in verdicts) else Verdict.OPEN

    def _verdict_by_place(self, player: int, gain: int, cut: int) -> Verdict:
        """Return the verdict on a place in the top `cut` if the open match brings `gain` points."""
        if not self.field.counted[player]:
            return Verdict.OUT
        if self.field.settled:
            return Verdict.IN if self.field.counted[:player].sum() < cut else Verdict.OUT
        least_points = int(self.field.points[player]) + gain
        if self.count_others_reaching(player, least_points, gain) < cut:
            return Verdict.IN
        most_points = least_points + WIN * self.field.later
        return Verdict.OUT if self.count_others_above(player, most_points, gain) >= cut else Verdict.OPEN

    def points_needed(self, player: int) -> int | None:
        """Return the smallest number of further points that guarantees a place, or None if none does."""
        has_match = int(self.partner[player] >= 0)
        own_points = int(self.field.points[player])
        # Not every total is possible: two rounds can bring 4 or 6 points, but never 5.
        totals = {0}
        for _ in range(self.field.later + has_match):
            totals = {total + gain for total in totals for gain in GAINS.values()}
        for further_points in sorted(totals):
            # Points may also come from later rounds, so the open match is then assumed to bring none.
            gain = 0 if self.field.later else further_points
            total = own_points + further_points
            is_bar_reached = total >= self.field.bar
            if self.field.way == POINTS or (self.field.way == EITHER and is_bar_reached):
                is_sure = is_bar_reached
            else:
                is_in_by_place = self.count_others_reaching(player, total, gain) < self.field.cut
                is_sure = is_in_by_place and (is_bar_reached or self.field.way != BOTH)
            if is_sure:
                return further_points
        return None

    def count_others_reaching(self, player: int, goal: int, gain: int) -> int:
        """Return how many others can end at `goal` points or more if the player's match brings `gain`."""
        if goal not in self.most:
            # Only one player of an open match can win it, so both players of a match are counted together.
            left, right = self.field.pairs.T
            counts_by_ending = [
                self._reaches_goal(left, goal, left_gain) + self._reaches_goal(right, goal, right_gain)
                for left_gain, right_gain in ((WIN, 0), (0, WIN), (TIE, TIE))
            ]
            without_match = np.flatnonzero(self.partner < 0)
            reaching = np.concatenate(
                (np.max(counts_by_ending, axis=0), self._reaches_goal(without_match, goal, 0))
            )
            self.most[goal] = int(reaching.sum())
        opponent = int(self.partner[player])
        if opponent < 0:
            return self.most[goal] - int(self._reaches_goal(np.array([player]), goal, 0)[0])
        # The total assumes the result that lifts the most players to `goal`, but `gain` decides the player's own match.
        both_players = np.array([player, opponent])
        own_match_count = max(
            int(
                (
                    self._reaches_goal(both_players[:1], goal, left_gain)
                    + self._reaches_goal(both_players[1:], goal, right_gain)
                )[0]
            )
            for left_gain, right_gain in ((WIN, 0), (0, WIN), (TIE, TIE))
        )
        opponent_gain = {WIN: 0, TIE: TIE}.get(gain, WIN)
        return (
            self.most[goal]
            - own_match_count
            + int(self._reaches_goal(np.array([opponent]), goal, opponent_gain)[0])
        )

    def _reaches_goal(self, players: Ints, goal: int, gain: int) -> Ints:
        """Return 1 for each player who can end at `goal` points, else 0.

        The players get `gain` from the current match and a win in every later round. Players who do not count
        are 0.
        """
        points = self.field.points[players] + gain + WIN * self.field.later
        return (self.field.counted[players] & (points >= goal)).astype(np.int64)

    def count_others_above(self, player: int, goal: int, gain: int) -> int:
        """Return how many others end above `goal` points even if they lose all remaining matches."""
        if goal not in self.least:
            self.least[goal] = int((self.field.counted & (self.field.points > goal)).sum())
        return self.least[goal] - int(self.field.points[player] > goal)


def _simulate_shares(field: Field, chance: Random) -> NDArray[np.float64]:
    """Return the share of simulations in which each player makes the cut.

    Later rounds pair players by points, and in an odd field, the last player gets a bye. At the end, the
    current places break ties.
    """
    size = len(field.points)
    runs = RUNS_OF_SMALL_FIELD if size <= LARGE_FIELD else RUNS_OF_LARGE_FIELD
    rng = np.random.Generator(np.random.PCG64(chance.getrandbits(64)))
    points = np.repeat(field.points[None, :], runs, axis=0)
    left, right = field.pairs.T
    _simulate_round(points, np.tile(left, (runs, 1)), np.tile(right, (runs, 1)), rng)
    for _ in range(field.later):
        order = np.argsort(-(points + rng.random(points.shape)), axis=1)
        _simulate_round(points, order[:, 0 : size - 1 : 2], order[:, 1::2], rng)
        if size % 2:
            points[np.arange(runs), order[:, -1]] += WIN
    sort_key = np.where(field.counted, points * size - np.arange(size), -1)
    rank = np.argsort(np.argsort(-sort_key, axis=1), axis=1)
    is_in_by_place, has_points = rank < field.cut, field.counted & (points >= field.bar)
    is_in = {
        PLACE: is_in_by_place,
        POINTS: has_points,
        EITHER: is_in_by_place | has_points,
        BOTH: is_in_by_place & has_points,
    }[field.way]
    shares: NDArray[np.float64] = is_in.mean(axis=0)
    return shares


def _simulate_round(points: Ints, left: Ints, right: Ints, rng: np.random.Generator) -> None:
    """Simulate one round in each run and add its match points to `points`.

    TIE_PERCENT of the matches are ties. In the others, both players are equally likely to win.
    """
    random_numbers = rng.random(left.shape)
    is_tie = random_numbers < TIE_PERCENT / 100
    is_left_win = ~is_tie & (rng.random(left.shape) < 0.5)
    runs = np.arange(len(points))[:, None]
    points[runs, left] += np.where(is_tie, TIE, np.where(is_left_win, WIN, 0))
    points[runs, right] += np.where(is_tie, TIE, np.where(is_left_win, 0, WIN))


def is_tie_safe(own: Chance, other: Chance) -> bool | None:
    """Return whether both players are sure to be in after a tie, or None if one has no open match."""
    verdicts: Sequence[Verdict | None] = (own.after.get("tie"), other.after.get("tie"))
    return None if None in verdicts else all(verdict is Verdict.IN for verdict in verdicts)
