"""Which version of a list counts."""

from datetime import datetime

from decks.engine.verdicts import Settled
from decks.models import DeckList, ListRules
from decks.queries.lists import counted_versions
from decks.queries.pools import autofill


def settled(row: DeckList) -> Settled:
    """Code and subject of each ruling in force on this list (R-002)."""
    standing = row.rulings.filter(withdrawn_at__isnull=True)
    return set(standing.values_list("code", "card"))


def count(row: DeckList, rules: ListRules) -> None:
    """`count_since` by the event's drafts and its choice S6. The caller saves."""
    count_since(row, counted_versions.of_list(row, rules).since(row))


def count_since(row: DeckList, since: datetime | None) -> None:
    """Count the latest legal version, or the latest of all while none is legal. The caller saves.

    After a redraft whose deck uses only the new draft, only versions submitted `since` count, so possibly none (R-095,
    S6).
    """
    newest = row.versions.order_by("-number")
    if since is not None:
        newest = newest.filter(at__gte=since)
    row.counts = newest.filter(legal=True).first() or newest.first()


def set_aside(row: DeckList) -> None:
    """Count no version, and clear the working copy if it was that version's text. The caller saves."""
    if row.counts is not None and row.working_copy == row.counts.text:
        row.working_copy, row.working_copy_unused, row.working_copy_supplied = "", "", 0
    row.counts = None


def bring_back(row: DeckList) -> None:
    """Count a version set aside before; it becomes the working copy unless the player has begun a new one.

    The caller saves.
    """
    count_since(row, None)
    if row.counts is not None and not row.working_copy.strip():
        typed = autofill.typed(row.counts)
        row.working_copy, row.working_copy_unused, row.working_copy_supplied = (
            row.counts.text,
            typed.unused,
            typed.supplied,
        )
