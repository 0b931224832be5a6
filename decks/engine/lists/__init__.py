"""Read and write deck lists as text and as files.

`read_list_text` and `read_list_file` return lines, `table_cells_as_lines` turns spreadsheet cells into text for
`read_list_text`, and `storable_text` cleans a text for the database. `decks.engine.resolve` finds the cards of the
lines. `in_printing_order`, `printed_rows` and `write_list_text` return the list in printing order.
"""

from decks.engine.lists.deck_list import Deck, DeckListLine, ReadList, ResolvedLine
from decks.engine.lists.files import read_list_file, storable_text
from decks.engine.lists.printed_list import PrintedListRow, in_printing_order, printed_rows
from decks.engine.lists.reading import read_list_text
from decks.engine.lists.tables import table_cells_as_lines
from decks.engine.lists.writing import write_list_text

__all__ = [
    "Deck",
    "DeckListLine",
    "PrintedListRow",
    "ReadList",
    "ResolvedLine",
    "in_printing_order",
    "printed_rows",
    "read_list_file",
    "read_list_text",
    "storable_text",
    "table_cells_as_lines",
    "write_list_text",
]
