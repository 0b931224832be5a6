"""Properties of every table that can be reached by taps, in any order and whenever time is called."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from floor.engine.resolution import FINAL, Decision, NumbersByPlayer, Question, Stage, TablePlayer, Verdict
from floor.engine.table import (
    Clock,
    Mark,
    TableRules,
    TableState,
    apply_mark,
    read_tap,
    replay_marks,
    require_allowed_tap,
    resolve_table,
    tap_options,
    time_called_at,
)
from tests.floor.engine.table.tables import NOON, OLD_CUT_3, OLD_SWISS_3, answered

rules = st.builds(
    TableRules,
    edition=st.sampled_from(["2017", "2026"]),
    stage=st.sampled_from(Stage),
    best_of=st.sampled_from([1, 3]),
    start=st.sampled_from([3, 4, 6]),
    penalties=st.sampled_from([NumbersByPlayer(), NumbersByPlayer(2, 0), NumbersByPlayer(0, 4)]),
    higher_seed=st.sampled_from([None, TablePlayer.A]),
)
NEVER_CALLED = 10_000

called = st.sampled_from([0, 2, 5, 9, NEVER_CALLED])
"""The number of taps after which time is called."""

SELDOM = ("clock", "empty", "away", "mulligan", "how")
"""Taps that would leave little room for the rest of a random match."""


def clock_at(step: int, called_after: int) -> Clock:
    called_at = NOON + timedelta(minutes=called_after) if called_after < NEVER_CALLED else None
    return Clock(NOON + timedelta(minutes=step), started_at=NOON, called_at=called_at)


def played(data: st.DataObject, of: TableRules, called_after: int, most: int = 18) -> list[Mark]:
    """Return a table after random taps among those offered, one per minute."""
    marks: list[Mark] = []
    for step in range(data.draw(st.integers(0, most))):
        state, clock = replay_marks(of, marks), clock_at(step, called_after)
        every = tap_options(of, state, clock)
        likely = [one for one in every.all() if one.kind not in SELDOM] or every.all()
        offered = every.answers if every.answers and data.draw(st.booleans()) else likely
        if not offered:
            break
        tap = data.draw(st.sampled_from(offered))
        require_allowed_tap(of, state, clock, tap)
        marks.append(Mark(state.last + 1, tap, clock.now, "Hana"))
    return marks


@given(st.data(), rules, called)
@settings(max_examples=400, deadline=None)
def test_one_verdict_or_one_question_that_can_be_answered(
    data: st.DataObject, of: TableRules, at: int
) -> None:
    marks = played(data, of, at)
    state, clock = replay_marks(of, marks), clock_at(len(marks), at)
    answer = resolve_table(of, state, clock)
    if isinstance(answer, Question):
        assert tap_options(of, state, clock).answers, answer
    else:
        assert answer.rule[:2] in ("R-", "M-")


def place_of(of: TableRules, place: str) -> int:
    """Return which answer to "Where was the match?" fits, at a table without taps."""
    taps = tap_options(of, TableState(), clock_at(0, 0)).answers
    return [tap.facts.get("place") for tap in taps].index(place)


NO_MARKS = 0
LEFT, RIGHT = 0, 1
MORE_LEFT, MORE_RIGHT = 1, 2


class Scripted:
    """Draws the numbers of an example one after the other, then 0."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = iter(numbers)

    def draw(self, _numbers: st.SearchStrategy[int]) -> int:
        return next(self.numbers, 0)


@given(st.data(), rules, called)
@example(Scripted(NO_MARKS, place_of(OLD_SWISS_3, "both-2"), LEFT, MORE_RIGHT), OLD_SWISS_3, 0)
@settings(max_examples=300, deadline=None)
def test_answers_alone_lead_to_what_the_rules_say(data: st.DataObject, of: TableRules, at: int) -> None:
    marks = played(data, of, at)
    state, clock = replay_marks(of, marks), clock_at(len(marks), at)
    questions: list[Question] = []
    while isinstance(answer := resolve_table(of, state, clock), Question):
        assert answer not in questions
        questions.append(answer)
        taps = tap_options(of, state, clock).answers
        tap = taps[data.draw(st.integers(0, 60)) % len(taps)]
        state = apply_mark(of, state, Mark(state.last + 1, tap, clock.now))
    assert len(questions) <= 8


@given(rules, st.lists(st.integers(0, 60), min_size=8, max_size=8))
@example(OLD_SWISS_3, [place_of(OLD_SWISS_3, "both-2"), LEFT, MORE_RIGHT, 0, 0, 0, 0, 0])
@example(OLD_SWISS_3, [place_of(OLD_SWISS_3, "both-1"), MORE_LEFT, 0, 0, 0, 0, 0, 0])
@settings(max_examples=300, deadline=None)
def test_an_untapped_table_is_asked_nothing_twice(of: TableRules, picks: list[int]) -> None:
    """Both won at the same time, one in more ways; the place is known, so it is not asked again (R-129, R-140)."""
    state, clock = TableState(), clock_at(0, 0)
    questions: list[Question] = []
    while isinstance(answer := resolve_table(of, state, clock), Question):
        assert answer not in questions
        taps = tap_options(of, state, clock).answers
        tap = taps[picks[len(questions)] % len(taps)]
        questions.append(answer)
        state = apply_mark(of, state, Mark(state.last + 1, tap, clock.now))


@given(st.data(), rules, called)
@settings(max_examples=400, deadline=None)
def test_r122_swiss_never_begins_a_game_after_time(data: st.DataObject, of: TableRules, at: int) -> None:
    of = replace(of, stage=Stage.SWISS)
    marks = played(data, of, at)
    state, clock = replay_marks(of, marks), clock_at(len(marks), at)
    if time_called_at(state, clock) is None:
        return
    answer = resolve_table(of, state, clock)
    if isinstance(answer, Verdict):
        assert answer.match not in (Decision.SUDDEN_DEATH, Decision.TIEBREAKER_GAME, Decision.NEXT_GAME)
    offered = tap_options(of, state, clock)
    assert offered.decider == offered.start == ()


@given(st.data(), rules, called)
@settings(max_examples=400, deadline=None)
def test_elimination_never_ends_tied(data: st.DataObject, of: TableRules, at: int) -> None:
    of = replace(of, stage=Stage.ELIMINATION)
    marks = played(data, of, at)
    answer = resolve_table(of, replay_marks(of, marks), clock_at(len(marks), at))
    assert isinstance(answer, Question) or answer.match is not Decision.TIE


@given(st.data(), rules, called)
@settings(max_examples=300, deadline=None)
def test_the_replay_is_the_state_and_every_tap_can_be_undone(
    data: st.DataObject, of: TableRules, at: int
) -> None:
    marks = played(data, of, at)
    states = [TableState()]
    for mark in marks:
        states.append(apply_mark(of, states[-1], mark))
    for taken in range(len(states)):
        assert replay_marks(of, marks[:taken]) == states[taken]
    assert states[-1].unfit == ()


@given(st.data(), rules, called)
@settings(max_examples=200, deadline=None)
def test_a_tap_twice_is_a_tap_once(data: st.DataObject, of: TableRules, at: int) -> None:
    """Two players and a judge may all tap "turn 1 is over"."""
    marks = played(data, of, at)
    if not marks or marks[-1].tap.kind in ("pregame", "place"):
        return
    state = replay_marks(of, marks)
    again = replace(marks[-1], number=marks[-1].number + 1)
    if again.tap.kind in ("arrived", "back"):
        return
    assert apply_mark(of, state, again) is state


@given(st.data(), rules, called)
@settings(max_examples=200, deadline=None)
def test_taps_travel_as_words(data: st.DataObject, of: TableRules, at: int) -> None:
    for mark in played(data, of, at):
        assert read_tap(mark.tap.form_value()) == mark.tap


@given(st.data(), rules, called)
@settings(max_examples=200, deadline=None)
def test_what_is_over_stays_over(data: st.DataObject, of: TableRules, at: int) -> None:
    """Once the rules have decided who wins, no game starts and no turn is asked for."""
    marks = played(data, of, at)
    state, clock = replay_marks(of, marks), clock_at(len(marks), at)
    answer = resolve_table(of, state, clock)
    if isinstance(answer, Verdict) and answer.match in FINAL:
        offered = tap_options(of, state, clock)
        assert offered.answers == offered.decider == offered.start == offered.ends == offered.turns == ()


@pytest.mark.parametrize(
    ("rules", "words", "match", "rule"),
    [
        (OLD_SWISS_3, "place:::place=both-2 won:left:1: both_won::2:ways=right on_time:::", "tie", "R-129"),
        (OLD_SWISS_3, "place:::place=both-2 won:left:1: both_won::2:ways=left on_time:::", "A", "R-140"),
        (OLD_SWISS_3, "place:::place=both-1 both_won::1:ways=right on_time:::", "B", "R-126"),
        (OLD_SWISS_3, "place:::place=both-1 both_won::1:ways=even on_time:::", "tie", "R-131"),
        (OLD_CUT_3, "place:::place=both-1 both_won::1:ways=right on_time:::", "B", "R-135"),
        (
            OLD_CUT_3,
            "place:::place=both-2 won:left:1: both_won::2:ways=right on_time:::",
            "sudden_death",
            "R-137",
        ),
    ],
)
def test_where_a_deciding_game_was_due_no_later_game_had_begun(
    rules: TableRules, words: str, match: str, rule: str
) -> None:
    assert answered(rules, words, Clock(NOON, started_at=NOON, called_at=NOON)) == (match, rule)
