from collections.abc import Callable
from datetime import datetime

from core.models import JournalEvent
from core.services import journal
from decks.models import DeckList
from tournaments.engine.journal_kinds import OfEntry
from tournaments.models import User


def write_list_line(
    deck_list: DeckList,
    kind: Callable[..., OfEntry],
    *,
    by: User | None,
    at: datetime | None = None,
    **facts: object,
) -> JournalEvent:
    """Write a journal line about a player's list. `facts` are the fields of its kind, except those about the player."""
    entry = deck_list.entry
    line = kind(name=str(entry), entry=entry.pk, **facts)
    return journal.write_journal_line(entry.tournament, line, by=by, division=entry.division, at=at)
