"""Sealed, Booster, Rochester and Solomon drafts: one module each, with a common protocol. Each seat gets a pool."""

from drafts.engine.moves import STAFF, Move, State, View, pick, undo_move
from drafts.engine.protocol import Draft, replay

SUBTYPES = ("sealed", "booster", "rochester", "solomon")
"""The kinds of Limited in the rules (R-089)."""

__all__ = ["STAFF", "SUBTYPES", "Draft", "Move", "State", "View", "pick", "replay", "undo_move"]
