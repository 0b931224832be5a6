"""The log of proxies, as it stands beside lists and in reports (R-016, R-037)."""

from collections.abc import Collection

from decks.models import Proxy
from tournaments.models import Tournament


def of_entries(entries: Collection[int]) -> dict[int, list[Proxy]]:
    """Each entry -> the proxies that stand for a card of this player, the oldest first. One query."""
    found: dict[int, list[Proxy]] = {entry: [] for entry in entries}
    for row in Proxy.objects.filter(entry__in=entries, withdrawn_at=None):
        found[row.entry_id].append(row)
    return found


def of_event(event: Tournament) -> list[Proxy]:
    """Every proxy that was made at an event, those withdrawn too, in the order of the day. One query."""
    rows = Proxy.objects.filter(entry__tournament=event)
    return list(rows.select_related("entry__player", "entry__division", "entry__tournament"))
