"""Stages, rounds, matches, results and standings: rows only. What happens to them is in `pairings.services`."""

from pairings.models.clock import ClockMark, Extension
from pairings.models.dispute import Dispute
from pairings.models.floor import FloorRuling, JudgeCall, Sector
from pairings.models.kept import Kept
from pairings.models.match import Match, Report, Seat
from pairings.models.options import EntryWish, KeptApart, PairingOptions
from pairings.models.penalty import Penalty
from pairings.models.stage import Bracket, BracketSeat, Qualifier, Round, Stage
from pairings.models.standing import Standing
from pairings.models.table import TableMark

__all__ = [
    "Bracket",
    "BracketSeat",
    "ClockMark",
    "Dispute",
    "EntryWish",
    "Extension",
    "FloorRuling",
    "JudgeCall",
    "Kept",
    "KeptApart",
    "Match",
    "PairingOptions",
    "Penalty",
    "Qualifier",
    "Report",
    "Round",
    "Seat",
    "Sector",
    "Stage",
    "Standing",
    "TableMark",
]
