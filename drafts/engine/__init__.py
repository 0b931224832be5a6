"""Sealed, Booster, Rochester and Solomon, one module each behind one protocol. A draft results in a pool per seat."""

from drafts.engine.moves import STAFF, Move, State, View, pick, undo_move
from drafts.engine.protocol import Draft, replay

SUBTYPES = ("sealed", "booster", "rochester", "solomon")
"""The kinds of Limited in the rules (R-089)."""

__all__ = ["STAFF", "SUBTYPES", "Draft", "Move", "State", "View", "pick", "replay", "undo_move"]
