"""Taps that are possible next at a table: answers to the question of the rules, and what can happen in a game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import chain

from core.engine.refused import Refused
from floor.engine.refusals import FloorRefusal
from floor.engine.resolution import (
    FINAL,
    Ask,
    Decision,
    NumbersByPlayer,
    Phase,
    Question,
    Stage,
    TablePlayer,
    Verdict,
)
from floor.engine.table.games import open_game_position
from floor.engine.table.mark_kinds import MAX_TURNS, PLACES, SIDES, WAYS, How, Kind, TableTap, make_tap
from floor.engine.table.replay import apply_mark
from floor.engine.table.resolver_input import resolve_table, time_called_at
from floor.engine.table.table_state import Clock, Mark, TableGame, TableRules, TableState

DECIDING = (Decision.SUDDEN_DEATH, Decision.TIEBREAKER_GAME)
FOR_LATENESS = (Kind.EMPTY, Kind.AWAY, Kind.LATE)
OPENS_A_GAME = (Kind.STARTER, Kind.MULLIGAN, Kind.PREGAME)
PLAYED_HOW = (How.PRIZES, How.NO_POKEMON, How.NO_CARDS, How.CONCEDED)


@dataclass(frozen=True, slots=True)
class TapOptions:
    """Possible taps, by subject.

    `answers` answer the question of the rules, and `decider` begins the deciding game. `start` and `before`
    come before a game begins. `ends` are the usual endings of the current game, `rare` the other endings, and
    `how` records how the last game was won. `time` records whose turn it was when time was called, and `turns`
    the extra turns since. `prizes` corrects the Prize cards left. `absence` records empty seats and absences,
    and `clock` who is thinking.
    """

    answers: tuple[TableTap, ...] = ()
    decider: tuple[TableTap, ...] = ()
    start: tuple[TableTap, ...] = ()
    before: tuple[TableTap, ...] = ()
    ends: tuple[TableTap, ...] = ()
    rare: tuple[TableTap, ...] = ()
    how: tuple[TableTap, ...] = ()
    time: tuple[TableTap, ...] = ()
    turns: tuple[TableTap, ...] = ()
    prizes: tuple[TableTap, ...] = ()
    absence: tuple[TableTap, ...] = ()
    clock: tuple[TableTap, ...] = ()

    def all(self) -> tuple[TableTap, ...]:
        """Return every tap once."""
        groups: Iterable[tuple[TableTap, ...]] = (getattr(self, field.name) for field in fields(self))
        return tuple({tap.form_value(): tap for tap in chain.from_iterable(groups)}.values())


def tap_options(rules: TableRules, state: TableState, clock: Clock) -> TapOptions:
    """Collect the possible taps by subject: those that fit the state and change it."""
    answer = resolve_table(rules, state, clock)
    is_called = time_called_at(state, clock) is not None
    is_over = isinstance(answer, Verdict) and answer.match in FINAL
    index = open_game_position(state, rules)
    game = state.games[index - 1] if index is not None and index <= len(state.games) else None
    effective = _EffectiveTaps(rules, state, clock)
    is_between_games = is_called and (game is None or not game.begun)
    playable_index = index if not is_over and not is_between_games else None
    has_no_starter = playable_index is not None and not is_called and (game is None or game.starter is None)
    # A match of a single game with no recorded game is already in that game.
    is_in_game = rules.best_of == 1 if game is None else game.begun
    is_in_turns = is_called and not is_over and is_in_game
    # How the last game was won can be entered afterwards.
    last_game = state.game
    lacks_how = last_game is not None and last_game.winner is not None and not last_game.how
    # Prizes can be entered repeatedly, because play continues while they are equal.
    prizes: list[TableTap] = []
    if last_game is not None and last_game.playing:
        for player, entered_prizes in (
            (TablePlayer.A, last_game.prizes_a),
            (TablePlayer.B, last_game.prizes_b),
        ):
            if entered_prizes is not None:
                prizes += _prize_taps(rules, player, len(state.games))
    # Taps for the call of time: whose turn it is and, before the clock runs out, where the match is.
    time_taps = [] if is_over or (is_between_games and rules.best_of > 1) else list(_time_taps())
    if not is_over and not is_called:
        time_taps += [make_tap(Kind.PLACE, place=place) for place in PLACES]
    return TapOptions(
        answers=effective.of(answer_taps(rules, state, answer) if isinstance(answer, Question) else ()),
        decider=effective.of(decider_taps(state, answer) if isinstance(answer, Verdict) else ()),
        start=effective.of(
            [make_tap(Kind.STARTER, player, playable_index) for player in TablePlayer]
            if has_no_starter
            else ()
        ),
        before=effective.of(_setup_taps(playable_index, game) if not is_called else ()),
        ends=effective.of(
            [make_tap(Kind.WON, player, playable_index) for player in TablePlayer]
            if playable_index is not None
            else ()
        ),
        rare=effective.of(_rare_ending_taps(rules, playable_index)),
        how=effective.of(
            [make_tap(Kind.HOW, None, len(state.games), how=how) for how in PLAYED_HOW] if lacks_how else ()
        ),
        time=effective.of(time_taps),
        turns=effective.of(
            [make_tap(Kind.TURNS, count=count) for count in range(MAX_TURNS + 1)] if is_in_turns else ()
        ),
        prizes=effective.of(prizes),
        absence=effective.of(_absence_taps(state, is_over=is_over)),
        clock=effective.of(
            () if is_over else [make_tap(Kind.CLOCK, player) for player in (*TablePlayer, None)]
        ),
    )


@dataclass(frozen=True, slots=True)
class _EffectiveTaps:
    """Filter for taps that fit the state and change it."""

    rules: TableRules
    state: TableState
    clock: Clock

    def of(self, taps: Iterable[TableTap]) -> tuple[TableTap, ...]:
        """Return the taps that fit the state and change it, in their order."""
        effective = []
        for tap in taps:
            try:
                state_after = apply_mark(
                    self.rules, self.state, Mark(self.state.last + 1, tap, self.clock.now)
                )
            except Refused:
                continue
            if state_after is not self.state:
                effective.append(tap)
        return tuple(effective)


def answer_taps(rules: TableRules, state: TableState, question: Question) -> Iterator[TableTap]:
    """Yield taps that answer the question of the rules.

    Other questions, such as the ending of a game, are answered by taps of the other groups of `TapOptions`.
    """
    last_index = len(state.games)
    if question.ask is Ask.PLACE:
        yield from (make_tap(Kind.PLACE, place=place) for place in PLACES)
    elif question.ask is Ask.EARLIER:
        index = max(position for position, game in enumerate(state.games, 1) if game.number == question.game)
        yield from (make_tap(Kind.WON, player, index) for player in TablePlayer)
    elif question.ask in (Ask.PHASE, Ask.TURN_OF):
        yield from _time_taps()
    elif question.ask is Ask.WAYS:
        yield from (make_tap(Kind.BOTH_WON, None, last_index, ways=ways) for ways in WAYS)
    elif question.ask is Ask.TARDY:
        yield make_tap(Kind.ON_TIME)
        yield from (make_tap(Kind.LATE, player) for player in (*TablePlayer, None))
    elif question.ask in (Ask.PRIZES_A, Ask.PRIZES_B):
        player = TablePlayer.A if question.ask is Ask.PRIZES_A else TablePlayer.B
        yield from _prize_taps(rules, player, last_index)
    elif question.ask is Ask.SEED:
        yield from (make_tap(Kind.SEED, player) for player in TablePlayer)


def decider_taps(state: TableState, verdict: Verdict) -> Iterator[TableTap]:
    """Yield taps that begin the deciding game, with or without its starter (R-141, M-065)."""
    if verdict.match not in DECIDING:
        return
    last_game, game_2_winner = state.game, verdict.facts.get("game2")
    number = int(str(verdict.facts["game"])) if not verdict.code.startswith("ONE_EACH") else 3
    games_before = state.games
    if last_game is not None and last_game.playing and not last_game.begun:
        games_before = games_before[:-1]
    winner_side = (
        SIDES[game_2_winner]
        if isinstance(game_2_winner, TablePlayer) and last_game is not None and last_game.playing
        else ""
    )
    for player in (*TablePlayer, None):
        yield make_tap(Kind.DECIDER, player, len(games_before) + 1, number=number, won=winner_side)


def _time_taps() -> Iterator[TableTap]:
    for phase in (Phase.DURING_TURN, Phase.BETWEEN_TURNS):
        yield from (make_tap(Kind.TIME, player, phase=phase) for player in TablePlayer)
    yield make_tap(Kind.TIME, phase=Phase.SETUP)


def _setup_taps(index: int | None, game: TableGame | None) -> Iterator[TableTap]:
    """Yield taps for mulligans and for the two minutes before a game (R-144, R-110).

    Each tap includes the resulting count, so that two simultaneous taps count once.
    """
    if index is None:
        return
    alone = game.alone if game else NumbersByPlayer()
    for player in TablePlayer:
        yield make_tap(Kind.MULLIGAN, player, index, count=alone.of(player) + 1)
    yield make_tap(Kind.MULLIGAN, None, index, count=(game.together if game else 0) + 1)
    if game is None or game.pregame_at is None:
        yield make_tap(Kind.PREGAME, None, index)


def _rare_ending_taps(rules: TableRules, index: int | None) -> Iterator[TableTap]:
    if index is None:
        return
    yield from (make_tap(Kind.BOTH_WON, None, index, ways=ways) for ways in WAYS)
    yield from (make_tap(Kind.WON, player, index, how=How.PENALTY) for player in TablePlayer)
    yield make_tap(Kind.BOTH_LOST, None, index)
    if rules.stage is Stage.ELIMINATION:
        yield make_tap(Kind.LOOP, None, index)


def _prize_taps(rules: TableRules, player: TablePlayer, index: int) -> Iterator[TableTap]:
    yield from (make_tap(Kind.PRIZES, player, index, left=left) for left in range(1, rules.start + 1))


def _absence_taps(state: TableState, *, is_over: bool) -> Iterator[TableTap]:
    """Yield taps about absences. After the end of the match, only the end of an absence can be recorded.

    An absence is ignored if judges learn of it after the end (R-124, R-128).
    """
    for player in TablePlayer:
        absence = state.absence_of(player)
        if absence is not None:
            yield make_tap(Kind.ARRIVED if absence.empty else Kind.BACK, player)
        elif not is_over:
            yield make_tap(Kind.EMPTY, player)
            yield from (make_tap(Kind.AWAY, player, permission=permission) for permission in ("yes", "no"))


def require_allowed_tap(rules: TableRules, state: TableState, clock: Clock, tap: TableTap) -> None:
    """Refuse a tap that fits the marks but is forbidden by the clock or the end of the match.

    Refused: GAME_AFTER_TIME (game; R-122), LATENESS_AFTER_THE_END (R-128), NO_DECIDER_NOW.
    """
    answer = resolve_table(rules, state, clock)
    index = open_game_position(state, rules)
    is_new_game = tap.game is not None and tap.game == index and index > len(state.games)
    if tap.kind in OPENS_A_GAME and is_new_game and time_called_at(state, clock) is not None:
        raise Refused(FloorRefusal.GAME_AFTER_TIME, game=tap.game)
    is_over = isinstance(answer, Verdict) and answer.match in FINAL
    if is_over and tap.kind in FOR_LATENESS and tap.facts.get("permission") != "yes":
        raise Refused(FloorRefusal.LATENESS_AFTER_THE_END)
    if tap.kind is not Kind.DECIDER:
        return
    # A deciding game may be tapped if the rules require it, or to name its starter while it is under way.
    last_game = state.game
    is_under_way = (
        last_game is not None and last_game.decider and last_game.playing and tap.game == len(state.games)
    )
    due_values = (
        [option.form_value() for option in decider_taps(state, answer)] if isinstance(answer, Verdict) else []
    )
    if not is_under_way and tap.form_value() not in due_values:
        raise Refused(FloorRefusal.NO_DECIDER_NOW)
