"""The way from a table to “Time was called: who wins?”, with what the table knows already."""

from django.urls import reverse

from floor.engine import table as engine
from floor.engine.resolution import Ending, GamePhase, MatchState, Stage, Tardy
from floor.queries.table import Table

PLACE_WORDS = {
    GamePhase.NOT_BEGUN: "before",
    GamePhase.DURING: "game",
    GamePhase.SUDDEN_DEATH_DUE: "both",
    GamePhase.SUDDEN_DEATH: "decider",
}


def time_url(found: Table) -> str:
    """ "Time was called: who wins?" with what the table knows already."""
    match, told = found.match, found.situation
    known = _place(told) | _time(told) | _criteria(told)
    stays = {"event": match.round.division.tournament.slug, "match": str(match.pk)}
    return reverse("floor:time", query={**stays, **{name: str(value) for name, value in known.items()}})


def _place(told: MatchState) -> dict[str, object]:
    if told.spot is None or (told.spot is GamePhase.NOT_BEGUN and not told.time_called):
        return {}
    won = {f"g{number}": player for number, player in enumerate(told.earlier, 1) if player}
    return {"place": f"{PLACE_WORDS[told.spot]}-{told.number}", **won}


def _time(told: MatchState) -> dict[str, object]:
    if not told.time_called:
        return {}
    all_over = told.turns == engine.MOST_TURNS and told.ending is Ending.PLAYING
    known = {
        "ending": Ending.OVER if all_over else told.ending,
        "turns": told.turns,
        "phase": told.phase,
        "turn_of": told.turn_of,
    }
    return {name: value for name, value in known.items() if value is not None}


def _criteria(told: MatchState) -> dict[str, object]:
    ways = {(1, 1): "even", (2, 1): "A", (1, 2): "B"}
    known: dict[str, object | None] = {
        "ways": ways.get((told.ways.a, told.ways.b)) if told.ways else None,
        "late": None if told.tardy is Tardy.TOO_LATE else told.tardy,
        "a": told.prizes_a,
        "b": told.prizes_b,
    }
    if told.penalties is not None and told.stage is Stage.ELIMINATION and told.time_called:
        known["penalties"] = f"{told.penalties.a}-{told.penalties.b}"
    return {name: value for name, value in known.items() if value is not None}
