"""The state of a table, computed from the taps recorded at it, and the verdict under the rules.

A tap is one event that a judge or player records by touching a button; it is stored as a mark. `mark_kinds` defines
the kinds of marks, and `table_state` the state. `replay` applies each mark and refuses one that does not fit. `games`
has the functions shared by all kinds of marks. `resolver_input` converts the state for the resolver.
`allowed_actions` lists the taps that are possible next, and refuses those that the clock or the end of the match
forbids. `no_show` has the minutes after which an empty seat costs a game or the match.
"""

from floor.engine.table.allowed_actions import TapOptions, require_allowed_tap, tap_options
from floor.engine.table.mark_kinds import (
    MAX_TURNS,
    PLACES,
    PLAYERS,
    SIDES,
    SPECS,
    How,
    Kind,
    TableTap,
    make_tap,
    read_tap,
)
from floor.engine.table.no_show import Loss, NoShowLossDue, no_show_losses_due
from floor.engine.table.replay import apply_mark, replay_marks
from floor.engine.table.resolver_input import (
    games_won_under_verdict,
    is_absence_penalized,
    late_players,
    match_state_of_table,
    resolve_table,
    time_called_at,
)
from floor.engine.table.table_state import (
    Away,
    Clock,
    Mark,
    TableGame,
    TableRules,
    TableState,
    ThinkingClock,
    TimeCall,
)

__all__ = [
    "MAX_TURNS",
    "PLACES",
    "PLAYERS",
    "SIDES",
    "SPECS",
    "Away",
    "Clock",
    "How",
    "Kind",
    "Loss",
    "Mark",
    "NoShowLossDue",
    "TableGame",
    "TableRules",
    "TableState",
    "TableTap",
    "TapOptions",
    "ThinkingClock",
    "TimeCall",
    "apply_mark",
    "games_won_under_verdict",
    "is_absence_penalized",
    "late_players",
    "make_tap",
    "match_state_of_table",
    "no_show_losses_due",
    "read_tap",
    "replay_marks",
    "require_allowed_tap",
    "resolve_table",
    "tap_options",
    "time_called_at",
]
