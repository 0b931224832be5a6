"""Day 2: a second stage of Swiss rounds for those who reached it on day 1 (M-015, M-016)."""

from collections.abc import Mapping

from django.db import transaction

from core.engine.refused import Refused
from core.services import journal
from pairings.engine.journal_kinds import DayTwoOpened
from pairings.engine.refusals import PairingRefusal
from pairings.models import Qualifier, Round, Stage
from pairings.queries.standings import advancing
from pairings.services import locks
from pairings.services.rounds import stages
from tournaments.models import Division, User

LEAST = 2


@transaction.atomic
def open_day_two(
    division: Division,
    *,
    by: User | None,
    sizes: Mapping[str, int] | None = None,
    rounds: int | None = None,
    anyway: bool = False,
) -> Stage:
    """Open day 2 for the best of day 1, with their points, opponents and byes.

    `sizes`: players by age division; default: those of the division's settings. `rounds`: of day 2; default: the
    settings or the attendance table. `anyway`: also before the planned rounds of day 1 are played.

    Refused: ROUND_AWAITS_REVIEW, ROUND_HAS_OPEN_MATCHES, ROUND_NOT_CLOSED, SWISS_NOT_OVER, CUT_HAS_STARTED_ALREADY,
    DAY_TWO_HAS_STARTED, DAY_TWO_NOT_PLANNED, DAY_TWO_WITHOUT_ROUNDS, DAY_TWO_TOO_SMALL (players), CUT_TOO_LARGE (size,
    players).
    """
    division = locks.division(division)
    stages.require_no_open_round(division)
    first = division.stages.order_by("-position").first()
    if first is None:
        raise Refused(PairingRefusal.SWISS_NOT_OVER, played=0, planned=stages.planned_rounds(division))
    if first.kind != Stage.Kind.SWISS:
        raise Refused(PairingRefusal.CUT_HAS_STARTED_ALREADY)
    if first.position > 0:
        raise Refused(PairingRefusal.DAY_TWO_HAS_STARTED)
    stages.require_swiss_over(first, anyway=anyway)
    newest = first.rounds.select_related("stage").order_by("-number")[0]
    places = _qualified(division, newest, sizes)
    later = rounds or advancing.day_two_rounds(division, advancing.attendance(newest))
    if not later:
        raise Refused(PairingRefusal.DAY_TWO_WITHOUT_ROUNDS)
    stage = Stage.objects.create(
        division=division,
        position=first.position + 1,
        kind=Stage.Kind.SWISS,
        rounds_planned=newest.number + later,
    )
    Qualifier.objects.bulk_create(
        [
            Qualifier(stage=stage, entry_id=entry, place=place)
            for ids in places.values()
            for place, entry in enumerate(ids, start=1)
        ]
    )
    journal.write(
        division.tournament,
        DayTwoOpened(
            stage=stage.pk,
            round=newest.number,
            rounds=later,
            players=sum(map(len, places.values())),
            sizes={age_division: len(ids) for age_division, ids in places.items()},
        ),
        by=by,
        division=division,
    )
    return stage


def planned_sizes(division: Division, after: Round) -> dict[str, int]:
    """The number of players of each age division in day 2 by the settings. Two queries."""
    return advancing.sizes(advancing.day_two_gates(division, after), after)


def _qualified(division: Division, after: Round, sizes: Mapping[str, int] | None) -> dict[str, list[int]]:
    """Entry ids of each age division, best first."""
    if sizes is None and not division.day_two_by:
        raise Refused(PairingRefusal.DAY_TWO_NOT_PLANNED)
    chosen = planned_sizes(division, after) if sizes is None else sizes
    here = advancing.in_order(after)
    for age_division, size in chosen.items():
        if size > len(here.get(age_division, ())):
            raise Refused(PairingRefusal.CUT_TOO_LARGE, size=size, players=len(here.get(age_division, ())))
    qualified = {
        name: [entry for entry, _ in here.get(name, ())[:size]] for name, size in chosen.items() if size
    }
    players = sum(map(len, qualified.values()))
    if players < LEAST:
        raise Refused(PairingRefusal.DAY_TWO_TOO_SMALL, players=players)
    return qualified
