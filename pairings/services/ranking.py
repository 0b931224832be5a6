"""Standings, computed in one pass at each close and after each correction, and kept per round."""

from collections.abc import Iterable

from pairings.engine import standings
from pairings.engine.standings import Line
from pairings.models import Round, Stage, Standing
from pairings.queries import fields
from tournaments.models import Division

BATCH = 500


def lines_after(division: Division, number: int) -> dict[str, tuple[Line, ...]]:
    """The Swiss standings of a division after round `number`, by category, places restarting in each."""
    lines = standings.rank(
        fields.competitors(division, after=number),
        fields.swiss_results(division, until=number),
        rounds_planned=_planned(division),
    )
    category = fields.categories(division)
    return standings.split(lines, lambda line: category[line.id])


def _planned(division: Division) -> int | None:
    stage = division.stages.filter(kind=Stage.Kind.SWISS).first()
    return stage.rounds_planned if stage else None


def snapshot(round_: Round) -> None:
    """Keep the standings after a Swiss round, in place of those kept for it before."""
    if round_.stage.kind != Stage.Kind.SWISS:
        return
    round_.standings.all().delete()
    Standing.objects.bulk_create(_rows(round_, lines_after(round_.division, round_.number)), batch_size=BATCH)


def _rows(round_: Round, by_category: dict[str, tuple[Line, ...]]) -> Iterable[Standing]:
    for category, lines in by_category.items():
        for line in lines:
            yield Standing(
                round=round_,
                entry_id=line.id,
                category=category,
                place=line.place,
                points=line.points,
                wins=line.wins,
                losses=line.losses,
                ties=line.ties,
                owp=line.owp,
                oowp=line.oowp,
            )


def snapshot_from(round_: Round) -> None:
    """Rank again after a correction: this round and every closed one after it."""
    rank_again(round_.division, since=round_.number)


def rank_again(division: Division, *, since: int) -> None:
    """Rank every closed round from number `since` on: what their standings are made of has changed."""
    later = division.rounds.filter(state=Round.State.CLOSED, number__gte=since)
    for one in later.select_related("stage", "division__tournament").order_by("number"):
        snapshot(one)
