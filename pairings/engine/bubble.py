"""Which players are sure of the top cut or of day 2, which are out, and what the others need.

A sure verdict ranks equals above the player and assumes the worst result of every other match, so it stays true
whatever is played; drops can only help those behind. Open verdicts get an estimate by playing the rest at random.
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
TIES_IN_A_HUNDRED = 6
RUNS, FEWER_RUNS, MANY = 1000, 200, 400
"""Random endings played; fewer in fields above MANY."""


class Verdict(StrEnum):
    IN = "in"
    OUT = "out"
    OPEN = "open"


@dataclass(frozen=True, eq=False)
class Field:
    """Players from first place to last, including the results already in of the round in play.

    counted: the players competing for this cut.
    pairs: shape (k, 2), positions of the two in each open match.
    later: Swiss rounds after the one in play, or all that are left where none is.
    cut: how many are in by place.
    way, bar: whether place or match points count, or both, and how many points (ways of `engine.advance`).
    byes: how many of the best skip the first round of the cut.
    settled: no match is left to play, so places are final and break ties.
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
    """The chances of one player.

    after: the verdict after a win, tie and loss of the open match, empty without one.
    needs: the fewest points from all that is left that make it sure, None where no number does.
    share: the part of the random endings in which the player is in, None where the verdict is sure.
    bye: the verdict on a bye in the cut, None where it has none.
    """

    verdict: Verdict
    after: dict[str, Verdict]
    needs: int | None
    share: float | None
    bye: Verdict | None = None


def bubble(field: Field, *, seed: int) -> tuple[Chance, ...]:
    """One chance for each position of the field."""
    partner = np.full(len(field.points), -1)
    partner[field.pairs[:, 0]], partner[field.pairs[:, 1]] = field.pairs[:, 1], field.pairs[:, 0]
    rest = _Rest(field, partner)
    verdicts = [rest.verdict(player) for player in range(len(field.points))]
    is_open = any(verdict is Verdict.OPEN for verdict in verdicts)
    shares = _shares(field, Random(seed)) if is_open else np.zeros(len(field.points))
    return tuple(
        Chance(
            verdict,
            rest.after(player) if partner[player] >= 0 else {},
            rest.needs(player) if verdict is Verdict.OPEN else None,
            float(shares[player]) if verdict is Verdict.OPEN else None,
            rest.bye(player) if field.byes else None,
        )
        for player, verdict in enumerate(verdicts)
    )


class _Rest:
    """How many others can still reach a number of points, and how many are sure to exceed one."""

    def __init__(self, field: Field, partner: Ints) -> None:
        self.field, self.partner = field, partner
        self.most: dict[int, int] = {}
        self.least: dict[int, int] = {}

    def verdict(self, player: int) -> Verdict:
        return self._between(self.with_gain(player, 0), self.with_gain(player, self._most_of_match(player)))

    def bye(self, player: int) -> Verdict:
        """The verdict on skipping the first round of the cut."""
        byes, most = self.field.byes, self._most_of_match(player)
        return self._between(self._by_place(player, 0, byes), self._by_place(player, most, byes))

    def _most_of_match(self, player: int) -> int:
        return WIN if self.partner[player] >= 0 else 0

    @staticmethod
    def _between(worst: Verdict, best: Verdict) -> Verdict:
        if worst is Verdict.IN:
            return worst
        return best if best is Verdict.OUT else Verdict.OPEN

    def after(self, player: int) -> dict[str, Verdict]:
        return {name: self.with_gain(player, gain) for name, gain in GAINS.items()}

    def with_gain(self, player: int, gain: int) -> Verdict:
        """The verdict if the open match brings `gain` points."""
        verdicts = []
        if self.field.way != POINTS:
            verdicts.append(self._by_place(player, gain, self.field.cut))
        if self.field.way != PLACE:
            # The verdict by points is exact: results of others do not matter.
            low = int(self.field.points[player]) + gain
            by_points = Verdict.OPEN
            if not self.field.counted[player] or low + WIN * self.field.later < self.field.bar:
                by_points = Verdict.OUT
            elif low >= self.field.bar:
                by_points = Verdict.IN
            verdicts.append(by_points)
        # `any_` is decided by one of the ways, `all_` by all of them.
        all_, any_ = (Verdict.OUT, Verdict.IN) if self.field.way == EITHER else (Verdict.IN, Verdict.OUT)
        if any_ in verdicts:
            return any_
        return all_ if all(verdict is all_ for verdict in verdicts) else Verdict.OPEN

    def _by_place(self, player: int, gain: int, cut: int) -> Verdict:
        if not self.field.counted[player]:
            return Verdict.OUT
        if self.field.settled:
            return Verdict.IN if self.field.counted[:player].sum() < cut else Verdict.OUT
        low = int(self.field.points[player]) + gain
        if self.others_reaching(player, low, gain) < cut:
            return Verdict.IN
        high = low + WIN * self.field.later
        return Verdict.OUT if self.others_above(player, high, gain) >= cut else Verdict.OPEN

    def needs(self, player: int) -> int | None:
        has_match = int(self.partner[player] >= 0)
        own = int(self.field.points[player])
        # The possible points of so many rounds, ascending: 0, 1, 3 of one, no 5 of two.
        totals = {0}
        for _ in range(self.field.later + has_match):
            totals = {total + gain for total in totals for gain in GAINS.values()}
        for more in sorted(totals):
            gain = 0 if self.field.later else more
            total = own + more
            enough = total >= self.field.bar
            # Whether so many final points are sure to be enough
            if self.field.way == POINTS or (self.field.way == EITHER and enough):
                sure = enough
            else:
                first = self.others_reaching(player, total, gain) < self.field.cut
                sure = first and (enough or self.field.way != BOTH)
            if sure:
                return more
        return None

    def others_reaching(self, player: int, goal: int, gain: int) -> int:
        """The most others who can end at `goal` points or more when the player's match brings `gain`."""
        if goal not in self.most:
            # For each open match the most players who can reach the goal, then for each player without
            # one.
            left, right = self.field.pairs.T
            ways = [
                self._can(left, goal, a) + self._can(right, goal, b)
                for a, b in ((WIN, 0), (0, WIN), (TIE, TIE))
            ]
            alone = np.flatnonzero(self.partner < 0)
            reaching = np.concatenate((np.max(ways, axis=0), self._can(alone, goal, 0)))
            self.most[goal] = int(reaching.sum())
        other = int(self.partner[player])
        if other < 0:
            return self.most[goal] - int(self._can(np.array([player]), goal, 0)[0])
        # The sum over all counts the player's own match with its best ending; here the opponent has theirs.
        both = np.array([player, other])
        own = max(
            int((self._can(both[:1], goal, a) + self._can(both[1:], goal, b))[0])
            for a, b in ((WIN, 0), (0, WIN), (TIE, TIE))
        )
        theirs = {WIN: 0, TIE: TIE}.get(gain, WIN)
        return self.most[goal] - own + int(self._can(np.array([other]), goal, theirs)[0])

    def _can(self, who: Ints, goal: int, gain: int) -> Ints:
        points = self.field.points[who] + gain + WIN * self.field.later
        return (self.field.counted[who] & (points >= goal)).astype(np.int64)

    def others_above(self, player: int, goal: int, gain: int) -> int:
        """The fewest others who end above `goal`: all of them lose all remaining matches."""
        if goal not in self.least:
            self.least[goal] = int((self.field.counted & (self.field.points > goal)).sum())
        return self.least[goal] - int(self.field.points[player] > goal)


def _shares(field: Field, chance: Random) -> NDArray[np.float64]:
    """The part of random endings each player is in, with all matches even; current places break ties."""
    size = len(field.points)
    runs = RUNS if size <= MANY else FEWER_RUNS
    rng = np.random.Generator(np.random.PCG64(chance.getrandbits(64)))
    points = np.repeat(field.points[None, :], runs, axis=0)
    left, right = field.pairs.T
    _play(points, np.tile(left, (runs, 1)), np.tile(right, (runs, 1)), rng)
    for _ in range(field.later):
        order = np.argsort(-(points + rng.random(points.shape)), axis=1)
        _play(points, order[:, 0 : size - 1 : 2], order[:, 1::2], rng)
        if size % 2:
            points[np.arange(runs), order[:, -1]] += WIN
    key = np.where(field.counted, points * size - np.arange(size), -1)
    rank = np.argsort(np.argsort(-key, axis=1), axis=1)
    first, enough = rank < field.cut, field.counted & (points >= field.bar)
    inside = {PLACE: first, POINTS: enough, EITHER: first | enough, BOTH: first & enough}[field.way]
    shares: NDArray[np.float64] = inside.mean(axis=0)
    return shares


def _play(points: Ints, left: Ints, right: Ints, rng: np.random.Generator) -> None:
    """Play one round of even matches in each run."""
    fate = rng.random(left.shape)
    tie = fate < TIES_IN_A_HUNDRED / 100
    first = ~tie & (rng.random(left.shape) < 0.5)
    rows = np.arange(len(points))[:, None]
    points[rows, left] += np.where(tie, TIE, np.where(first, WIN, 0))
    points[rows, right] += np.where(tie, TIE, np.where(first, 0, WIN))


def safe_tie(own: Chance, other: Chance) -> bool | None:
    """Whether a tie brings both in for sure; None where they have no open match."""
    verdicts: Sequence[Verdict | None] = (own.after.get("tie"), other.after.get("tie"))
    return None if None in verdicts else all(verdict is Verdict.IN for verdict in verdicts)
