"""Links from a table to "Time was called: who wins?" with the facts already known."""

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
    """URL of "Time was called: who wins?" with the known facts."""
    match, state = found.match, found.situation
    if state.spot is None or (state.spot is GamePhase.NOT_BEGUN and not state.time_called):
        place = {}
    else:
        won = {f"g{number}": player for number, player in enumerate(state.earlier, 1) if player}
        place = {"place": f"{PLACE_WORDS[state.spot]}-{state.number}", **won}
    known = place | _time(state) | _criteria(state)
    stays = {"event": match.round.division.tournament.slug, "match": str(match.pk)}
    return reverse("floor:time", query={**stays, **{name: str(value) for name, value in known.items()}})


def _time(state: MatchState) -> dict[str, object]:
    if not state.time_called:
        return {}
    all_over = state.turns == engine.MOST_TURNS and state.ending is Ending.PLAYING
    known = {
        "ending": Ending.OVER if all_over else state.ending,
        "turns": state.turns,
        "phase": state.phase,
        "turn_of": state.turn_of,
    }
    return {name: value for name, value in known.items() if value is not None}


def _criteria(state: MatchState) -> dict[str, object]:
    ways = {(1, 1): "even", (2, 1): "A", (1, 2): "B"}
    known: dict[str, object | None] = {
        "ways": ways.get((state.ways.a, state.ways.b)) if state.ways else None,
        "late": None if state.tardy is Tardy.TOO_LATE else state.tardy,
        "a": state.prizes_a,
        "b": state.prizes_b,
    }
    if state.penalties is not None and state.stage is Stage.ELIMINATION and state.time_called:
        known["penalties"] = f"{state.penalties.a}-{state.penalties.b}"
    return {name: value for name, value in known.items() if value is not None}
