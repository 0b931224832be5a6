"""Convert a division to a TOM pod: its roster, the stages of its rounds, its brackets and its cut."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairings.engine.bracket import seed_order
from pairings.engine.outcomes import Outcome
from pairings.models import Bracket, Match, Round, Stage
from pairings.queries.standings import advancing
from tournaments.engine.divisions import AGE_DIVISIONS
from tournaments.engine.structure import players_deciding_structure, swiss_rounds_for_attendance
from tournaments.models import Division, Entry

PAIRED, STARTED, COMPLETE, LAST = 2, 4, 6, 8
"""Stages of a round in TOM."""

OLDEST_FIRST = AGE_DIVISIONS[::-1]


@dataclass(frozen=True)
class DivisionField:
    """A division with its posted and closed rounds, and its players in the order of the roster.

    `matches` maps round keys to matches. `from_tom` means that the event was imported from a TOM file.
    """

    division: Division
    roster: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    matches: Mapping[int, Sequence[Match]]
    stages: tuple[Stage, ...]
    brackets: tuple[Bracket, ...]
    from_tom: bool

    @property
    def tom_division(self) -> str:
        """TOM's division of the pod.

        An all-ages division whose players are all of one age division is a pod of that age division, except
        in a pure elimination and in events imported from TOM.
        """
        ages = {entry.age_division for entry in self.roster}
        is_single_age = self.division.age_division == "all" and len(ages) == 1 and not self.from_tom
        return (
            ages.pop()
            if is_single_age and self.division.tournament.structure != "elimination"
            else self.division.age_division
        )

    @property
    def first(self) -> Round | None:
        """The first posted round, or None."""
        return self.rounds[0] if self.rounds else None

    def bracket_of(self, age_division: str) -> Bracket | None:
        """Return the bracket of an age division, or None if there is none.

        The bracket for all ages is returned for the oldest age division if that has no bracket of its own.
        """
        bracket_by_age = {bracket.age_division: bracket for bracket in self.brackets}
        ages = {entry.age_division for entry in self.roster}
        oldest_age = next((age for age in OLDEST_FIRST if age in ages), age_division)
        return bracket_by_age.get(
            age_division, bracket_by_age.get("all") if age_division == oldest_age else None
        )


def additional_rounds(division: Division, stages: Sequence[Stage], roster: Iterable[Entry]) -> int:
    """Return the number of Swiss rounds planned beyond the attendance table."""
    swiss_stages = [stage for stage in stages if stage.kind == Stage.Kind.SWISS]
    if not swiss_stages:
        return 0
    planned_rounds = swiss_stages[-1].rounds_planned or 0
    ages = Counter(entry.age_division for entry in roster if entry.joined_round == 1)
    return max(
        0,
        planned_rounds
        - swiss_rounds_for_attendance(
            players_deciding_structure(ages.values()), advancing.attendance_table(division)
        ),
    )


def latest_round_number(field: DivisionField | None) -> int:
    """Return the number of the latest round of a field, or 0 before round 1."""
    return field.rounds[-1].number if field and field.rounds else 0


def slots_and_seeds(field: DivisionField) -> dict[int, tuple[int, int | None]]:
    """Return slot and seed of every player in a bracket, by entry key; a pure elimination has no seeds."""
    slots: dict[int, tuple[int, int | None]] = {}
    for bracket in field.brackets:
        seats = {seat.seed: seat.entry_id for seat in bracket.seeds.all()}
        size = 1 << (max(seats) - 1).bit_length() if seats else 0
        for slot, seed in enumerate(seed_order(size) if size else (), start=1):
            if seed in seats:
                slots[seats[seed]] = (slot, seed if bracket.stage.position else None)
    return slots


def tom_stage_of_round(round_: Round, field: DivisionField) -> int:
    """Return TOM's stage of a round, LAST for the last Swiss round and the last round of the bracket."""
    if round_.state != Round.State.CLOSED:
        pairs = [match for match in field.matches[round_.pk] if match.right_id is not None]
        return STARTED if any(match.outcome != Outcome.PENDING for match in pairs) else PAIRED
    numbers = [other.number for other in field.rounds if other.stage.kind == round_.stage.kind]
    is_last = round_.number == max(numbers)
    if round_.stage.kind == Stage.Kind.SWISS:
        planned_rounds = max(
            (stage.rounds_planned or 0 for stage in field.stages if stage.kind == round_.stage.kind),
            default=0,
        )
        is_stage_over = round_.number >= planned_rounds or any(
            stage.kind != round_.stage.kind for stage in field.stages
        )
    else:
        is_stage_over = round_.number - min(numbers) + 1 >= (round_.stage.rounds_planned or 0)
    return LAST if is_last and is_stage_over else COMPLETE


def tom_order_key(match: Match) -> tuple[int, int, int]:
    """Return the key to sort matches like TOM: awarded byes, byes, tables, losses for missed rounds."""
    group_by_outcome = {Outcome.AWARDED_BYE: 0, Outcome.BYE: 1, Outcome.LATE_LOSS: 3}
    return group_by_outcome.get(Outcome(match.outcome), 2), match.table or 0, match.position


def tom_cut_size(field: DivisionField, age_division: str, players: int) -> int:
    """Return the size of an age division's bracket, or before it exists the planned size.

    It is 0 without a cut, and if the planned size exceeds `players`, the number of players of the age division.
    """
    division = field.division
    if field.brackets:
        bracket = field.bracket_of(age_division)
        return bracket.size if bracket else 0
    if division.tournament.structure == "swiss" and not division.cut_size:
        return 0
    if division.cut_size is not None and division.cut_size > players:
        return 0
    return advancing.cut_gate(division, players).place


def is_third_place_paired(field: DivisionField, age_division: str) -> bool:
    """Return whether the match for third place of an age division's bracket has been paired (M-027)."""
    bracket = field.bracket_of(age_division)
    matches = (match for round_ in field.rounds for match in field.matches[round_.pk])
    return bracket is not None and any(
        match.third_place and match.bracket_id == bracket.pk for match in matches
    )
