"""The state of a table, computed from the taps recorded at it, and the verdict of the rules.

A tap is one event that a judge or player records by touching a button; it is stored as a mark. `mark_kinds` defines
the kinds of marks, and `table_state` the state. `replay` applies each mark and refuses one that does not fit. `games`
has the functions shared by all kinds of marks. `resolver_input` converts the state for the resolver.
`allowed_actions` lists the taps that are possible next, and refuses those that the clock or the end of the match
forbids. `no_show` has the minutes after which an empty seat costs a game or the match.
"""

from floor.engine.table.allowed_actions import Options, require_allowed_tap, tap_options
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
    "require_allowed_tap",
    "resolve_table",
    "tap_options",
    "time_called_at",
]
