"""A table, tap by tap: from marks to the state of the table and the verdict of the rules.

`kinds` defines what can be tapped. `replay` applies each mark and refuses one that does not fit, and `games` has
what all games share. `resolver_input` leads from the state to the resolver. `allowed_actions` knows what the clock
and the end forbid, and what comes next. `no_show` has the minutes of an empty seat, `values` the state.
"""

from floor.engine.table.allowed_actions import Options, require_allowed, tap_options
from floor.engine.table.mark_kinds import (
    MAX_TURNS,
    PLACES,
    PLAYERS,
    SIDES,
    SPECS,
    How,
    Kind,
    Tap,
    make_tap,
    read_tap,
)
from floor.engine.table.no_show import Due, Loss, losses_due
from floor.engine.table.replay import apply_mark, replay_marks
from floor.engine.table.resolver_input import (
    absence_counts,
    games_score,
    late_players,
    match_state,
    resolve_table,
    time_called_at,
)
from floor.engine.table.table_state import Away, Clock, Game, Mark, Rules, TableState, Thinking, TimeCall

__all__ = [
    "MAX_TURNS",
    "PLACES",
    "PLAYERS",
    "SIDES",
    "SPECS",
    "Away",
    "Clock",
    "Due",
    "Game",
    "How",
    "Kind",
    "Loss",
    "Mark",
    "Options",
    "Rules",
    "TableState",
    "Tap",
    "Thinking",
    "TimeCall",
    "absence_counts",
    "apply_mark",
    "games_score",
    "late_players",
    "losses_due",
    "make_tap",
    "match_state",
    "read_tap",
    "replay_marks",
    "require_allowed",
    "resolve_table",
    "tap_options",
    "time_called_at",
]
