"""The line of the top cut in the standings."""

from dataclasses import dataclass

from pairings.models import Bracket
from pairings.queries.rounds import rows
from pairings.queries.standings import advancing
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class CutLine:
    """The line after row `row`, counted from 1: the first `size` advance.

    `after` is the last Swiss round, after which they do; 0 once the cut is drawn.
    """

    row: int
    size: int
    after: int = 0


def cut_line(division: Division, table: rows.Table, after: int | None = None) -> CutLine | None:
    """The line of a list after its newest Swiss round; None without a cut, and for a list of an earlier round.

    By place, by points or both, as set for the division (M-013, M-016). Players who left are skipped.
    """
    if table.cut:
        return CutLine(table.cut, table.cut)
    if not advancing.cut_is_planned(division):
        return None
    newest = rows.ranked_rounds(division).order_by("-number").select_related("stage").first()
    drawn = Bracket.objects.filter(
        stage__division=division, stage__position__gt=0, age_division=table.age_division
    )
    if newest is None or after not in (None, newest.number) or drawn.exists():
        return None
    size = advancing.sizes(advancing.cut_gates(division, newest), newest).get(table.age_division, 0)
    active = [number for number, row in enumerate(table.rows, start=1) if not row.person.dropped]
    if not size or len(active) < size:
        return None
    return CutLine(active[size - 1], size, max(newest.stage.rounds_planned or 0, newest.number))
