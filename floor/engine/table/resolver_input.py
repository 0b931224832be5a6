"""From the state of a table and the clock of its round to the input of the resolver."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from floor.engine.resolution import (
    EDITIONS,
    Ending,
    GamePhase,
    MatchState,
    Pair,
    Player,
    Question,
    Tardy,
    Verdict,
    resolve,
)
from floor.engine.table.games import match_won
from floor.engine.table.values import Away, Clock, Game, Rules, TableState


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a match stands; `spot` None: time was called, place unknown."""

    spot: GamePhase | None
    number: int
    game: Game | None


def situation(rules: Rules, state: TableState, clock: Clock) -> MatchState:
    """Everything known of the match."""
    called = called_at(state, clock)
    at = stand(rules, state, clock)
    game = at.game or Game(at.number)
    noted = state.time if state.time is not None and state.time.game == len(state.games) else None
    here = noted is not None
    # M-061: today the round ends when the minutes after time are over
    minutes = EDITIONS[rules.edition].window_minutes
    # A match won before time was called is no longer affected by it.
    last = state.game
    ended = last.ended_at if last is not None and state.time is None else None
    won_before = ended is not None and called is not None and ended < called
    won_before = won_before and match_won(state, rules) is not None
    return MatchState(
        edition=rules.edition,
        stage=rules.stage,
        best_of=rules.best_of,
        time_called=called is not None and not won_before,
        minutes_added=clock.minutes_added,
        spot=at.spot,
        number=at.number,
        earlier=tuple(state.winner_of(number) for number in range(1, at.number)),
        ending=game.ending,
        turns=(state.turns if here else 0) if called is not None else None,
        window_over=bool(minutes and called and clock.now >= called + timedelta(minutes=minutes)),
        phase=noted.phase if noted is not None else None,
        turn_of=noted.turn_of if noted is not None else None,
        ways=game.ways,
        tardy=tardy(state, clock),
        prizes_a=game.prizes_a,
        prizes_b=game.prizes_b,
        penalties=rules.penalties,
        start=rules.start,
        higher_seed=rules.higher_seed or state.higher_seed,
        settings=rules.settings,
    )


def found(rules: Rules, state: TableState, clock: Clock) -> Verdict | Question:
    """The verdict of the rules, or the next question."""
    return resolve(situation(rules, state, clock))


def called_at(state: TableState, clock: Clock) -> datetime | None:
    """When time was called for this table, by the clock or by a mark; None before."""
    if clock.called_at is not None and clock.called_at <= clock.now:
        return clock.called_at
    if state.time is not None:
        return state.time.at
    return clock.now if state.not_begun is not None else None


def stand(rules: Rules, state: TableState, clock: Clock) -> Stand:
    last, since = state.game, called_at(state, clock)
    called = since is not None
    if last is None:
        return Stand(GamePhase.NOT_BEGUN if _not_begun(state, 1, called) else None, 1, None)
    if not last.playing and not last.undecided:
        return _between(rules, state, last, since)
    if last.decider:
        spot: GamePhase | None = GamePhase.SUDDEN_DEATH
    elif last.undecided:
        # Both won before time was called: the deciding game is due. Otherwise time ended this game.
        due = called and state.time is None and last.ending is Ending.BOTH_WON
        spot = GamePhase.SUDDEN_DEATH_DUE if due else GamePhase.DURING
    elif last.begun:
        spot = GamePhase.DURING
    else:
        spot = GamePhase.NOT_BEGUN if _not_begun(state, last.number, called) else None
    return Stand(spot, last.number, last)


def _not_begun(state: TableState, number: int, called: bool) -> bool:
    """Whether this game is known not to have begun: before time, a game not recorded has not begun."""
    return not called or state.not_begun == number


def _between(rules: Rules, state: TableState, last: Game, since: datetime | None) -> Stand:
    """The last game is over. After time the next one may have begun all the same; if unknown, it is asked."""
    over = Stand(GamePhase.SUDDEN_DEATH if last.decider else GamePhase.DURING, last.number, last)
    in_extra_turns = state.time is not None and state.time.game == len(state.games)
    # After a deciding game that began after time, no other game is open.
    noted = state.not_begun is not None or (state.time is not None and state.time.game < len(state.games))
    late_decider = last.decider and (
        noted or (last.began_at is not None and since is not None and last.began_at >= since)
    )
    nothing_follows = since is None or in_extra_turns or late_decider
    if last.winner is not None and (nothing_follows or match_won(state, rules)):
        return over
    if last.number >= rules.best_of:
        return over
    number = last.number + 1
    return Stand(GamePhase.NOT_BEGUN if _not_begun(state, number, since is not None) else None, number, None)


def tardy(state: TableState, clock: Clock) -> Tardy | None:
    """Who was late or away without permission (R-124, R-128); None if nothing was recorded and the question is
    open.
    """
    who = late_players(state, clock)
    if len(who) == len(Player):
        return Tardy.BOTH
    if who:
        return Tardy.A if Player.A in who else Tardy.B
    return Tardy.NOBODY if state.on_time else None


def late_players(state: TableState, clock: Clock) -> frozenset[Player]:
    """The players whose absence counts."""
    return state.late | {away.player for away in state.away if counts(away, clock)}


def counts(away: Away, clock: Clock) -> bool:
    """R-128: any period of the round, without permission. An empty seat filled before the clock starts does not
    count.
    """
    if away.permission:
        return False
    began = clock.started_at
    return not (away.empty and began is not None and away.until is not None and away.until <= began)


def score(state: TableState, verdict: Verdict) -> Pair | None:
    """Games won by each player under the verdict; None if the games do not show it."""
    games = str(verdict.facts.get("games", ""))
    if games.count("-") == 1 and all(part.isdigit() for part in games.split("-")):
        won_a, won_b = map(int, games.split("-"))
        return Pair(won_a, won_b)
    if state.game is not None and state.game.ending is None:
        return None
    return state.wins()
