"""Readers for external sources of card data. They gather cards and names, and refuse faulty rows with a reason."""

from cards.engine.sources.gathered import Gathered, RefusedRow, Step
from cards.engine.sources.opening import read_file, read_path

__all__ = ["Gathered", "RefusedRow", "Step", "read_file", "read_path"]
