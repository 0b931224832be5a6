"""Players who have not checked in."""

from tournaments.models import Division, Entry, Tournament


def missing_entries(event: Tournament, division: Division | None = None) -> list[Entry]:
    """Return the active players who have not checked in, by name, with their division. One query.

    `division` limits the result to one division.
    """
    rows = event.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
    if division is not None:
        rows = rows.filter(division=division)
    return list(rows.select_related("division").order_by("search_key", "pk"))
