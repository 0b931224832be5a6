"""Standings after Swiss rounds: points, resistance, order, and why (M-010, M-019 to M-025)."""

from pairings.engine.standings.explained import Explanation, Met, Note, Percentage, explain
from pairings.engine.standings.order import rank, split
from pairings.engine.standings.values import TOM, Competitor, Line, Played, Results, Rules

__all__ = [
    "TOM",
    "Competitor",
    "Explanation",
    "Line",
    "Met",
    "Note",
    "Percentage",
    "Played",
    "Results",
    "Rules",
    "explain",
    "rank",
    "split",
]
