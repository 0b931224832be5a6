"""Find players of an event by table, name or Player ID."""

from dataclasses import dataclass

from core.engine.numbers import whole_number
from pairings.models import Match
from pairings.queries.reports.clocks import current_rounds
from tournaments.models import Entry, Tournament
from tournaments.queries.people import entry_search_condition


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """A player, and the match if they were found by its table."""

    entry: Entry
    match: Match | None = None


def find_entries_by_table_or_name(
    event: Tournament, typed: str, *, limit: int, dropped: bool = True
) -> list[FoundEntry]:
    """Return both players at a table, or at most `limit` players whose name or Player ID matches.

    Only tables of current rounds are searched. Players who dropped are only included if `dropped`, except by table.
    """
    table = whole_number(typed)
    if table is not None:
        matches = Match.objects.filter(round__in=[round_.pk for round_ in current_rounds(event)], table=table)
        return [
            FoundEntry(entry, match)
            for match in matches.select_related("left__player", "right__player")
            for entry in (match.left, match.right)
            if entry is not None
        ]
    condition = entry_search_condition(typed)
    if condition is None:
        return []
    entries = event.entries.select_related("player").filter(condition)
    return [FoundEntry(entry) for entry in (entries if dropped else entries.filter(dropped_in=None))[:limit]]
