"""Deck lists as text and files, in and out."""

from decks.engine.lists.values import Deck, Line, ReadList, Resolved

__all__ = ["Deck", "Line", "ReadList", "Resolved"]
