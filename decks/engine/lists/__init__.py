"""Deck lists as text and files, in and out.

`read_text` and `read_file` return lines, `pasted` turns spreadsheet cells into text for `read_text`,
`decks.engine.resolve` finds their cards, and `ordered`, `listed` and `write_text` return the list in printing order.
"""

from decks.engine.lists.files import pasted, read_file
from decks.engine.lists.order import Listed, listed, ordered
from decks.engine.lists.reading import read_text
from decks.engine.lists.values import Deck, Line, ReadList, Resolved
from decks.engine.lists.writing import write_text

__all__ = [
    "Deck",
    "Line",
    "Listed",
    "ReadList",
    "Resolved",
    "listed",
    "ordered",
    "pasted",
    "read_file",
    "read_text",
    "write_text",
]
