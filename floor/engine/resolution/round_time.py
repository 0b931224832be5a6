"""Whether a round is long enough for the rules (R-111, R-112, M-060)."""

from floor.engine.resolution.editions import edition, rule
from floor.engine.resolution.games import games_needed
from floor.engine.resolution.values import Decision, MatchState, Verdict
from tournaments.engine.kinds import minimum_minutes

LIMITED = "limited"


def round_time(match: MatchState, *, minutes: int, style: str, official: bool) -> Verdict:
    """Check the minutes of a round. Too few are refused for an official event unless overridden with a reason.

    Unofficial events have no minimum (R-104). S22 is the minimum of best of three in Limited.
    """
    chosen = match.settings.get("S22", "")
    if style == LIMITED and games_needed(match) > 1 and chosen.isdecimal():
        least = int(chosen)
    else:
        least = minimum_minutes(edition(match).tournament, style, 3 if games_needed(match) > 1 else 1)
    facts = {"minutes": minutes, "minimum": least}
    if not official:
        return Verdict(Decision.VALID_SETUP, "ROUND_TIME_FREE", "R-104", "START_ROUND", facts)
    number = rule(match, "R-111" if games_needed(match) == 1 else "R-112", "M-060")
    if minutes < least:
        refused = {**facts, "error": "ROUND_TIME_TOO_SHORT", "override": "with a reason"}
        return Verdict(Decision.INVALID_SETUP, "ROUND_TIME_TOO_SHORT", number, "OVERRIDE", refused)
    return Verdict(Decision.VALID_SETUP, "ROUND_TIME_ENOUGH", number, "START_ROUND", facts)
