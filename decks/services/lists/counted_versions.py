"""Choose which version of a list is in effect."""

from datetime import datetime

from decks.models import DeckList, ListRules
from decks.queries.lists import counted_versions
from decks.queries.pools import autofill


def set_counted_version(deck_list: DeckList, rules: ListRules) -> None:
    """Set the effective version according to the event's drafts and its choice for S6. The caller saves."""
    set_counted_version_since(deck_list, counted_versions.counting_of_list(deck_list, rules).since(deck_list))


def set_counted_version_since(deck_list: DeckList, since: datetime | None) -> None:
    """Make the latest legal version effective, or the latest of all if none is legal. The caller saves.

    If decks after a redraft use only the new draft, only versions submitted at or after `since` are considered,
    so there may be no effective version (R-095, S6). None considers all versions.
    """
    latest_first = deck_list.versions.order_by("-number")
    if since is not None:
        latest_first = latest_first.filter(at__gte=since)
    deck_list.counts = latest_first.filter(legal=True).first() or latest_first.first()


def set_list_aside(deck_list: DeckList) -> None:
    """Clear the effective version, and also the working copy if it has the same text. The caller saves."""
    if deck_list.counts is not None and deck_list.working_copy == deck_list.counts.text:
        deck_list.working_copy, deck_list.working_copy_unused, deck_list.working_copy_supplied = "", "", 0
    deck_list.counts = None


def restore_counted_version(deck_list: DeckList) -> None:
    """Restore the effective version after `set_list_aside`. The caller saves.

    It becomes the working copy unless the player has started a new one.
    """
    set_counted_version_since(deck_list, None)
    if deck_list.counts is not None and not deck_list.working_copy.strip():
        typed = autofill.typed_pool_fields(deck_list.counts)
        deck_list.working_copy, deck_list.working_copy_unused, deck_list.working_copy_supplied = (
            deck_list.counts.text,
            typed.unused,
            typed.supplied,
        )
