"""Consecutive marks: what each one changes, and which do not fit the current state."""

from datetime import timedelta

import pytest

from floor.engine.resolution import Ending, NumbersByPlayer, Phase
from floor.engine.table import (
    How,
    TableRules,
    TableState,
    TimeCall,
    games_won_under_verdict,
    match_state_of_table,
    replay_marks,
    resolve_table,
)
from floor.engine.table.mark_kinds import PLACES
from tests.floor.engine.table.tables import (
    AFTER,
    CUT_3,
    IN_TIME,
    NOON,
    OLD_CUT_3,
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
G2_B = "starter:right:2: won:right:2:"
BOTH_1 = "starter:left:1: both_won::1:ways=even"
DECIDER_3 = f"{G1_A} {G2_B} place:::place=before-3 on_time::: decider:left:3:number=3"


def minute(number: int):  # type: ignore[no-untyped-def]
    return NOON + timedelta(minutes=number)


def fits(rules: TableRules, before: str, word: str) -> bool:
    """Return whether one more mark fits after the earlier ones, which are valid."""
    table(rules, before)
    return replay_marks(rules, marks(f"{before} {word}")).unfit == ()


def test_r123_a_game_begins_with_its_starter_and_a_correction_does_not_begin_it_again():
    game = table(SWISS_1, "starter:left:1: starter:right:1:").games[0]
    assert (game.begun, game.began_at, game.starter) == (True, minute(1), B)


def test_a_game_that_began_without_its_starter_keeps_the_one_known():
    assert table(SWISS_1, "starter:left:1: starter::1:").games[0].starter is A


def test_a_game_that_had_begun_before_its_starter_was_noted_has_no_time_of_its_beginning():
    game = table(SWISS_1, "prizes:left:1:left=4 starter:left:1:").games[0]
    assert (game.begun, game.began_at, game.prizes_a) == (True, None, 4)


def test_a_winner_who_is_corrected_leaves_the_end_of_the_game_where_it_was():
    game = table(SWISS_1, "starter:left:1: won:left:1: won:right:1:").games[0]
    assert (game.ending, game.ended_at) == (Ending.WON_BY_B, minute(2))


def test_a_game_that_was_over_before_time_ends_when_its_winner_is_noted():
    game = table(SWISS_3, "place:::place=game-2 won:right:1:").games[0]
    assert (game.ending, game.ended_at) == (Ending.WON_BY_B, minute(2))


def test_a_game_given_for_a_no_show_need_not_have_begun():
    assert not table(SWISS_3, "won:left:1:how=no_show").games[0].begun
    assert not table(SWISS_3, "won:left:1:how=penalty").games[0].begun
    assert table(SWISS_3, "won:left:1:how=conceded").games[0].begun


@pytest.mark.parametrize(("index", "hows"), [(1, ("no_cards", "")), (2, ("", "no_cards"))])
def test_r148_how_is_noted_of_the_game_it_names(index, hows):
    state = table(SWISS_3, f"{G1_A} {G2_B} how::{index}:how=no_cards")
    assert tuple(game.how for game in state.games) == hows
    assert tuple(game.winner for game in state.games) == (A, B)


def test_r148_how_fits_only_games_that_somebody_has_won():
    assert fits(SWISS_3, f"{G1_A} starter:right:2:", "how::1:how=conceded")
    assert not fits(SWISS_3, f"{G1_A} starter:right:2:", "how::2:how=conceded")
    assert not fits(SWISS_3, G1_A, "how::2:how=conceded")
    assert not fits(SWISS_3, "starter:left:1: both_won::1:ways=left", "how::1:how=conceded")


@pytest.mark.parametrize(
    ("ways", "pair", "winner"),
    [
        ("even", NumbersByPlayer(1, 1), None),
        ("left", NumbersByPlayer(2, 1), A),
        ("right", NumbersByPlayer(1, 2), B),
    ],
)
def test_r140_who_wins_in_more_ways_wins(ways, pair, winner):
    state = table(SWISS_1, f"starter:left:1: both_won::1:ways={ways}")
    assert (state.games[0].ways, state.games[0].winner) == (pair, winner)


def test_r140_the_ways_are_corrected_by_the_next_tap_and_the_same_tap_says_nothing_new():
    assert table(SWISS_1, f"{BOTH_1} both_won::1:ways=left").games[0].ways == NumbersByPlayer(2, 1)
    assert table(SWISS_1, f"{BOTH_1} both_won::1:ways=even").last == 2
    assert table(SWISS_1, f"{BOTH_1} both_won::1:ways=left").last == 3


@pytest.mark.parametrize("word", ["both_won::1:ways=even", "both_lost::1:", "loop::1:"])
def test_a_game_ends_without_a_winner_only_while_no_other_follows(word):
    assert fits(CUT_3, G1_A, word)
    assert not fits(CUT_3, f"{G1_A} starter:right:2:", word)


def test_the_starter_of_a_deciding_game_can_be_corrected():
    game = table(OLD_CUT_3, f"{DECIDER_3} decider:right:3:number=3").games[2]
    assert (game.decider, game.starter, game.began_at) == (True, B, minute(7))


def test_a_deciding_game_has_the_number_of_the_game_it_decides_or_of_the_last():
    assert fits(SWISS_3, BOTH_1, "decider:left:2:number=1")
    assert not fits(SWISS_3, BOTH_1, "decider:left:2:number=2")
    assert not fits(SWISS_3, BOTH_1, "decider:left:3:number=1")
    assert not fits(SWISS_3, G1_A, "decider:left:2:number=2")
    assert fits(SWISS_3, f"{G1_A} {G2_B}", "decider:left:3:number=3")
    assert not fits(SWISS_3, "", "decider:left:1:number=1")


def test_no_deciding_game_begins_while_a_game_is_played_or_after_the_match():
    assert not fits(SWISS_3, "starter:left:1:", "decider:left:2:number=1")
    assert not fits(SWISS_3, f"{G1_A} starter:right:2: won:left:2:", "decider:left:3:number=3")


def test_games_begin_in_their_order():
    assert not fits(SWISS_3, G1_A, "starter:left:3:")
    assert not fits(SWISS_3, "", "starter:left:2:")
    assert not fits(SWISS_1, G1_A, "starter:left:2:")


def test_r121_extra_turns_are_counted_from_none():
    state = table(SWISS_1, "starter:left:1: time:left::phase=during_turn")
    assert (state.time, state.turns) == (TimeCall(minute(2), 1, Phase.DURING_TURN, A), 0)
    assert table(SWISS_1, "starter:left:1: turns:::count=2 time:left::phase=during_turn").turns == 2


def test_r121_that_turns_are_counted_says_that_time_was_called():
    state = table(SWISS_1, "starter:left:1: turns:::count=2")
    assert (state.time, state.turns) == (TimeCall(minute(2), 1, Phase.UNSAID), 2)


def test_whose_turn_it_was_can_be_corrected_and_is_none_during_setup():
    before = "starter:left:1: time:left::phase=during_turn"
    assert table(SWISS_1, f"{before} time:right::phase=during_turn").time.turn_of is B
    assert table(SWISS_1, f"{before} time:left::phase=during_turn").last == 2
    assert not fits(SWISS_1, "starter:left:1:", "time:left::phase=setup")
    assert not fits(SWISS_1, "starter:left:1:", "time:::phase=during_turn")


def places_that_fit(rules: TableRules, before: str) -> set[str]:
    return {place for place in PLACES if fits(rules, before, f"place:::place={place}")}


@pytest.mark.parametrize(
    ("before", "places"),
    [
        (
            "",
            "before-1 game-1 both-1 decider-1 before-2 game-2 both-2 decider-2 before-3 game-3 both-3 decider-3",
        ),
        (G1_A, "before-2 game-2 both-2 decider-2 before-3 game-3 both-3 decider-3"),
        (f"{G1_A} mulligan::2:count=1", "before-2 game-2 both-2 decider-2 before-3 game-3 both-3 decider-3"),
        (f"{G1_A} starter:right:2:", "game-2 both-2 decider-2 before-3 game-3 both-3 decider-3"),
        (BOTH_1, ""),
        (
            f"{BOTH_1} decider:left:2:number=1",
            "before-2 game-2 both-2 decider-2 before-3 game-3 both-3 decider-3",
        ),
    ],
    ids=[
        "nothing noted",
        "one game over",
        "game 2 not begun",
        "game 2 begun",
        "game 1 undecided",
        "deciding game",
    ],
)
def test_time_catches_no_match_in_a_game_that_is_over(before, places):
    assert places_that_fit(SWISS_3, before) == set(places.split())


def test_time_catches_no_match_after_its_last_game():
    assert places_that_fit(SWISS_1, "") == {"before-1", "game-1", "both-1", "decider-1"}


def test_games_before_the_place_are_over_and_those_won_stay_won():
    state = table(SWISS_3, "won:left:1:how=no_show place:::place=game-2")
    assert [(game.number, game.winner, game.playing) for game in state.games] == [
        (1, A, False),
        (2, None, True),
    ]
    state = table(SWISS_3, "starter:left:1: place:::place=before-2")
    assert [(game.number, game.begun, game.ending) for game in state.games] == [(1, True, None)]
    assert state.not_begun == 2


def test_of_a_game_that_time_caught_before_it_began_what_was_noted_stays():
    state = table(SWISS_3, f"{G1_A} mulligan::2:count=1 place:::place=before-2")
    assert [(game.number, game.together) for game in state.games] == [(1, 0), (2, 1)]
    assert not fits(SWISS_3, f"{G1_A} mulligan::2:count=1 place:::place=before-2", "won:left:2:")


def test_a_game_that_time_caught_under_way_keeps_what_was_noted_of_it():
    state = table(SWISS_3, f"{G1_A} mulligan::2:count=1 place:::place=game-2")
    assert [(game.number, game.together, game.begun) for game in state.games] == [(1, 0, True), (2, 1, True)]
    assert [game.winner for game in state.games] == [A, None]


def test_a_place_noted_anew_takes_away_what_was_noted_of_the_time():
    state = table(
        SWISS_3, "starter:left:1: time:left::phase=during_turn turns:::count=2 place:::place=game-1"
    )
    assert (state.time, state.turns, state.not_begun) == (None, None, None)
    state = table(SWISS_3, "place:::place=both-1")
    assert (state.games[0].ending, state.not_begun) == (Ending.BOTH_WON, 2)
    assert table(SWISS_3, "place:::place=decider-1").games[0].decider


def test_a_match_won_after_time_was_called_was_not_won_before():
    after_time = replay_marks(SWISS_1, marks("starter:left:1: won:left:1:", since=TIME))
    assert match_state_of_table(SWISS_1, after_time, AFTER).time_called
    assert not match_state_of_table(SWISS_1, table(SWISS_1, "starter:left:1: won:left:1:"), AFTER).time_called


def test_after_a_deciding_game_that_began_before_time_the_place_is_asked():
    assert answered(SWISS_3, f"{BOTH_1} decider:left:2:number=1 won:left:2:") == ("ask", "place")


def test_the_score_of_a_match_that_goes_on_is_the_games_won():
    assert games_won_under_verdict(table(SWISS_3, G1_A), verdict(SWISS_3, G1_A, IN_TIME)) == NumbersByPlayer(
        1, 0
    )
    assert games_won_under_verdict(
        TableState(), resolve_table(SWISS_3, TableState(), IN_TIME)
    ) == NumbersByPlayer(0, 0)


def test_the_score_of_a_decided_match_is_that_of_the_verdict():
    decided = verdict(SWISS_1, "starter:left:1: won:left:1:")
    assert games_won_under_verdict(TableState(), decided) == NumbersByPlayer(1, 0)


def test_who_was_late_is_no_longer_on_time():
    assert (
        table(SWISS_1, "on_time::: late:left::").late,
        table(SWISS_1, "on_time::: late:left::").on_time,
    ) == (
        frozenset({A}),
        False,
    )
    assert not fits(SWISS_1, "late:left::", "on_time:::")


def test_a_seat_found_empty_is_filled_by_arriving():
    assert not fits(SWISS_1, "", "arrived:left::")
    assert not fits(SWISS_1, "empty:left::", "away:left::permission=yes")
    assert fits(SWISS_1, "empty:left:: arrived:left::", "away:left::permission=yes")


def test_how_a_game_was_won_by_prizes_is_noted_when_the_deciding_game_begins():
    state = table(OLD_CUT_3, f"{G1_A} starter:right:2: decider:left:3:number=3,won=right")
    assert (state.games[1].winner, state.games[1].how, state.games[1].ended_at) == (
        B,
        How.BY_PRIZES,
        minute(4),
    )
