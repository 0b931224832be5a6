"""Conditions of an open round of the cut that hold at any moment."""

from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.models.match import Reason


def follow_who_is_out(matches: list[Match]) -> None:
    """Check that in an open round of the cut no one waits for an eliminated player, and no such player wins by
    default.
    """
    for match in (one for one in matches if one.right_id is not None):
        out = [one for one in (match.left, match.right) if not one.active]
        if match.outcome == Outcome.PENDING:
            assert not out
        if match.reason == Reason.WALKOVER:
            loser = match.right if match.outcome == Outcome.LEFT else match.left
            assert loser in out
