"""Choose which version of a list counts."""

from datetime import datetime

from decks.models import DeckList, ListRules
from decks.queries.lists import counted_versions
from decks.queries.pools import autofill


def set_counted_version(deck_list: DeckList, rules: ListRules) -> None:
    """Set the counted version from the event's drafts and its choice for S6. The caller saves."""
    set_counted_version_since(deck_list, counted_versions.counting_of_list(deck_list, rules).since(deck_list))


def set_counted_version_since(deck_list: DeckList, since: datetime | None) -> None:
    """Let the latest legal version count, or the latest of all if no version is legal. The caller saves.

    After a redraft whose decks use only the new draft, only versions submitted at or after `since` can count, so
    possibly no version counts (R-095, S6).
    """
    latest_first = deck_list.versions.order_by("-number")
    if since is not None:
        latest_first = latest_first.filter(at__gte=since)
    deck_list.counts = latest_first.filter(legal=True).first() or latest_first.first()


def set_aside(deck_list: DeckList) -> None:
    """Let no version count, and clear the working copy if it is the text of the counted version. The caller saves."""
    if deck_list.counts is not None and deck_list.working_copy == deck_list.counts.text:
        deck_list.working_copy, deck_list.working_copy_unused, deck_list.working_copy_supplied = "", "", 0
    deck_list.counts = None


def restore_counted_version(deck_list: DeckList) -> None:
    """Count the version that was set aside. It becomes the working copy unless the player has started a new one.

    The caller saves.
    """
    set_counted_version_since(deck_list, None)
    if deck_list.counts is not None and not deck_list.working_copy.strip():
        typed = autofill.typed_fields(deck_list.counts)
        deck_list.working_copy, deck_list.working_copy_unused, deck_list.working_copy_supplied = (
            deck_list.counts.text,
            typed.unused,
            typed.supplied,
        )
