"""Build the input of the resolver from the state of a table and the clock of its round."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from floor.engine.resolution import (
    EDITIONS,
    Ending,
    GamePhase,
    MatchState,
    NumbersByPlayer,
    Question,
    TablePlayer,
    Tardy,
    Verdict,
    resolve_match,
)
from floor.engine.table.games import winner_of_match
from floor.engine.table.table_state import Away, Clock, TableGame, TableRules, TableState


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """The place in a match. `spot` is None if time was called at an unknown place."""

    spot: GamePhase | None
    number: int
    game: TableGame | None


def match_state_of_table(rules: TableRules, state: TableState, clock: Clock) -> MatchState:
    """Collect the known facts of the match for the resolver."""
    called_at = time_called_at(state, clock)
    place = current_place_in_match(rules, state, clock)
    game = place.game or TableGame(place.number)
    time_mark = state.time if state.time is not None and state.time.game == len(state.games) else None
    # Today the round ends some minutes after time (M-061).
    window_minutes = EDITIONS[rules.edition].window_minutes
    # A match won before time was called is no longer affected by it.
    last_game = state.game
    ended_at = last_game.ended_at if last_game is not None and state.time is None else None
    was_won_before_time = ended_at is not None and called_at is not None and ended_at < called_at
    was_won_before_time = was_won_before_time and winner_of_match(state, rules) is not None
    return MatchState(
        edition=rules.edition,
        stage=rules.stage,
        best_of=rules.best_of,
        time_called=called_at is not None and not was_won_before_time,
        minutes_added=clock.minutes_added,
        spot=place.spot,
        number=place.number,
        earlier=tuple(state.winner_of(number) for number in range(1, place.number)),
        ending=game.ending,
        turns=(state.turns if time_mark is not None else 0) if called_at is not None else None,
        window_over=bool(
            window_minutes and called_at and clock.now >= called_at + timedelta(minutes=window_minutes)
        ),
        phase=time_mark.phase if time_mark is not None else None,
        turn_of=time_mark.turn_of if time_mark is not None else None,
        ways=game.ways,
        tardy=tardy_players(state, clock),
        prizes_a=game.prizes_a,
        prizes_b=game.prizes_b,
        penalties=rules.penalties,
        start=rules.start,
        higher_seed=rules.higher_seed or state.higher_seed,
        settings=rules.settings,
    )


def resolve_table(rules: TableRules, state: TableState, clock: Clock) -> Verdict | Question:
    """Return the verdict under the rules, or the next question."""
    return resolve_match(match_state_of_table(rules, state, clock))


def time_called_at(state: TableState, clock: Clock) -> datetime | None:
    """Return when time was called for this table, by the clock or by a mark, or None before that.

    If a mark only says that a game had not begun when time was called, the result is the current time.
    """
    if clock.called_at is not None and clock.called_at <= clock.now:
        return clock.called_at
    if state.time is not None:
        return state.time.at
    return clock.now if state.not_begun is not None else None


def current_place_in_match(rules: TableRules, state: TableState, clock: Clock) -> MatchPlace:
    """Find the current place in the match."""
    last_game, called_at = state.game, time_called_at(state, clock)
    is_called = called_at is not None
    if last_game is None:
        return MatchPlace(GamePhase.NOT_BEGUN if _is_not_begun(state, 1, is_called) else None, 1, None)

    spot: GamePhase | None
    if not last_game.playing and not last_game.undecided:
        # The last game is over. After time the next game may still have begun; if that is unknown, the rules ask.
        in_extra_turns = state.time is not None and state.time.game == len(state.games)
        # After a deciding game that began after time, no other game is open.
        is_past_time = state.not_begun is not None or (
            state.time is not None and state.time.game < len(state.games)
        )
        is_late_decider = last_game.decider and (
            is_past_time
            or (last_game.began_at is not None and called_at is not None and last_game.began_at >= called_at)
        )
        no_game_follows = called_at is None or in_extra_turns or is_late_decider
        is_match_over = last_game.winner is not None and (no_game_follows or winner_of_match(state, rules))
        if is_match_over or last_game.number >= rules.best_of:
            spot = GamePhase.SUDDEN_DEATH if last_game.decider else GamePhase.DURING
            return MatchPlace(spot, last_game.number, last_game)
        number = last_game.number + 1
        return MatchPlace(
            GamePhase.NOT_BEGUN if _is_not_begun(state, number, is_called) else None, number, None
        )
    if last_game.decider:
        spot = GamePhase.SUDDEN_DEATH
    elif last_game.undecided:
        # If both won before time was called, the deciding game is due. Otherwise time ended this game.
        decider_is_due = is_called and state.time is None and last_game.ending is Ending.BOTH_WON
        spot = GamePhase.SUDDEN_DEATH_DUE if decider_is_due else GamePhase.DURING
    elif last_game.begun:
        spot = GamePhase.DURING
    else:
        spot = GamePhase.NOT_BEGUN if _is_not_begun(state, last_game.number, is_called) else None
    return MatchPlace(spot, last_game.number, last_game)


def _is_not_begun(state: TableState, number: int, is_called: bool) -> bool:
    """Return whether this game is known not to have begun. Before time, a game that is not recorded has not begun."""
    return not is_called or state.not_begun == number


def tardy_players(state: TableState, clock: Clock) -> Tardy | None:
    """Return the players who were late or away without permission (R-124, R-128), or None if nothing was recorded."""
    late = late_players(state, clock)
    if len(late) == len(TablePlayer):
        return Tardy.BOTH
    if late:
        return Tardy.A if TablePlayer.A in late else Tardy.B
    return Tardy.NOBODY if state.on_time else None


def late_players(state: TableState, clock: Clock) -> frozenset[TablePlayer]:
    """Return the players with an absence that counts against them."""
    return state.late | {absence.player for absence in state.away if is_absence_penalized(absence, clock)}


def is_absence_penalized(absence: Away, clock: Clock) -> bool:
    """Return whether an absence counts against the player.

    An absence without permission counts in any period of the round (R-128). An empty seat that is filled before
    the clock starts does not count.
    """
    if absence.permission:
        return False
    round_started_at = clock.started_at
    return not (
        absence.empty
        and round_started_at is not None
        and absence.until is not None
        and absence.until <= round_started_at
    )


def games_won_under_verdict(state: TableState, verdict: Verdict) -> NumbersByPlayer | None:
    """Return the games won by each player under the verdict.

    Return None if the verdict does not state them and the winner of the last game is not known.
    """
    games = str(verdict.facts.get("games", ""))
    if games.count("-") == 1 and all(part.isdigit() for part in games.split("-")):
        won_a, won_b = map(int, games.split("-"))
        return NumbersByPlayer(won_a, won_b)
    if state.game is not None and state.game.ending is None:
        return None
    return state.wins()
