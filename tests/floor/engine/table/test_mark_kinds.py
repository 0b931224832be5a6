"""What a tap may contain, and who may make it."""

import pytest

from floor.engine.resolution import Phase, TablePlayer
from floor.engine.table.mark_kinds import PLACES, SPECS, How, Kind, TableTap, make_tap, read_tap
from tests.build import refusal

BY_JUDGES = {
    Kind.BOTH_LOST,
    Kind.LOOP,
    Kind.DECIDER,
    Kind.EMPTY,
    Kind.ARRIVED,
    Kind.AWAY,
    Kind.BACK,
    Kind.LATE,
    Kind.ON_TIME,
    Kind.CLOCK,
    Kind.SEED,
}
"""Seats, clocks, double game losses and deciding games."""

OF_MATCH = BY_JUDGES - {Kind.BOTH_LOST, Kind.LOOP, Kind.DECIDER} | {Kind.PLACE, Kind.TIME, Kind.TURNS}
"""All other taps are about one game at the table."""


def test_players_tap_what_happens_in_their_game_and_judges_all_the_rest() -> None:
    assert {kind for kind, spec in SPECS.items() if not spec.by_players} == BY_JUDGES
    assert set(SPECS) == set(Kind)


def test_a_tap_about_a_game_names_it_and_one_about_the_match_does_not() -> None:
    assert {kind for kind, spec in SPECS.items() if not spec.of_game} == OF_MATCH


def test_a_tap_names_one_player_or_perhaps_one_or_nobody() -> None:
    sides = {kind: spec.sides for kind, spec in SPECS.items()}
    one = {Kind.WON, Kind.PRIZES, Kind.EMPTY, Kind.ARRIVED, Kind.AWAY, Kind.BACK, Kind.SEED}
    perhaps = {Kind.STARTER, Kind.MULLIGAN, Kind.DECIDER, Kind.TIME, Kind.LATE, Kind.CLOCK}
    assert {kind for kind, words in sides.items() if words == ("left", "right")} == one
    assert {kind for kind, words in sides.items() if words == ("", "left", "right")} == perhaps
    assert {kind for kind, words in sides.items() if words == ("",)} == set(Kind) - one - perhaps


@pytest.mark.parametrize(
    "word",
    [
        "starter::1:",
        "starter:left:2:",
        "mulligan::1:count=1",
        "mulligan:right:1:count=30",
        "won:left:3:",
        *[f"won:left:1:how={how}" for how in How],
        *[f"how::1:how={how}" for how in How],
        *[f"both_won::1:ways={ways}" for ways in ("even", "left", "right")],
        *[f"decider::4:number={number}" for number in (1, 2, 3)],
        "decider:left:2:number=1,won=right",
        *[f"place:::place={place}" for place in PLACES],
        *[f"time:left::phase={phase}" for phase in Phase if phase is not Phase.UNSAID],
        *[f"turns:::count={count}" for count in range(4)],
        *[f"prizes:right:1:left={left}" for left in range(7)],
        *[f"away:left::permission={word}" for word in ("yes", "no")],
        "clock:::",
        "seed:right::",
        "pregame::99:",
    ],
)
def test_a_word_of_a_form_is_read_and_written_the_same(word: str) -> None:
    assert read_tap(word).form_value() == word


@pytest.mark.parametrize(
    "word",
    [
        "",
        "won",
        "won:left:1",
        "won:left:1:how=prizes:",
        "wins:left:1:",
        "won::1:",
        "won:middle:1:",
        "won:left::",
        "won:left:0:",
        "won:left:100:",
        "won:left:²:",
        "won:left:1:how=luck",
        "won:left:1:why=prizes",
        "how::1:",
        "mulligan::1:count=0",
        "mulligan::1:count=31",
        "turns:::count=-1",
        "turns:::count=4",
        "turns::1:count=3",
        "prizes:right:1:left=7",
        "decider::1:number=0",
        "decider::1:number=4",
        "both_lost:left:1:",
        "empty:::",
        "place:::place=game-4",
        "place:::place=game-0",
        "seed:::",
    ],
)
def test_a_word_of_no_tap_is_refused(word: str) -> None:
    assert refusal(read_tap, word).code == "MARK_UNREADABLE"


def test_what_a_refusal_repeats_of_a_word_is_short() -> None:
    assert refusal(read_tap, "x" * 100).facts == {"mark": "x" * 60}
    assert refusal(read_tap, "won:left:100:" + "x" * 100).facts == {"mark": "won:left:100:" + "x" * 47}


def test_facts_that_are_not_given_are_not_written() -> None:
    assert make_tap(Kind.WON, TablePlayer.A, 1, how=None) == TableTap(Kind.WON, "left", 1, {})
    assert make_tap(Kind.PRIZES, TablePlayer.B, 2, left=0) == TableTap(Kind.PRIZES, "right", 2, {"left": "0"})
    assert refusal(make_tap, Kind.PRIZES, TablePlayer.B, 2, left="").code == "MARK_UNREADABLE"


def test_a_side_is_a_player() -> None:
    assert [read_tap(word).player for word in ("seed:left::", "seed:right::", "clock:::")] == [
        TablePlayer.A,
        TablePlayer.B,
        None,
    ]
