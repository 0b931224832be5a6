"""Players who advance to day 2 or the top cut by the current standings (M-013, M-014, M-016)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q

from pairings.engine.display_rows import StandingRow
from pairings.models import Qualifier, Round, Standing
from pairings.queries.standings.standings_lists import StandingsList
from tournaments.engine.advance import AdvancementGate
from tournaments.engine.structure import (
    cut_size_for_attendance,
    day_two_points_of,
    players_deciding_structure,
    structure_for_attendance,
)
from tournaments.models import Division, Tournament

MIN_ADVANCING = 2


@dataclass(frozen=True, slots=True)
class Seed:
    """A player who would advance.

    `reasons` are the conditions met, "place" and "points". `bye` means that the player skips the first
    round.
    """

    seed: int
    row: StandingRow
    reasons: tuple[str, ...]
    bye: bool = False


@dataclass(frozen=True, slots=True)
class PlannedCut:
    """Condition for an age division's cut, and the number of players it currently admits.

    `size` is 0 if it admits fewer than two players.
    """

    gate: AdvancementGate
    size: int


def attendance_table(division: Division) -> str:
    """Return the name of a division's attendance table, by default "league_challenge"."""
    return division.tournament.attendance_table or "league_challenge"


def day_two_gate(division: Division) -> AdvancementGate:
    """Return the condition for day 2: by place, points or both, or the points of the attendance table."""
    if division.day_two_by == Division.TABLE:
        points = division.day_two_points or day_two_points_of(attendance_table(division))
        return AdvancementGate("points", 0, points)
    return AdvancementGate(
        division.day_two_by or "place", division.day_two_size or 0, division.day_two_points or 0
    )


def day_two_rounds(division: Division, players: int) -> int:
    """Return the number of Swiss rounds on day 2, from the settings or the attendance table.

    It is 0 if the attendance table has no day 2.
    """
    if division.day_two_rounds:
        return division.day_two_rounds
    if division.day_two_by == Division.TABLE:
        return division.day_two_table_rounds or 0
    return structure_for_attendance(players, attendance_table(division), official=False).later_rounds


def cut_gate(division: Division, players: int) -> AdvancementGate:
    """Return the condition for the cut of an age division with this number of players.

    Without a cut, place and points are 0.
    """
    if division.cut_size == 0:
        return AdvancementGate()
    place = (
        cut_size_for_attendance(players, attendance_table(division))
        if division.cut_size is None
        else division.cut_size
    )
    return AdvancementGate(division.cut_by, min(place, players), division.cut_points or 0)


def cut_is_planned(division: Division) -> bool:
    """Return whether a top cut follows the Swiss rounds.

    The division's cut size or points decide. If no cut size is set, the event's structure does.
    """
    is_in_structure = division.tournament.structure == Tournament.Structure.SWISS_CUT
    return (
        is_in_structure if division.cut_size is None else division.cut_size > 0 or bool(division.cut_points)
    )


def cut_follows(division: Division, ranked: Mapping[str, int]) -> bool:
    """Return whether the Swiss rounds end with a top cut of at least two players (M-013, M-031).

    `ranked` counts the players in the latest standings by age division; if it is empty, only the plan decides.
    """
    if not cut_is_planned(division):
        return False
    gates = [cut_gate(division, players) for players in ranked.values()]
    return not gates or any(gate.place >= MIN_ADVANCING or (gate.by_points and gate.points) for gate in gates)


def cut_gates(division: Division, after: Round) -> dict[str, AdvancementGate]:
    """Return the `cut_gate` of each age division in the standings after a round. One query."""
    return {name: cut_gate(division, count) for name, count in players_by_age_division(after).items()}


def planned_cuts(
    divisions: Iterable[Division], newest: Mapping[int, Round]
) -> dict[int, dict[str, PlannedCut]]:
    """Return the planned cuts by division key and age division, from the latest standings.

    `newest` maps division keys to their latest closed Swiss rounds. Divisions without standings are left
    out. One query for all divisions.
    """
    players: dict[int, dict[str, int]] = {}
    points: dict[int, dict[str, list[int]]] = {}
    # Dropped and disqualified players cannot advance, and after day 2 only its players can.
    is_qualified = Exists(Qualifier.objects.filter(stage=OuterRef("round__stage"), entry=OuterRef("entry")))
    may_advance = Q(entry__dropped_in=None, entry__disqualified=False) & (
        Q(round__stage__position=0) | Q(is_qualified)
    )
    standings = Standing.objects.filter(round__in=list(newest.values())).order_by("round_id", "place")
    standings = standings.annotate(goes_on=ExpressionWrapper(may_advance, BooleanField()))
    for round_id, age_division, score, goes_on in standings.values_list(
        "round_id", "age_division", "points", "goes_on"
    ):
        round_counts = players.setdefault(round_id, {})
        round_counts[age_division] = round_counts.get(age_division, 0) + 1
        if goes_on:
            points.setdefault(round_id, {}).setdefault(age_division, []).append(score)
    cuts: dict[int, dict[str, PlannedCut]] = {}
    for division in divisions:
        after = newest.get(division.pk)
        for name, count in players.get(after.pk, {}).items() if after else ():
            gate = cut_gate(division, count)
            size = gate.size(points.get(after.pk, {}).get(name, [])) if after else 0
            cuts.setdefault(division.pk, {})[name] = PlannedCut(gate, size if size >= MIN_ADVANCING else 0)
    return cuts


def day_two_gates(division: Division, after: Round) -> dict[str, AdvancementGate]:
    """Return the condition for day 2 of each age division in the standings after a round. One query."""
    return dict.fromkeys(players_by_age_division(after), day_two_gate(division))


def players_by_age_division(after: Round) -> dict[str, int]:
    """Count the players of each age division in the standings after a round. One query."""
    players: dict[str, int] = {}
    for age_division in after.standings.order_by("place").values_list("age_division", flat=True):
        players[age_division] = players.get(age_division, 0) + 1
    return players


def largest_age_division(after: Round) -> int:
    """Return the size of the largest age division after a round. One query.

    The attendance table's number of rounds depends on it (M-031).
    """
    return players_deciding_structure(players_by_age_division(after).values())


def contenders_in_order(after: Round | None) -> dict[str, list[tuple[int, int]]]:
    """Return the players who can still advance as (entry, points), best first, by age division.

    Players who dropped or were disqualified are left out, and after day 2 everyone who did not play it.
    One query.
    """
    standings = Standing.objects.filter(round=after, entry__dropped_in=None, entry__disqualified=False)
    if after is not None and after.stage.position > 0:
        standings = standings.filter(
            Exists(Qualifier.objects.filter(stage=after.stage, entry=OuterRef("entry")))
        )
    order: dict[str, list[tuple[int, int]]] = {}
    for age_division, entry, points in standings.order_by("place").values_list(
        "age_division", "entry_id", "points"
    ):
        order.setdefault(age_division, []).append((entry, points))
    return order


def entries_below_cut(after: Round) -> frozenset[int]:
    """Return the players who, by the standings after a round, only make the cut if players above them drop.

    Two queries.
    """
    gates, below = cut_gates(after.division, after), set[int]()
    for age_division, players in contenders_in_order(after).items():
        size = gates[age_division].size([points for _, points in players])
        if size >= MIN_ADVANCING:
            below.update(entry for entry, _ in players[size:])
    return frozenset(below)


def admitted_by_age_division(gates: Mapping[str, AdvancementGate], after: Round) -> dict[str, int]:
    """Return the number of players that each age division's gate admits after a round. One query.

    It is 0 if the gate admits fewer than two.
    """
    players_in_order = contenders_in_order(after)
    admitted = {
        name: gate.size([points for _, points in players_in_order.get(name, ())])
        for name, gate in gates.items()
    }
    return {name: size if size >= MIN_ADVANCING else 0 for name, size in admitted.items()}


def advancing_seeds(table: StandingsList, gate: AdvancementGate, size: int, *, byes: int = 0) -> list[Seed]:
    """Return the first `size` active players of a list, with the conditions of the gate that each meets.

    The first `byes` of them skip the first round.
    """
    active_rows = [row for row in table.rows if not row.person.dropped][:size]
    return [
        Seed(seed, row, gate.conditions_met(seed, row.person.points), seed <= byes)
        for seed, row in enumerate(active_rows, start=1)
    ]
