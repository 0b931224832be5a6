"""A table, tap by tap, according to the rules."""

from dataclasses import replace
from datetime import timedelta

import pytest

from core.engine.refused import Refused
from floor.engine.resolution import NumbersByPlayer, Phase, Question, Tardy, extra_mulligan_cards
from floor.engine.table import (
    Clock,
    How,
    Kind,
    Loss,
    Mark,
    TableState,
    apply_mark,
    games_won_under_verdict,
    make_tap,
    match_state_of_table,
    no_show_losses_due,
    read_tap,
    replay_marks,
    require_allowed_tap,
    resolve_table,
    tap_options,
    time_called_at,
)
from tests.floor.engine.table.tables import (
    AFTER,
    CUT_1,
    CUT_3,
    IN_TIME,
    NOON,
    OLD_CUT_1,
    OLD_CUT_3,
    OLD_SWISS_3,
    SWISS_1,
    SWISS_3,
    TIME,
    A,
    B,
    answered,
    marks,
    table,
    verdict,
)

G1_A = "starter:right:1: won:left:1:"
G1_B = "starter:left:1: won:right:1:"
G2_B = "starter:right:2: won:right:2:"
ON_TIME = "on_time:::"
OVER = "time:left::phase=during_turn turns:::count=3"


@pytest.mark.parametrize(
    ("rules", "words", "answer"),
    [
        (SWISS_1, "starter:left:1: won:left:1:", ("A", "R-120")),
        (SWISS_1, f"starter:left:1: {OVER} {ON_TIME}", ("tie", "M-063")),
        (SWISS_1, f"starter:left:1: {OVER} late:left::", ("B", "M-062")),
        (SWISS_1, f"starter:left:1: {OVER} late:::", ("tie", "M-063")),
        (SWISS_1, f"starter:left:1: {OVER}", ("ask", "tardy")),
        (SWISS_1, "starter:left:1: time:left::phase=during_turn won:right:1:", ("B", "M-061")),
        (OLD_SWISS_3, f"{G1_A} place:::place=game-2 {OVER} {ON_TIME}", ("A", "R-127")),
        (OLD_SWISS_3, f"{G1_A} starter:right:2: {OVER} {ON_TIME}", ("A", "R-127")),
        (OLD_SWISS_3, f"{G1_A} place:::place=before-2 {ON_TIME}", ("A", "R-126")),
        (OLD_SWISS_3, f"{G1_A} {G2_B} place:::place=before-3 {ON_TIME}", ("tie", "R-129")),
        (OLD_SWISS_3, f"{G1_A} {G2_B} starter:left:3: {OVER} {ON_TIME}", ("tie", "R-130")),
        (OLD_SWISS_3, f"starter:left:1: {OVER} {ON_TIME}", ("tie", "R-125")),
        (OLD_SWISS_3, f"{G1_A} starter:right:2: {OVER} late:left::", ("B", "R-125")),
        (OLD_SWISS_3, "starter:left:1: both_won::1:ways=even on_time:::", ("tie", "R-131")),
        (
            OLD_SWISS_3,
            "starter:left:1: both_won::1:ways=right place:::place=before-2 on_time:::",
            ("B", "R-126"),
        ),
        (OLD_CUT_1, f"starter:left:1: {OVER} {ON_TIME}", ("ask", "prizes_a")),
        (OLD_CUT_1, f"starter:left:1: {OVER} {ON_TIME} prizes:left:1:left=2", ("ask", "prizes_b")),
        (
            OLD_CUT_1,
            f"starter:left:1: {OVER} {ON_TIME} prizes:left:1:left=2 prizes:right:1:left=3",
            ("A", "R-132"),
        ),
        (
            CUT_1,
            f"starter:left:1: {OVER} {ON_TIME} prizes:left:1:left=2 prizes:right:1:left=3",
            ("A", "M-064"),
        ),
        (OLD_CUT_3, f"{G1_A} place:::place=before-2 {ON_TIME}", ("A", "R-135")),
        (OLD_CUT_3, f"{G1_A} {G2_B} place:::place=before-3 {ON_TIME}", ("sudden_death", "R-137")),
        (CUT_3, f"{G1_A} {G2_B} place:::place=before-3 {ON_TIME}", ("tiebreaker_game", "M-064")),
        (CUT_3, f"{G1_A} starter:right:2: {OVER} {ON_TIME}", ("A", "M-064")),
        (SWISS_3, "", ("ask", "place")),
        (SWISS_3, "place:::place=game-2", ("ask", "earlier")),
        (SWISS_3, f"place:::place=game-2 {OVER} {ON_TIME}", ("ask", "earlier")),
        (SWISS_3, f"place:::place=game-2 {OVER} {ON_TIME} won:right:1:", ("B", "M-063")),
        (SWISS_3, "place:::place=before-1 on_time:::", ("tie", "M-063")),
    ],
)
def test_after_time(rules, words, answer):
    assert answered(rules, words) == answer


def test_equal_prizes_play_on_until_they_differ():
    """R-133, R-118."""
    words = f"starter:left:1: {OVER} {ON_TIME} prizes:left:1:left=3 prizes:right:1:left=3"
    assert verdict(OLD_CUT_1, words).code == "EQUAL_PRIZES"
    assert answered(OLD_CUT_1, f"{words} prizes:right:1:left=2") == ("B", "R-132")


def test_m072_prizes_of_penalties_count():
    words = f"starter:left:1: {OVER} {ON_TIME} prizes:left:1:left=3 prizes:right:1:left=4"
    assert answered(replace(CUT_1, penalties=NumbersByPlayer(2, 0)), words) == ("B", "M-072")


def test_a_deciding_game_is_a_game_of_its_own():
    """R-137, R-141: at one game each, the winner of the Sudden Death game wins the match."""
    words = f"{G1_A} {G2_B} place:::place=before-3 {ON_TIME} decider:left:3:number=3"
    state = table(OLD_CUT_3, words)
    assert [(game.number, game.decider) for game in state.games] == [(1, False), (2, False), (3, True)]
    assert answered(OLD_CUT_3, words) == ("continue", "R-141")
    assert answered(OLD_CUT_3, f"{words} won:right:3:") == ("B", "R-141")
    again = f"{words} both_won::3:ways=even"
    assert answered(OLD_CUT_3, again) == ("sudden_death", "R-139")
    assert answered(OLD_CUT_3, f"{again} decider:right:4:number=3 won:left:4:") == ("A", "R-141")


def test_r137_game_2_won_by_prizes_and_then_one_game_more():
    words = f"{G1_A} starter:right:2: {OVER} {ON_TIME} prizes:left:2:left=4 prizes:right:2:left=1"
    answer = verdict(OLD_CUT_3, words)
    assert (answer.code, answer.match.value) == ("ONE_EACH_BY_PRIZES", "sudden_death")
    offered = tap_options(OLD_CUT_3, table(OLD_CUT_3, words), AFTER).decider
    assert offered[0].form_value() == "decider:left:3:number=3,won=right"
    words = f"{words} {offered[0].form_value()}"
    assert table(OLD_CUT_3, words).games[1].how == How.BY_PRIZES
    assert answered(OLD_CUT_3, f"{words} won:left:3:") == ("A", "R-141")


def test_r134_both_win_game_1_after_time_and_the_decider_takes_the_match():
    words = "starter:left:1: time:left::phase=during_turn both_won::1:ways=even on_time:::"
    assert answered(OLD_CUT_3, words) == ("sudden_death", "R-134")
    words += " decider:left:2:number=1 won:right:2:"
    assert answered(OLD_CUT_3, words) == ("B", "R-135")


def test_in_time_both_won_is_decided_and_the_match_goes_on():
    words = "starter:left:1: both_won::1:ways=even"
    assert answered(SWISS_3, words, IN_TIME) == ("tiebreaker_game", "M-065")
    words += " decider:left:2:number=1 won:right:2:"
    assert answered(SWISS_3, words, IN_TIME) == ("next_game", "M-066")
    assert table(SWISS_3, words).wins() == NumbersByPlayer(0, 1)


def test_r142_the_loser_of_the_last_game_chooses():
    answer = verdict(OLD_SWISS_3, G1_A, IN_TIME)
    assert (answer.rule, answer.facts["chooser"]) == ("R-142", B)


@pytest.mark.parametrize(
    ("edition", "extra"),
    [
        ("2002", NumbersByPlayer(2, 6)),
        ("2005", NumbersByPlayer(1, 3)),
        ("2017", NumbersByPlayer(1, 3)),
        ("2026", NumbersByPlayer(1, 3)),
    ],
)
def test_r144_extra_cards_by_edition(edition, extra):
    state = table(SWISS_1, "mulligan::1:count=1 mulligan:left:1:count=3 mulligan:right:1:count=1")
    game = state.games[0]
    assert (game.together, game.alone) == (1, NumbersByPlayer(3, 1))
    facts = match_state_of_table(SWISS_1, state, IN_TIME)
    assert extra_mulligan_cards(replace(facts, edition=edition), game.alone) == extra


def test_r110_two_minutes_before_games_2_and_3():
    state = table(SWISS_3, f"{G1_A} pregame::2:")
    assert state.games[1].pregame_at == NOON + timedelta(minutes=3)
    assert replay_marks(SWISS_3, marks("pregame::1:")).unfit == (1,)


def test_r148_how_a_game_was_won_is_told_afterwards():
    state = table(SWISS_3, f"{G1_A} how::1:how=no_cards")
    assert state.games[0].how == How.NO_CARDS
    assert tap_options(SWISS_3, state, IN_TIME).how == ()


def test_r122_no_game_begins_after_time():
    state = table(SWISS_3, G1_A)
    with pytest.raises(Refused, match="GAME_AFTER_TIME"):
        require_allowed_tap(SWISS_3, state, AFTER, make_tap(Kind.STARTER, A, 2))
    require_allowed_tap(SWISS_3, state, IN_TIME, make_tap(Kind.STARTER, A, 2))
    noted = table(SWISS_3, f"{G1_A} place:::place=before-2")
    with pytest.raises(Refused, match="MARK_DOES_NOT_FIT"):
        apply_mark(SWISS_3, noted, Mark(9, make_tap(Kind.STARTER, A, 2), AFTER.now))


def test_a_game_recorded_late_leaves_open_where_time_caught_the_match():
    """If staff learn only after time that the left player won game 1, game 2 may have begun or not."""
    assert answered(SWISS_3, "won:left:1:") == ("ask", "place")
    assert answered(SWISS_3, "won:left:1: place:::place=game-2") == ("ask", "phase")


def test_a_deciding_game_begins_only_where_the_rules_ask_for_it():
    state = table(SWISS_3, "starter:left:1: both_won::1:ways=even")
    decider = make_tap(Kind.DECIDER, A, 2, number=1)
    require_allowed_tap(SWISS_3, state, IN_TIME, decider)
    with pytest.raises(Refused, match="NO_DECIDER_NOW"):
        require_allowed_tap(SWISS_3, state, AFTER, decider)


def test_a_wrong_winner_is_corrected_by_the_next_tap():
    state = table(SWISS_3, f"{G1_A} {G2_B} won:right:1:")
    assert state.wins() == NumbersByPlayer(0, 2)
    assert resolve_table(SWISS_3, state, IN_TIME).rule == "R-120"


def test_undoing_what_others_stand_on_leaves_misfits():
    taps = marks(f"{G1_A} {G2_B}")
    assert replay_marks(SWISS_3, taps[:1] + taps[2:]).unfit == (3, 4)


@pytest.mark.parametrize(
    ("words", "tardy"),
    [
        ("", None),
        ("on_time:::", Tardy.NOBODY),
        ("empty:left::", Tardy.A),
        ("empty:left:: arrived:left::", Tardy.A),
        ("away:right::permission=no back:right::", Tardy.B),
        ("away:right::permission=yes", None),
        ("away:right::permission=yes away:right::permission=no", Tardy.B),
        ("empty:left:: away:right::permission=no", Tardy.BOTH),
        ("late:::", Tardy.BOTH),
    ],
)
def test_r128_what_counts_as_late(words, tardy):
    assert match_state_of_table(SWISS_3, table(SWISS_3, words), AFTER).tardy is tardy


def test_an_empty_seat_before_the_clock_starts_is_not_late():
    state = table(SWISS_3, "empty:left:: arrived:left::")
    begins_later = replace(IN_TIME, started_at=NOON + timedelta(minutes=5))
    assert match_state_of_table(SWISS_3, state, begins_later).tardy is None
    absence = state.away[0]
    assert (absence.by, absence.since, absence.until) == (
        "Hana",
        NOON + timedelta(minutes=1),
        NOON + timedelta(minutes=2),
    )


def test_r128_lateness_learned_of_after_the_end_does_not_count():
    state = table(SWISS_1, "starter:left:1: won:left:1:")
    for late in (make_tap(Kind.LATE, A), make_tap(Kind.EMPTY, A), make_tap(Kind.AWAY, A, permission="no")):
        with pytest.raises(Refused, match="LATENESS_AFTER_THE_END"):
            require_allowed_tap(SWISS_1, state, AFTER, late)
    require_allowed_tap(SWISS_1, state, AFTER, make_tap(Kind.AWAY, A, permission="yes"))


@pytest.mark.parametrize(
    ("best_of", "losses"),
    [(3, [(Loss.GAME, 5), (Loss.MATCH, 10)]), (1, [(Loss.MATCH, 5)])],
)
def test_m075_what_an_empty_seat_costs(best_of, losses):
    found_due = no_show_losses_due("2026", best_of, NOON)
    assert [(one.loss, one.at) for one in found_due] == [
        (loss, NOON + timedelta(minutes=minutes)) for loss, minutes in losses
    ]
    assert found_due[0].is_due(NOON + timedelta(minutes=5))
    assert not found_due[0].is_due(NOON + timedelta(minutes=4, seconds=59))


def test_the_thinking_clock_counts_both_sides():
    state = table(SWISS_1, "clock:left:: clock:right:: clock:::")
    assert state.thinking.used(A, AFTER.now) == timedelta(minutes=1)
    assert state.thinking.used(B, AFTER.now) == timedelta(minutes=1)
    running = table(SWISS_1, "clock:left::")
    assert running.thinking.used(A, NOON + timedelta(minutes=4)) == timedelta(minutes=3)
    assert running.thinking.is_measured


def test_m061_the_round_ends_with_its_window():
    words = "starter:left:1: time:left::phase=during_turn turns:::count=1 on_time:::"
    assert answered(SWISS_1, words)[0] == "continue"
    assert answered(SWISS_1, words, replace(AFTER, now=TIME + timedelta(minutes=15))) == ("tie", "M-063")


def test_time_is_called_by_a_mark_where_no_clock_runs():
    silent = Clock(NOON + timedelta(minutes=9))
    assert time_called_at(TableState(), silent) is None
    noted = table(SWISS_1, "time:right::phase=between_turns")
    assert time_called_at(noted, silent) == NOON + timedelta(minutes=1)
    match = match_state_of_table(SWISS_1, noted, silent)
    assert (match.time_called, match.phase, match.turn_of) == (True, Phase.BETWEEN_TURNS, B)


def test_only_questions_of_the_rules_are_asked():
    """R-147: where Prizes do not decide, they are not asked for; a table without taps is asked step by step."""
    state, questions = TableState(), []
    answers = {"place": "place:::place=game-1", "phase": "time:left::phase=during_turn"}
    answers |= {"tardy": "on_time:::"}
    while isinstance(answer := resolve_table(SWISS_3, state, AFTER), Question):
        questions.append(answer.ask.value)
        state = apply_mark(
            SWISS_3, state, Mark(len(questions), read_tap(answers[answer.ask.value]), AFTER.now)
        )
    assert questions == ["place", "phase"]
    state = apply_mark(SWISS_3, state, Mark(3, make_tap(Kind.TURNS, count=3), AFTER.now))
    assert resolve_table(SWISS_3, state, AFTER) == Question("tardy")


def test_the_score_stands_beside_the_verdict():
    words = f"{G1_A} starter:right:2: {OVER} {ON_TIME}"
    state = table(SWISS_3, words)
    assert games_won_under_verdict(state, verdict(SWISS_3, words)) == NumbersByPlayer(1, 0)
    assert (
        games_won_under_verdict(
            table(SWISS_3, "place:::place=before-2"), verdict(SWISS_3, "place:::place=before-1 on_time:::")
        )
        is None
    )


@pytest.mark.parametrize(
    "mark",
    [
        *("", "won", "won:left", "won:left::", "won::1:", "won:top:1:", "jump:left:1:", "turns:::count=4"),
        *("turns:::", "won:left:1:who=me", "prizes:left:1:left=seven", "won:left:²:", "clock:left:3:"),
        "won:left:0:",
    ],
)
def test_what_is_no_mark_is_refused(mark):
    with pytest.raises(Refused, match="MARK_UNREADABLE"):
        read_tap(mark)


def test_a_game_2_that_cannot_end_is_the_head_judges_in_2017():
    """The rules of 2017 do not cover such a game, whichever it is (R-002)."""
    words = f"{G1_A} starter:right:2: time:left::phase=during_turn loop::2: {ON_TIME}"
    assert answered(OLD_CUT_3, words) == ("head_judge", "R-002")
