"""The bubble: players sure of the cut or day 2, players who are out, and undecided players."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pairings.engine import bubble
from pairings.engine.bubble import Chance
from pairings.engine.display_rows import EntryPerson
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Seat, Stage, Standing
from pairings.queries.rounds import engine_fields, match_rows
from pairings.queries.standings import advancing
from tournaments.engine.advance import AdvancementGate, byes_in_cut
from tournaments.models import Division

POINTS_WIN, POINTS_TIE = 3, 1
"""Match points of a win and a tie (M-010)."""


@dataclass(frozen=True, slots=True)
class BubbleLine:
    """One player's place, points and record, including the open round, and their chance.

    `table` and `safe_tie` are None without an open match; `safe_tie` is whether a tie is safe for both
    players. Once a match of the open round has a result, players with equal points share a place.
    """

    place: int
    person: EntryPerson
    chance: Chance
    table: int | None
    safe_tie: bool | None


@dataclass(frozen=True, slots=True)
class Bubble:
    """Bubble of one age division: the condition for day 2, or otherwise for the cut, and the players.

    `rounds_left` counts the remaining Swiss rounds until the decision, including the round in play. `byes` is
    the number of players of the cut who skip its first round, or 0 while its size is undecided.
    """

    age_division: str
    gate: AdvancementGate
    day_two: bool
    byes: int
    rounds_left: int
    lines: list[BubbleLine]


def has_bubble(division: Division) -> bool:
    """Return whether day 2 or a top cut follows, so that a closed Swiss round has a bubble."""
    return division.has_day_two or advancing.cut_is_planned(division)


def compute_bubbles(division: Division, after: Round, *, public: bool = False) -> list[Bubble]:
    """Compute the bubble of each age division after the closed Swiss round `after`.

    On the first of two days, the bubble is about day 2. On day 2, it is about the cut, among the players of day
    2. Age divisions without a condition are left out; the result is empty if neither day 2 nor a cut follows.
    `public` shortens names as in `match_rows.person_of_entry`. Eight queries.
    """
    stage = division.stages.filter(kind=Stage.Kind.SWISS).order_by("position").last() or after.stage
    to_day_two = division.has_day_two and not stage.position
    if not to_day_two and not advancing.cut_is_planned(division):
        return []
    gates = advancing.day_two_gates(division, after) if to_day_two else advancing.cut_gates(division, after)
    standings_of_round = Standing.objects.filter(round=after)
    if stage.position:
        standings_of_round = standings_of_round.filter(entry__in=stage.qualifiers.values("entry"))
    stored_standings = list(
        standings_of_round.select_related("entry__player").order_by("place", "-points", "entry")
    )
    stored_standings.sort(key=lambda line: (-line.points, line.place))
    ids = np.array([line.entry_id for line in stored_standings], dtype=np.int64)
    if not len(ids):
        return []
    points = engine_fields.match_points_of(ids, engine_fields.swiss_results(division))
    open_round = _OpenRound.following(after, ids)
    next_round = Round.objects.filter(
        division=division, number=after.number + 1, stage__kind=Stage.Kind.SWISS
    )
    is_in_play = next_round.exclude(state=Round.State.UNPOSTED).exists()
    rounds_left = max((stage.rounds_planned or 0) - after.number, int(is_in_play))
    bubbles = []
    for age_division in dict.fromkeys(line.age_division for line in stored_standings):
        is_counted = np.array(
            [line.age_division == age_division and line.entry.active for line in stored_standings]
        )
        gate = gates[age_division]
        if not (gate.place if gate.by_place else gate.points):
            continue
        byes = 0 if to_day_two or gate.by_points else byes_in_cut(gate.place)
        field = bubble.Field(
            points,
            is_counted,
            open_round.pairs,
            rounds_left - is_in_play,
            gate.place,
            gate.way,
            gate.points,
            byes,
            settled=not rounds_left,
        )
        chances = bubble.bubble_chances(field, seed=after.seed)
        player_lines = _bubble_lines(stored_standings, points, chances, is_counted, open_round, public=public)
        bubbles.append(Bubble(age_division, gate, to_day_two, byes, rounds_left, player_lines))
    return bubbles


class _OpenRound(NamedTuple):
    """The round in play. Players are positions in the standings.

    `tables` are the tables of open matches by player, `pairs` the players of these matches, and
    `finished` the entry keys of players with a result.
    """

    tables: dict[int, int | None]
    pairs: engine_fields.Ints
    finished: set[int]

    @classmethod
    def following(cls, after: Round, ids: engine_fields.Ints) -> "_OpenRound":
        """Load the round after the closed round `after`, limited to the players `ids`. Two queries."""
        position = {int(entry): place for place, entry in enumerate(ids)}
        matches = Match.objects.filter(round__division=after.division, round__number=after.number + 1)
        matches = matches.filter(round__state=Round.State.POSTED, outcome=Outcome.PENDING.value)
        tables: dict[int, int | None] = {}
        pairs = []
        for left, right, table in matches.values_list("left_id", "right_id", "table"):
            if left in position and right in position:
                pairs.append((position[left], position[right]))
                tables[position[left]] = tables[position[right]] = table
        seats = Seat.objects.filter(round__division=after.division, round__number=after.number + 1)
        seats = seats.filter(round__state=Round.State.POSTED).exclude(match__outcome=Outcome.PENDING.value)
        finished_entries = set(seats.values_list("entry", flat=True))
        return cls(tables, np.array(pairs, dtype=np.int64).reshape(-1, 2), finished_entries)


def _bubble_lines(
    standing: list[Standing],
    points: engine_fields.Ints,
    chances: tuple[Chance, ...],
    counted: bubble.Bools,
    open_round: _OpenRound,
    *,
    public: bool,
) -> list[BubbleLine]:
    """Build the line of each counted player, including the results of the open round.

    The lines are sorted by place, which counts the open round once one of its matches has a result.
    """
    opponent_position = {int(a): int(b) for pair in open_round.pairs for a, b in (pair, pair[::-1])}
    lines = []
    for position, chance in enumerate(chances):
        if not counted[position]:
            continue
        line = standing[position]
        # The stored record excludes the open round, so derive its result from the points gained.
        points_gained, is_finished = int(points[position]) - line.points, line.entry_id in open_round.finished
        has_won, has_tied = (
            is_finished and points_gained == POINTS_WIN,
            is_finished and points_gained == POINTS_TIE,
        )
        has_lost = is_finished and not has_won and not has_tied
        record = f"{line.wins + has_won}-{line.losses + has_lost}-{line.ties + has_tied}"
        person = match_rows.person_of_entry(line.entry, (int(points[position]), record), public=public)
        opponent_chance = chances[opponent_position[position]] if position in opponent_position else None
        is_tie_safe = bubble.is_tie_safe(chance, opponent_chance) if opponent_chance else None
        current_place = 1 + int(((points > points[position]) & counted).sum())
        place = current_place if open_round.finished else line.place
        lines.append(BubbleLine(place, person, chance, open_round.tables.get(position), is_tie_safe))
    return sorted(lines, key=lambda line: line.place) if open_round.finished else lines
