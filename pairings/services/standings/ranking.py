"""Standings, computed in one pass at each close and after each correction, and stored per round."""

from core import stamps
from pairings.engine.metrics import TIE_BREAKS
from pairings.models import Round, Stage, Standing
from pairings.queries.standings.ranks import lines_after
from pairings.services.rounds import bulk
from tournaments import scopes
from tournaments.models import Division

COLUMNS = (
    "round_id",
    "entry_id",
    "age_division",
    "place",
    "points",
    "wins",
    "losses",
    "ties",
    *TIE_BREAKS,
)


def snapshot(round_: Round) -> None:
    """Store the standings after a Swiss round, replacing those stored before."""
    if round_.stage.kind != Stage.Kind.SWISS:
        return
    stamps.mark(scopes.event(round_.division.tournament_id))
    round_.standings.all().delete()
    rows = [
        (
            round_.pk,
            line.id,
            age_division,
            line.place,
            line.points,
            line.wins,
            line.losses,
            line.ties,
            *line.tie_breaks.values(),
        )
        for age_division, lines in lines_after(round_.division, round_.number).items()
        for line in lines
    ]
    bulk.insert(Standing, COLUMNS, rows)


def snapshot_from(round_: Round) -> None:
    """Rank this round and every closed one after it again, after a correction."""
    rank_again(round_.division, since=round_.number)


def rank_again(division: Division, *, since: int) -> None:
    """Rank every closed round from number `since` on again."""
    later = division.rounds.filter(state=Round.State.CLOSED, number__gte=since)
    for round_ in later.select_related("stage", "division__tournament").order_by("number"):
        snapshot(round_)


def places(division: Division) -> dict[int, int]:
    """The place of each entry in the latest stored standings, in its own list."""
    newest = (
        division.rounds.filter(state=Round.State.CLOSED, standings__isnull=False).order_by("-number").first()
    )
    return dict(
        Standing.objects.filter(round=newest).order_by("age_division", "place").values_list("entry", "place")
    )
