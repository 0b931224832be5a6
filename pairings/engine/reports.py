"""Compare the reports of the two players of a match."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.engine.outcomes import Outcome

Games = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """One player's report: `outcome` and `games` name sides of the table, not the reporting player.

    `games` are game wins of left and right, None where not reported.
    """

    outcome: Outcome
    reason: str = ""
    games: Games | None = None


def agree(own: ReportedResult, other: ReportedResult) -> bool:
    """Whether two reports name the same winner; a different score of games is ignored, as it counts nowhere."""
    return own.outcome is other.outcome


def joined(own: ReportedResult, other: ReportedResult) -> ReportedResult:
    """Two agreeing reports combined: the reason if both give it, the games unless they differ."""
    games = own.games if other.games in (None, own.games) else other.games if own.games is None else None
    return ReportedResult(own.outcome, own.reason if own.reason == other.reason else "", games)


def differs(claim: ReportedResult, entered: ReportedResult) -> bool:
    """Whether a claim contradicts the entered result: another winner, or another score where both have one."""
    if claim.outcome is not entered.outcome:
        return True
    return claim.games is not None and entered.games is not None and claim.games != entered.games


def counted(winners: Sequence[str]) -> Games | None:
    """Game wins of left and right from the winners in order ("left", "right", "tie"); None without any."""
    return (winners.count("left"), winners.count("right")) if winners else None
