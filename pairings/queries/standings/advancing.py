"""The players who advance by the current standings, to day 2 or the top cut (M-013, M-014, M-016)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q

from pairings.engine.rows import StandingRow
from pairings.models import Qualifier, Round, Standing
from pairings.queries.rounds import rows
from tournaments.engine.advance import Gate
from tournaments.engine.structure import cut_for, deciding, structure_for
from tournaments.models import Division, Entry, Tournament

LEAST = 2


@dataclass(frozen=True, slots=True)
class Seed:
    """A player who would advance. `reasons`: the conditions met, "place" and "points"."""

    seed: int
    row: StandingRow
    reasons: tuple[str, ...]
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """The condition for the cut of an age division, and the number it admits now, 0 below two."""

    gate: Gate
    size: int


def table_of(division: Division) -> str:
    """The attendance table of the event, by name."""
    return division.tournament.attendance_table or "league_challenge"


def day_two_gate(division: Division) -> Gate:
    """The condition for day 2."""
    return Gate(division.day_two_by or "place", division.day_two_size or 0, division.day_two_points or 0)


def day_two_rounds(division: Division, players: int) -> int:
    """Swiss rounds of day 2, as set or by the attendance table; 0 where it has none."""
    if division.day_two_rounds:
        return division.day_two_rounds
    return structure_for(players, table_of(division), official=False).later_rounds


def cut_gate(division: Division, players: int) -> Gate:
    """The condition for the cut of an age division of so many players; place 0 and no points without a cut."""
    if division.cut_size == 0:
        return Gate()
    place = cut_for(players, table_of(division)) if division.cut_size is None else division.cut_size
    return Gate(division.cut_by, min(place, players), division.cut_points or 0)


def cut_is_planned(division: Division) -> bool:
    """Whether a top cut follows the Swiss rounds: by the structure of the event, or by a size set for the division."""
    planned = division.tournament.structure == Tournament.Structure.SWISS_CUT
    return planned if division.cut_size is None else division.cut_size > 0 or bool(division.cut_points)


def cut_follows(division: Division, ranked: Mapping[str, int]) -> bool:
    """Whether the Swiss rounds end with a top cut of at least two (M-013, M-031).

    `ranked`: players of each age division in the newest standings; before any only the plan counts.
    """
    if not cut_is_planned(division):
        return False
    gates = [cut_gate(division, players) for players in ranked.values()]
    return not gates or any(gate.place >= LEAST or (gate.by_points and gate.points) for gate in gates)


def cut_gates(division: Division, after: Round) -> dict[str, Gate]:
    """The same for each age division in the standings after a round. One query."""
    return {name: cut_gate(division, count) for name, count in counts(after).items()}


def cuts_planned(divisions: Iterable[Division], newest: Mapping[int, Round]) -> dict[int, dict[str, Cut]]:
    """The planned cut of each age division by the newest standings, by division; only those with a cut.

    One query for all divisions together.
    """
    players: dict[int, dict[str, int]] = {}
    points: dict[int, dict[str, list[int]]] = {}
    # From first place on. Players who left can no longer advance, and after day 2 only its players can.
    inside = Exists(Qualifier.objects.filter(stage=OuterRef("round__stage"), entry=OuterRef("entry")))
    stays = Q(entry__dropped_in=None, entry__disqualified=False) & (Q(round__stage__position=0) | Q(inside))
    lines = Standing.objects.filter(round__in=list(newest.values())).order_by("round_id", "place")
    lines = lines.annotate(goes_on=ExpressionWrapper(stays, BooleanField()))
    for round_id, age_division, score, goes_on in lines.values_list(
        "round_id", "age_division", "points", "goes_on"
    ):
        of_round = players.setdefault(round_id, {})
        of_round[age_division] = of_round.get(age_division, 0) + 1
        if goes_on:
            points.setdefault(round_id, {}).setdefault(age_division, []).append(score)
    cuts: dict[int, dict[str, Cut]] = {}
    for division in divisions:
        after = newest.get(division.pk)
        for name, count in players.get(after.pk, {}).items() if after else ():
            gate = cut_gate(division, count)
            size = gate.size(points.get(after.pk, {}).get(name, [])) if after else 0
            cuts.setdefault(division.pk, {})[name] = Cut(gate, size if size >= LEAST else 0)
    return cuts


def day_two_gates(division: Division, after: Round) -> dict[str, Gate]:
    """The condition for day 2 for each age division in the standings after a round. One query."""
    return dict.fromkeys(counts(after), day_two_gate(division))


def counts(after: Round) -> dict[str, int]:
    """Players of each age division in the standings after a round."""
    players: dict[str, int] = {}
    for age_division in after.standings.order_by("place").values_list("age_division", flat=True):
        players[age_division] = players.get(age_division, 0) + 1
    return players


def attendance(after: Round) -> int:
    """Players of the largest age division after a round, which decides the rounds (M-031). One query."""
    return deciding(counts(after).values())


def in_order(after: Round | None) -> dict[str, list[tuple[int, int]]]:
    """Players who can still advance, (entry, points) from first place to last, by age division. One query.

    Without players who left; after day 2 only its players.
    """
    lines = Standing.objects.filter(round=after, entry__dropped_in=None, entry__disqualified=False)
    if after is not None and after.stage.position > 0:
        lines = lines.filter(Exists(Qualifier.objects.filter(stage=after.stage, entry=OuterRef("entry"))))
    order: dict[str, list[tuple[int, int]]] = {}
    for age_division, entry, points in lines.order_by("place").values_list(
        "age_division", "entry_id", "points"
    ):
        order.setdefault(age_division, []).append((entry, points))
    return order


def is_below_cut(entry: Entry, after: Round) -> bool:
    """Whether the cut takes a player only if someone ahead drops, by the standings after a round. Two queries."""
    gates = cut_gates(after.division, after)
    for age_division, lines in in_order(after).items():
        entries = [key for key, _ in lines]
        if entry.pk in entries:
            size = gates[age_division].size([points for _, points in lines])
            return LEAST <= size <= entries.index(entry.pk)
    return False


def sizes(gates: Mapping[str, Gate], after: Round) -> dict[str, int]:
    """The number of each age division admitted by a gate, 0 below two. One query."""
    here = in_order(after)
    let_on = {name: gate.size([points for _, points in here.get(name, ())]) for name, gate in gates.items()}
    return {name: size if size >= LEAST else 0 for name, size in let_on.items()}


def seeds(table: rows.Table, gate: Gate, size: int, *, byes: int = 0) -> list[Seed]:
    """The first `size` active players of a table, and the condition of the gate each meets."""
    active = [row for row in table.rows if not row.person.dropped][:size]
    return [
        Seed(seed, row, gate.reasons(seed, row.person.points), seed <= byes)
        for seed, row in enumerate(active, start=1)
    ]
