"""Sources of card data: reading external files into cards and names, refusing rows with a reason."""

from cards.engine.sources.opening import read, read_path
from cards.engine.sources.rows import Gathered, RefusedRow, Step

__all__ = ["Gathered", "RefusedRow", "Step", "read", "read_path"]
