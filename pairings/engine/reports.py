"""What two players say of their match, and whether they say the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.engine.outcomes import Outcome

Games = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """One player's word, told from the table: `outcome` and `games` name sides, not speakers.

    `games` are game wins of left and right, None where they were not reported.
    """

    outcome: Outcome
    reason: str = ""
    games: Games | None = None


def agree(one: ReportedResult, other: ReportedResult) -> bool:
    """Two words agree when they name the same winner; a different score of games is no quarrel (it counts nowhere)."""
    return one.outcome is other.outcome


def joined(one: ReportedResult, other: ReportedResult) -> ReportedResult:
    """What two words that agree come to: a reason both give, the games where nobody tells others."""
    games = one.games if other.games in (None, one.games) else other.games if one.games is None else None
    return ReportedResult(one.outcome, one.reason if one.reason == other.reason else "", games)


def differs(claim: ReportedResult, entered: ReportedResult) -> bool:
    """Whether a result that stands is another one than a player told: the winner, or a score both know."""
    if claim.outcome is not entered.outcome:
        return True
    return claim.games is not None and entered.games is not None and claim.games != entered.games


def counted(winners: Sequence[str]) -> Games | None:
    """Game wins of left and right out of winners told one by one ("left", "right", "tie"); None without any."""
    return (winners.count("left"), winners.count("right")) if winners else None
