"""Day 2: a second stage of Swiss rounds for the players who qualified on day 1 (M-015, M-016)."""

from collections.abc import Mapping

from django.db import transaction

from core.engine.refused import Refused
from core.services import journal
from pairings.engine.journal_kinds import DayTwoOpened
from pairings.engine.refusals import PairingRefusal
from pairings.models import Qualifier, Round, Stage
from pairings.queries.rounds.division_rounds import latest_round
from pairings.queries.standings import advancing
from pairings.services import locks
from pairings.services.rounds import stages
from tournaments.models import Division, User

MIN_PLAYERS = 2


@transaction.atomic
def open_day_two(
    division: Division,
    *,
    by: User | None,
    sizes: Mapping[str, int] | None = None,
    rounds: int | None = None,
    anyway: bool = False,
) -> Stage:
    """Open day 2 for the best players of day 1, who keep their points, opponents and byes.

    - `sizes`: number of players by age division, by default from the division's settings.
    - `rounds`: number of rounds of day 2, by default from the settings or the attendance table.
    - `anyway`: open day 2 even before the planned rounds of day 1 are played.

    Refused: ROUND_AWAITS_REVIEW, ROUND_HAS_OPEN_MATCHES, ROUND_NOT_CLOSED, SWISS_NOT_OVER, CUT_HAS_STARTED_ALREADY,
    DAY_TWO_HAS_STARTED, DAY_TWO_NOT_PLANNED, DAY_TWO_WITHOUT_ROUNDS, DAY_TWO_TOO_SMALL (players),
    DAY_TWO_TOO_LARGE (size, players).
    """
    division = locks.lock_division(division)
    stages.require_no_open_round(division)
    day_one = stages.last_swiss_stage(division)
    if day_one.position > 0:
        raise Refused(PairingRefusal.DAY_TWO_HAS_STARTED)
    stages.require_swiss_over(day_one, anyway=anyway)
    last_round = latest_round(day_one)
    assert last_round is not None  # noqa: S101 - day 1 has been played

    # The best entries of each age division qualify.
    if sizes is None and not division.has_day_two:
        raise Refused(PairingRefusal.DAY_TWO_NOT_PLANNED)
    size_by_age_division = planned_day_two_sizes(division, last_round) if sizes is None else sizes
    ranking_by_age_division = advancing.contenders_in_order(last_round)
    for age_division, size in size_by_age_division.items():
        players = len(ranking_by_age_division.get(age_division, ()))
        if size > players:
            raise Refused(PairingRefusal.DAY_TWO_TOO_LARGE, size=size, players=players)
    qualified = {
        name: [entry for entry, _ in ranking_by_age_division.get(name, ())[:size]]
        for name, size in size_by_age_division.items()
        if size
    }
    players = sum(map(len, qualified.values()))
    if players < MIN_PLAYERS:
        raise Refused(PairingRefusal.DAY_TWO_TOO_SMALL, players=players)

    day_two_rounds = rounds or advancing.day_two_rounds(division, advancing.largest_age_division(last_round))
    if not day_two_rounds:
        raise Refused(PairingRefusal.DAY_TWO_WITHOUT_ROUNDS)
    stage = Stage.objects.create(
        division=division,
        position=day_one.position + 1,
        kind=Stage.Kind.SWISS,
        rounds_planned=last_round.number + day_two_rounds,
    )
    Qualifier.objects.bulk_create(
        [
            Qualifier(stage=stage, entry_id=entry, place=place)
            for ids in qualified.values()
            for place, entry in enumerate(ids, start=1)
        ]
    )
    journal.write_journal_line(
        division.tournament,
        DayTwoOpened(
            stage=stage.pk,
            round=last_round.number,
            rounds=day_two_rounds,
            players=players,
            sizes={age_division: len(ids) for age_division, ids in qualified.items()},
        ),
        by=by,
        division=division,
    )
    return stage


def planned_day_two_sizes(division: Division, after: Round) -> dict[str, int]:
    """Return the number of players on day 2 by age division, according to the settings. Two queries."""
    return advancing.admitted_by_age_division(advancing.day_two_gates(division, after), after)
