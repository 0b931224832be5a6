"""The state of a table after its marks are replayed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from floor.engine.resolution import Ending, Pair, Phase, Player, Stage
from floor.engine.table.kinds import Tap


@dataclass(frozen=True, slots=True)
class Mark:
    """One tap as recorded: its number at the table, when, and by whom as shown."""

    number: int
    tap: Tap
    at: datetime
    by: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is known of a match before the first tap.

    `start`: Prize cards of a game of its style (R-146); `penalties`: Prizes of penalties against each player in
    the current game (M-072).
    """

    edition: str
    stage: Stage
    best_of: int
    start: int
    penalties: Pair = field(default_factory=Pair)
    higher_seed: Player | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def needed(self) -> int:
        """Games that win the match (R-120)."""
        return self.best_of // 2 + 1


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the round for this table.

    `started_at`, `called_at`: when its time began and when it is over, None if it does not run. `minutes_added`:
    the table has an extension (R-113). `elapsed`: time of the round that has passed, without stops.
    """

    now: datetime
    started_at: datetime | None = None
    called_at: datetime | None = None
    minutes_added: bool = False
    elapsed: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """One game at the table. `number` is 1 to 3; a deciding game has the number of the game it decides (R-141,
    M-065). `begun`: its starter was determined (R-123); `starter` and `began_at` are None if not recorded.
    `ending` None: it is over, winner unknown. `alone` and `together`: opening hands without a Basic Pokémon
    (R-144).
    """

    number: int
    decider: bool = False
    begun: bool = False
    began_at: datetime | None = None
    starter: Player | None = None
    alone: Pair = field(default_factory=Pair)
    together: int = 0
    pregame_at: datetime | None = None
    ending: Ending | None = Ending.PLAYING
    how: str = ""
    ways: Pair | None = None
    ended_at: datetime | None = None
    prizes_a: int | None = None
    prizes_b: int | None = None

    @property
    def playing(self) -> bool:
        return self.ending is Ending.PLAYING

    @property
    def winner(self) -> Player | None:
        """The winner; if both won at once, the one who won in more ways (R-140)."""
        if self.ending is Ending.BOTH_WON and self.ways is not None and self.ways.a != self.ways.b:
            return Player.A if self.ways.a > self.ways.b else Player.B
        if self.ending is None:
            return None
        return {Ending.WON_BY_A: Player.A, Ending.WON_BY_B: Player.B}.get(self.ending)

    @property
    def undecided(self) -> bool:
        """Whether it ended without a winner, so that a deciding game may follow."""
        return self.winner is None and self.ending not in (None, Ending.PLAYING)


@dataclass(frozen=True, slots=True)
class Away:
    """A player's absence from the table. `empty`: the seat was found empty; otherwise the player left it, with a

    judge's permission or without (R-128). `until` None: not back yet.
    """

    player: Player
    since: datetime
    by: str = ""
    empty: bool = False
    permission: bool = False
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Thinking:
    """The two-sided clock: time each player has used, who is thinking since when. Evidence, never a verdict."""

    a: timedelta = timedelta()
    b: timedelta = timedelta()
    running: Player | None = None
    since: datetime | None = None

    def used(self, player: Player, now: datetime) -> timedelta:
        """Time used by a player until `now`."""
        so_far = self.a if player is Player.A else self.b
        if self.running is player and self.since is not None:
            so_far += max(now - self.since, timedelta())
        return so_far

    @property
    def is_measured(self) -> bool:
        return self.running is not None or bool(self.a or self.b)


@dataclass(frozen=True, slots=True)
class TimeCall:
    """What was recorded when time was called, and in which game at the table (0: before any)."""

    at: datetime
    game: int
    phase: Phase
    turn_of: Player | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as replayed from its marks.

    `games` are the recorded ones, in order. `not_begun`: the number of the game that had not begun when time was
    called, if recorded. `turns`: extra turns over, None if not counted. `late`: players late or away as an
    answer to the question; `on_time`: the answer was nobody. `unfit`: numbers of marks that do not fit the state
    before them.
    """

    games: tuple[Game, ...] = ()
    time: TimeCall | None = None
    not_begun: int | None = None
    turns: int | None = None
    away: tuple[Away, ...] = ()
    late: frozenset[Player] = frozenset()
    on_time: bool = False
    thinking: Thinking = field(default_factory=Thinking)
    higher_seed: Player | None = None
    last: int = 0
    unfit: tuple[int, ...] = ()

    @property
    def game(self) -> Game | None:
        """The newest recorded game."""
        return self.games[-1] if self.games else None

    def winner_of(self, number: int) -> Player | None:
        """The winner of game `number`, its deciding games included."""
        chain = [game for game in self.games if game.number == number]
        return chain[-1].winner if chain else None

    def wins(self) -> Pair:
        """Games won by each player."""
        won = [self.winner_of(number) for number in {game.number for game in self.games}]
        return Pair(won.count(Player.A), won.count(Player.B))

    def missing(self, player: Player) -> Away | None:
        """The current absence of a player."""
        return next((away for away in self.away if away.player is player and away.until is None), None)
