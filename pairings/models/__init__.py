"""Stages, rounds, matches, results and standings: rows only. What happens to them is in `pairings.services`."""

from pairings.models.match import Match, Report, Seat
from pairings.models.options import EntryWish, KeptApart, PairingOptions
from pairings.models.stage import Bracket, BracketSeat, Round, Stage
from pairings.models.standing import Standing

__all__ = [
    "Bracket",
    "BracketSeat",
    "EntryWish",
    "KeptApart",
    "Match",
    "PairingOptions",
    "Report",
    "Round",
    "Seat",
    "Stage",
    "Standing",
]
