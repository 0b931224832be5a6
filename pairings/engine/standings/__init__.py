"""Standings after Swiss rounds, and their explanation (M-010, M-019 to M-025)."""

from pairings.engine.standings.competitors import (
    RULES_BY_AWARDED_BYE,
    TOM,
    Competitor,
    PlayedMatch,
    ResultColumns,
    Rules,
    StandingLine,
    has_awarded_bye,
)
from pairings.engine.standings.order import rank_competitors, split_by_age_division
from pairings.engine.standings.percentages_explained import (
    ExplainedRound,
    Explanation,
    Note,
    Percentage,
    explain_standing,
)

__all__ = [
    "RULES_BY_AWARDED_BYE",
    "TOM",
    "Competitor",
    "ExplainedRound",
    "Explanation",
    "Note",
    "Percentage",
    "PlayedMatch",
    "ResultColumns",
    "Rules",
    "StandingLine",
    "explain_standing",
    "has_awarded_bye",
    "rank_competitors",
    "split_by_age_division",
]
