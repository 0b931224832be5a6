"""Check whether a round is long enough for the rules (R-111, R-112, M-060)."""

from floor.engine.resolution.editions import edition_of_match, rule_in_edition
from floor.engine.resolution.games import games_needed
from floor.engine.resolution.match_state import Decision, MatchState, Verdict
from tournaments.engine.kinds import minimum_round_minutes

LIMITED = "limited"


def check_round_time(match: MatchState, *, minutes: int, style: str, official: bool) -> Verdict:
    """Check the minutes of a round. In official events too few minutes are refused, unless overridden with a reason.

    Unofficial events have no minimum (R-104). S22 is the minimum of a best of three in Limited.
    """
    chosen_minimum = match.settings.get("S22", "")
    if style == LIMITED and games_needed(match) > 1 and chosen_minimum.isdecimal():
        minimum = int(chosen_minimum)
    else:
        minimum = minimum_round_minutes(
            edition_of_match(match).tournament, style, 3 if games_needed(match) > 1 else 1
        )
    facts = {"minutes": minutes, "minimum": minimum}
    if not official:
        return Verdict(Decision.VALID_SETUP, "ROUND_TIME_FREE", "R-104", "START_ROUND", facts)
    number = rule_in_edition(match, "R-111" if games_needed(match) == 1 else "R-112", "M-060")
    if minutes < minimum:
        refusal_facts = {**facts, "error": "ROUND_TIME_TOO_SHORT", "override": "with a reason"}
        return Verdict(Decision.INVALID_SETUP, "ROUND_TIME_TOO_SHORT", number, "OVERRIDE", refusal_facts)
    return Verdict(Decision.VALID_SETUP, "ROUND_TIME_ENOUGH", number, "START_ROUND", facts)
