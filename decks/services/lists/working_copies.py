"""What a player is writing: saved on every change, never judged."""

from django.db import transaction

from core import stamps
from core.engine.refused import Refused
from decks.engine.lists import pasted
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList
from decks.models.lists import LONGEST_WORKING_COPY
from tournaments import scopes

MOST_SUPPLIED = 999


@transaction.atomic
def save_working_copy(deck_list: DeckList, *, text: str, unused: str = "", supplied: int = 0) -> DeckList:
    """Save the text of the player's page, spreadsheet cells as lines. Not journaled: nothing was submitted.

    Refused: LIST_TOO_BIG (limit).
    """
    if max(len(text), len(unused)) > LONGEST_WORKING_COPY:
        raise Refused(DeckRefusal.LIST_TOO_BIG, limit=LONGEST_WORKING_COPY)
    deck_list.working_copy, deck_list.working_copy_unused = storable(pasted(text)), storable(pasted(unused))
    deck_list.working_copy_supplied = min(max(supplied, 0), MOST_SUPPLIED)
    stamps.mark(scopes.entry(deck_list.entry_id))
    deck_list.save(update_fields=["working_copy", "working_copy_unused", "working_copy_supplied"])
    return deck_list


def storable(text: str) -> str:
    """A text any database accepts: no NUL, no lone surrogates, LF line ends."""
    text = text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")
