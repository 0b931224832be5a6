"""Which version of a list counts."""

from datetime import datetime

from decks.engine.verdicts import Settled
from decks.models import DeckList, ListRules
from decks.queries.lists import counted_versions
from decks.queries.pools import autofill


def settled(row: DeckList) -> Settled:
    """Code and subject of what judges have ruled on in this list (R-002)."""
    standing = row.rulings.filter(withdrawn_at__isnull=True)
    return set(standing.values_list("code", "card"))


def count(row: DeckList, rules: ListRules) -> None:
    """`count_since` by the event's drafts and its choice S6. The caller saves."""
    count_since(row, counted_versions.of_list(row, rules).since(row))


def count_since(row: DeckList, since: datetime | None) -> None:
    """The newest legal version counts, or the newest of all while none is legal; after a redraft whose deck is built
    from the new draft alone only of those handed in `since` (R-095, S6). None of them: none counts. The caller saves.
    """
    newest = row.versions.order_by("-number")
    if since is not None:
        newest = newest.filter(at__gte=since)
    row.counts = newest.filter(legal=True).first() or newest.first()


def set_aside(row: DeckList) -> None:
    """What counted does not any more: the page the player writes on begins blank, the version stays. The caller saves
    `counts` and what is being written.
    """
    if row.counts is not None and row.working_copy == row.counts.text:
        row.working_copy, row.working_copy_unused, row.working_copy_supplied = "", "", 0
    row.counts = None


def bring_back(row: DeckList) -> None:
    """A list that was set aside counts again, and stands on the player's page unless something was begun since."""
    count_since(row, None)
    if row.counts is not None and not row.working_copy.strip():
        typed = autofill.typed(row.counts)
        row.working_copy, row.working_copy_unused, row.working_copy_supplied = (
            row.counts.text,
            typed.unused,
            typed.supplied,
        )
