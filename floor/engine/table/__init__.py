"""A table, tap by tap: from marks to the state of the table and the verdict of the rules.

`kinds` what can be tapped; `replay` applies each mark and refuses one that does not fit, with what all games
share in `games`; `resolver_input` from the state to the resolver; `allowed_actions` what clock and end forbid,
and what comes next; `no_show` the minutes of an empty seat; `values` the state.
"""

from floor.engine.table.allowed_actions import Options, options, require_allowed
from floor.engine.table.kinds import MOST_TURNS, PLACES, PLAYERS, SIDES, SPECS, How, Kind, Tap, read, tap
from floor.engine.table.no_show import Due, Loss, due
from floor.engine.table.replay import apply, replay
from floor.engine.table.resolver_input import called_at, counts, found, late_players, score, situation
from floor.engine.table.values import Away, Clock, Game, Mark, Rules, TableState, Thinking, TimeCall

__all__ = [
    "MOST_TURNS",
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
    "apply",
    "called_at",
    "counts",
    "due",
    "found",
    "late_players",
    "options",
    "read",
    "replay",
    "require_allowed",
    "score",
    "situation",
    "tap",
]
