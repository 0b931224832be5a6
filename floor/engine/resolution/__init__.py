"""Resolve a match from the known facts: return the decision of the rules, or the next question.

The rules are sections 8 to 10 of the tournament rules of 2017 and their successors in today's handbooks (R-118 to
R-150, M-060 to M-072). `turns` covers the time from the call of time to the last turn, `lateness` the first
criterion, `swiss` 8.2 and 8.3, `elimination` 9.2 and 9.3, `games` simultaneous wins and Prizes, `starting` who
chooses the starter, and `deciding` the order of the criteria.
"""

from floor.engine.resolution.deciding import resolve_match
from floor.engine.resolution.editions import EDITIONS, LATEST
from floor.engine.resolution.match_state import (
    FINAL,
    Ask,
    Decision,
    Ending,
    GamePhase,
    MatchState,
    NumbersByPlayer,
    Phase,
    Question,
    Stage,
    TablePlayer,
    Tardy,
    Verdict,
)
from floor.engine.resolution.starting import extra_mulligan_cards

__all__ = [
    "EDITIONS",
    "FINAL",
    "LATEST",
    "Ask",
    "Decision",
    "Ending",
    "GamePhase",
    "MatchState",
    "NumbersByPlayer",
    "Phase",
    "Question",
    "Stage",
    "TablePlayer",
    "Tardy",
    "Verdict",
    "extra_mulligan_cards",
    "resolve_match",
]
