"""Deck lists as text and files, in and out.

`read_text` and `read_file` give lines, `pasted` turns cells of a spreadsheet into text for the first of them,
`decks.engine.resolve` the cards they stand for, `ordered`, `listed` and `write_text` the list in the order it is
printed.
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
