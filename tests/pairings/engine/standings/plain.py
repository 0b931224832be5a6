"""A second implementation of the standings in plain Python, one player at a time, to compare the fast one with.

It uses whole numbers of a common unit throughout; averages are rounded half to even (M-010, M-016, M-019 to M-025).
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import lcm
from typing import NamedTuple

from pairings.engine.outcomes import LOSSES, OUTCOMES, WINS, Outcome, Result, match_points
from pairings.engine.standings import TOM, Competitor, PlayedMatch, Rules, StandingLine


class Sat(NamedTuple):
    """One round of one player; there is no opponent in a bye or in a round missed."""

    round: int
    against: int | None
    result: Result


class Record(NamedTuple):
    """All results of a player up to a round."""

    wins: int
    ties: int
    losses: int
    byes: int

    @property
    def counted(self) -> int:
        """Return the rounds that count for the win percentage (M-023)."""
        return self.wins + self.ties + self.losses - self.byes


class Plain:
    """All figures of the standings, each computed on demand."""

    def __init__(
        self,
        people: list[Competitor],
        played: list[PlayedMatch],
        planned: int | None = None,
        rules: Rules = TOM,
    ) -> None:
        self.rules, self.people = rules, {one.id: one for one in people}
        self.sat: dict[int, list[Sat]] = {one.id: [] for one in people}
        for match in sorted(played, key=lambda one: one.round):
            self._seat(match)
        decided = [one.round for one in played if one.outcome is not Outcome.PENDING]
        self.last = max(decided, default=0)
        self.planned = self.last if planned is None else planned
        # `stops` is the last round that changes the player's own averages (M-020).
        self.records = {one: self._records(sat) for one, sat in self.sat.items()}
        counts = {record.counted for records in self.records.values() for record in records}
        shares = [self._exact(one) for one in (rules.tie_share, rules.floor, rules.dropped_cap)]
        self.unit = lcm(
            *(one.denominator for one in shares), *(shares[0].denominator * one for one in counts if one)
        )
        digits = rules.round_percent_digits
        self.scale = 10 ** (12 if digits is None else digits)
        self.floor, self.cap, self.tie = (int(one * self.unit) for one in (shares[1], shares[2], shares[0]))
        self.floor_mean = round(shares[1] * self.scale)
        self.averages_until = {one: self.left_in(one) if rules.freeze else self.last for one in self.people}
        self.share, self.owp = cache(self._share), cache(self._owp)

    def _seat(self, match: PlayedMatch) -> None:
        left, right = OUTCOMES[match.outcome].left, OUTCOMES[match.outcome].right
        if match.outcome is not Outcome.PENDING or self.rules.open_opponent:
            self.sat[match.left].append(Sat(match.round, match.right, left))
            if match.right is not None and right is not None:
                self.sat[match.right].append(Sat(match.round, match.left, right))

    def _records(self, sat: list[Sat]) -> list[Record]:
        """Return the record after each round, from 0 to the last."""
        wins = ties = losses = byes = spot = 0
        records = [Record(0, 0, 0, 0)]
        for number in range(1, self.last + 1):
            while spot < len(sat) and sat[spot].round <= number:
                result = sat[spot].result
                wins += result in WINS
                ties += result is Result.TIE
                losses += result in LOSSES
                byes += result is Result.BYE and not self.rules.byes_counted
                byes += result is Result.AWARDED_BYE and not self.rules.awarded_bye_played
                spot += 1
            records.append(Record(wins, ties, losses, byes))
        return records

    def _exact(self, share: float) -> Fraction:
        return Fraction(share).limit_denominator(1000)

    def left_in(self, player: int) -> int:
        """Return the last round that can change the player's own figures."""
        one = self.people[player]
        return min(end for end in (one.dropped_in, one.through_in, self.last) if end is not None)

    def raw(self, player: int, as_of: int) -> int:
        """Return the win percentage in units, before floor and cap."""
        record = self.records[player][as_of]
        won = (record.wins - record.byes) * self.unit + record.ties * self.tie
        return won // max(record.counted, 1)

    def _share(self, player: int, as_of: int) -> int:
        """Return the win percentage in units, with floor and cap (M-022)."""
        one, record = self.people[player], self.records[player][as_of]
        floored = max(self.raw(player, as_of), self.floor)
        dropped = one.dropped_in is not None and not one.disqualified and self.left_in(player) <= as_of
        if dropped and record.counted + record.byes < self.planned:
            return min(floored, self.cap)
        return floored

    def _owp(self, player: int, as_of: int) -> int:
        """Return the mean win percentage of the opponents, in units of 1 / scale."""
        until, values = min(as_of, self.averages_until[player]), []
        for one in self.sat[player]:
            if one.round > until:
                break
            if one.against is not None:
                values.append(self.share(one.against, until))
            elif one.result is Result.AWARDED_BYE and self.rules.awarded_bye_opponent:
                values.append(self.unit)
            elif one.result is Result.LATE_LOSS and self.rules.late_loss_opponent:
                values.append(self.floor)
        return self._mean(values, self.unit)

    def oowp(self, player: int) -> int:
        """Return the mean of the opponents' figure, in units of 1 / scale."""
        until, values = self.averages_until[player], []
        for one in self.sat[player]:
            if one.round > until:
                break
            if one.against is not None:
                values.append(self.owp(one.against, min(until, self.averages_until[one.against])))
            elif one.result is Result.LATE_LOSS and self.rules.late_loss_opponent:
                values.append(self.floor_mean)
        return self._mean(values, self.scale)

    def _mean(self, values: list[int], unit: int) -> int:
        if not values:
            return self.floor_mean
        whole, rest = divmod(sum(values) * self.scale, len(values) * unit)
        twice = 2 * rest - len(values) * unit
        return whole + (twice > 0 or (twice == 0 and whole % 2))

    def points(self, player: int) -> int:
        return sum(match_points(one.result) for one in self.sat[player])

    def lines(self) -> tuple[StandingLine, ...]:
        """Return the standings, best first."""
        rungs: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for player, one in self.people.items():
            out = one.through_in is not None and one.through_in < self.last
            owp = self.owp(player, self.last)
            rungs[-self.points(player), out, one.late, -owp, -self.oowp(player)].append(player)
        ordered, number = [], -1
        for key in sorted(rungs):
            number += 1
            rung = sorted(rungs[key], key=lambda player: (self.people[player].tie_break_number, player))
            beaten = {player: self._beaten(player, rung) for player in rung}
            ranked = [player for player in rung if not self.people[player].disqualified]
            if len(ranked) == 2 and ranked[0] in beaten[ranked[1]]:
                ranked.reverse()
            ordered += [(player, number, key, beaten[player]) for player in ranked]
        return tuple(self._line(place, *one) for place, one in enumerate(ordered, start=1))

    def _beaten(self, player: int, rung: list[int]) -> tuple[int, ...]:
        """Return the players of the rung that the player beat more often than lost to (M-021)."""
        if len(rung) < 2 or not self.rules.head_to_head:
            return ()
        net: dict[int, int] = defaultdict(int)
        for one in self.sat[player]:
            if one.against in rung and one.result in (Result.WIN, Result.LOSS):
                net[one.against] += 1 if one.result is Result.WIN else -1
        return tuple(sorted(other for other, wins in net.items() if wins > 0))

    def _line(
        self, place: int, player: int, rung: int, key: tuple[int, ...], beat: tuple[int, ...]
    ) -> StandingLine:
        one, record = self.people[player], self.records[player][self.last]
        return StandingLine(
            player,
            place,
            -key[0],
            record.wins,
            record.losses,
            record.ties,
            self.share(player, self.last) / self.unit,
            {"owp": -key[3] / self.scale, "oowp": -key[4] / self.scale},
            one.late,
            one.dropped_in is not None,
            rung,
            one.tie_break_number,
            beat,
        )
