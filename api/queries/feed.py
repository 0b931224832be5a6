"""The tables a broadcast shows."""

from collections.abc import Sequence

from floor.models import HallScreen
from pairings.models import Match, Round
from tournaments.models import Tournament

MOST = 8
"""Feature matches in one response."""


def feature_tables(event: Tournament) -> list[int]:
    """The tables of feature matches on the hall screens of an event, in order. One query."""
    rows = HallScreen.objects.filter(tournament=event, removed_at=None, table__isnull=False)
    return sorted({table for table in rows.values_list("table", flat=True) if table})


def tables_of(rounds: Sequence[Round], wanted: Sequence[int]) -> list[tuple[int, Round]]:
    """The tables `wanted` with their current round; without any, the first of each round. One query."""
    by_key = {round_.pk: round_ for round_ in rounds}
    rows = Match.objects.filter(round__in=by_key, right__isnull=False, table__isnull=False)
    sits = list(rows.order_by("table", "round__posted_at", "pk").values_list("table", "round"))
    if wanted:
        newest = {table: by_key[key] for table, key in sits if table in set(wanted)}
        return [(table, newest[table]) for table in wanted if table in newest][:MOST]
    first: dict[int, int] = {}
    for table, key in sits:
        if table is not None:
            first.setdefault(key, table)
    return [(first[round_.pk], round_) for round_ in rounds if round_.pk in first][:MOST]
