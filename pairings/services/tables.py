"""Table numbers of a round, clear of what other divisions play at right now."""

from collections.abc import Sequence

from pairings.engine.tables import number
from pairings.models import Match, Round


def numbers(round_: Round, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """One table for each pair of entry ids, in their order. Refused: NOT_ENOUGH_TABLES."""
    division, event = round_.division, round_.division.tournament
    others = Match.objects.filter(round__division__tournament=event, table__isnull=False)
    others = others.exclude(round__state=Round.State.CLOSED).exclude(round__division=division)
    return number(
        pairs,
        first=division.first_table or event.table_from,
        last=event.table_to,
        taken=frozenset(table for table in others.values_list("table", flat=True) if table),
    ).tables
