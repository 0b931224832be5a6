"""The state of a division: its phase, its rounds, and what comes next."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from pairings.engine.outcomes import Outcome
from pairings.models import Round, Stage
from pairings.queries.rounds.division_rounds import find_round_of_division
from tournaments.models import Division, Entry, Tournament


class Phase(StrEnum):
    """Next step of a division."""

    PAIR = "pair"
    REVIEW = "review"
    RESULTS = "results"
    DAY_TWO = "day_two"
    SWISS_OVER = "swiss_over"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DivisionState:
    """State of a division. `stage` and the latest round `newest` are None before round 1."""

    division: Division
    stage: Stage | None
    newest: Round | None
    phase: Phase
    next_number: int

    @property
    def in_cut(self) -> bool:
        """Whether the latest stage is the cut."""
        return self.stage is not None and self.stage.kind == Stage.Kind.ELIMINATION


def divisions_for_desk(event: Tournament) -> QuerySet[Division]:
    """Return the divisions of an event, annotated for the desk.

    `newest` is the number of the latest round, `open` the number of open tables, and `peopled` is True if the
    division has entries, even dropped ones.
    """
    latest_numbers = Round.objects.filter(division=OuterRef("pk")).order_by("-number").values("number")[:1]
    is_open = Q(rounds__state=Round.State.POSTED, rounds__matches__outcome=Outcome.PENDING.value)
    annotated_divisions = event.divisions.annotate(
        newest=Subquery(latest_numbers),
        open=Count("rounds__matches", filter=is_open),
        peopled=Exists(Entry.objects.filter(division=OuterRef("pk"))),
    )
    return annotated_divisions.order_by("position", "id")


def load_division_state(division: Division) -> DivisionState:
    """Determine the state of a division. At most three queries."""
    latest_round = find_round_of_division(division)
    if latest_round is None:
        return DivisionState(division, None, None, Phase.PAIR, 1)
    stage = division.stages.order_by("-position").first() or latest_round.stage
    is_swiss = stage.kind == Stage.Kind.SWISS
    if latest_round.state == Round.State.UNPOSTED:
        phase = Phase.REVIEW
    elif latest_round.state == Round.State.POSTED:
        phase = Phase.RESULTS
    elif (latest_round.number if is_swiss else stage.rounds.count()) < (stage.rounds_planned or 0):
        phase = Phase.PAIR
    elif not is_swiss:
        phase = Phase.OVER
    else:
        phase = Phase.DAY_TWO if stage.position == 0 and division.has_day_two else Phase.SWISS_OVER
    return DivisionState(division, stage, latest_round, phase, latest_round.number + 1)


def may_start_cut_early(division_state: DivisionState) -> bool:
    """Return whether a division may start its cut instead of the next Swiss round."""
    is_swiss = division_state.stage is not None and division_state.stage.kind == Stage.Kind.SWISS
    has_stage_begun = (
        division_state.stage is None
        or not division_state.stage.position
        or division_state.stage.rounds.exists()
    )
    return is_swiss and has_stage_begun and division_state.phase in (Phase.PAIR, Phase.DAY_TWO)
