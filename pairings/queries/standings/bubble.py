"""Players in the cut or on day 2, out of it, or on the bubble."""

from dataclasses import dataclass

import numpy as np

from pairings.engine import bubble
from pairings.engine.bubble import Chance
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import Person
from pairings.models import Match, Round, Seat, Stage, Standing
from pairings.queries.rounds import fields, rows
from pairings.queries.standings import advancing
from tournaments.engine.advance import Gate, byes_of
from tournaments.models import Division

POINTS_WIN, POINTS_TIE = 3, 1
"""Match points of a result (M-010)."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player now: place, points and record including open-round results, chance, and whether a tie is safe for
    both.

    Equal points share a place as soon as one result of the open round is in.
    """

    place: int
    person: Person
    chance: Chance
    table: int | None
    safe_tie: bool | None


@dataclass(frozen=True, slots=True)
class Bubble:
    """One age division: the condition for day 2 or else for the cut, and its players.

    `rounds_left`: Swiss rounds before it is decided, including the one in play. `byes`: how many of the cut skip its
    first round, 0 where its size is not known.
    """

    age_division: str
    gate: Gate
    day_two: bool
    byes: int
    rounds_left: int
    lines: list[Line]


def is_planned(division: Division) -> bool:
    """Whether a top cut or a day 2 follows, so that there is a bubble once a Swiss round is closed."""
    return bool(division.day_two_by) or advancing.cut_is_planned(division)


def bubbles(division: Division, after: Round, *, public: bool = False) -> list[Bubble]:
    """Each age division with a cut, after the closed Swiss round `after`; `public` as in `rows.person`. Eight queries.

    On day 1 of two it is about day 2, on day 2 about the cut, among its players.
    """
    stage = division.stages.filter(kind=Stage.Kind.SWISS).order_by("position").last() or after.stage
    to_day_two = bool(division.day_two_by) and not stage.position
    if not to_day_two and not advancing.cut_is_planned(division):
        return []
    gates = advancing.day_two_gates(division, after) if to_day_two else advancing.cut_gates(division, after)
    standing = Standing.objects.filter(round=after)
    if stage.position:
        standing = standing.filter(entry__in=stage.qualifiers.values("entry"))
    lines = list(standing.select_related("entry__player").order_by("place", "-points", "entry"))
    lines.sort(key=lambda line: (-line.points, line.place))
    ids = np.array([line.entry_id for line in lines], dtype=np.int64)
    if not len(ids):
        return []
    points = fields.points_of(ids, fields.swiss_results(division))
    matches, pairs = _open(after, ids)
    finished = _finished(after)
    playing = Round.objects.filter(division=division, number=after.number + 1, stage__kind=Stage.Kind.SWISS)
    in_play = playing.exclude(state=Round.State.UNPOSTED).exists()
    left = max((stage.rounds_planned or 0) - after.number, int(in_play))
    found = []
    for age_division in dict.fromkeys(line.age_division for line in lines):
        counted = np.array([line.age_division == age_division and line.entry.active for line in lines])
        gate = gates[age_division]
        if not (gate.place if gate.by_place else gate.points):
            continue
        byes = 0 if to_day_two or gate.by_points else byes_of(gate.place)
        field = bubble.Field(
            points, counted, pairs, left - in_play, gate.place, gate.way, gate.points, byes, settled=not left
        )
        chances = bubble.bubble(field, seed=after.seed)
        found.append(
            Bubble(
                age_division,
                gate,
                to_day_two,
                byes,
                left,
                _lines(lines, points, chances, counted, matches, pairs, finished, public=public),
            )
        )
    return found


def _finished(after: Round) -> set[int]:
    """The players of the open round with a result. One query."""
    rows = Seat.objects.filter(round__division=after.division, round__number=after.number + 1)
    rows = rows.filter(round__state=Round.State.POSTED).exclude(match__outcome=Outcome.PENDING.value)
    return set(rows.values_list("entry", flat=True))


def _open(after: Round, ids: fields.Ints) -> tuple[dict[int, int | None], fields.Ints]:
    """Tables of the open matches by position of their players, and those positions in pairs."""
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
    finished: set[int],
    *,
    public: bool,
) -> list[Line]:
    other = {int(a): int(b) for pair in pairs for a, b in (pair, pair[::-1])}
    found = []
    for spot, chance in enumerate(chances):
        if not counted[spot]:
            continue
        line = standing[spot]
        record = _record(line, int(points[spot]) - line.points, finished=line.entry_id in finished)
        person = rows.person(line.entry, (int(points[spot]), record), public=public)
        rival = chances[other[spot]] if spot in other else None
        safe = bubble.safe_tie(chance, rival) if rival else None
        ahead = 1 + int(((points > points[spot]) & counted).sum())
        found.append(Line(ahead if finished else line.place, person, chance, tables.get(spot), safe))
    return sorted(found, key=lambda one: one.place) if finished else found


def _record(line: Standing, gained: int, *, finished: bool) -> str:
    """The record with the result of the open round, which brought `gained` points."""
    won, tied = finished and gained == POINTS_WIN, finished and gained == POINTS_TIE
    return f"{line.wins + won}-{line.losses + (finished and not won and not tied)}-{line.ties + tied}"
