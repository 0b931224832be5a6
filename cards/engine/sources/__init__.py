"""Readers for external sources of card data. They gather cards and names, and refuse faulty rows with a reason."""

from cards.engine.sources.card_files import read_card_file, read_card_path
from cards.engine.sources.gathered import GatheredCards, RefusedRow, Step

__all__ = ["GatheredCards", "RefusedRow", "Step", "read_card_file", "read_card_path"]
