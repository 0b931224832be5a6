"""Standings after Swiss rounds: points, resistance, order, and why (M-010, M-019 to M-025)."""

from pairings.engine.standings.order import rank, split
from pairings.engine.standings.values import Competitor, Line, Played, Results, Rules

__all__ = ["Competitor", "Line", "Played", "Results", "Rules", "rank", "split"]
