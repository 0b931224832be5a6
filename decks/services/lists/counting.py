"""Which version of a list counts."""

from decks.engine.verdicts import Settled
from decks.models import DeckList


def settled(row: DeckList) -> Settled:
    """Code and subject of what judges have ruled on in this list (R-002)."""
    standing = row.rulings.filter(withdrawn_at__isnull=True)
    return set(standing.values_list("code", "card"))


def count(row: DeckList) -> None:
    """The newest legal version counts, or the newest of all while none is legal. The caller saves."""
    newest = row.versions.order_by("-number")
    row.counts = newest.filter(legal=True).first() or newest.first()
