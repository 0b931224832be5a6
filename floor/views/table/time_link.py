"""Links from a table to "Time was called: who wins?" that include the known facts."""

from django.urls import reverse

from floor.engine import table as engine
from floor.engine.resolution import Ending, GamePhase, Stage, Tardy
from floor.queries.table_state import LoadedTable

PLACE_WORDS = {
    GamePhase.NOT_BEGUN: "before",
    GamePhase.DURING: "game",
    GamePhase.SUDDEN_DEATH_DUE: "both",
    GamePhase.SUDDEN_DEATH: "decider",
}


def time_called_url(table: LoadedTable) -> str:
    """Build the URL of "Time was called: who wins?" with the known facts."""
    match, state = table.match, table.situation
    facts: dict[str, str | int | None] = {}
    if state.spot is not None and (state.spot is not GamePhase.NOT_BEGUN or state.time_called):
        facts |= {"place": f"{PLACE_WORDS[state.spot]}-{state.number}"}
        facts |= {f"g{number}": player for number, player in enumerate(state.earlier, 1) if player}
    if state.time_called:
        all_over = state.turns == engine.MAX_TURNS and state.ending is Ending.PLAYING
        facts |= {
            "ending": Ending.OVER if all_over else state.ending,
            "turns": state.turns,
            "phase": state.phase,
            "turn_of": state.turn_of,
        }
        if state.penalties is not None and state.stage is Stage.ELIMINATION:
            facts["penalties"] = f"{state.penalties.a}-{state.penalties.b}"
    ways = {(1, 1): "even", (2, 1): "A", (1, 2): "B"}
    facts |= {
        "ways": ways.get((state.ways.a, state.ways.b)) if state.ways else None,
        "late": None if state.tardy is Tardy.TOO_LATE else state.tardy,
        "a": state.prizes_a,
        "b": state.prizes_b,
    }
    origin = {"event": match.round.division.tournament.slug, "match": str(match.pk)}
    query = {name: str(value) for name, value in facts.items() if value is not None}
    return reverse("floor:time", query={**origin, **query})
