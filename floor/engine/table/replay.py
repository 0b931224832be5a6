"""Compute the state of a table by replaying its marks, which are only added or withdrawn, never changed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.engine.refused import Refused
from floor.engine.resolution import Ending, NumbersByPlayer, Phase, TablePlayer
from floor.engine.table.games import (
    ENDING_OF,
    begin_open_game,
    get_or_begin_game,
    has_deciding_game,
    table_at_place_of_time_call,
    table_with_replaced_game,
    table_with_unfinished_game_at,
    unfit_mark_refusal,
    winner_of_match,
)
from floor.engine.table.mark_kinds import EVEN, PLACES, PLAYERS, How, Kind
from floor.engine.table.table_state import (
    Away,
    Mark,
    TableGame,
    TableRules,
    TableState,
    ThinkingClock,
    TimeCall,
)

NOT_PLAYED = (How.PENALTY, How.NO_SHOW)
"""Ways in which even a game that has not begun can be won."""


def replay_marks(rules: TableRules, marks: Iterable[Mark]) -> TableState:
    """Compute the state of a table by replaying its marks in order.

    Marks that do not fit are skipped and listed in `unfit`.
    """
    state = TableState()
    for mark in marks:
        try:
            state = apply_mark(rules, state, mark)
        except Refused:
            state = replace(state, unfit=(*state.unfit, mark.number))
    return state


def apply_mark(rules: TableRules, state: TableState, mark: Mark) -> TableState:
    """Return the state after one more mark. If the mark changes nothing, this is the same object.

    Refused: MARK_DOES_NOT_FIT.
    """
    state_after = STEPS[mark.tap.kind](MarkStep(rules, state, mark))
    return state if state_after == state else replace(state_after, last=mark.number)


@dataclass(frozen=True, slots=True)
class MarkStep:
    """A mark to apply to the state of a table.

    Each method returns the new state. Refused: MARK_DOES_NOT_FIT.
    """

    rules: TableRules
    state: TableState
    mark: Mark

    @property
    def player(self) -> TablePlayer:
        """The player of the mark. Refused if it has no player: MARK_DOES_NOT_FIT."""
        if self.mark.tap.player is None:
            raise unfit_mark_refusal()
        return self.mark.tap.player

    @property
    def facts(self) -> Mapping[str, str]:
        return self.mark.tap.facts

    def start_game(self) -> TableState:
        """Begin the game with its starting player (R-123)."""
        state, game = table_with_unfinished_game_at(self.state, self.rules, self.mark.tap.game)
        began_at = game.began_at or (None if game.begun else self.mark.at)
        starter = self.mark.tap.player or game.starter
        return table_with_replaced_game(
            state, self.mark.tap.game, replace(game, begun=True, began_at=began_at, starter=starter)
        )

    def count_mulligans(self) -> TableState:
        """Set the number of mulligans so far, of one player or of both together (R-144)."""
        state, game = table_with_unfinished_game_at(self.state, self.rules, self.mark.tap.game)
        count = int(self.facts["count"])
        if self.mark.tap.player is None:
            return table_with_replaced_game(state, self.mark.tap.game, replace(game, together=count))
        name = "a" if self.mark.tap.player is TablePlayer.A else "b"
        return table_with_replaced_game(
            state, self.mark.tap.game, replace(game, alone=replace(game.alone, **{name: count}))
        )

    def begin_pregame(self) -> TableState:
        """Begin the two minutes before game 2 or 3, during which the round's clock runs (R-110)."""
        state, game = table_with_unfinished_game_at(self.state, self.rules, self.mark.tap.game)
        if game.begun or game.number == 1:
            raise unfit_mark_refusal()
        return table_with_replaced_game(state, self.mark.tap.game, replace(game, pregame_at=self.mark.at))

    def end_game(self, state: TableState, game: TableGame, ending: Ending, **facts: Any) -> TableState:
        """End this game. `facts` are other fields of the game to set."""
        index = self.mark.tap.game or 0
        if has_deciding_game(state, index):
            raise unfit_mark_refusal()
        ended_at = self.mark.at if game.playing or game.ended_at is None else game.ended_at
        ended_game = replace(game, begun=True, ending=ending, how="", ways=None, ended_at=ended_at)
        ended_game = replace(ended_game, **facts)
        return table_with_replaced_game(state, index, ended_game)

    def win_game(self) -> TableState:
        """End the game as won by the player of the mark.

        A game won by a penalty or a no-show need not have begun.
        """
        state, game = get_or_begin_game(self.state, self.rules, self.mark.tap.game)
        player, how = self.player, self.facts.get("how", "")
        if game.ending is ENDING_OF[player] and how in ("", game.how):
            return state
        has_begun = game.begun or how not in NOT_PLAYED
        return self.end_game(state, game, ENDING_OF[player], how=how, begun=has_begun)

    def enter_how_won(self) -> TableState:
        """Record afterwards how a game was won (R-148)."""
        games, index = self.state.games, self.mark.tap.game or 0
        if index > len(games) or games[index - 1].winner is None or games[index - 1].ways is not None:
            raise unfit_mark_refusal()
        return table_with_replaced_game(self.state, index, replace(games[index - 1], how=self.facts["how"]))

    def end_game_won_by_both(self) -> TableState:
        """End the game as won by both players.

        They won in equally many ways, or one player won in more ways (R-140).
        """
        state, game = get_or_begin_game(self.state, self.rules, self.mark.tap.game)
        winner_of_more = self.facts["ways"]
        ways = (
            NumbersByPlayer(1, 1)
            if winner_of_more == EVEN
            else NumbersByPlayer(2, 1)
            if PLAYERS[winner_of_more] is TablePlayer.A
            else NumbersByPlayer(1, 2)
        )
        if game.ending is Ending.BOTH_WON and game.ways == ways:
            return state
        if self.mark.tap.game != len(state.games):
            raise unfit_mark_refusal()
        return self.end_game(state, game, Ending.BOTH_WON, ways=ways)

    def end_game_undecided(self) -> TableState:
        """End the game without a winner: both lost it, or it cannot end (M-065)."""
        state, game = get_or_begin_game(self.state, self.rules, self.mark.tap.game)
        ending = Ending.BOTH_LOST if self.mark.tap.kind is Kind.BOTH_LOST else Ending.LOOP
        if game.ending is ending:
            return state
        if self.mark.tap.game != len(state.games):
            raise unfit_mark_refusal()
        return self.end_game(state, game, ending)

    def begin_decider(self) -> TableState:
        """Begin a deciding game with a new coin flip (R-137, R-141, M-065).

        If `won` names a player, that player first wins the current game by Prizes. If the deciding game is already
        under way, only its starter is set.
        """
        games = self.state.games
        number, index = int(self.facts["number"]), self.mark.tap.game or 0
        if index == len(games) and games[-1].decider and games[-1].number == number:
            return self.start_game()
        if not games:
            raise unfit_mark_refusal()
        *earlier_games, last_game = games
        prize_winner = PLAYERS.get(self.facts.get("won", ""))
        if last_game.playing and prize_winner is not None:
            # Prizes decide the current game.
            decided_game = replace(
                last_game, ending=ENDING_OF[prize_winner], how=How.BY_PRIZES.value, ended_at=self.mark.at
            )
            games = (*earlier_games, decided_game)
        elif last_game.playing and not last_game.begun and earlier_games:
            # The last game never began, so it is dropped.
            games = tuple(earlier_games)
        elif last_game.playing:
            raise unfit_mark_refusal()
        last_game = games[-1]
        decides_game = (
            number == last_game.number
            if last_game.undecided
            else number == last_game.number + 1 == self.rules.best_of
        )
        if index != len(games) + 1 or not decides_game:
            raise unfit_mark_refusal()
        game = TableGame(
            number, decider=True, begun=True, began_at=self.mark.at, starter=self.mark.tap.player
        )
        state_after = replace(self.state, games=(*games, game))
        if winner_of_match(state_after, self.rules) is not None:
            raise unfit_mark_refusal()
        return state_after

    def record_time_call(self) -> TableState:
        """Record whose turn it was when time was called, or who has the next turn (R-121).

        The mark implies that the game has begun.
        """
        phase = Phase(self.facts["phase"])
        if (phase is Phase.SETUP) != (self.mark.tap.player is None):
            raise unfit_mark_refusal()
        state_after = begin_open_game(self.state, self.rules)
        call = TimeCall(self.mark.at, len(state_after.games), phase, self.mark.tap.player)
        if state_after.time is not None and replace(call, at=state_after.time.at) == state_after.time:
            return state_after
        return replace(state_after, time=call, turns=state_after.turns or 0)

    def count_turns(self) -> TableState:
        """Record the number of turns completed after time (R-121). This implies that time was called."""
        state_after = begin_open_game(self.state, self.rules)
        call = state_after.time or TimeCall(self.mark.at, len(state_after.games), Phase.UNSAID)
        return replace(state_after, time=call, turns=int(self.facts["count"]))

    def enter_prizes(self) -> TableState:
        """Record how many Prize cards a player still has to take. The mark implies that the game has begun."""
        state, game = table_with_unfinished_game_at(self.state, self.rules, self.mark.tap.game)
        left = int(self.facts["left"])
        is_a = self.mark.tap.player is TablePlayer.A
        changed_game = replace(game, prizes_a=left) if is_a else replace(game, prizes_b=left)
        return table_with_replaced_game(state, self.mark.tap.game, replace(changed_game, begun=True))

    def begin_absence(self) -> TableState:
        """Record a seat without its player, or a player who leaves the table.

        A repeated mark can only change whether the player has permission.
        """
        # The permission is stored, because an absence with permission never counts.
        has_permission = self.facts.get("permission") == "yes"
        is_empty, player = self.mark.tap.kind is Kind.EMPTY, self.player
        absence = self.state.absence_of(player)
        if absence is None:
            new_absence = Away(player, self.mark.at, self.mark.by, is_empty, has_permission)
            return replace(self.state, away=(*self.state.away, new_absence))
        if absence.empty and not is_empty:
            raise unfit_mark_refusal()
        if is_empty or absence.permission == has_permission:
            return self.state
        return self.state.with_absence(absence, replace(absence, permission=has_permission, by=self.mark.by))

    def end_absence(self) -> TableState:
        absence = self.state.absence_of(self.player)
        if absence is None:
            raise unfit_mark_refusal()
        return self.state.with_absence(absence, replace(absence, until=self.mark.at))

    def enter_lateness(self) -> TableState:
        """Record who was late or away, both players if the mark has no side, or that neither player was."""
        if self.mark.tap.kind is Kind.ON_TIME:
            if self.state.late:
                raise unfit_mark_refusal()
            return replace(self.state, on_time=True)
        player = self.mark.tap.player
        late = frozenset(TablePlayer) if player is None else frozenset({player})
        return replace(self.state, late=self.state.late | late, on_time=False)

    def switch_clock(self) -> TableState:
        """Switch the two-sided clock to another player, or stop it."""
        thinking, player = self.state.thinking, self.mark.tap.player
        if thinking.running is player:
            return self.state
        used_a, used_b = (thinking.used(side, self.mark.at) for side in (TablePlayer.A, TablePlayer.B))
        since = self.mark.at if player is not None else None
        return replace(self.state, thinking=ThinkingClock(used_a, used_b, player, since))

    def enter_place(self) -> TableState:
        spot, number = PLACES[self.facts["place"]]
        return table_at_place_of_time_call(self.state, self.rules, spot, number)

    def enter_seed(self) -> TableState:
        return replace(self.state, higher_seed=self.mark.tap.player)


STEPS: Mapping[Kind, Callable[[MarkStep], TableState]] = {
    Kind.STARTER: MarkStep.start_game,
    Kind.MULLIGAN: MarkStep.count_mulligans,
    Kind.PREGAME: MarkStep.begin_pregame,
    Kind.WON: MarkStep.win_game,
    Kind.HOW: MarkStep.enter_how_won,
    Kind.BOTH_WON: MarkStep.end_game_won_by_both,
    Kind.BOTH_LOST: MarkStep.end_game_undecided,
    Kind.LOOP: MarkStep.end_game_undecided,
    Kind.DECIDER: MarkStep.begin_decider,
    Kind.PLACE: MarkStep.enter_place,
    Kind.TIME: MarkStep.record_time_call,
    Kind.TURNS: MarkStep.count_turns,
    Kind.PRIZES: MarkStep.enter_prizes,
    Kind.EMPTY: MarkStep.begin_absence,
    Kind.AWAY: MarkStep.begin_absence,
    Kind.ARRIVED: MarkStep.end_absence,
    Kind.BACK: MarkStep.end_absence,
    Kind.LATE: MarkStep.enter_lateness,
    Kind.ON_TIME: MarkStep.enter_lateness,
    Kind.CLOCK: MarkStep.switch_clock,
    Kind.SEED: MarkStep.enter_seed,
}
