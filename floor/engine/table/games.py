"""Games at a table: which one is open, and what a tap changes in it."""

from dataclasses import replace

from core.engine.refused import Refused
from floor.engine.refusals import FloorRefusal
from floor.engine.resolution import Ending, GamePhase, Player
from floor.engine.table.values import Game, Rules, TableState

ENDING_OF = {Player.A: Ending.WON_BY_A, Player.B: Ending.WON_BY_B}


def unfit(why: str = "") -> Refused:
    """The refusal of a mark that does not fit the state of the table."""
    return Refused(FloorRefusal.MARK_DOES_NOT_FIT, why=why)


def match_won(state: TableState, rules: Rules) -> Player | None:
    """The player with enough wins for the match (R-120)."""
    wins = state.wins()
    return next((player for player in Player if wins.of(player) >= rules.needed), None)


def next_number(state: TableState, rules: Rules) -> int | None:
    """The number of the next game; None while one is under way or undecided, or if none is left."""
    last = state.game
    if last is None:
        return 1
    over = last.ending is None or last.winner is not None
    if not over or match_won(state, rules) is not None or last.number >= rules.best_of:
        return None
    return last.number + 1


def open_index(state: TableState, rules: Rules) -> int | None:
    """The position, from 1, of the current or next game; None if there is none."""
    if state.game is not None and state.game.playing:
        return len(state.games)
    return None if next_number(state, rules) is None else len(state.games) + 1


def opened(state: TableState, rules: Rules, index: int | None) -> tuple[TableState, Game]:
    """The table with the game at this position, which may be the next one.

    No game begins once time was recorded (R-122).
    """
    if index is not None and 1 <= index <= len(state.games):
        game = state.games[index - 1]
        if game.playing and not game.decider and state.not_begun == game.number:
            raise unfit()
        return state, game
    number = next_number(state, rules)
    if (
        number is None
        or index != len(state.games) + 1
        or state.time is not None
        or state.not_begun is not None
    ):
        raise unfit()
    game = Game(number)
    return replace(state, games=(*state.games, game)), game


def put(state: TableState, index: int | None, game: Game) -> TableState:
    at = (index or len(state.games)) - 1
    return replace(state, games=(*state.games[:at], game, *state.games[at + 1 :]))


def playing(state: TableState, rules: Rules, index: int | None) -> tuple[TableState, Game]:
    """As `opened`, for a game that is not over."""
    state, game = opened(state, rules, index)
    if not game.playing:
        raise unfit()
    return state, game


def under_way(state: TableState, rules: Rules) -> TableState:
    """The table with its current or next game begun."""
    index = open_index(state, rules)
    if index is None:
        raise unfit()
    state, game = playing(state, rules, index)
    return put(state, index, replace(game, begun=True))


def followed(state: TableState, index: int) -> bool:
    """Whether this game is followed by its deciding game."""
    return index < len(state.games) and state.games[index].number == state.games[index - 1].number


def placed(state: TableState, rules: Rules, spot: GamePhase, number: int) -> TableState:
    """Move the table to where time was called; games before it are over with unknown winner. Marks of time are
    reset. If a deciding game was due, no later game had begun either: if a player turns out to have won in more
    ways (R-140), the place is not asked for again.
    """
    if number > rules.best_of or not _may_be(state, spot, number):
        raise unfit()
    # The games before game `number`, and that game itself if present.
    keep = spot is GamePhase.NOT_BEGUN
    games = [
        replace(game, begun=True, ending=None) if game.playing and game.number < number else game
        for game in state.games
        if game.number < number or game.begun or keep or game.playing
    ]
    recorded = {game.number for game in games}
    games += [
        Game(missing, begun=True, ending=None) for missing in range(1, number) if missing not in recorded
    ]
    before = tuple(sorted(games, key=lambda game: game.number))
    state = replace(state, time=None, turns=None, not_begun=None)
    if spot is GamePhase.NOT_BEGUN:
        return replace(state, games=before, not_begun=number)
    game = Game(number, begun=True)
    if spot is GamePhase.SUDDEN_DEATH_DUE:
        game = replace(game, ending=Ending.BOTH_WON)
        state = replace(state, not_begun=number + 1)
    elif spot is GamePhase.SUDDEN_DEATH:
        game = replace(game, decider=True)
    elif before and before[-1].number == number:
        before, game = before[:-1], replace(before[-1], begun=True)
    if before and before[-1].number == number and not before[-1].undecided:
        before = before[:-1]
    return replace(state, games=(*before, game))


def _may_be(state: TableState, spot: GamePhase, number: int) -> bool:
    """Whether time can have been called there: not before what is already over."""
    last = state.game
    if last is None:
        return True
    if last.undecided:
        return False
    least = last.number if last.playing else last.number + 1
    if last.begun and last.playing and spot is GamePhase.NOT_BEGUN:
        least += 1
    if last.decider and last.playing and spot is not GamePhase.NOT_BEGUN:
        least += 1
    return number >= least
