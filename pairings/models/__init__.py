"""Stages, rounds, matches, results and standings: rows only. What happens to them is in `pairings.services`."""

from pairings.models.match import Match, Report, Seat
from pairings.models.stage import BracketSeat, Round, Stage
from pairings.models.standing import Standing

__all__ = ["BracketSeat", "Match", "Report", "Round", "Seat", "Stage", "Standing"]
