"""The top cut: from the standings into the bracket."""

from collections.abc import Mapping

from django.db import transaction

from core.engine.refused import Refused
from core.services import journal
from pairings.engine.journal_kinds import CutStarted
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, Stage
from pairings.queries.standings import advancing
from pairings.services import locks
from pairings.services.bracket import brackets
from pairings.services.rounds import stages
from tournaments.models import Division, User

LEAST_CUT = 2


@transaction.atomic
def start(
    division: Division,
    *,
    by: User | None,
    sizes: Mapping[str, int] | None = None,
    third_place: bool | None = None,
    anyway: bool = False,
) -> Stage:
    """Open the top cut of a division after its last Swiss round.

    `sizes`: players by age division, 0 for no cut; default: those of the division's settings or the attendance table.
    `anyway`: also before the planned rounds or a planned day 2 are played.

    Refused: ROUND_AWAITS_REVIEW, ROUND_HAS_OPEN_MATCHES, ROUND_NOT_CLOSED, SWISS_NOT_OVER, DAY_TWO_FIRST,
    CUT_HAS_STARTED_ALREADY, NO_CUT_PLANNED, CUT_TOO_LARGE, CUT_TOO_SMALL.
    """
    division = locks.division(division)
    stages.require_no_open_round(division)
    swiss = _swiss_that_is_over(division, anyway=anyway)
    newest = swiss.rounds.select_related("stage").order_by("-number").first()
    chosen = dict(sizes) if sizes is not None else planned_sizes(division, newest)
    here = advancing.in_order(newest)
    seeds = {}
    for age_division, size in chosen.items():
        if not size:
            continue
        players = here.get(age_division, ())
        if size < LEAST_CUT:
            raise Refused(PairingRefusal.CUT_TOO_SMALL, size=size)
        if len(players) < size:
            raise Refused(PairingRefusal.CUT_TOO_LARGE, size=size, players=len(players))
        seeds[age_division] = [entry for entry, _ in players[:size]]
    if not seeds:
        raise Refused(PairingRefusal.NO_CUT_PLANNED)
    third = division.third_place if third_place is None else third_place
    largest = max(len(ids) for ids in seeds.values())
    stage = Stage.objects.create(
        division=division,
        position=swiss.position + 1,
        kind=Stage.Kind.ELIMINATION,
        rounds_planned=(largest - 1).bit_length(),
    )
    for age_division, ids in seeds.items():
        brackets.create(stage, age_division=age_division, entrants=ids, third_place=third)
    journal.write(
        division.tournament,
        CutStarted(
            stage=stage.pk,
            round=newest.number if newest else 0,
            players=sum(map(len, seeds.values())),
            sizes={age_division: len(ids) for age_division, ids in seeds.items()},
        ),
        by=by,
        division=division,
    )
    return stage


def _swiss_that_is_over(division: Division, *, anyway: bool) -> Stage:
    stage = division.stages.order_by("-position").first()
    if stage is None:
        raise Refused(PairingRefusal.SWISS_NOT_OVER, played=0, planned=stages.planned_rounds(division))
    if stage.kind != Stage.Kind.SWISS:
        raise Refused(PairingRefusal.CUT_HAS_STARTED_ALREADY)
    stages.require_swiss_over(stage, anyway=anyway)
    if division.day_two_by and stage.position == 0 and not anyway:
        raise Refused(PairingRefusal.DAY_TWO_FIRST)
    return stage


def planned_sizes(division: Division, after: Round | None) -> dict[str, int]:
    """The size of the cut of each age division by place, by points or both (M-013, M-016, M-031). Two queries."""
    return advancing.sizes(advancing.cut_gates(division, after), after) if after is not None else {}
