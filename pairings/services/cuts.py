"""The top cut: from the standings into the bracket."""

from collections.abc import Mapping

from django.db import transaction

from pairings.models import Round, Stage, Standing
from pairings.services import brackets, stages
from tournaments.engine.refused import Refused
from tournaments.engine.structure import cut_for
from tournaments.models import Division, User
from tournaments.services import journal, locks

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

    `sizes`: players by category; without it the division's own size, or the attendance table's. A category with
    a size of 0 has no cut. `anyway`: also before the planned rounds are played.
    Refused: ROUND_IS_DRAFT, ROUND_HAS_OPEN_MATCHES, ROUND_NOT_CLOSED, SWISS_NOT_OVER, CUT_HAS_STARTED_ALREADY,
    NO_CUT_PLANNED, CUT_TOO_LARGE, CUT_TOO_SMALL.
    """
    division = locks.hold(division)
    stages.require_no_open_round(division)
    swiss = _swiss_that_is_over(division, anyway=anyway)
    newest = swiss.rounds.order_by("-number").first()
    chosen = dict(sizes) if sizes is not None else planned_sizes(division, newest)
    seeds = {category: _best(newest, category, size) for category, size in chosen.items() if size}
    if not seeds:
        raise Refused("NO_CUT_PLANNED")
    third = division.third_place if third_place is None else third_place
    largest = max(len(ids) for ids in seeds.values())
    stage = Stage.objects.create(
        division=division,
        position=swiss.position + 1,
        kind=Stage.Kind.ELIMINATION,
        rounds_planned=(largest - 1).bit_length(),
    )
    for category, ids in seeds.items():
        brackets.create(stage, category=category, entrants=ids, third_place=third)
    journal.write(
        division.tournament,
        "CutStarted",
        by=by,
        division=division,
        stage=stage.pk,
        round=newest.number if newest else 0,
        players=sum(map(len, seeds.values())),
        sizes={category: len(ids) for category, ids in seeds.items()},
    )
    return stage


def _swiss_that_is_over(division: Division, *, anyway: bool) -> Stage:
    stage = division.stages.order_by("-position").first()
    if stage is None:
        raise Refused("SWISS_NOT_OVER", played=0, planned=stages.planned_rounds(division))
    if stage.kind != Stage.Kind.SWISS:
        raise Refused("CUT_HAS_STARTED_ALREADY")
    played = stage.rounds.count()
    if not played or (played < (stage.rounds_planned or 0) and not anyway):
        raise Refused("SWISS_NOT_OVER", played=played, planned=stage.rounds_planned)
    return stage


def planned_sizes(division: Division, after: Round | None) -> dict[str, int]:
    """The size of the cut of each category, set by hand or by the attendance table (M-013, M-031)."""
    if after is None:
        return {}
    counts: dict[str, int] = {}
    for category in after.standings.values_list("category", flat=True):
        counts[category] = counts.get(category, 0) + 1
    table = stages.table_name(division.tournament)
    sizes = {
        category: min(division.cut_size, count) if division.cut_size is not None else cut_for(count, table)
        for category, count in counts.items()
    }
    return {category: size if size >= LEAST_CUT else 0 for category, size in sizes.items()}


def _best(after: Round | None, category: str, size: int) -> list[int]:
    """The first `size` of a category who have not left. Refused: CUT_TOO_SMALL, CUT_TOO_LARGE."""
    if size < LEAST_CUT:
        raise Refused("CUT_TOO_SMALL", size=size)
    rows = Standing.objects.filter(
        round=after, category=category, entry__dropped_in__isnull=True, entry__disqualified=False
    )
    ids = list(rows.order_by("place").values_list("entry_id", flat=True)[:size])
    if len(ids) < size:
        raise Refused("CUT_TOO_LARGE", size=size, players=len(ids))
    return ids
