"""Input and output of the standings."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pairings.engine.metrics import TieBreaks
from pairings.engine.outcomes import ALONE, OUTCOMES, WINS, Outcome

Ints = NDArray[np.int64]

BY_CODE = tuple(Outcome)
CODE_OF = {outcome: code for code, outcome in enumerate(BY_CODE)}
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Competitor:
    """One entry of the standings.

    `dropped_in` is the current round at the time of dropping, whether or not the player had a match in it.
    `late` ranks below all others with the same points (M-019). `tie_break_number` is the stored random number
    that decides the last ties; the smaller one ranks first (M-021). `through_in` is the player's last round if
    others qualified for a second day: no cap applies, and the player ranks below qualified players with the same
    points (M-016). With `freezes`, the player's own averages do not change after it.
    """

    id: int
    dropped_in: int | None = None
    disqualified: bool = False
    late: bool = False
    tie_break_number: int = 0
    through_in: int | None = None
    freezes: bool = True


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match; `right` is None for byes and for losses for missed rounds."""

    round: int
    left: int
    right: int | None
    outcome: Outcome

    @property
    def winner(self) -> int | None:
        """The winner, or the player with a bye. It is None for an open match and for a shared result."""
        if self.outcome is Outcome.RIGHT:
            return self.right
        return self.left if OUTCOMES[self.outcome].left in WINS else None


@dataclass(frozen=True, eq=False)
class ResultColumns:
    """Matches as columns of equal length, for large fields.

    `right` is -1 without an opponent; `outcome` is the position in `BY_CODE`.
    """

    round: Ints
    left: Ints
    right: Ints
    outcome: Ints

    @classmethod
    def of(cls, played: Iterable[PlayedMatch]) -> "ResultColumns":
        """Arrange matches in columns. Raises ValueError if a match's players contradict its outcome."""
        rows = [
            (match.round, match.left, opponent_or_nobody(match), CODE_OF[match.outcome]) for match in played
        ]
        table = np.array(rows, dtype=np.int64).reshape(-1, 4)
        return cls(*np.ascontiguousarray(table.T))


def has_awarded_bye(results: ResultColumns) -> bool:
    """Return whether a player had a bye awarded in advance."""
    return bool((results.outcome == CODE_OF[Outcome.AWARDED_BYE]).any())


def opponent_or_nobody(match: PlayedMatch) -> int:
    """Return the right player, or NOBODY. Raises ValueError if this contradicts the outcome."""
    if (match.right is None) != (match.outcome in ALONE):
        raise ValueError(f"round {match.round}: {match.outcome} of {match.left} against {match.right}")
    return NOBODY if match.right is None else match.right


@dataclass(frozen=True)
class Rules:
    """Rules that may differ between programs; the defaults are TOM's rules.

    - `tie_share`: value of a tie in a win percentage (M-024).
    - `floor`: minimum win percentage (M-022).
    - `dropped_cap`: maximum win percentage of a player who left before the last round (M-020, M-022).
    - `freeze`: a player's percentages are frozen in the round of dropping (M-020).
    - `byes_counted`: byes count in the win percentage; off, as in TOM (M-023).
    - `awarded_bye_played`: an awarded bye counts as a played win in the player's win percentage; off, it is left out
      like any other bye (M-023).
    - `awarded_bye_opponent`: an awarded bye counts as an opponent with 100 % in the OWP, and not in the OOWP.
    - `late_loss_opponent`: a missed round counts as an opponent at the floor, in OWP and OOWP.
    - `open_opponent`: a match without a result counts for opponents, but not for the record.
    - `head_to_head`: head-to-head decides between exactly two players tied in all criteria before it (M-021).
    - `round_percent_digits`: decimals of the rounded fraction, half to even: 4 gives
      four significant figures of the percentage (M-025). None gives twelve, just enough to recognize equal values.
    """

    tie_share: float = 0.5
    floor: float = 0.25
    dropped_cap: float = 0.75
    freeze: bool = True
    byes_counted: bool = False
    awarded_bye_played: bool = True
    awarded_bye_opponent: bool = True
    late_loss_opponent: bool = False
    open_opponent: bool = False
    head_to_head: bool = True
    round_percent_digits: int | None = 4


TOM = Rules()
"""Rules as TOM applies them."""

RULES_BY_AWARDED_BYE = {"tom": TOM, "bye": replace(TOM, awarded_bye_played=False, awarded_bye_opponent=False)}
"""Rules by the setting of an event: an awarded bye as TOM 1.86 counts it, or like any other bye (M-023)."""


class StandingLine(NamedTuple):
    """One line of the standings. `win_pct` is a fraction of one.

    Players who are equal in all criteria of `metrics.ORDER` share a `rung`. `beat` lists the players of the
    rung whom this player beat more often than they beat this player.
    """

    id: int
    place: int
    points: int
    wins: int
    losses: int
    ties: int
    win_pct: float
    tie_breaks: TieBreaks
    late: bool = False
    dropped: bool = False
    rung: int = 0
    tie_break_number: int = 0
    beat: tuple[int, ...] = ()
