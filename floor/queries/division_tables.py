"""The tables of each division: those in play, and the first one."""

from collections.abc import Collection, Mapping

from floor.engine.sectors import first_table_in_use
from pairings.models import EntryWish, Match, Round
from tournaments.models import Tournament
from tournaments.queries.divisions import table_ranges


def first_table_by_division(
    event: Tournament, in_play: Mapping[int, Collection[int]] | None = None
) -> dict[int, int]:
    """Return the first table of each division that has tables, by its key.

    A division with a posted round starts at the lowest table of this round, without tables that players keep all
    day. `in_play` are the tables of posted rounds; they are loaded if None. Three or four queries.
    """
    if in_play is None:
        in_play = tables_in_play(event)
    planned = {pk: first for pk, (first, _last) in table_ranges(event).items()}
    fixed = set(
        EntryWish.objects.filter(entry__tournament=event, table__isnull=False).values_list("table", flat=True)
    )
    starts = {}
    for pk in planned.keys() | in_play.keys():
        start = first_table_in_use(
            planned.get(pk), set(in_play.get(pk, ())) - fixed, last_of_hall=event.table_to
        )
        if start is not None:
            starts[pk] = start
    return starts


def tables_in_play(event: Tournament) -> dict[int, frozenset[int]]:
    """Return the tables of the posted rounds by division key. One query."""
    matches = Match.objects.filter(
        round__division__tournament=event, round__state=Round.State.POSTED, table__isnull=False
    )
    tables: dict[int, set[int]] = {}
    for division, table in matches.values_list("round__division", "table"):
        if table is not None:
            tables.setdefault(division, set()).add(table)
    return {division: frozenset(numbers) for division, numbers in tables.items()}
