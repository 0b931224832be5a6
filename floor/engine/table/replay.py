"""Replay marks to the state of a table. Marks are only ever added or withdrawn."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from core.engine.refused import Refused
from floor.engine.resolution import Ending, Pair, Phase, Player
from floor.engine.table.games import (
    ENDING_OF,
    followed,
    match_won,
    opened,
    placed,
    playing,
    put,
    under_way,
    unfit,
)
from floor.engine.table.kinds import EVEN, PLACES, PLAYERS, How, Kind
from floor.engine.table.values import Away, Game, Mark, Rules, TableState, Thinking, TimeCall

NOT_PLAYED = (How.PENALTY, How.NO_SHOW)
"""A game decided by these need not have begun."""


def replay(rules: Rules, marks: Iterable[Mark]) -> TableState:
    """The state of a table from its marks in order. Marks that do not fit are skipped and listed in `unfit`."""
    state = TableState()
    for mark in marks:
        try:
            state = apply(rules, state, mark)
        except Refused:
            state = replace(state, unfit=(*state.unfit, mark.number))
    return state


def apply(rules: Rules, state: TableState, mark: Mark) -> TableState:
    """The state after one more mark; the same object if nothing changes.

    Refused: MARK_DOES_NOT_FIT.
    """
    after = STEPS[mark.tap.kind](rules, state, mark)
    return state if after == state else replace(after, last=mark.number)


def _starter(rules: Rules, state: TableState, mark: Mark) -> TableState:
    """R-123: the game begins with its starting player."""
    state, game = playing(state, rules, mark.tap.game)
    at = game.began_at or (None if game.begun else mark.at)
    begun = replace(game, begun=True, began_at=at, starter=mark.tap.player or game.starter)
    return put(state, mark.tap.game, begun)


def _mulligan(rules: Rules, state: TableState, mark: Mark) -> TableState:
    state, game = playing(state, rules, mark.tap.game)
    count = int(mark.tap.facts["count"])
    if mark.tap.player is None:
        return put(state, mark.tap.game, replace(game, together=count))
    name = "a" if mark.tap.player is Player.A else "b"
    return put(state, mark.tap.game, replace(game, alone=replace(game.alone, **{name: count})))


def _pregame(rules: Rules, state: TableState, mark: Mark) -> TableState:
    """R-110: games 2 and 3 have their two minutes within the running clock."""
    state, game = playing(state, rules, mark.tap.game)
    if game.begun or game.number == 1:
        raise unfit()
    return put(state, mark.tap.game, replace(game, pregame_at=mark.at))


def _ended(state: TableState, mark: Mark, game: Game, ending: Ending, **facts: object) -> TableState:
    index = mark.tap.game or 0
    if followed(state, index):
        raise unfit()
    at = mark.at if game.playing or game.ended_at is None else game.ended_at
    over = replace(game, begun=True, ending=ending, how="", ways=None, ended_at=at)
    over = replace(over, **facts)  # type: ignore[arg-type]
    return put(state, index, over)


def _won(rules: Rules, state: TableState, mark: Mark) -> TableState:
    state, game = opened(state, rules, mark.tap.game)
    player, how = mark.tap.player, mark.tap.facts.get("how", "")
    if player is None:
        raise unfit()
    if game.ending is ENDING_OF[player] and how in ("", game.how):
        return state
    begun = game.begun or how not in NOT_PLAYED
    return _ended(state, mark, game, ENDING_OF[player], how=how, begun=begun)


def _how(_rules: Rules, state: TableState, mark: Mark) -> TableState:
    games, index = state.games, mark.tap.game or 0
    if index > len(games) or games[index - 1].winner is None or games[index - 1].ways is not None:
        raise unfit()
    return put(state, index, replace(games[index - 1], how=mark.tap.facts["how"]))


def _both_won(rules: Rules, state: TableState, mark: Mark) -> TableState:
    """R-140: one way each or two each, or one player in more ways."""
    state, game = opened(state, rules, mark.tap.game)
    more = mark.tap.facts["ways"]
    ways = Pair(1, 1) if more == EVEN else Pair(2, 1) if PLAYERS[more] is Player.A else Pair(1, 2)
    if game.ending is Ending.BOTH_WON and game.ways == ways:
        return state
    _require_last(state, mark)
    return _ended(state, mark, game, Ending.BOTH_WON, ways=ways)


def _undecided(rules: Rules, state: TableState, mark: Mark) -> TableState:
    state, game = opened(state, rules, mark.tap.game)
    ending = Ending.BOTH_LOST if mark.tap.kind is Kind.BOTH_LOST else Ending.LOOP
    if game.ending is ending:
        return state
    _require_last(state, mark)
    return _ended(state, mark, game, ending)


def _require_last(state: TableState, mark: Mark) -> None:
    if mark.tap.game != len(state.games):
        raise unfit()


def _decider(rules: Rules, state: TableState, mark: Mark) -> TableState:
    """R-137, R-141, M-065: a new game, with a new coin flip."""
    number, index = int(mark.tap.facts["number"]), mark.tap.game or 0
    if index == len(state.games) and state.games[-1].decider and state.games[-1].number == number:
        return _starter(rules, state, mark)
    games = _before_decider(state, mark)
    last = games[-1]
    decides = number == last.number if last.undecided else number == last.number + 1 == rules.best_of
    if index != len(games) + 1 or not decides:
        raise unfit()
    game = Game(number, decider=True, begun=True, began_at=mark.at, starter=mark.tap.player)
    after = replace(state, games=(*games, game))
    if match_won(after, rules) is not None:
        raise unfit()
    return after


def _before_decider(state: TableState, mark: Mark) -> tuple[Game, ...]:
    """The games so far; a current one is won by Prizes, one that never began is dropped."""
    if not state.games:
        raise unfit()
    *before, last = state.games
    won = PLAYERS.get(mark.tap.facts.get("won", ""))
    if last.playing and won is not None:
        over = replace(last, ending=ENDING_OF[won], how=How.BY_PRIZES.value, ended_at=mark.at)
        return (*before, over)
    if last.playing and not last.begun and before:
        return tuple(before)
    if last.playing:
        raise unfit()
    return state.games


def _place(rules: Rules, state: TableState, mark: Mark) -> TableState:
    spot, number = PLACES[mark.tap.facts["place"]]
    return placed(state, rules, spot, number)


def _time(rules: Rules, state: TableState, mark: Mark) -> TableState:
    """R-121: whose turn it was when time was called, or whose is next. It implies that the game has begun."""
    phase = Phase(mark.tap.facts["phase"])
    if (phase is Phase.SETUP) != (mark.tap.player is None):
        raise unfit()
    after = under_way(state, rules)
    call = TimeCall(mark.at, len(after.games), phase, mark.tap.player)
    if after.time is not None and replace(call, at=after.time.at) == after.time:
        return after
    return replace(after, time=call, turns=after.turns or 0)


def _turns(rules: Rules, state: TableState, mark: Mark) -> TableState:
    """R-121: turns over after time; counting them implies that time was called."""
    after = under_way(state, rules)
    call = after.time or TimeCall(mark.at, len(after.games), Phase.UNSAID)
    return replace(after, time=call, turns=int(mark.tap.facts["count"]))


def _prizes(rules: Rules, state: TableState, mark: Mark) -> TableState:
    state, game = playing(state, rules, mark.tap.game)
    left = int(mark.tap.facts["left"])
    is_a = mark.tap.player is Player.A
    noted = replace(game, prizes_a=left) if is_a else replace(game, prizes_b=left)
    return put(state, mark.tap.game, replace(noted, begun=True))


def _leave(_rules: Rules, state: TableState, mark: Mark) -> TableState:
    # an absence with permission never counts, so the permission is stored.
    permission = mark.tap.facts.get("permission") == "yes"
    empty, player = mark.tap.kind is Kind.EMPTY, _player(mark)
    absence = state.missing(player)
    if absence is None:
        away = Away(player, mark.at, mark.by, empty, permission)
        return replace(state, away=(*state.away, away))
    if absence.empty and not empty:
        raise unfit()
    if empty or absence.permission == permission:
        return state
    return _replace_away(state, absence, replace(absence, permission=permission, by=mark.by))


def _there(_rules: Rules, state: TableState, mark: Mark) -> TableState:
    absence = state.missing(_player(mark))
    if absence is None:
        raise unfit()
    return _replace_away(state, absence, replace(absence, until=mark.at))


def _replace_away(state: TableState, before: Away, after: Away) -> TableState:
    return replace(state, away=tuple(after if away is before else away for away in state.away))


def _player(mark: Mark) -> Player:
    if mark.tap.player is None:
        raise unfit()
    return mark.tap.player


def _late(_rules: Rules, state: TableState, mark: Mark) -> TableState:
    who = frozenset(Player) if mark.tap.player is None else frozenset({mark.tap.player})
    return replace(state, late=state.late | who, on_time=False)


def _on_time(_rules: Rules, state: TableState, _mark: Mark) -> TableState:
    if state.late:
        raise unfit()
    return replace(state, on_time=True)


def _clock(_rules: Rules, state: TableState, mark: Mark) -> TableState:
    """The two-sided clock: the running time of a player stops here."""
    before = state.thinking
    if before.running is mark.tap.player:
        return state
    used = {player: before.used(player, mark.at) for player in Player}
    since = mark.at if mark.tap.player is not None else None
    return replace(state, thinking=Thinking(used[Player.A], used[Player.B], mark.tap.player, since))


def _seed(_rules: Rules, state: TableState, mark: Mark) -> TableState:
    return replace(state, higher_seed=mark.tap.player)


STEPS: Mapping[Kind, Callable[[Rules, TableState, Mark], TableState]] = {
    Kind.STARTER: _starter,
    Kind.MULLIGAN: _mulligan,
    Kind.PREGAME: _pregame,
    Kind.WON: _won,
    Kind.HOW: _how,
    Kind.BOTH_WON: _both_won,
    Kind.BOTH_LOST: _undecided,
    Kind.LOOP: _undecided,
    Kind.DECIDER: _decider,
    Kind.PLACE: _place,
    Kind.TIME: _time,
    Kind.TURNS: _turns,
    Kind.PRIZES: _prizes,
    Kind.EMPTY: _leave,
    Kind.AWAY: _leave,
    Kind.ARRIVED: _there,
    Kind.BACK: _there,
    Kind.LATE: _late,
    Kind.ON_TIME: _on_time,
    Kind.CLOCK: _clock,
    Kind.SEED: _seed,
}
