"""Sealed, Booster, Rochester and Solomon, one module each behind one protocol. A draft results in a pool per seat."""

from drafts.engine.protocol import Draft, replay
from drafts.engine.values import STAFF, Move, State, View, pick, undo_move

SUBTYPES = ("sealed", "booster", "rochester", "solomon")
"""The kinds of Limited in the rules (R-089)."""

__all__ = ["STAFF", "SUBTYPES", "Draft", "Move", "State", "View", "pick", "replay", "undo_move"]
