"""Tables of stages, rounds, matches, results and standings. Only `pairings.services` writes them."""

from pairings.models.clock import ClockMark, Extension
from pairings.models.copies import EventCopies
from pairings.models.dispute import Dispute
from pairings.models.idempotency import IdempotencyKey
from pairings.models.match import Match, Report, Seat
from pairings.models.options import EntryWish, KeptApart, PairingOptions
from pairings.models.prints import PrintedRound, StoredPrint
from pairings.models.prizes import Prize
from pairings.models.stage import Bracket, BracketSeat, Qualifier, Round, Stage
from pairings.models.standing import Standing
from pairings.models.tom import TomDetails, TomFile

__all__ = [
    "Bracket",
    "BracketSeat",
    "ClockMark",
    "Dispute",
    "EntryWish",
    "EventCopies",
    "Extension",
    "IdempotencyKey",
    "KeptApart",
    "Match",
    "PairingOptions",
    "PrintedRound",
    "Prize",
    "Qualifier",
    "Report",
    "Round",
    "Seat",
    "Stage",
    "Standing",
    "StoredPrint",
    "TomDetails",
    "TomFile",
]
