"""Games at a table: which one is open, and what a tap changes in one of them."""

from dataclasses import replace

from core.engine.refused import Refused
from floor.engine.resolution import Ending, GamePhase, Player
from floor.engine.table.values import Game, Rules, TableState

ENDING_OF = {Player.A: Ending.WON_BY_A, Player.B: Ending.WON_BY_B}


def unfit(why: str = "") -> Refused:
    """A mark that does not fit what stands at the table."""
    return Refused("MARK_DOES_NOT_FIT", why=why)


def match_won(state: TableState, rules: Rules) -> Player | None:
    """Who has won games enough (R-120)."""
    wins = state.wins()
    return next((player for player in Player if wins.of(player) >= rules.needed), None)


def next_number(state: TableState, rules: Rules) -> int | None:
    """The number of the game that comes next; None while one is under way, undecided, or where none is left."""
    last = state.game
    if last is None:
        return 1
    over = last.ending is None or last.winner is not None
    if not over or match_won(state, rules) is not None or last.number >= rules.best_of:
        return None
    return last.number + 1


def open_index(state: TableState, rules: Rules) -> int | None:
    """The place at the table of the game that is played or comes next; None where there is none."""
    if state.game is not None and state.game.playing:
        return len(state.games)
    return None if next_number(state, rules) is None else len(state.games) + 1


def opened(state: TableState, rules: Rules, index: int | None) -> tuple[TableState, Game]:
    """The table with the game at this place, which may be the next one; no game begins once time was noted
    (R-122)."""
    if index is not None and 1 <= index <= len(state.games):
        game = state.games[index - 1]
        if game.playing and not game.decider and state.not_begun == game.number:
            raise unfit()
        return state, game
    number = next_number(state, rules)
    if number is None or index != len(state.games) + 1 or time_noted(state):
        raise unfit()
    game = Game(number)
    return replace(state, games=(*state.games, game)), game


def time_noted(state: TableState) -> bool:
    """Whether a mark says that time was called."""
    return state.time is not None or state.not_begun is not None


def put(state: TableState, index: int | None, game: Game) -> TableState:
    at = (index or len(state.games)) - 1
    return replace(state, games=(*state.games[:at], game, *state.games[at + 1 :]))


def playing(state: TableState, rules: Rules, index: int | None) -> tuple[TableState, Game]:
    """As `opened`, and the game is not over."""
    state, game = opened(state, rules, index)
    if not game.playing:
        raise unfit()
    return state, game


def under_way(state: TableState, rules: Rules) -> TableState:
    """The table with a game that has begun: the one played, or the next one."""
    index = open_index(state, rules)
    if index is None:
        raise unfit()
    state, game = playing(state, rules, index)
    return put(state, index, replace(game, begun=True))


def followed(state: TableState, index: int) -> bool:
    """Whether a deciding game of this game follows."""
    return index < len(state.games) and state.games[index].number == state.games[index - 1].number


def placed(state: TableState, rules: Rules, spot: GamePhase, number: int) -> TableState:
    """The table brought to where time caught the match; games before it are over, by whoever. What was noted of
    the time is noted anew. Where a deciding game was due, no later game had begun either: if one player has won in
    more ways after all (R-140), nobody is asked for the place again."""
    if number > rules.best_of or not _may_be(state, spot, number):
        raise unfit()
    before = _filled(state, number, keep=spot is GamePhase.NOT_BEGUN)
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
    """Whether time may have caught the match there, by what stands: not before what is over already."""
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


def _filled(state: TableState, number: int, *, keep: bool) -> tuple[Game, ...]:
    """The games before game `number`, and that one too where it stands there already."""
    games = [
        replace(game, begun=True, ending=None) if game.playing and game.number < number else game
        for game in state.games
        if game.number < number or game.begun or keep or game.playing
    ]
    known = {game.number for game in games}
    games += [Game(one, begun=True, ending=None) for one in range(1, number) if one not in known]
    return tuple(sorted(games, key=lambda game: game.number))
