"""Start the top cut: seed the bracket from the standings."""

from collections.abc import Mapping

from django.db import transaction

from core.engine.refused import Refused
from core.services import journal
from pairings.engine.journal_kinds import CutStarted
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, Stage
from pairings.queries.rounds.division_rounds import latest_round
from pairings.queries.standings import advancing
from pairings.services import locks
from pairings.services.bracket import brackets
from pairings.services.rounds import stages
from tournaments.models import Division, User

MIN_CUT_SIZE = 2


@transaction.atomic
def start_cut(
    division: Division,
    *,
    by: User | None,
    sizes: Mapping[str, int] | None = None,
    third_place: bool | None = None,
    anyway: bool = False,
) -> Stage:
    """Open the top cut of a division after its last Swiss round.

    - `sizes`: number of players by age division, or 0 for no cut, by default from the division's settings or the
      attendance table.
    - `third_place`: whether third place is played, by default from the division's settings.
    - `anyway`: open the cut even before the planned rounds or a planned day 2 are played.

    Refused: ROUND_AWAITS_REVIEW, ROUND_HAS_OPEN_MATCHES, ROUND_NOT_CLOSED, SWISS_NOT_OVER, DAY_TWO_FIRST,
    CUT_HAS_STARTED_ALREADY, NO_CUT_PLANNED, CUT_TOO_LARGE, CUT_TOO_SMALL.
    """
    division = locks.lock_division(division)
    stages.require_no_open_round(division)
    swiss = stages.last_swiss_stage(division)
    stages.require_swiss_over(swiss, anyway=anyway)
    if division.has_day_two and swiss.position == 0 and not anyway:
        raise Refused(PairingRefusal.DAY_TWO_FIRST)
    last_round = latest_round(swiss)
    size_by_age_division = dict(sizes) if sizes is not None else planned_cut_sizes(division, last_round)
    ranking_by_age_division = advancing.contenders_in_order(last_round)
    seeds = {}
    for age_division, size in size_by_age_division.items():
        if not size:
            continue
        players = ranking_by_age_division.get(age_division, ())
        if size < MIN_CUT_SIZE:
            raise Refused(PairingRefusal.CUT_TOO_SMALL, size=size)
        if len(players) < size:
            raise Refused(PairingRefusal.CUT_TOO_LARGE, size=size, players=len(players))
        seeds[age_division] = [entry for entry, _ in players[:size]]
    if not seeds:
        raise Refused(PairingRefusal.NO_CUT_PLANNED)
    has_third_place = division.third_place if third_place is None else third_place
    largest = max(len(entries) for entries in seeds.values())
    stage = Stage.objects.create(
        division=division,
        position=swiss.position + 1,
        kind=Stage.Kind.ELIMINATION,
        rounds_planned=(largest - 1).bit_length(),
    )
    for age_division, entries in seeds.items():
        brackets.create_bracket(
            stage, age_division=age_division, entrants=entries, third_place=has_third_place
        )
    journal.write_journal_line(
        division.tournament,
        CutStarted(
            stage=stage.pk,
            round=last_round.number if last_round else 0,
            players=sum(map(len, seeds.values())),
            sizes={age_division: len(entries) for age_division, entries in seeds.items()},
        ),
        by=by,
        division=division,
    )
    return stage


def planned_cut_sizes(division: Division, after: Round | None) -> dict[str, int]:
    """Return the size of each age division's cut, by place, points or both (M-013, M-016, M-031).

    Empty without a round `after`. Two queries.
    """
    return (
        advancing.admitted_by_age_division(advancing.cut_gates(division, after), after)
        if after is not None
        else {}
    )
