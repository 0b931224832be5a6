"""Sources of card data: external files are read into cards and names, and faulty rows are refused with a reason."""

from cards.engine.sources.gathered import Gathered, RefusedRow, Step
from cards.engine.sources.opening import read_file, read_path

__all__ = ["Gathered", "RefusedRow", "Step", "read_file", "read_path"]
