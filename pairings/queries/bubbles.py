"""Who is in the cut, out of it, or on the bubble."""

from dataclasses import dataclass

import numpy as np

from pairings.engine import bubble
from pairings.engine.bubble import Chance
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import Person
from pairings.models import Match, Round, Stage, Standing
from pairings.queries import fields, rows
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class Line:
    """One player: place after the last closed round, chance, and whether a tie is safe for both."""

    place: int
    person: Person
    chance: Chance
    table: int | None
    safe_tie: bool | None


@dataclass(frozen=True, slots=True)
class Bubble:
    """One category: the size of its cut, Swiss rounds still to play (the one in play included), and its players."""

    category: str
    cut: int
    rounds_left: int
    lines: list[Line]


def bubbles(division: Division, after: Round, sizes: dict[str, int]) -> list[Bubble]:
    """Each category that has a cut, as things stand after the closed Swiss round `after`. Five queries."""
    standing = Standing.objects.filter(round=after)
    lines = list(standing.select_related("entry__player").order_by("place", "-points", "entry"))
    lines.sort(key=lambda line: (-line.points, -line.owp, -line.oowp, line.place))
    ids = np.array([line.entry_id for line in lines], dtype=np.int64)
    if not len(ids):
        return []
    points = fields.points_of(ids, fields.swiss_results(division))
    matches, pairs = _open(after, ids)
    playing = Round.objects.filter(division=division, number=after.number + 1, stage__kind=Stage.Kind.SWISS)
    in_play = playing.exclude(state=Round.State.DRAFT).exists()
    left = max((after.stage.rounds_planned or 0) - after.number, int(in_play))
    found = []
    for category in dict.fromkeys(line.category for line in lines):
        counted = np.array([line.category == category and line.entry.active for line in lines])
        field = bubble.Field(points, counted, pairs, left - in_play, sizes.get(category, 0))
        chances = bubble.bubble(field, seed=after.seed) if field.cut else ()
        found.append(
            Bubble(category, field.cut, left, _lines(lines, points, chances, counted, matches, pairs))
        )
    return [one for one in found if one.cut]


def _open(after: Round, ids: fields.Ints) -> tuple[dict[int, int | None], fields.Ints]:
    """Tables of the open matches by position of their players, and those positions in twos."""
    spot = {int(entry): place for place, entry in enumerate(ids)}
    found = Match.objects.filter(round__division=after.division, round__number=after.number + 1)
    found = found.filter(round__state=Round.State.POSTED, outcome=Outcome.PENDING.value)
    tables: dict[int, int | None] = {}
    pairs = []
    for left, right, table in found.values_list("left_id", "right_id", "table"):
        if left in spot and right in spot:
            pairs.append((spot[left], spot[right]))
            tables[spot[left]] = tables[spot[right]] = table
    return tables, np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _lines(
    standing: list[Standing],
    points: fields.Ints,
    chances: tuple[Chance, ...],
    counted: bubble.Bools,
    tables: dict[int, int | None],
    pairs: fields.Ints,
) -> list[Line]:
    other = {int(a): int(b) for pair in pairs for a, b in (pair, pair[::-1])}
    found = []
    for spot, chance in enumerate(chances):
        if not counted[spot]:
            continue
        line = standing[spot]
        record = f"{line.wins}-{line.losses}-{line.ties}"
        person = rows.person(line.entry, (int(points[spot]), record))
        rival = chances[other[spot]] if spot in other else None
        safe = bubble.safe_tie(chance, rival) if rival else None
        found.append(Line(line.place, person, chance, tables.get(spot), safe))
    return found
