"""A division as a TOM pod: its roster, the stages of its rounds, its brackets and its cut."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairings.engine.bracket import seed_order
from pairings.engine.outcomes import Outcome
from pairings.models import Bracket, Match, Round, Stage
from pairings.queries.standings import advancing
from tournaments.engine.divisions import AGE_DIVISIONS
from tournaments.engine.structure import deciding, rounds_for
from tournaments.models import Division, Entry

PAIRED, STARTED, COMPLETE, LAST = 2, 4, 6, 8
"""Stages of a round."""

OLDEST_FIRST = AGE_DIVISIONS[::-1]


@dataclass(frozen=True)
class Field:
    """One division with its posted and closed rounds, and its players in the order of the roster."""

    division: Division
    roster: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    matches: Mapping[int, Sequence[Match]]
    stages: tuple[Stage, ...]
    brackets: tuple[Bracket, ...]
    from_tom: bool

    @property
    def tom_division(self) -> str:
        """TOM's division for it: a field of all ages with only one age is a pod of that age."""
        ages = {entry.age_division for entry in self.roster}
        alone = self.division.age_division == "all" and len(ages) == 1 and not self.from_tom
        return (
            ages.pop()
            if alone and self.division.tournament.structure != "elimination"
            else self.division.age_division
        )

    @property
    def first(self) -> Round | None:
        return self.rounds[0] if self.rounds else None


def additional_rounds(division: Division, stages: Sequence[Stage], roster: Iterable[Entry]) -> int:
    """Swiss rounds beyond those of the attendance table."""
    swiss = [stage for stage in stages if stage.kind == Stage.Kind.SWISS]
    if not swiss:
        return 0
    planned = swiss[-1].rounds_planned or 0
    ages = Counter(entry.age_division for entry in roster if entry.joined_round == 1)
    return max(0, planned - rounds_for(deciding(ages.values()), advancing.table_of(division)))


def newest_of(field: Field | None) -> int:
    """Number of the newest round of a field, 0 before round 1."""
    return field.rounds[-1].number if field and field.rounds else 0


def slots_of(field: Field) -> dict[int, tuple[int, int | None]]:
    """Slot and seed of every player in a bracket; a pure elimination has no seeds."""
    slots: dict[int, tuple[int, int | None]] = {}
    for bracket in field.brackets:
        seats = {seat.seed: seat.entry_id for seat in bracket.seeds.all()}
        size = 1 << (max(seats) - 1).bit_length() if seats else 0
        for slot, seed in enumerate(seed_order(size) if size else (), start=1):
            if seed in seats:
                slots[seats[seed]] = (slot, seed if bracket.stage.position else None)
    return slots


def stage_of(round_: Round, field: Field) -> int:
    """The stage of a round; the last of the Swiss rounds or of the bracket has LAST."""
    if round_.state != Round.State.CLOSED:
        pairs = [match for match in field.matches[round_.pk] if match.right_id is not None]
        return STARTED if any(match.outcome != Outcome.PENDING for match in pairs) else PAIRED
    same = [other.number for other in field.rounds if other.stage.kind == round_.stage.kind]
    last = round_.number == max(same)
    if round_.stage.kind == Stage.Kind.SWISS:
        planned = max(
            (stage.rounds_planned or 0 for stage in field.stages if stage.kind == round_.stage.kind),
            default=0,
        )
        over = round_.number >= planned or any(stage.kind != round_.stage.kind for stage in field.stages)
    else:
        over = round_.number - min(same) + 1 >= (round_.stage.rounds_planned or 0)
    return LAST if last and over else COMPLETE


def tom_order(match: Match) -> tuple[int, int, int]:
    """Byes first, awarded ones before the others; tables; then losses for missed rounds."""
    alone = {Outcome.AWARDED_BYE: 0, Outcome.BYE: 1, Outcome.LATE_LOSS: 3}
    return alone.get(Outcome(match.outcome), 2), match.table or 0, match.position


def chosen_cut(field: Field, age_division: str, players: int) -> int:
    """The size of the bracket, else the planned size."""
    division = field.division
    if field.brackets:
        bracket = _bracket_of(field, age_division)
        return bracket.size if bracket else 0
    if division.tournament.structure == "swiss" and not division.cut_size:
        return 0
    if division.cut_size is not None and division.cut_size > players:
        return 0
    return advancing.cut_gate(division, players).place


def third_place_paired(field: Field, age_division: str) -> bool:
    """Whether the match for third place of an age division's bracket has been paired (M-027)."""
    bracket = _bracket_of(field, age_division)
    matches = (match for round_ in field.rounds for match in field.matches[round_.pk])
    return bracket is not None and any(
        match.third_place and match.bracket_id == bracket.pk for match in matches
    )


def _bracket_of(field: Field, age_division: str) -> Bracket | None:
    """TOM's bracket of an age division: its own; for the oldest one also that of all ages."""
    by_age = {bracket.age_division: bracket for bracket in field.brackets}
    ages = {entry.age_division for entry in field.roster}
    oldest = next((age for age in OLDEST_FIRST if age in ages), age_division)
    return by_age.get(age_division, by_age.get("all") if age_division == oldest else None)
