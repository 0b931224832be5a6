"""Table numbers of a round, clear of what other divisions play at right now."""

from collections.abc import Collection, Sequence

from pairings.engine.tables import Numbering, number
from pairings.models import Match, Round
from pairings.queries.options import Wishes, wishes_of


def numbers(round_: Round, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """One table for each pair of entry ids, in their order. Refused: NOT_ENOUGH_TABLES."""
    return numbering(round_, pairs, wishes_of(round_.division)).tables


def numbering(
    round_: Round,
    pairs: Sequence[tuple[int, int]],
    wishes: Wishes,
    *,
    occupied: Collection[int] = (),
) -> Numbering:
    """Tables with what is wished of them: blocked ones left out, fixed ones kept; `occupied` are of this round."""
    division, event = round_.division, round_.division.tournament
    others = Match.objects.filter(round__division__tournament=event, table__isnull=False)
    others = others.exclude(round__state=Round.State.CLOSED).exclude(round__division=division)
    taken = {table for table in others.values_list("table", flat=True) if table}
    return number(
        pairs,
        first=division.first_table or event.table_from,
        last=event.table_to,
        blocked=wishes.blocked,
        taken=frozenset(taken.union(occupied)),
        fixed=wishes.fixed,
    )
