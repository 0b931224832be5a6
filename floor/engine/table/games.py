"""The games at a table: find the current game, and change it by a tap."""

from dataclasses import replace

from core.engine.refused import Refused
from floor.engine.refusals import FloorRefusal
from floor.engine.resolution import Ending, GamePhase, TablePlayer
from floor.engine.table.table_state import TableGame, TableRules, TableState

ENDING_OF = {TablePlayer.A: Ending.WON_BY_A, TablePlayer.B: Ending.WON_BY_B}


def unfit_mark_refusal(why: str = "") -> Refused:
    """Return the refusal to raise for a mark that does not fit the state of the table."""
    return Refused(FloorRefusal.MARK_DOES_NOT_FIT, why=why)


def winner_of_match(state: TableState, rules: TableRules) -> TablePlayer | None:
    """Return the player with enough wins for the match, or None if neither player has (R-120)."""
    wins = state.wins()
    return next((player for player in TablePlayer if wins.of(player) >= rules.needed), None)


def next_game_number(state: TableState, rules: TableRules) -> int | None:
    """Return the number of the next game.

    Return None while a game is under way or undecided, or if no game is left.
    """
    last_game = state.game
    if last_game is None:
        return 1
    is_over = last_game.ending is None or last_game.winner is not None
    if not is_over or winner_of_match(state, rules) is not None or last_game.number >= rules.best_of:
        return None
    return last_game.number + 1


def open_game_position(state: TableState, rules: TableRules) -> int | None:
    """Return the position of the current or next game, counted from 1, or None if there is no such game."""
    if state.game is not None and state.game.playing:
        return len(state.games)
    return None if next_game_number(state, rules) is None else len(state.games) + 1


def get_or_begin_game(
    state: TableState, rules: TableRules, index: int | None
) -> tuple[TableState, TableGame]:
    """Return the table and its game at position `index` (from 1).

    The next game is begun if `index` is one past the last. No game can begin once time has been called (R-122).
    Refused: MARK_DOES_NOT_FIT.
    """
    if index is not None and 1 <= index <= len(state.games):
        game = state.games[index - 1]
        if game.playing and not game.decider and state.not_begun == game.number:
            raise unfit_mark_refusal()
        return state, game
    number = next_game_number(state, rules)
    if (
        number is None
        or index != len(state.games) + 1
        or state.time is not None
        or state.not_begun is not None
    ):
        raise unfit_mark_refusal()
    game = TableGame(number)
    return replace(state, games=(*state.games, game)), game


def table_with_replaced_game(state: TableState, index: int | None, game: TableGame) -> TableState:
    """Return the table with the game at this position (from 1) replaced, or the newest game if `index` is None."""
    position = (index or len(state.games)) - 1
    return replace(state, games=(*state.games[:position], game, *state.games[position + 1 :]))


def table_with_unfinished_game_at(
    state: TableState, rules: TableRules, index: int | None
) -> tuple[TableState, TableGame]:
    """Return the table and its game like `get_or_begin_game`, but refuse a game that is over.

    Refused: MARK_DOES_NOT_FIT.
    """
    state, game = get_or_begin_game(state, rules, index)
    if not game.playing:
        raise unfit_mark_refusal()
    return state, game


def begin_open_game(state: TableState, rules: TableRules) -> TableState:
    """Return the table with its current or next game begun. Refused: MARK_DOES_NOT_FIT."""
    index = open_game_position(state, rules)
    if index is None:
        raise unfit_mark_refusal()
    state, game = table_with_unfinished_game_at(state, rules, index)
    return table_with_replaced_game(state, index, replace(game, begun=True))


def has_deciding_game(state: TableState, index: int) -> bool:
    """Return whether the deciding game of this game is also recorded."""
    return index < len(state.games) and state.games[index].number == state.games[index - 1].number


def table_at_place_of_time_call(
    state: TableState, rules: TableRules, spot: GamePhase, number: int
) -> TableState:
    """Return the table moved to the place where time was called.

    Earlier games are over with an unknown winner, and marks of time are reset. If a deciding game was due, no
    later game counts as begun, so that the rules do not ask for the place again if one player turns out to have
    won in more ways (R-140). Refused: MARK_DOES_NOT_FIT.
    """
    if number > rules.best_of or not _is_possible_place(state, spot, number):
        raise unfit_mark_refusal()
    # Keep the games before game `number`, and that game itself if it is recorded.
    keeps_all = spot is GamePhase.NOT_BEGUN
    games = [
        replace(game, begun=True, ending=None) if game.playing and game.number < number else game
        for game in state.games
        if game.number < number or game.begun or keeps_all or game.playing
    ]
    recorded_numbers = {game.number for game in games}
    games += [
        TableGame(missing_number, begun=True, ending=None)
        for missing_number in range(1, number)
        if missing_number not in recorded_numbers
    ]
    remaining_games = tuple(sorted(games, key=lambda game: game.number))
    state = replace(state, time=None, turns=None, not_begun=None)
    if spot is GamePhase.NOT_BEGUN:
        return replace(state, games=remaining_games, not_begun=number)
    game = TableGame(number, begun=True)
    if spot is GamePhase.SUDDEN_DEATH_DUE:
        game = replace(game, ending=Ending.BOTH_WON)
        state = replace(state, not_begun=number + 1)
    elif spot is GamePhase.SUDDEN_DEATH:
        game = replace(game, decider=True)
    elif remaining_games and remaining_games[-1].number == number:
        remaining_games, game = remaining_games[:-1], replace(remaining_games[-1], begun=True)
    if remaining_games and remaining_games[-1].number == number and not remaining_games[-1].undecided:
        remaining_games = remaining_games[:-1]
    return replace(state, games=(*remaining_games, game))


def _is_possible_place(state: TableState, spot: GamePhase, number: int) -> bool:
    """Return whether time can have been called at this place, which must not precede a game that is over."""
    last_game = state.game
    if last_game is None:
        return True
    if last_game.undecided:
        return False
    lowest_number = last_game.number if last_game.playing else last_game.number + 1
    if last_game.begun and last_game.playing and spot is GamePhase.NOT_BEGUN:
        lowest_number += 1
    if last_game.decider and last_game.playing and spot is not GamePhase.NOT_BEGUN:
        lowest_number += 1
    return number >= lowest_number
