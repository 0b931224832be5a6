"""The log of proxies, shown with lists and in reports (R-016, R-037)."""

from collections.abc import Collection

from decks.models import Proxy
from tournaments.models import Tournament


def of_entries(entries: Collection[int]) -> dict[int, list[Proxy]]:
    """Entry -> proxies in force, oldest first. One query."""
    by_entry: dict[int, list[Proxy]] = {entry: [] for entry in entries}
    for row in Proxy.objects.filter(entry__in=entries, withdrawn_at=None):
        by_entry[row.entry_id].append(row)
    return by_entry


def of_event(event: Tournament) -> list[Proxy]:
    """Every proxy made at an event, including withdrawn ones, oldest first. One query."""
    rows = Proxy.objects.filter(entry__tournament=event)
    return list(rows.select_related("entry__player", "entry__division", "entry__tournament"))
