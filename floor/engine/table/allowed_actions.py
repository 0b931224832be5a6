"""Taps possible next at a table: answers to the rules' question, and events of a game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import chain

from core.engine.refused import Refused
from floor.engine.refusals import FloorRefusal
from floor.engine.resolution import FINAL, Ask, Decision, Pair, Phase, Player, Question, Stage, Verdict
from floor.engine.table.games import open_index
from floor.engine.table.kinds import MOST_TURNS, PLACES, SIDES, WAYS, How, Kind, Tap, tap
from floor.engine.table.replay import apply
from floor.engine.table.resolver_input import called_at, found
from floor.engine.table.values import Clock, Game, Mark, Rules, TableState

DECIDING = (Decision.SUDDEN_DEATH, Decision.TIEBREAKER_GAME)
FOR_LATENESS = (Kind.EMPTY, Kind.AWAY, Kind.LATE)
OPENS_A_GAME = (Kind.STARTER, Kind.MULLIGAN, Kind.PREGAME)
PLAYED_HOW = (How.PRIZES, How.NO_POKEMON, How.NO_CARDS, How.CONCEDED)


@dataclass(frozen=True, slots=True)
class Options:
    """The taps that fit now. `answers`: to the question of the rules. `decider`: the deciding game begins.

    `start`, `before`: before a game begins. `ends`: how the current game ends, `rare`: seldom. `how`: how the
    last game was won. `time`: whose turn it was when time was called. `absence`: seats and leave.
    """

    answers: tuple[Tap, ...] = ()
    decider: tuple[Tap, ...] = ()
    start: tuple[Tap, ...] = ()
    before: tuple[Tap, ...] = ()
    ends: tuple[Tap, ...] = ()
    rare: tuple[Tap, ...] = ()
    how: tuple[Tap, ...] = ()
    time: tuple[Tap, ...] = ()
    turns: tuple[Tap, ...] = ()
    prizes: tuple[Tap, ...] = ()
    absence: tuple[Tap, ...] = ()
    clock: tuple[Tap, ...] = ()

    def all(self) -> tuple[Tap, ...]:
        """Every tap once."""
        rows: Iterable[tuple[Tap, ...]] = (getattr(self, part.name) for part in fields(self))
        return tuple({option.form_value(): option for option in chain.from_iterable(rows)}.values())


def options(rules: Rules, state: TableState, clock: Clock) -> Options:
    """Taps by subject; every tap fits and changes something."""
    answer = found(rules, state, clock)
    called = called_at(state, clock) is not None
    over = isinstance(answer, Verdict) and answer.match in FINAL
    index = open_index(state, rules)
    game = state.games[index - 1] if index is not None and index <= len(state.games) else None
    fresh = _Fresh(rules, state, clock)
    quiet = called and (game is None or not game.begun)
    play = index if not over and not quiet else None
    no_starter = play is not None and not called and (game is None or game.starter is None)
    in_turns = called and not over and game is not None and game.begun
    # R-148, of the game won last.
    last = state.game
    without_how = last is not None and last.winner is not None and not last.how
    # Whose turn it is when time is called; before the clock calls it, also where the match is.
    time = [] if over or (quiet and rules.best_of > 1) else list(_time_taps())
    if not over and not called:
        time += [tap(Kind.PLACE, place=place) for place in PLACES]
    return Options(
        answers=fresh.of(answers(rules, state, answer) if isinstance(answer, Question) else ()),
        decider=fresh.of(deciders(state, answer) if isinstance(answer, Verdict) else ()),
        start=fresh.of([tap(Kind.STARTER, player, play) for player in Player] if no_starter else ()),
        before=fresh.of(_before(play, game) if not called else ()),
        ends=fresh.of([tap(Kind.WON, player, play) for player in Player] if play is not None else ()),
        rare=fresh.of(_rare(rules, play)),
        how=fresh.of(
            [tap(Kind.HOW, None, len(state.games), how=how) for how in PLAYED_HOW] if without_how else ()
        ),
        time=fresh.of(time),
        turns=fresh.of([tap(Kind.TURNS, count=count) for count in range(MOST_TURNS + 1)] if in_turns else ()),
        prizes=fresh.of(_prizes_again(rules, state)),
        absence=fresh.of(_absence(state, over=over)),
        clock=fresh.of(() if over else [tap(Kind.CLOCK, player) for player in (*Player, None)]),
    )


@dataclass(frozen=True, slots=True)
class _Fresh:
    """Filters taps to those that fit and change something."""

    rules: Rules
    state: TableState
    clock: Clock

    def of(self, taps: Iterable[Tap]) -> tuple[Tap, ...]:
        fresh = []
        for option in taps:
            try:
                after = apply(self.rules, self.state, Mark(self.state.last + 1, option, self.clock.now))
            except Refused:
                continue
            if after is not self.state:
                fresh.append(option)
        return tuple(fresh)


def answers(rules: Rules, state: TableState, question: Question) -> Iterator[Tap]:
    """Taps that answer the question of the rules."""
    last = len(state.games)
    if question.ask is Ask.PLACE:
        yield from (tap(Kind.PLACE, place=place) for place in PLACES)
    elif question.ask is Ask.EARLIER:
        index = max(at for at, game in enumerate(state.games, 1) if game.number == question.game)
        yield from (tap(Kind.WON, player, index) for player in Player)
    elif question.ask in (Ask.PHASE, Ask.TURN_OF):
        yield from _time_taps()
    elif question.ask is Ask.WAYS:
        yield from (tap(Kind.BOTH_WON, None, last, ways=ways) for ways in WAYS)
    elif question.ask is Ask.TARDY:
        yield tap(Kind.ON_TIME)
        yield from (tap(Kind.LATE, player) for player in (*Player, None))
    elif question.ask in (Ask.PRIZES_A, Ask.PRIZES_B):
        player = Player.A if question.ask is Ask.PRIZES_A else Player.B
        yield from _prizes(rules, player, last)
    elif question.ask is Ask.SEED:
        yield from (tap(Kind.SEED, player) for player in Player)


def deciders(state: TableState, verdict: Verdict) -> Iterator[Tap]:
    """Taps that begin the deciding game, with its starter or without (R-141, M-065)."""
    if verdict.match not in DECIDING:
        return
    last, won = state.game, verdict.facts.get("game2")
    number = int(str(verdict.facts["game"])) if not verdict.code.startswith("ONE_EACH") else 3
    before = state.games
    if last is not None and last.playing and not last.begun:
        before = before[:-1]
    side = SIDES[won] if isinstance(won, Player) and last is not None and last.playing else ""
    for player in (*Player, None):
        yield tap(Kind.DECIDER, player, len(before) + 1, number=number, won=side)


def _time_taps() -> Iterator[Tap]:
    for phase in (Phase.DURING_TURN, Phase.BETWEEN_TURNS):
        yield from (tap(Kind.TIME, player, phase=phase) for player in Player)
    yield tap(Kind.TIME, phase=Phase.SETUP)


def _before(index: int | None, game: Game | None) -> Iterator[Tap]:
    """R-144 and R-110. Each tap includes the resulting count, so that two taps at once count only once."""
    if index is None:
        return
    alone = game.alone if game else Pair()
    for player in Player:
        yield tap(Kind.MULLIGAN, player, index, count=alone.of(player) + 1)
    yield tap(Kind.MULLIGAN, None, index, count=(game.together if game else 0) + 1)
    if game is None or game.pregame_at is None:
        yield tap(Kind.PREGAME, None, index)


def _rare(rules: Rules, index: int | None) -> Iterator[Tap]:
    if index is None:
        return
    yield from (tap(Kind.BOTH_WON, None, index, ways=ways) for ways in WAYS)
    yield from (tap(Kind.WON, player, index, how=How.PENALTY) for player in Player)
    yield tap(Kind.BOTH_LOST, None, index)
    if rules.stage is Stage.ELIMINATION:
        yield tap(Kind.LOOP, None, index)


def _prizes(rules: Rules, player: Player, index: int) -> Iterator[Tap]:
    yield from (tap(Kind.PRIZES, player, index, left=left) for left in range(1, rules.start + 1))


def _prizes_again(rules: Rules, state: TableState) -> Iterator[Tap]:
    """Prizes can be entered again: play goes on while they are equal (R-133)."""
    last = state.game
    if last is None or not last.playing:
        return
    for player, entered in ((Player.A, last.prizes_a), (Player.B, last.prizes_b)):
        if entered is not None:
            yield from _prizes(rules, player, len(state.games))


def _absence(state: TableState, *, over: bool) -> Iterator[Tap]:
    """R-124, R-128: an absence learned of after the end does not count, so none is offered then."""
    for player in Player:
        away = state.missing(player)
        if away is not None:
            yield tap(Kind.ARRIVED if away.empty else Kind.BACK, player)
        elif not over:
            yield tap(Kind.EMPTY, player)
            yield from (tap(Kind.AWAY, player, permission=permission) for permission in ("yes", "no"))


def require_allowed(rules: Rules, state: TableState, clock: Clock, chosen: Tap) -> None:
    """Require what the clock and the end of the match allow, beyond what fits the marks.

    Refused: GAME_AFTER_TIME (R-122), LATENESS_AFTER_THE_END (R-128), NO_DECIDER_NOW.
    """
    answer = found(rules, state, clock)
    index = open_index(state, rules)
    new_game = chosen.game is not None and chosen.game == index and index > len(state.games)
    if chosen.kind in OPENS_A_GAME and new_game and called_at(state, clock) is not None:
        raise Refused(FloorRefusal.GAME_AFTER_TIME, game=chosen.game)
    over = isinstance(answer, Verdict) and answer.match in FINAL
    if over and chosen.kind in FOR_LATENESS and chosen.facts.get("permission") != "yes":
        raise Refused(FloorRefusal.LATENESS_AFTER_THE_END)
    if chosen.kind is not Kind.DECIDER:
        return
    # The rules require this deciding game, or it is under way and the tap names its starter.
    last = state.game
    under_way = last is not None and last.decider and last.playing and chosen.game == len(state.games)
    due = [option.form_value() for option in deciders(state, answer)] if isinstance(answer, Verdict) else []
    if not under_way and chosen.form_value() not in due:
        raise Refused(FloorRefusal.NO_DECIDER_NOW)
