"""Known facts of a match, and the verdicts and questions of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self, TypeVar


class TablePlayer(StrEnum):
    """The two players at the table."""

    A = "A"
    B = "B"

    @property
    def other(self) -> "TablePlayer":
        return TablePlayer.B if self is TablePlayer.A else TablePlayer.A


@dataclass(frozen=True, slots=True)
class NumbersByPlayer:
    """Two numbers, one for each player."""

    a: int = 0
    b: int = 0

    @property
    def ahead(self) -> TablePlayer | None:
        """The player with the larger number, or None if the numbers are equal."""
        if self.a == self.b:
            return None
        return TablePlayer.A if self.a > self.b else TablePlayer.B

    def of(self, player: TablePlayer) -> int:
        return self.a if player is TablePlayer.A else self.b

    def swapped(self) -> Self:
        return replace(self, a=self.b, b=self.a)


class Stage(StrEnum):
    SWISS = "swiss"
    ELIMINATION = "elimination"


class GamePhase(StrEnum):
    """Phase of a match. A game begins when its starting player has been determined (R-123).

    NOT_BEGUN: the starter of game `number` is not known yet. DURING: that game is under way or was the last one played.
    SUDDEN_DEATH_DUE: both won that game, and the starter of its deciding game is not known yet. SUDDEN_DEATH: the
    deciding game is under way, which is a separate game (R-141, M-065).
    """

    NOT_BEGUN = "not_begun"
    DURING = "during"
    SUDDEN_DEATH_DUE = "sudden_death_due"
    SUDDEN_DEATH = "sudden_death"


class Ending(StrEnum):
    """The state of a game: how it ended, or that it continues.

    OVER: the last turn after time has ended without a winner. LOOP: the game cannot end, because both players would
    repeat the same turns forever (M-065).
    """

    PLAYING = "playing"
    WON_BY_A = "won_by_a"
    WON_BY_B = "won_by_b"
    BOTH_WON = "both_won"
    BOTH_LOST = "both_lost"
    OVER = "over"
    LOOP = "loop"


class Phase(StrEnum):
    """Phase of play in which time was called.

    UNSAID means that it was not recorded, so the general rule applies.
    """

    DURING_TURN = "during_turn"
    BETWEEN_TURNS = "between_turns"
    SETUP = "setup"
    UNSAID = "unsaid"


class Tardy(StrEnum):
    """Who was late or away without permission during any part of the round (R-124, R-128).

    TOO_LATE: a player was late or away, but no judge knew before the match ended.
    """

    NOBODY = "nobody"
    A = "a"
    B = "b"
    BOTH = "both"
    TOO_LATE = "too_late"


class Ask(StrEnum):
    """Facts that the rules may require. They are requested one at a time."""

    EDITION = "edition"
    STAGE = "stage"
    BEST_OF = "best_of"
    PLACE = "place"
    EARLIER = "earlier"
    ENDING = "ending"
    TURNS = "turns"
    PHASE = "phase"
    TURN_OF = "turn_of"
    WAYS = "ways"
    TARDY = "tardy"
    PRIZES_A = "prizes_a"
    PRIZES_B = "prizes_b"
    PENALTIES = "penalties"
    STYLE = "style"
    SEED = "seed"


class Unknown(Exception):
    """Raised if the rules need a fact that is not known. `game` is set if the fact is about one game."""

    def __init__(self, ask: Ask, game: int | None = None) -> None:
        super().__init__(ask)
        self.ask = ask
        self.game = game


@dataclass(frozen=True, slots=True)
class Question:
    """The next fact to find out at the table. `game` is set if the fact is about one game."""

    ask: Ask
    game: int | None = None


T = TypeVar("T")


def require_known_fact(value: T | None, ask: Ask, game: int | None = None) -> T:
    """Return the value, or raise Unknown if it is None."""
    if value is None:
        raise Unknown(ask, game)
    return value


@dataclass(frozen=True, slots=True)
class MatchState:
    """Known facts of a match. None means unknown.

    `earlier` lists the winners of the games before game `number`. `ending`, `prizes_*` and `ways` describe the
    game at `spot`: whether and how it ended, the Prize cards still to take, and in how many ways each player
    won if both won simultaneously (R-140). `turns` is the number of extra turns completed after time (R-121),
    and `window_over` is true if the time limit for them has passed (M-061). `phase` is the phase of play when
    time was called. `turn_of` is the player whose turn it was or, between turns, the player with the next turn.
    `penalties` are Prizes of penalties against a player (M-072). `start` is the number of Prize cards that a
    game of this style starts with (R-146). `minutes_added` is true if the match has an extension (R-113).
    """

    edition: str | None = None
    stage: Stage | None = None
    best_of: int | None = None
    time_called: bool = True
    minutes_added: bool = False
    spot: GamePhase | None = None
    number: int = 1
    earlier: tuple[TablePlayer | None, ...] = ()
    ending: Ending | None = None
    turns: int | None = None
    window_over: bool = False
    phase: Phase | None = None
    turn_of: TablePlayer | None = None
    ways: NumbersByPlayer | None = None
    tardy: Tardy | None = None
    prizes_a: int | None = None
    prizes_b: int | None = None
    penalties: NumbersByPlayer | None = None
    start: int | None = None
    higher_seed: TablePlayer | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def in_game(self) -> bool:
        """Whether a game, or a deciding game, is under way or was the last one played."""
        return self.spot in (GamePhase.DURING, GamePhase.SUDDEN_DEATH)


class Decision(StrEnum):
    """The outcome of a match or its next step."""

    A = "A"
    B = "B"
    TIE = "tie"
    DOUBLE_LOSS = "double_loss"
    HEAD_JUDGE = "head_judge"
    CONTINUE = "continue"
    NEXT_GAME = "next_game"
    SUDDEN_DEATH = "sudden_death"
    TIEBREAKER_GAME = "tiebreaker_game"
    VALID_SETUP = "valid_setup"
    INVALID_SETUP = "invalid_setup"
    MULLIGAN = "mulligan"


FINAL = frozenset({Decision.A, Decision.B, Decision.TIE, Decision.DOUBLE_LOSS})
"""Decisions after which the match is over."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision, with its rule and the facts for the sentences that explain it.

    `code` identifies the sentence of the decision, `next` the sentence of the next step.
    """

    match: Decision
    code: str
    rule: str
    next: str = "MATCH_OVER"
    facts: Mapping[str, object] = field(default_factory=dict)


def win_verdict(player: TablePlayer, code: str, rule: str, **facts: object) -> Verdict:
    return Verdict(Decision(player.value), code, rule, facts={"winner": player, **facts})


def tie_verdict(code: str, rule: str, **facts: object) -> Verdict:
    return Verdict(Decision.TIE, code, rule, facts=facts)


def continue_verdict(code: str, rule: str, next_step: str, **facts: object) -> Verdict:
    return Verdict(Decision.CONTINUE, code, rule, next_step, facts)


def head_judge_verdict(code: str, rule: str, **facts: object) -> Verdict:
    return Verdict(Decision.HEAD_JUDGE, code, rule, "HEAD_JUDGE_DECIDES", facts)
