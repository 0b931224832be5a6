"""Sealed, Booster, Rochester and Solomon drafts: one module each, with a common protocol. Each seat gets a pool."""

from drafts.engine.draft_game import DraftGame, replay_moves
from drafts.engine.moves import STAFF, DraftingState, Move, View, build_pick_move, build_undo_move

SUBTYPES = ("sealed", "booster", "rochester", "solomon")
"""The kinds of Limited in the rules (R-089)."""

__all__ = [
    "STAFF",
    "SUBTYPES",
    "DraftGame",
    "DraftingState",
    "Move",
    "View",
    "build_pick_move",
    "build_undo_move",
    "replay_moves",
]
