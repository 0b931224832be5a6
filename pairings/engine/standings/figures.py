"""Points and percentages of a whole field at once.

Percentages are integers in a common unit, derived from the least common multiple of all divisors, until an
average is rounded once, half to even. So no figure depends on the order of the matches or on the machine. All
values fit 64 bits for up to 500 rounds R:

- unit U: 4 x 360,360 < 2**21 up to 15 rounds, 2**40 at most (beyond that, shares are rounded to it);
- a win percentage is at most U, and a sum over one player's rounds at most R * U < 2**49;
- an average is computed by long division, four digits at a time: a remainder below R * U times 10**4 < 2**63;
- averages are at most 10**12 (four digits as a rule), and their sums R * 10**12 < 2**49.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from pairings.engine.id_index import ABSENT, IdIndex
from pairings.engine.outcomes import LOSSES, OUTCOMES, TIES, WINS, Result, match_points
from pairings.engine.standings.competitors import BY_CODE, NOBODY, Competitor, Ints, ResultColumns, Rules

Bools = NDArray[np.bool_]

RESULTS = tuple(Result)
MAX_UNIT = 2**40
UNROUNDED_DIGITS = 12


def _flags_by_result(*kinds: Result) -> Ints:
    """Return an array over RESULTS, with 1 for these results and 0 for all others."""
    return np.array([int(result in kinds) for result in RESULTS])


LEFT_RESULT = np.array([RESULTS.index(OUTCOMES[outcome].left) for outcome in BY_CODE])
RIGHT_RESULT = np.array(
    [NOBODY if (right := OUTCOMES[outcome].right) is None else RESULTS.index(right) for outcome in BY_CODE]
)
"""Position in RESULTS by outcome code, NOBODY for an empty seat."""

POINTS = np.array([match_points(result) for result in RESULTS])
IS_WIN, IS_LOSS, IS_TIE = _flags_by_result(*WINS), _flags_by_result(*LOSSES), _flags_by_result(*TIES)
IS_BYE, IS_AWARDED, IS_LATE = (
    _flags_by_result(Result.BYE),
    _flags_by_result(Result.AWARDED_BYE),
    _flags_by_result(Result.LATE_LOSS),
)


DIGITS_PER_STEP = 4
AFTER_ALL_ROUNDS = 2**30


def divide_rounded(total: Ints, parts: Ints, digits: int) -> Ints:
    """Return `total` / `parts` in units of 10**-digits, rounded half to even.

    No intermediate value exceeds 10**4 * parts.
    """
    quotient, remainder = np.divmod(total, parts)
    while digits > DIGITS_PER_STEP:
        digits -= DIGITS_PER_STEP
        next_digits, remainder = np.divmod(remainder * 10**DIGITS_PER_STEP, parts)
        quotient = quotient * 10**DIGITS_PER_STEP + next_digits
    next_digits, remainder = np.divmod(remainder * 10**digits, parts)
    quotient = quotient * 10**digits + next_digits
    twice_remainder = 2 * remainder
    rounded: Ints = quotient + (
        (twice_remainder > parts) | ((twice_remainder == parts) & (quotient % 2 == 1))
    )
    return rounded


@dataclass(frozen=True, eq=False)
class SeatColumns:
    """Seats of matches, ordered by round: player, opponent and result.

    Players are positions in the sorted ids; `opponent` is NOBODY for a player without an opponent. `result`
    is a position in RESULTS.
    """

    player: Ints
    opponent: Ints
    round: Ints
    result: Ints

    def where(self, mask: Bools) -> "SeatColumns":
        return SeatColumns(self.player[mask], self.opponent[mask], self.round[mask], self.result[mask])


def seats_of_both_sides(ids: Ints, results: ResultColumns, *, undecided: bool = False) -> SeatColumns:
    """Return both sides of each decided match, or of all matches if `undecided`.

    Raises ValueError if a player is not in `ids`.
    """
    id_index = IdIndex(ids)
    left, right = (
        _competitor_positions(id_index, results.left),
        _competitor_positions(id_index, results.right),
    )
    both_sides = SeatColumns(
        player=np.concatenate([left, right]),
        opponent=np.concatenate([right, left]),
        round=np.concatenate([results.round, results.round]),
        result=np.concatenate([LEFT_RESULT[results.outcome], RIGHT_RESULT[results.outcome]]),
    )
    # Position 0 in RESULTS is an open match.
    included_seats = both_sides.where((both_sides.player != NOBODY) & ((both_sides.result > 0) | undecided))
    order = np.argsort(included_seats.round.astype(np.int16), kind="stable")
    return SeatColumns(
        included_seats.player[order],
        included_seats.opponent[order],
        included_seats.round[order],
        included_seats.result[order],
    )


def _competitor_positions(id_index: IdIndex, ids: Ints) -> Ints:
    """Return the position of each id, or NOBODY for an empty seat.

    Raises ValueError if an id is no competitor.
    """
    positions = id_index.positions_of(ids)
    is_missing = (positions == ABSENT) & (ids != NOBODY)
    if is_missing.any():
        raise ValueError(f"a match of {int(ids[is_missing][0])}, who is not a competitor")
    return np.where(ids == NOBODY, NOBODY, positions)


@dataclass(frozen=True, eq=False)
class OpponentColumns:
    """Opponents of all players in one array, sorted by player and then by round.

    against: the opponents as positions.
    first: index of each player's first meeting.
    until: number of meetings of each player up to each round.
    """

    against: Ints
    first: Ints
    until: Ints

    def sums(self, players: Ints, as_of: Ints, values: Callable[[Ints, Ints], Ints]) -> tuple[Ints, Ints]:
        """Return each player's sum of `values` over the opponents up to round `as_of`, and their number.

        `values` computes the summands from two arrays: the opponents, and for each the index in `players` of
        the player who met them.
        """
        count = self.until[players, as_of]
        row = np.repeat(np.arange(len(players)), count)
        first_row = np.cumsum(count) - count
        meeting = self.first[players][row] + np.arange(len(row)) - first_row[row]
        running_sum = np.concatenate(([0], np.cumsum(values(self.against[meeting], row))))
        return running_sum[first_row + count] - running_sum[first_row], count


class StandingFigures:
    """All figures of one set of standings. Arrays are in the order of `ids`, which are sorted.

    Raises ValueError if an id occurs twice, or if a match has a player who is no competitor.
    """

    def __init__(
        self,
        competitors: Sequence[Competitor],
        results: ResultColumns,
        rounds_planned: int | None,
        rules: Rules,
    ) -> None:
        self.rules = rules
        self.competitors = sorted(competitors, key=attrgetter("id"))
        self.ids = self.each("id")
        if (self.ids[1:] == self.ids[:-1]).any():
            raise ValueError("a competitor is given twice")
        self.results = results
        self.seats = seats_of_both_sides(self.ids, results)
        self.last_round = int(self.seats.round[-1]) if len(self.seats.round) else 0
        self.planned = self.last_round if rounds_planned is None else rounds_planned
        self.disqualified = self.each("disqualified") > 0
        self.dropped_in, self.through_in = (
            self.each("dropped_in", AFTER_ALL_ROUNDS),
            self.each("through_in", AFTER_ALL_ROUNDS),
        )
        self.freezes = self.each("freezes") > 0

    def each(self, name: str, missing: int = 0) -> Ints:
        """Return one attribute of all competitors; `missing` replaces None."""
        values = map(attrgetter(name), self.competitors)
        return np.array([missing if value is None else value for value in values], dtype=np.int64)

    @cached_property
    def left_in(self) -> Ints:
        """The last round that changes each player's win percentage."""
        return np.minimum(np.minimum(self.dropped_in, self.through_in), self.last_round)

    @cached_property
    def stayed_on_day_one(self) -> Ints:
        """For each player, 1 if a second day has started without them (M-016), otherwise 0."""
        return (self.through_in < self.last_round).astype(np.int64)

    @cached_property
    def averages_until(self) -> Ints:
        """The last round that changes each player's own averages."""
        if not self.rules.freeze:
            return np.full(len(self.ids), self.last_round)
        until_drop = np.minimum(self.dropped_in, self.last_round)
        return np.where(self.freezes, self.left_in, until_drop)

    def _tally_results(self, flag: Ints) -> Ints:
        """Count the results with this flag up to each round: players x (rounds + 1)."""
        return self._tally(self.seats, flag[self.seats.result] > 0)

    def _tally(self, seats: SeatColumns, counted: Bools | slice) -> Ints:
        """Count the `counted` seats up to each round: players x (rounds + 1)."""
        shape = len(self.ids), self.last_round + 1
        cells = (seats.player * shape[1] + seats.round)[counted]
        return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape).cumsum(axis=1)

    @cached_property
    def wins(self) -> Ints:
        """Number of wins, including byes, of each player up to each round: players x (rounds + 1)."""
        return self._tally_results(IS_WIN)

    @cached_property
    def ties(self) -> Ints:
        """Number of ties of each player up to each round: players x (rounds + 1)."""
        return self._tally_results(IS_TIE)

    @cached_property
    def losses(self) -> Ints:
        """Number of losses, including missed rounds, of each player up to each round: players x (rounds + 1)."""
        return self._tally_results(IS_LOSS)

    @cached_property
    def byes(self) -> Ints:
        """Number of byes of each player up to each round that are excluded from the win percentage."""
        left_out = IS_BYE * (not self.rules.byes_counted) + IS_AWARDED * (not self.rules.awarded_bye_played)
        return self._tally_results(left_out)

    @cached_property
    def counted(self) -> Ints:
        """Number of rounds that count in each player's win percentage up to each round.

        These are all decided rounds except byes (M-023).
        """
        return self.wins + self.ties + self.losses - self.byes

    @cached_property
    def unit(self) -> int:
        """Number of units in 100 %, chosen so that every win percentage is a whole number of units.

        If this number exceeds MAX_UNIT, the unit is MAX_UNIT, and percentages are rounded to whole units.
        """
        rules = self.rules
        shares = [
            Fraction(part).limit_denominator(1000)
            for part in (rules.tie_share, rules.floor, rules.dropped_cap)
        ]
        counts = np.flatnonzero(np.bincount(self.counted.ravel()))
        exact_unit = lcm(*(share.denominator for share in shares)) * lcm(*counts[counts > 0].tolist())
        return min(exact_unit, MAX_UNIT)

    def _in_units(self, share: float, unit: int) -> int:
        """Return a fraction in units of 1 / `unit`, rounded."""
        return round(Fraction(share).limit_denominator(1000) * unit)

    @cached_property
    def raw_share(self) -> Ints:
        """Win percentage in units as of each round, before floor and cap. It is 0 without counted rounds."""
        won_units = (self.wins - self.byes) * self.unit + self.ties * self._in_units(
            self.rules.tie_share, self.unit
        )
        return divide_rounded(won_units, np.maximum(self.counted, 1), 0)

    @cached_property
    def capped(self) -> Bools:
        """Whether the cap for early drops applies to each player, as of each round (M-020).

        Disqualified players are never capped.
        """
        has_dropped = (self.dropped_in != AFTER_ALL_ROUNDS) & ~self.disqualified
        has_left_by_round = has_dropped[:, None] & (self.left_in[:, None] <= np.arange(self.last_round + 1))
        is_capped: Bools = has_left_by_round & (self.counted + self.byes < self.planned)
        return is_capped

    @cached_property
    def share(self) -> Ints:
        """Win percentage in units as of each round, after floor and cap (M-022)."""
        floored = np.maximum(self.raw_share, self._in_units(self.rules.floor, self.unit))
        cap = self._in_units(self.rules.dropped_cap, self.unit)
        return np.where(self.capped, np.minimum(floored, cap), floored)

    @cached_property
    def digits(self) -> int:
        """Number of decimals of an average."""
        digits = self.rules.round_percent_digits
        return UNROUNDED_DIGITS if digits is None else digits

    @cached_property
    def scale(self) -> int:
        """Denominator of averages, which are whole numbers of 1 / scale."""
        return int(10**self.digits)

    @cached_property
    def owp_as_of(self) -> Ints:
        """Opponents' win percentage of each player as of each round: players x (rounds + 1).

        Only values that the standings need are computed; all others are 0. The opponents' opponents' win
        percentage uses the same values (M-020, M-025).
        """
        everyone = np.arange(len(self.ids))
        # Meetings after a player's last counted round do not count for that player.
        owner = np.repeat(everyone, self.met.until[:, -1])
        is_counted_meeting = (
            np.arange(len(owner)) - self.met.first[owner] < self.met.until[owner, self.averages_until[owner]]
        )
        is_needed = np.zeros((len(self.ids), self.last_round + 1), dtype=np.bool_)
        is_needed[everyone, self.averages_until] = True
        against, as_of = self.met.against[is_counted_meeting], self.averages_until[owner[is_counted_meeting]]
        # An opponent who dropped keeps the average of that round.
        is_needed[against, np.minimum(as_of, self.averages_until[against])] = True

        player, as_of = np.nonzero(is_needed)
        total, count = self.met.sums(player, as_of, lambda against, row: self.share[against, as_of[row]])
        # Some rules add a virtual opponent for rounds without one.
        virtual_opponents = (
            (IS_AWARDED, self.rules.awarded_bye_opponent, self.unit),
            (IS_LATE, self.rules.late_loss_opponent, self._in_units(self.rules.floor, self.unit)),
        )
        for flag, is_counted, share_of_opponent in virtual_opponents:
            if is_counted:
                times = self._tally_without_opponent(flag)[player, as_of]
                total, count = total + times * share_of_opponent, count + times
        averages = np.zeros(is_needed.shape, dtype=np.int64)
        averages[is_needed] = self._mean(total, count, self.unit)
        return averages

    @cached_property
    def owp(self) -> Ints:
        """Opponents' win percentage of each player; for frozen players, as of the round of freezing."""
        return self.owp_as_of[np.arange(len(self.ids)), self.averages_until]

    @cached_property
    def oowp(self) -> Ints:
        """Opponents' OWP of each player; for frozen players, as of the round of freezing."""
        everyone = np.arange(len(self.ids))
        total, count = self.met.sums(
            everyone,
            self.averages_until,
            lambda against, row: self.owp_as_of[
                against, np.minimum(self.averages_until[row], self.averages_until[against])
            ],
        )
        if self.rules.late_loss_opponent:
            times = self._tally_without_opponent(IS_LATE)[everyone, self.averages_until]
            total, count = total + times * self._in_units(self.rules.floor, self.scale), count + times
        return self._mean(total, count, self.scale)

    def owp_as_counted(self, player: int, as_of: int) -> int:
        """Return the OWP of `player` as it counts in an opponent's OOWP as of round `as_of`."""
        return int(self.owp_as_of[player, min(as_of, int(self.averages_until[player]))])

    @cached_property
    def met(self) -> OpponentColumns:
        """Meetings of all players, without rounds in which they had no opponent.

        Open matches are included if the rules count their opponents.
        """
        seats = (
            seats_of_both_sides(self.ids, self.results, undecided=True)
            if self.rules.open_opponent
            else self.seats
        )
        seats = seats.where((seats.opponent != NOBODY) & (seats.round <= self.last_round))
        fits_16_bits = len(self.ids) <= np.iinfo(np.uint16).max
        order = np.argsort(seats.player.astype(np.uint16) if fits_16_bits else seats.player, kind="stable")
        until = self._tally(seats, slice(None))
        return OpponentColumns(seats.opponent[order], np.cumsum(until[:, -1]) - until[:, -1], until)

    def _tally_without_opponent(self, flag: Ints) -> Ints:
        """Count the results without an opponent, like `_tally_results`."""
        is_alone = (self.seats.opponent == NOBODY) & (flag[self.seats.result] > 0)
        return self._tally(self.seats, is_alone)

    def _mean(self, total: Ints, count: Ints, unit: int) -> Ints:
        """Return the mean in units of 1 / scale, rounded half to even; the floor without opponents.

        `total` is in units of 1 / `unit`.
        """
        mean = divide_rounded(total, np.maximum(count, 1) * unit, self.digits)
        return np.where(count > 0, mean, self._in_units(self.rules.floor, self.scale))

    @cached_property
    def points(self) -> Ints:
        """Match points of each player."""
        totals = np.bincount(self.seats.player, weights=POINTS[self.seats.result], minlength=len(self.ids))
        return totals.astype(np.int64)
