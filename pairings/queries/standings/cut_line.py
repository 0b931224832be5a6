"""Line in the standings below which players miss the top cut."""

from dataclasses import dataclass

from pairings.models import Bracket
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.standings import advancing
from pairings.queries.standings.standings_lists import StandingsList
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class CutLine:
    """A line after row `row`, counted from 1, above which `size` players advance.

    `after` is the number of the last Swiss round, or 0 once the cut is paired.
    """

    row: int
    size: int
    after: int = 0


def cut_line(division: Division, table: StandingsList, after: int | None = None) -> CutLine | None:
    """Return the cut line of a list by place, points or both (M-013, M-016).

    `after` is the round of the list, or None for the latest list. Players who dropped are skipped. Return
    None without a cut, for a list of an earlier round, and with fewer active players than the cut.
    """
    if table.cut:
        return CutLine(table.cut, table.cut)
    if not advancing.cut_is_planned(division):
        return None
    latest_round = ranked_rounds(division).order_by("-number").select_related("stage").first()
    drawn_brackets = Bracket.objects.filter(
        stage__division=division, stage__position__gt=0, age_division=table.age_division
    )
    if latest_round is None or after not in (None, latest_round.number) or drawn_brackets.exists():
        return None
    size = advancing.admitted_by_age_division(advancing.cut_gates(division, latest_round), latest_round).get(
        table.age_division, 0
    )
    active_rows = [number for number, row in enumerate(table.rows, start=1) if not row.person.dropped]
    if not size or len(active_rows) < size:
        return None
    return CutLine(
        active_rows[size - 1], size, max(latest_round.stage.rounds_planned or 0, latest_round.number)
    )
