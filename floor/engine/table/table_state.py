"""The state of a table after its marks are replayed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self

from floor.engine.resolution import Ending, NumbersByPlayer, Phase, Stage, TablePlayer
from floor.engine.table.mark_kinds import TableTap


@dataclass(frozen=True, slots=True)
class Mark:
    """A recorded tap: its number at the table, its time, and the displayed name of its author."""

    number: int
    tap: TableTap
    at: datetime
    by: str = ""


@dataclass(frozen=True, slots=True)
class TableRules:
    """Facts of a match that are known before the first tap.

    `start` is the number of Prize cards in a game of its style (R-146). `penalties` are the Prizes of penalties against
    each player in the current game (M-072).
    """

    edition: str
    stage: Stage
    best_of: int
    start: int
    penalties: NumbersByPlayer = field(default_factory=NumbersByPlayer)
    higher_seed: TablePlayer | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def needed(self) -> int:
        """Number of games that win the match (R-120)."""
        return self.best_of // 2 + 1


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the round for this table.

    `started_at` is when its time began, and `called_at` when time is called, possibly in the future; both are
    None if the clock does not run. `minutes_added` is true if the table has an extension (R-113). `elapsed` is
    the time of the round that has passed, without stops.
    """

    now: datetime
    started_at: datetime | None = None
    called_at: datetime | None = None
    minutes_added: bool = False
    elapsed: timedelta | None = None


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game at the table.

    `number` is 1 to 3; a deciding game has the number of the game it decides (R-141, M-065). `begun` is true
    once its starter was determined (R-123). `starter` and `began_at` are None if not recorded. `ending` is None
    if the game is over and its winner unknown. `alone` counts the mulligans of only one player, `together` the
    mulligans of both together (R-144).
    """

    number: int
    decider: bool = False
    begun: bool = False
    began_at: datetime | None = None
    starter: TablePlayer | None = None
    alone: NumbersByPlayer = field(default_factory=NumbersByPlayer)
    together: int = 0
    pregame_at: datetime | None = None
    ending: Ending | None = Ending.PLAYING
    how: str = ""
    ways: NumbersByPlayer | None = None
    ended_at: datetime | None = None
    prizes_a: int | None = None
    prizes_b: int | None = None

    @property
    def playing(self) -> bool:
        return self.ending is Ending.PLAYING

    @property
    def winner(self) -> TablePlayer | None:
        """The winner. If both players won, it is the one who won in more ways, if any (R-140)."""
        if self.ending is Ending.BOTH_WON:
            return self.ways.ahead if self.ways is not None else None
        if self.ending is None:
            return None
        return {Ending.WON_BY_A: TablePlayer.A, Ending.WON_BY_B: TablePlayer.B}.get(self.ending)

    @property
    def undecided(self) -> bool:
        """Whether the game ended without a winner, so that a deciding game may follow."""
        return self.winner is None and self.ending not in (None, Ending.PLAYING)


@dataclass(frozen=True, slots=True)
class Away:
    """A player's absence from the table.

    `empty` is true if the player was not there at the start. Otherwise the player left, with a judge's permission or
    without it (R-128). `until` is None while the player is away.
    """

    player: TablePlayer
    since: datetime
    by: str = ""
    empty: bool = False
    permission: bool = False
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class ThinkingClock:
    """The two-sided clock: the time each player has used, who is thinking, and since when.

    It is evidence for judges, and no verdict depends on it.
    """

    a: timedelta = timedelta()
    b: timedelta = timedelta()
    running: TablePlayer | None = None
    since: datetime | None = None

    def used(self, player: TablePlayer, now: datetime) -> timedelta:
        """Return the time that a player has used until `now`."""
        used = self.a if player is TablePlayer.A else self.b
        if self.running is player and self.since is not None:
            used += max(now - self.since, timedelta())
        return used

    @property
    def is_measured(self) -> bool:
        return self.running is not None or bool(self.a or self.b)


@dataclass(frozen=True, slots=True)
class TimeCall:
    """The phase of play and the number of games (0 before the first) when time was called."""

    at: datetime
    game: int
    phase: Phase
    turn_of: TablePlayer | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as replayed from its marks.

    `games` are the recorded games, in order. `not_begun` is the number of the game that was recorded as not
    begun when time was called. `turns` are the extra turns that are over, or None if not counted. `late` are
    the players recorded as late or away; `on_time` is true if it was recorded that neither was. `last` is the
    number of the latest mark that changed the state. `unfit` are the numbers of marks that do not fit the state
    before them.
    """

    games: tuple[TableGame, ...] = ()
    time: TimeCall | None = None
    not_begun: int | None = None
    turns: int | None = None
    away: tuple[Away, ...] = ()
    late: frozenset[TablePlayer] = frozenset()
    on_time: bool = False
    thinking: ThinkingClock = field(default_factory=ThinkingClock)
    higher_seed: TablePlayer | None = None
    last: int = 0
    unfit: tuple[int, ...] = ()

    @property
    def game(self) -> TableGame | None:
        """The newest recorded game."""
        return self.games[-1] if self.games else None

    def winner_of(self, number: int) -> TablePlayer | None:
        """Return the winner of game `number`, or of its deciding game if there was one."""
        chain = [game for game in self.games if game.number == number]
        return chain[-1].winner if chain else None

    def wins(self) -> NumbersByPlayer:
        """Return the number of games won by each player."""
        winners = [self.winner_of(number) for number in {game.number for game in self.games}]
        return NumbersByPlayer(winners.count(TablePlayer.A), winners.count(TablePlayer.B))

    def absence_of(self, player: TablePlayer) -> Away | None:
        """Return the current absence of a player, or None if they are at the table."""
        return next(
            (absence for absence in self.away if absence.player is player and absence.until is None), None
        )

    def with_absence(self, old_absence: Away, new_absence: Away) -> Self:
        """Return the table with one absence replaced."""
        return replace(
            self, away=tuple(new_absence if absence is old_absence else absence for absence in self.away)
        )
