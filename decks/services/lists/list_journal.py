"""The journal of one player's list."""

from decks.models import DeckList
from tournaments.models import JournalEvent, User
from tournaments.services import journal


def write(deck_list: DeckList, kind: str, *, by: User | None, **facts: object) -> JournalEvent:
    """One line about one player's list; `facts` besides the player."""
    entry = deck_list.entry
    facts = {"name": str(entry), "entry": entry.pk, **facts}
    return journal.write(entry.tournament, kind, by=by, division=entry.division, **facts)  # type: ignore[arg-type]
