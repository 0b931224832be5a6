"""Players of an event by what staff type: a table, a name or a Player ID."""

from dataclasses import dataclass

from core.engine.numbers import whole_number
from pairings.models import Match
from pairings.queries.reports.clocks import rounds_on
from tournaments.models import Entry, Tournament
from tournaments.queries.people import matching


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """A player, and the match where they were found by its table."""

    entry: Entry
    match: Match | None = None


def find_people(event: Tournament, typed: str, *, most: int, dropped: bool = True) -> list[FoundEntry]:
    """Both players at a table of the current rounds, or at most `most` whose name or Player ID matches.

    `dropped`: by name also players who dropped.
    """
    table = whole_number(typed)
    if table is not None:
        matches = Match.objects.filter(round__in=[round_.pk for round_ in rounds_on(event)], table=table)
        return [
            FoundEntry(entry, match)
            for match in matches.select_related("left__player", "right__player")
            for entry in (match.left, match.right)
            if entry is not None
        ]
    wanted = matching(typed)
    if wanted is None:
        return []
    entries = event.entries.select_related("player").filter(wanted)
    return [FoundEntry(entry) for entry in (entries if dropped else entries.filter(dropped_in=None))[:most]]
