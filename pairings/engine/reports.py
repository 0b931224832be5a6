"""Compare the reports of the two players of a match."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.engine.outcomes import Outcome

Games = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """One player's report: `outcome` and `games` refer to sides of the table, not to the reporting player.

    `games` are the game wins of left and right, None if not reported.
    """

    outcome: Outcome
    reason: str = ""
    games: Games | None = None


def reports_agree(own: ReportedResult, other: ReportedResult) -> bool:
    """Whether two reports name the same winner; a different score in games is ignored, as it has no effect."""
    return own.outcome is other.outcome


def merge_reports(own: ReportedResult, other: ReportedResult) -> ReportedResult:
    """Combine two agreeing reports: the reason if both give it, the games unless they differ."""
    games = own.games if other.games in (None, own.games) else other.games if own.games is None else None
    return ReportedResult(own.outcome, own.reason if own.reason == other.reason else "", games)


def contradicts(claim: ReportedResult, entered: ReportedResult) -> bool:
    """Whether a claim contradicts the entered result: another winner, or another score where both have one."""
    if claim.outcome is not entered.outcome:
        return True
    return claim.games is not None and entered.games is not None and claim.games != entered.games


def count_game_wins(winners: Sequence[str]) -> Games | None:
    """Count the game wins of left and right from the winners in order ("left", "right", "tie").

    Return None if there are none.
    """
    return (winners.count("left"), winners.count("right")) if winners else None
