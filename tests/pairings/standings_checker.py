"""Standings computed a second time, from plain results and the written rules alone.

Nothing is imported from Stadium, so that an error of its engines is not repeated here. The rules are M-010 to M-028 and
what TOM does where they leave it open (`TIEBREAKS.md`). Fractions are exact until an average is rounded.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

POINTS = {"win": 3, "bye": 3, "awarded_bye": 3, "tie": 1, "loss": 0, "double_loss": 0, "late_loss": 0}
FLOOR, CAP, ALL = Fraction(1, 4), Fraction(3, 4), Fraction(1)
DIGITS = 4
"""Averages are rounded to four significant digits of the percentage, half to even (M-025)."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player in one round. `opponent` is None for a bye and for a missed round."""

    round: int
    player: int
    opponent: int | None
    result: str


@dataclass(frozen=True, slots=True)
class Player:
    """A player of one division. `dropped_in` is the last round before the drop or the disqualification.

    `day_one` is the number of the last round of day 1 for a player who is not on day 2, otherwise None.
    """

    id: int
    dropped_in: int | None = None
    disqualified: bool = False
    late: bool = False
    day_one: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings. Players with equal `key` are only separated at random."""

    player: int
    points: int
    owp: Fraction
    oowp: Fraction
    key: tuple[int, bool, bool, Fraction, Fraction]


class Standings:
    """Standings of one division after round `after`. `planned` is the planned number of Swiss rounds."""

    def __init__(self, players: Iterable[Player], seats: Iterable[Seat], *, after: int, planned: int) -> None:
        self.after, self.planned = after, planned
        self.players = {player.id: player for player in players}
        self.seats: dict[int, list[Seat]] = {}
        for seat in sorted(seats, key=lambda seat: seat.round):
            if seat.round <= after:
                self.seats.setdefault(seat.player, []).append(seat)
        self._owp: dict[tuple[int, int], Fraction] = {}
        self._share: dict[tuple[int, int], Fraction] = {}

    def has_left(self, player: int) -> bool:
        """Return whether a player left by now; a drop in a later round does not count yet."""
        dropped_in = self.players[player].dropped_in
        return dropped_in is not None and dropped_in <= self.after

    def is_disqualified(self, player: int) -> bool:
        return self.players[player].disqualified and self.has_left(player)

    def last_round(self, player: int) -> int:
        """Return the round after which a player's averages do not change (M-020)."""
        row = self.players[player]
        ends = [self.after, *([row.day_one] if row.day_one is not None else [])]
        return min([*ends, row.dropped_in] if row.dropped_in is not None and self.has_left(player) else ends)

    def until(self, player: int, number: int) -> list[Seat]:
        return [seat for seat in self.seats.get(player, ()) if seat.round <= number]

    def share(self, player: int, number: int) -> Fraction:
        """Return the win percentage after a round: at least 25 %, and at most 75 % after an early drop (M-022)."""
        if (player, number) not in self._share:
            seats = self.until(player, number)
            played = [seat.result for seat in seats if seat.result != "bye"]
            wins = sum(result in ("win", "awarded_bye") for result in played)
            raw = Fraction(2 * wins + played.count("tie"), 2 * len(played)) if played else Fraction(0)
            share = max(raw, FLOOR)
            row = self.players[player]
            dropped = self.has_left(player) and not row.disqualified and (row.dropped_in or 0) <= number
            self._share[player, number] = min(share, CAP) if dropped and len(seats) < self.planned else share
        return self._share[player, number]

    def owp(self, player: int, number: int) -> Fraction:
        """Return the opponents' win percentage after a round. An awarded bye is an opponent of 100 %."""
        if (player, number) not in self._owp:
            seats = self.until(player, number)
            shares = [self.share(seat.opponent, number) for seat in seats if seat.opponent is not None]
            self._owp[player, number] = _mean(
                [*shares, *(ALL for seat in seats if seat.result == "awarded_bye")]
            )
        return self._owp[player, number]

    def oowp(self, player: int) -> Fraction:
        """Return the opponents' OWP. An opponent who left earlier counts as of then."""
        number = self.last_round(player)
        opponents = [seat.opponent for seat in self.until(player, number) if seat.opponent is not None]
        return _mean([self.owp(opponent, min(number, self.last_round(opponent))) for opponent in opponents])

    def line(self, player: int) -> Line:
        row = self.players[player]
        points = sum(POINTS[seat.result] for seat in self.seats[player])
        stays_on_day_one = row.day_one is not None and row.day_one < self.after
        owp, oowp = self.owp(player, self.last_round(player)), self.oowp(player)
        return Line(player, points, owp, oowp, (points, not stays_on_day_one, not row.late, owp, oowp))

    def wins_against(self, player: int, opponent: int) -> int:
        return sum(seat.opponent == opponent and seat.result == "win" for seat in self.seats[player])

    def groups(self) -> list[list[Line]]:
        """Return the lines from first place down, in groups whose order is random.

        Head-to-head decides between exactly two (M-021). Disqualified players have no line.
        """
        lines = [self.line(player) for player in self.seats if not self.is_disqualified(player)]
        lines.sort(key=lambda line: line.key, reverse=True)
        groups = []
        for _key, tied in groupby(lines, key=lambda line: line.key):
            group = list(tied)
            if len(group) == 2:
                upper, lower = group
                balance = self.wins_against(upper.player, lower.player) - self.wins_against(
                    lower.player, upper.player
                )
                if balance:
                    groups += [[upper], [lower]] if balance > 0 else [[lower], [upper]]
                    continue
            groups.append(group)
        return groups


def _mean(values: Sequence[Fraction]) -> Fraction:
    """Return the rounded average, or the floor without opponents."""
    return round(sum(values, Fraction(0)) / len(values), DIGITS) if values else FLOOR


def misplaced(groups: Iterable[Sequence[Line]], listed: Sequence[int]) -> list[str]:
    """Return a line for each place where another player is listed than should be. `listed` are players by place."""
    faults, place = [], 0
    for group in groups:
        here = listed[place : place + len(group)]
        expected = {line.player for line in group}
        faults += [
            f"place {place + offset}: {player}, not {sorted(expected)}"
            for offset, player in enumerate(here, start=1)
            if player not in expected
        ]
        place += len(group)
    if place != len(listed):
        faults.append(f"{len(listed)} places, not {place}")
    return faults


def final_order(
    swiss: Sequence[int], cut_rounds: Sequence[Mapping[int, str]], disqualified: Collection[int]
) -> list[int]:
    """Return the players by final place: the top cut by its rounds, then all others in Swiss order (M-027).

    `cut_rounds` are the results by player of each round of the cut, in which a player without an opponent has "bye".
    """
    won_through = {
        player: sum(results.get(player) in ("win", "bye") for results in cut_rounds)
        for results in cut_rounds[:1]
        for player in results
    }
    order = sorted(swiss, key=lambda player: -won_through.get(player, -1))
    return [player for player in order if player not in disqualified]
