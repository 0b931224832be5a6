"""Players in the cut or on day 2, out of it, or on the bubble."""

from dataclasses import dataclass
from typing import NamedTuple

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
    open_round = _open_round(after, ids)
    playing = Round.objects.filter(division=division, number=after.number + 1, stage__kind=Stage.Kind.SWISS)
    in_play = playing.exclude(state=Round.State.UNPOSTED).exists()
    left = max((stage.rounds_planned or 0) - after.number, int(in_play))
    bubbles = []
    for age_division in dict.fromkeys(line.age_division for line in lines):
        counted = np.array([line.age_division == age_division and line.entry.active for line in lines])
        gate = gates[age_division]
        if not (gate.place if gate.by_place else gate.points):
            continue
        byes = 0 if to_day_two or gate.by_points else byes_of(gate.place)
        field = bubble.Field(
            points,
            counted,
            open_round.pairs,
            left - in_play,
            gate.place,
            gate.way,
            gate.points,
            byes,
            settled=not left,
        )
        chances = bubble.bubble(field, seed=after.seed)
        listed = _lines(lines, points, chances, counted, open_round, public=public)
        bubbles.append(Bubble(age_division, gate, to_day_two, byes, left, listed))
    return bubbles


class _OpenRound(NamedTuple):
    """The round in play: tables of its open matches by position of their players, those positions in pairs, and the
    players with a result.
    """

    tables: dict[int, int | None]
    pairs: fields.Ints
    finished: set[int]


def _open_round(after: Round, ids: fields.Ints) -> _OpenRound:
    spot = {int(entry): place for place, entry in enumerate(ids)}
    matches = Match.objects.filter(round__division=after.division, round__number=after.number + 1)
    matches = matches.filter(round__state=Round.State.POSTED, outcome=Outcome.PENDING.value)
    tables: dict[int, int | None] = {}
    pairs = []
    for left, right, table in matches.values_list("left_id", "right_id", "table"):
        if left in spot and right in spot:
            pairs.append((spot[left], spot[right]))
            tables[spot[left]] = tables[spot[right]] = table
    seats = Seat.objects.filter(round__division=after.division, round__number=after.number + 1)
    seats = seats.filter(round__state=Round.State.POSTED).exclude(match__outcome=Outcome.PENDING.value)
    finished = set(seats.values_list("entry", flat=True))
    return _OpenRound(tables, np.array(pairs, dtype=np.int64).reshape(-1, 2), finished)


def _lines(
    standing: list[Standing],
    points: fields.Ints,
    chances: tuple[Chance, ...],
    counted: bubble.Bools,
    open_round: _OpenRound,
    *,
    public: bool,
) -> list[Line]:
    other = {int(a): int(b) for pair in open_round.pairs for a, b in (pair, pair[::-1])}
    lines = []
    for spot, chance in enumerate(chances):
        if not counted[spot]:
            continue
        line = standing[spot]
        # The record with the result of the open round, which brought `gained` points.
        gained, finished = int(points[spot]) - line.points, line.entry_id in open_round.finished
        won, tied = finished and gained == POINTS_WIN, finished and gained == POINTS_TIE
        lost = finished and not won and not tied
        record = f"{line.wins + won}-{line.losses + lost}-{line.ties + tied}"
        person = rows.person(line.entry, (int(points[spot]), record), public=public)
        rival = chances[other[spot]] if spot in other else None
        safe = bubble.safe_tie(chance, rival) if rival else None
        ahead = 1 + int(((points > points[spot]) & counted).sum())
        place = ahead if open_round.finished else line.place
        lines.append(Line(place, person, chance, open_round.tables.get(spot), safe))
    return sorted(lines, key=lambda line: line.place) if open_round.finished else lines
