"""Points and percentages of a whole field at once.

Percentages are whole numbers of a common unit, the least common multiple of everything they are divided by, until
the last rounding of an average, half to even, as the rules say. So neither the order of the matches nor the machine
can move a figure. Everything fits 64 bits with room to spare, for up to 500 rounds R:

- unit U: 4 x 360,360 < 2**21 up to 15 rounds, 2**40 at most ever (from then on shares are rounded to it);
- a win percentage is at most U; a sum over one player's rounds at most R * U < 2**49;
- an average is divided out by long division, four digits at a time: a rest below R * U times 10**4 < 2**63;
- averages are at most 10**12 (four digits as a rule), their sums R * 10**12 < 2**49.

Nothing is a float, so nothing depends on how a machine adds.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from pairings.engine.id_index import ABSENT, IdIndex
from pairings.engine.outcomes import LOSSES, OUTCOMES, TIES, WINS, Result, points
from pairings.engine.standings.values import BY_CODE, NOBODY, Competitor, Ints, Results, Rules

Bools = NDArray[np.bool_]

RESULTS = tuple(Result)
LARGEST_UNIT = 2**40
UNROUNDED_DIGITS = 12


def _positions_in_results(results: Iterable[Result | None]) -> Ints:
    """Positions in RESULTS, NOBODY for an empty seat."""
    return np.array([NOBODY if result is None else RESULTS.index(result) for result in results])


def _flags(*kinds: Result) -> Ints:
    return np.array([int(result in kinds) for result in RESULTS])


LEFT_RESULT = _positions_in_results(OUTCOMES[outcome].left for outcome in BY_CODE)
RIGHT_RESULT = _positions_in_results(OUTCOMES[outcome].right for outcome in BY_CODE)
POINTS = np.array([points(result) for result in RESULTS])
IS_WIN, IS_LOSS, IS_TIE = _flags(*WINS), _flags(*LOSSES), _flags(*TIES)
IS_BYE, IS_AWARDED, IS_LATE = _flags(Result.BYE), _flags(Result.AWARDED_BYE), _flags(Result.LATE_LOSS)


STEP = 4
NEVER = 2**30


def averaged(total: Ints, parts: Ints, digits: int) -> Ints:
    """`total` over `parts` in units of 10**-digits, rounded half to even, without a number beyond 10**4 * parts."""
    whole, rest = np.divmod(total, parts)
    while digits > STEP:
        digits -= STEP
        more, rest = np.divmod(rest * 10**STEP, parts)
        whole = whole * 10**STEP + more
    more, rest = np.divmod(rest * 10**digits, parts)
    whole = whole * 10**digits + more
    twice = 2 * rest
    rounded: Ints = whole + ((twice > parts) | ((twice == parts) & (whole % 2 == 1)))
    return rounded


@dataclass(frozen=True, eq=False)
class Seats:
    """Every decided seat of every match, ordered by round: the player, the opponent and the result.

    Players are positions in the sorted ids; `against` is NOBODY without an opponent.
    """

    who: Ints
    against: Ints
    round: Ints
    result: Ints

    def where(self, mask: Bools) -> "Seats":
        return Seats(self.who[mask], self.against[mask], self.round[mask], self.result[mask])


def seats_of(ids: Ints, results: Results, *, undecided: bool = False) -> Seats:
    """Both sides of each decided match, or of all. ValueError for a player who is not in `ids`."""
    spots = IdIndex(ids)
    left, right = _positions(spots, results.left), _positions(spots, results.right)
    both = Seats(
        who=np.concatenate([left, right]),
        against=np.concatenate([right, left]),
        round=np.concatenate([results.round, results.round]),
        result=np.concatenate([LEFT_RESULT[results.outcome], RIGHT_RESULT[results.outcome]]),
    )
    decided = both.where((both.who != NOBODY) & ((both.result > 0) | undecided))
    order = np.argsort(decided.round.astype(np.int16), kind="stable")
    return Seats(decided.who[order], decided.against[order], decided.round[order], decided.result[order])


def _positions(spots: IdIndex, wanted: Ints) -> Ints:
    positions = spots.of(wanted)
    missing = (positions == ABSENT) & (wanted != NOBODY)
    if missing.any():
        raise ValueError(f"a match of {int(wanted[missing][0])}, who is not a competitor")
    return np.where(wanted == NOBODY, NOBODY, positions)


@dataclass(frozen=True, eq=False)
class Meetings:
    """The opponents of each player, side by side in the order of the rounds.

    against: positions.
    first: where the meetings of each player begin.
    until: how many each had up to each round.
    """

    against: Ints
    first: Ints
    until: Ints

    def sums(self, who: Ints, as_of: Ints, values: Callable[[Ints, Ints], Ints]) -> tuple[Ints, Ints]:
        """For each player `who` as of a round: the sum over the opponents so far, and their number.

        values: what each opponent adds; it gets the opponents and the rows of `who` they belong to.
        """
        count = self.until[who, as_of]
        row = np.repeat(np.arange(len(who)), count)
        begins = np.cumsum(count) - count
        spot = self.first[who][row] + np.arange(len(row)) - begins[row]
        running = np.concatenate(([0], np.cumsum(values(self.against[spot], row))))
        return running[begins + count] - running[begins], count


class Figures:
    """All figures of one set of standings. Arrays follow `ids`, which are sorted."""

    def __init__(
        self, competitors: Sequence[Competitor], results: Results, rounds_planned: int | None, rules: Rules
    ) -> None:
        self.rules = rules
        self.competitors = sorted(competitors, key=attrgetter("id"))
        self.ids = self.each("id")
        if (self.ids[1:] == self.ids[:-1]).any():
            raise ValueError("a competitor is given twice")
        self.results = results
        self.seats = seats_of(self.ids, results)
        self.last_round = int(self.seats.round[-1]) if len(self.seats.round) else 0
        self.planned = self.last_round if rounds_planned is None else rounds_planned
        self.disqualified = self.each("disqualified") > 0
        self.dropped_in, self.through_in = self.each("dropped_in", NEVER), self.each("through_in", NEVER)
        self._average()

    def each(self, name: str, missing: int = 0) -> Ints:
        """One fact of all competitors; `missing` stands for None."""
        values = map(attrgetter(name), self.competitors)
        return np.array([missing if value is None else value for value in values], dtype=np.int64)

    @cached_property
    def left_in(self) -> Ints:
        """The last round that changes the player's own percentages."""
        return np.minimum(np.minimum(self.dropped_in, self.through_in), self.last_round)

    @cached_property
    def stayed_on_day_one(self) -> Ints:
        """1 for players who did not qualify for a second day that has begun (M-016)."""
        return (self.through_in < self.last_round).astype(np.int64)

    @cached_property
    def stops(self) -> Ints:
        """The last round that changes each player's own averages."""
        return self.left_in if self.rules.freeze else np.full(len(self.ids), self.last_round)

    def _by_round(self, flag: Ints) -> Ints:
        """The count of the flag for each player up to each round: players x (rounds + 1)."""
        return self._tally(self._cell(self.seats)[flag[self.seats.result] > 0])

    def _cell(self, seats: Seats) -> Ints:
        """The index of each seat in a table of players x (rounds + 1), row by row."""
        return seats.who * (self.last_round + 1) + seats.round

    def _tally(self, cells: Ints) -> Ints:
        """The count of cells of each player up to each round: players x (rounds + 1)."""
        shape = len(self.ids), self.last_round + 1
        return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape).cumsum(axis=1)

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
        """Byes excluded from the win percentage."""
        return np.zeros_like(self.wins) if self.rules.byes_counted else self._by_round(IS_BYE)

    @cached_property
    def counted(self) -> Ints:
        """Rounds in the win percentage: all decided ones except byes (M-023)."""
        return self.wins + self.ties + self.losses - self.byes

    @cached_property
    def unit(self) -> int:
        """The number of units in one: every win percentage is a whole number of them."""
        rules = self.rules
        shares = [
            Fraction(part).limit_denominator(1000)
            for part in (rules.tie_share, rules.floor, rules.dropped_cap)
        ]
        counts = np.flatnonzero(np.bincount(self.counted.ravel()))
        exact = lcm(*(share.denominator for share in shares)) * lcm(*counts[counts > 0].tolist())
        return min(exact, LARGEST_UNIT)

    def _parts(self, share: float) -> int:
        return round(Fraction(share).limit_denominator(1000) * self.unit)

    @cached_property
    def raw_share(self) -> Ints:
        """Win percentage in units before floor and cap, as of each round; 0 without opponents."""
        won = (self.wins - self.byes) * self.unit + self.ties * self._parts(self.rules.tie_share)
        return averaged(won, np.maximum(self.counted, 1), 0)

    @cached_property
    def capped(self) -> Bools:
        """Players who, as of each round, have dropped before the planned end (M-020); never disqualified ones."""
        leaves = (self.dropped_in != NEVER) & ~self.disqualified
        leaving = leaves[:, None] & (self.left_in[:, None] <= np.arange(self.last_round + 1))
        capped: Bools = leaving & (self.counted + self.byes < self.planned)
        return capped

    @cached_property
    def share(self) -> Ints:
        """Win percentage in units as of each round, floor and cap applied (M-022)."""
        floored = np.maximum(self.raw_share, self._parts(self.rules.floor))
        return np.where(self.capped, np.minimum(floored, self._parts(self.rules.dropped_cap)), floored)

    @cached_property
    def digits(self) -> int:
        """Decimals of an average."""
        digits = self.rules.round_percent_digits
        return UNROUNDED_DIGITS if digits is None else digits

    @cached_property
    def scale(self) -> int:
        """Averages are whole numbers of 1 / scale."""
        return int(10**self.digits)

    def _average(self) -> None:
        """OWP and OOWP of all players; dropped ones have those of the round of dropping (M-020, M-025).

        An average needs those of the opponents as of the same round: `owp_as_of` has each player's for each round
        needed, all computed at once.
        """
        everybody = np.arange(len(self.ids))
        asker = np.repeat(everybody, self.met.until[everybody, self.stops])
        # The meetings that count for the player who had them.
        own = np.repeat(everybody, self.met.until[:, -1])
        counts = np.arange(len(own)) - self.met.first[own] < self.met.until[own, self.stops[own]]
        averages = self._frozen(self.met.against[counts], self.stops[asker])
        wanted = np.zeros((len(self.ids), self.last_round + 1), dtype=np.bool_)
        wanted[everybody, self.stops] = True
        wanted[averages] = True
        self.owp_as_of = np.zeros(wanted.shape, dtype=np.int64)
        self.owp_as_of[wanted] = self._owp(*np.nonzero(wanted))
        self.owp = self.owp_as_of[everybody, self.stops]
        total, count = self.met.sums(
            everybody, self.stops, lambda against, row: self.owp_as_of[self._frozen(against, self.stops[row])]
        )
        if self.rules.late_loss_opponent:
            times = self._alone(IS_LATE)[everybody, self.stops]
            total, count = total + times * self._floor_mean, count + times
        self.oowp = self._mean(total, count, self.scale)

    def _frozen(self, who: Ints, as_of: Ints) -> tuple[Ints, Ints]:
        """The index in `owp_as_of` of a player's average as of a round: an earlier one after dropping."""
        return who, np.minimum(as_of, self.stops[who])

    def owp_seen(self, who: int, as_of: int) -> int:
        """The average of an opponent as used in another one as of the round `as_of`."""
        return int(self.owp_as_of[who, min(as_of, int(self.stops[who]))])

    @cached_property
    def met(self) -> Meetings:
        """The seats that have an opponent."""
        seats = seats_of(self.ids, self.results, undecided=True) if self.rules.open_opponent else self.seats
        seats = seats.where((seats.against != NOBODY) & (seats.round <= self.last_round))
        small = len(self.ids) <= np.iinfo(np.uint16).max
        order = np.argsort(seats.who.astype(np.uint16) if small else seats.who, kind="stable")
        until = self._tally(self._cell(seats))
        return Meetings(seats.against[order], np.cumsum(until[:, -1]) - until[:, -1], until)

    def _alone(self, flag: Ints) -> Ints:
        """The count of the flag for players without an opponent, up to each round."""
        alone = (self.seats.against == NOBODY) & (flag[self.seats.result] > 0)
        return self._tally(self._cell(self.seats)[alone])

    def _owp(self, who: Ints, as_of: Ints) -> Ints:
        total, count = self.met.sums(who, as_of, lambda against, row: self.share[against, as_of[row]])
        # Virtual opponents: result, whether they count, and their win percentage in units.
        phantoms = (
            (IS_AWARDED, self.rules.awarded_bye_opponent, self.unit),
            (IS_LATE, self.rules.late_loss_opponent, self._parts(self.rules.floor)),
        )
        for flag, wanted, parts in phantoms:
            if wanted:
                times = self._alone(flag)[who, as_of]
                total, count = total + times * parts, count + times
        return self._mean(total, count, self.unit)

    @cached_property
    def _floor_mean(self) -> int:
        """The floor in the units of averages."""
        return round(Fraction(self.rules.floor).limit_denominator(1000) * self.scale)

    def _mean(self, total: Ints, count: Ints, unit: int) -> Ints:
        """The mean in units of 1 / scale, half to even; the floor for players without opponents."""
        mean = averaged(total, np.maximum(count, 1) * unit, self.digits)
        return np.where(count > 0, mean, self._floor_mean)

    @cached_property
    def points(self) -> Ints:
        totals = np.bincount(self.seats.who, weights=POINTS[self.seats.result], minlength=len(self.ids))
        return totals.astype(np.int64)
