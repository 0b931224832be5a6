"""Compute standings in one pass when a round closes and after corrections, and store them per round."""

from collections.abc import Container

from core import stamps
from core.services import bulk_rows
from pairings.engine.metrics import TIE_BREAKS
from pairings.models import Round, Stage, Standing
from pairings.queries.standings.swiss_standings import standings_after
from tournaments import scopes
from tournaments.models import Division, Tournament, User

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


def store_standings(round_: Round) -> None:
    """Store the standings after a Swiss round, replacing the stored ones. A cut round has no standings."""
    if round_.stage.kind != Stage.Kind.SWISS:
        return
    stamps.mark_scopes_changed(scopes.event_scope(round_.division.tournament_id))
    round_.standings.all().delete()
    rows = [
        (
            round_.pk,
            standing.id,
            age_division,
            standing.place,
            standing.points,
            standing.wins,
            standing.losses,
            standing.ties,
            *standing.tie_breaks.values(),
        )
        for age_division, standings in standings_after(round_.division, round_.number).items()
        for standing in standings
    ]
    bulk_rows.insert_rows(Standing, COLUMNS, rows)


def rank_round_and_later_ones_again(round_: Round) -> None:
    """Rank this round and every later closed round again after a correction."""
    rank_closed_rounds_again(round_.division, since=round_.number)


def rank_closed_rounds_again(division: Division, *, since: int) -> None:
    """Rank again every closed round from number `since` on."""
    closed_rounds = division.rounds.filter(state=Round.State.CLOSED, number__gte=since)
    for round_ in closed_rounds.select_related("stage", "division__tournament").order_by("number"):
        store_standings(round_)


def rank_again_after_event_change(event: Tournament, changed: Container[str], _by: User | None) -> None:
    """Rank all closed rounds of an event again if a changed setting affects standings."""
    if "awarded_bye" in changed:
        for division in event.divisions.all():
            rank_closed_rounds_again(division, since=1)
