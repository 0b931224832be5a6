"""Points and percentages of a whole field at once.

Percentages are summed as whole numbers of a common unit, so that neither the order of the matches nor
the machine can move a figure. Averages are rounded half to even as the rules say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pairings.engine.outcomes import LOSSES, SIDES, WINS, Result, points
from pairings.engine.standings.values import NOBODY, OUTCOMES, Competitor, Ints, Results, Rules

Bools = NDArray[np.bool_]

RESULTS = tuple(Result)
LARGEST_UNIT = 2**40
UNROUNDED_DIGITS = 12


def _results_of(side: int) -> Ints:
    """Position in RESULTS for each outcome of one side; NOBODY where nobody sits."""
    return np.array(
        [NOBODY if (one := SIDES[outcome][side]) is None else RESULTS.index(one) for outcome in OUTCOMES]
    )


def _flags(*kinds: Result) -> Ints:
    return np.array([int(result in kinds) for result in RESULTS])


LEFT_RESULT, RIGHT_RESULT = _results_of(0), _results_of(1)
POINTS = np.array([points(result) for result in RESULTS])
IS_WIN, IS_LOSS, IS_TIE = _flags(*WINS), _flags(*LOSSES), _flags(Result.TIE)
IS_BYE, IS_AWARDED, IS_LATE = _flags(Result.BYE), _flags(Result.AWARDED_BYE), _flags(Result.LATE_LOSS)


@dataclass(frozen=True, eq=False)
class Seats:
    """Every decided seat of every match, ordered by round: who sat there, against whom, with what result.

    Players are positions in the sorted ids; `against` is NOBODY where there was no opponent.
    """

    who: Ints
    against: Ints
    round: Ints
    result: Ints

    def until(self, last: int) -> "Seats":
        """The seats of the rounds up to and with `last`."""
        end = int(np.searchsorted(self.round, last, side="right"))
        return Seats(self.who[:end], self.against[:end], self.round[:end], self.result[:end])

    def where(self, mask: Bools) -> "Seats":
        return Seats(self.who[mask], self.against[mask], self.round[mask], self.result[mask])


def seats_of(ids: Ints, results: Results) -> Seats:
    """Both sides of each match; ValueError for a match of somebody who is not among `ids`."""
    left, right = _positions(ids, results.left), _positions(ids, results.right)
    both = Seats(
        who=np.concatenate([left, right]),
        against=np.concatenate([right, left]),
        round=np.concatenate([results.round, results.round]),
        result=np.concatenate([LEFT_RESULT[results.outcome], RIGHT_RESULT[results.outcome]]),
    )
    decided = both.where((both.who != NOBODY) & (both.result > 0))
    order = np.argsort(decided.round.astype(np.int16), kind="stable")
    return Seats(decided.who[order], decided.against[order], decided.round[order], decided.result[order])


def _positions(ids: Ints, wanted: Ints) -> Ints:
    found = np.searchsorted(ids, wanted)
    found[found == len(ids)] = 0
    missing = (wanted != NOBODY) & (ids[found] != wanted) if len(ids) else wanted != NOBODY
    if missing.any():
        raise ValueError(f"a match of {int(wanted[missing][0])}, who is not a competitor")
    return np.where(wanted == NOBODY, NOBODY, found)


class Figures:
    """All numbers of one set of standings. Arrays follow `ids`, which are sorted."""

    def __init__(
        self, competitors: Sequence[Competitor], results: Results, rounds_planned: int | None, rules: Rules
    ) -> None:
        self.rules = rules
        self.competitors = sorted(competitors, key=lambda one: one.id)
        self.ids = np.array([one.id for one in self.competitors], dtype=np.int64)
        if len(np.unique(self.ids)) != len(self.ids):
            raise ValueError("a competitor is given twice")
        self.seats = seats_of(self.ids, results)
        self.last_round = int(self.seats.round[-1]) if len(self.seats.round) else 0
        self.planned = self.last_round if rounds_planned is None else rounds_planned
        self.left_in = np.array([self._left_in(one) for one in self.competitors], dtype=np.int64)
        self.owp_as_of: dict[int, Ints] = {}
        self._average()

    def _left_in(self, one: Competitor) -> int:
        """The round after which nothing moves the player's own percentages."""
        return self.last_round if one.dropped_in is None else min(one.dropped_in, self.last_round)

    @cached_property
    def stops(self) -> Ints:
        """The last round that moves each player's own averages."""
        return self.left_in if self.rules.freeze else np.full(len(self.ids), self.last_round)

    def _by_round(self, flag: Ints) -> Ints:
        """How often the flag held for each player up to each round: players x (rounds + 1)."""
        width = self.last_round + 1
        seats = self.seats.where(flag[self.seats.result] > 0)
        counts = np.bincount(seats.who * width + seats.round, minlength=len(self.ids) * width)
        return counts.reshape(len(self.ids), width).cumsum(axis=1)

    @cached_property
    def wins(self) -> Ints:
        return self._by_round(IS_WIN)

    @cached_property
    def ties(self) -> Ints:
        return self._by_round(IS_TIE)

    @cached_property
    def losses(self) -> Ints:
        return self._by_round(IS_LOSS)

    @cached_property
    def byes(self) -> Ints:
        """Byes that are left out of the win percentage."""
        return np.zeros_like(self.wins) if self.rules.byes_counted else self._by_round(IS_BYE)

    @cached_property
    def counted(self) -> Ints:
        """Rounds in the win percentage: all decided ones but byes (M-023)."""
        return self.wins + self.ties + self.losses - self.byes

    @cached_property
    def unit(self) -> int:
        """The number of parts one is cut into: every win percentage is a whole number of them."""
        rules = self.rules
        shares = [
            Fraction(part).limit_denominator(1000)
            for part in (rules.tie_share, rules.floor, rules.dropped_cap)
        ]
        exact = lcm(*(share.denominator for share in shares)) * lcm(
            *np.unique(self.counted[self.counted > 0]).tolist()
        )
        return min(exact, LARGEST_UNIT)

    def _parts(self, share: float) -> int:
        return round(Fraction(share).limit_denominator(1000) * self.unit)

    @cached_property
    def raw_share(self) -> Ints:
        """Win percentage in units before floor and cap, as of each round; 0 for nobody met."""
        won = (self.wins - self.byes) * self.unit + self.ties * self._parts(self.rules.tie_share)
        return np.rint(won / np.maximum(self.counted, 1)).astype(np.int64)

    @cached_property
    def capped(self) -> Bools:
        """Who, as of each round, has left before the planned end (M-020); never a disqualified player."""
        leaves = np.array(
            [one.dropped_in is not None and not one.disqualified for one in self.competitors], dtype=bool
        )
        gone = leaves[:, None] & (self.left_in[:, None] <= np.arange(self.last_round + 1))
        return gone & (self.counted + self.byes < self.planned)

    @cached_property
    def share(self) -> Ints:
        """Win percentage in units as of each round, floor and cap applied (M-022)."""
        floored = np.maximum(self.raw_share, self._parts(self.rules.floor))
        return np.where(self.capped, np.minimum(floored, self._parts(self.rules.dropped_cap)), floored)

    @cached_property
    def scale(self) -> int:
        """Averages are whole numbers of 1 / scale."""
        digits = self.rules.round_percent_digits
        return int(10 ** (UNROUNDED_DIGITS if digits is None else digits))

    def _average(self) -> None:
        """OWP and OOWP of everybody; who dropped keeps those of the round of dropping (M-020, M-025)."""
        self.owp = np.zeros(len(self.ids), dtype=np.int64)
        self.oowp = np.zeros(len(self.ids), dtype=np.int64)
        stops = self.stops
        for stop in [*np.unique(stops[stops < self.last_round]).tolist(), self.last_round]:
            met, alone = self.met.until(stop), self.alone.until(stop)
            moving = stops >= stop
            self.owp = np.where(moving, self._owp(met, alone, stop), self.owp)
            self.owp_as_of[stop] = self.owp
            leaving = stops == stop
            self.oowp[leaving] = self._oowp(met, alone)[leaving]

    @cached_property
    def met(self) -> Seats:
        """The seats that have an opponent."""
        return self.seats.where(self.seats.against != NOBODY)

    @cached_property
    def alone(self) -> Seats:
        """The seats that have none: byes and rounds missed."""
        return self.seats.where(self.seats.against == NOBODY)

    def _owp(self, met: Seats, alone: Seats, stop: int) -> Ints:
        total = self._sum(met.who, self.share[met.against, stop])
        count = self._count(met.who)
        for flag, wanted, parts in self._phantoms():
            if wanted:
                times = self._count(alone.who[flag[alone.result] > 0])
                total, count = total + times * parts, count + times
        return self._mean(total, count, self.unit)

    def _phantoms(self) -> tuple[tuple[Ints, bool, int], ...]:
        """Opponents who are no player: result, whether they count, and their win percentage in units."""
        return (
            (IS_AWARDED, self.rules.awarded_bye_opponent, self.unit),
            (IS_LATE, self.rules.late_loss_opponent, self._parts(self.rules.floor)),
        )

    def _oowp(self, met: Seats, alone: Seats) -> Ints:
        total, count = self._sum(met.who, self.owp[met.against]), self._count(met.who)
        if self.rules.late_loss_opponent:
            times = self._count(alone.who[IS_LATE[alone.result] > 0])
            total, count = total + times * self._floor_mean, count + times
        return self._mean(total, count, self.scale)

    @cached_property
    def _floor_mean(self) -> int:
        """The floor in the units of averages."""
        return round(Fraction(self.rules.floor).limit_denominator(1000) * self.scale)

    def _sum(self, who: Ints, values: Ints) -> Ints:
        return np.bincount(who, weights=values, minlength=len(self.ids)).astype(np.int64)

    def _count(self, who: Ints) -> Ints:
        return np.bincount(who, minlength=len(self.ids))

    def _mean(self, total: Ints, count: Ints, unit: int) -> Ints:
        """The mean in units of 1 / scale, half to even; the floor for who met nobody."""
        mean = np.rint(total * float(self.scale) / (np.maximum(count, 1) * float(unit)))
        return np.where(count > 0, mean, self._floor_mean).astype(np.int64)

    @cached_property
    def points(self) -> Ints:
        totals = np.bincount(self.seats.who, weights=POINTS[self.seats.result], minlength=len(self.ids))
        return totals.astype(np.int64)
