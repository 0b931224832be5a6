"""Compare the reports of the two players of a match."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.engine.outcomes import Outcome

Games = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """One player's report: `outcome` and `games` refer to sides of the table, not to the reporting player.

    `games` are the game wins of left and right, or None if not reported.
    """

    outcome: Outcome
    reason: str = ""
    games: Games | None = None


def reports_agree(own: ReportedResult, other: ReportedResult) -> bool:
    """Return whether two reports agree on the winner. Their game scores may differ."""
    return own.outcome is other.outcome


def merge_reports(own: ReportedResult, other: ReportedResult) -> ReportedResult:
    """Combine two agreeing reports, without a reason or games in which they differ.

    If only one report includes games, they are used.
    """
    games = own.games if other.games in (None, own.games) else other.games if own.games is None else None
    return ReportedResult(own.outcome, own.reason if own.reason == other.reason else "", games)


def contradicts_entered_result(claim: ReportedResult, entered: ReportedResult) -> bool:
    """Return whether a claim has another outcome than the entered result, or another game score.

    Game scores are only compared if both include one.
    """
    if claim.outcome is not entered.outcome:
        return True
    return claim.games is not None and entered.games is not None and claim.games != entered.games


def count_game_wins(winners: Sequence[str]) -> Games | None:
    """Count the game wins of left and right.

    `winners` are the winners of the games in order: "left", "right" or "tie". Return None if no games were
    reported.
    """
    return (winners.count("left"), winners.count("right")) if winners else None
