"""Save the text that a player is writing. It is saved on every change and never judged."""

from django.db import transaction

from core import stamps
from core.engine.refused import Refused
from decks.engine.lists import storable_text, table_cells_as_lines
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList
from decks.models.lists import MAX_WORKING_COPY_LENGTH
from tournaments import scopes

MAX_SUPPLIED = 999


@transaction.atomic
def save_working_copy(deck_list: DeckList, *, text: str, unused: str = "", supplied: int = 0) -> DeckList:
    """Save the text of the player's page, with spreadsheet cells as lines.

    This is not a submission, so it is not journaled. Refused: LIST_TOO_BIG (limit).
    """
    if max(len(text), len(unused)) > MAX_WORKING_COPY_LENGTH:
        raise Refused(DeckRefusal.LIST_TOO_BIG, limit=MAX_WORKING_COPY_LENGTH)
    deck_list.working_copy = storable_text(table_cells_as_lines(text))
    deck_list.working_copy_unused = storable_text(table_cells_as_lines(unused))
    deck_list.working_copy_supplied = min(max(supplied, 0), MAX_SUPPLIED)
    stamps.mark_scopes_changed(scopes.entry_scope(deck_list.entry_id))
    deck_list.save(update_fields=["working_copy", "working_copy_unused", "working_copy_supplied"])
    return deck_list
