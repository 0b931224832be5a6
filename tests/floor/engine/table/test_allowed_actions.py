"""Which taps a table offers, by what they are about."""

import pytest

from floor.engine.resolution import TablePlayer
from floor.engine.table import Clock, Kind, TableRules, make_tap, require_allowed_tap, tap_options
from floor.engine.table.mark_kinds import PLACES
from tests.build import refusal
from tests.floor.engine.table.tables import (
    AFTER,
    CUT_1,
    IN_TIME,
    OLD_CUT_1,
    OLD_CUT_3,
    SWISS_1,
    SWISS_3,
    A,
    B,
    table,
)

G1_A = "starter:right:1: won:left:1:"
G2_B = "starter:right:2: won:right:2:"
OVER = "time:left::phase=during_turn turns:::count=3"
TIMES = (
    "time:left::phase=during_turn time:right::phase=during_turn "
    "time:left::phase=between_turns time:right::phase=between_turns time:::phase=setup"
)
ABSENCES = " ".join(
    f"empty:{side}:: away:{side}::permission=yes away:{side}::permission=no" for side in ("left", "right")
)


def offered(rules: TableRules, words: str, clock: Clock, about: str) -> str:
    """Return the names of the offered taps about something, separated by spaces."""
    return " ".join(
        one.form_value() for one in getattr(tap_options(rules, table(rules, words), clock), about)
    )


@pytest.mark.parametrize(
    ("about", "taps"),
    [
        ("start", "starter:left:1: starter:right:1:"),
        ("before", "mulligan:left:1:count=1 mulligan:right:1:count=1 mulligan::1:count=1"),
        ("ends", "won:left:1: won:right:1:"),
        (
            "rare",
            "both_won::1:ways=even both_won::1:ways=left both_won::1:ways=right "
            "won:left:1:how=penalty won:right:1:how=penalty both_lost::1:",
        ),
        (
            "time",
            f"{TIMES} place:::place=before-1 place:::place=game-1 place:::place=both-1 place:::place=decider-1",
        ),
        ("absence", ABSENCES),
        ("clock", "clock:left:: clock:right::"),
        *[(about, "") for about in ("answers", "decider", "how", "turns", "prizes")],
    ],
)
def test_before_a_game_begins(about, taps):
    assert offered(SWISS_1, "", IN_TIME, about) == taps


def test_a_game_that_cannot_end_is_offered_in_the_cut_alone():
    assert offered(CUT_1, "", IN_TIME, "rare").endswith(" both_lost::1: loop::1:")
    assert "loop" not in offered(SWISS_1, "", IN_TIME, "rare")


def test_r144_each_hand_without_a_basic_pokemon_is_one_more():
    words = "mulligan:left:1:count=2 mulligan::1:count=1"
    assert offered(SWISS_1, words, IN_TIME, "before") == (
        "mulligan:left:1:count=3 mulligan:right:1:count=1 mulligan::1:count=2"
    )


def test_r110_the_two_minutes_are_offered_once_before_game_2():
    assert offered(SWISS_3, G1_A, IN_TIME, "before").endswith(" pregame::2:")
    assert "pregame" not in offered(SWISS_3, f"{G1_A} pregame::2:", IN_TIME, "before")


def test_while_a_game_is_played_its_starter_is_offered_no_more():
    assert offered(SWISS_1, "starter:left:1:", IN_TIME, "start") == ""
    assert offered(SWISS_1, "starter:left:1:", IN_TIME, "ends") == "won:left:1: won:right:1:"
    assert offered(SWISS_1, "prizes:left:1:left=4", IN_TIME, "start") == "starter:left:1: starter:right:1:"


def test_r121_turns_are_counted_once_time_is_called():
    assert offered(SWISS_1, "starter:left:1:", IN_TIME, "turns") == ""
    assert offered(SWISS_1, "starter:left:1:", AFTER, "turns") == (
        "turns:::count=0 turns:::count=1 turns:::count=2 turns:::count=3"
    )
    assert offered(SWISS_1, "mulligan::1:count=1", AFTER, "turns") == ""
    assert offered(SWISS_1, G1_A, AFTER, "turns") == ""


@pytest.mark.parametrize("about", ["start", "before", "ends", "rare", "time", "turns", "decider"])
def test_r122_after_time_a_game_that_has_not_begun_is_not_offered(about):
    assert offered(SWISS_3, G1_A, AFTER, about) == ""


def test_after_time_the_one_question_is_answered():
    places = " ".join(f"place:::place={place}" for place in PLACES if not place.endswith("-1"))
    assert offered(SWISS_3, G1_A, AFTER, "answers") == places
    assert offered(SWISS_3, "place:::place=game-1", AFTER, "answers") == TIMES
    assert offered(SWISS_1, f"starter:left:1: {OVER}", AFTER, "answers") == (
        "on_time::: late:left:: late:right:: late:::"
    )


def test_who_won_an_earlier_game_is_asked_of_that_game():
    assert offered(SWISS_3, "place:::place=game-2", AFTER, "answers") == "won:left:1: won:right:1:"


def test_in_a_single_game_it_is_asked_whose_turn_it_was_and_no_place_after_time():
    assert offered(SWISS_1, "", AFTER, "time") == TIMES


def test_r147_prizes_are_asked_of_one_player_after_the_other_and_can_be_told_anew():
    words = f"starter:left:1: {OVER} on_time:::"
    of_left = " ".join(f"prizes:left:1:left={left}" for left in range(1, 7))
    assert offered(OLD_CUT_1, words, AFTER, "answers") == of_left
    assert offered(OLD_CUT_1, words, AFTER, "prizes") == ""
    words = f"{words} prizes:left:1:left=6"
    assert offered(OLD_CUT_1, words, AFTER, "answers") == of_left.replace("left:1", "right:1")
    assert offered(OLD_CUT_1, words, AFTER, "prizes") == of_left.removesuffix(" prizes:left:1:left=6")


def test_r148_how_is_offered_of_the_game_won_last():
    assert offered(SWISS_3, G1_A, IN_TIME, "how") == (
        "how::1:how=prizes how::1:how=no_pokemon how::1:how=no_cards how::1:how=conceded"
    )
    assert offered(SWISS_3, "starter:left:1:", IN_TIME, "how") == ""


@pytest.mark.parametrize("about", ["start", "before", "ends", "rare", "time", "turns", "absence", "clock"])
def test_a_match_that_is_over_offers_nothing_more(about):
    assert offered(SWISS_1, G1_A, IN_TIME, about) == ""


def test_who_is_missing_can_come():
    assert offered(SWISS_1, "empty:left:: away:right::permission=no", IN_TIME, "absence") == (
        "arrived:left:: back:right::"
    )


def test_m065_the_deciding_game_begins_with_its_starter_or_nobody_s():
    assert offered(SWISS_3, "starter:left:1: both_won::1:ways=even", IN_TIME, "decider") == (
        "decider:left:2:number=1 decider:right:2:number=1 decider::2:number=1"
    )


def test_the_starter_of_a_deciding_game_under_way_may_be_corrected_and_no_other_begins():
    state = table(OLD_CUT_3, f"{G1_A} {G2_B} place:::place=before-3 on_time::: decider:left:3:number=3")
    require_allowed_tap(OLD_CUT_3, state, AFTER, make_tap(Kind.DECIDER, B, 3, number=3))
    for index in (2, 4):
        refused = refusal(
            require_allowed_tap, OLD_CUT_3, state, AFTER, make_tap(Kind.DECIDER, B, index, number=3)
        )
        assert refused.code == "NO_DECIDER_NOW"


def test_every_tap_is_offered_once():
    found = tap_options(SWISS_3, table(SWISS_3, G1_A), IN_TIME).all()
    assert len({one.form_value() for one in found}) == len(found)
    assert {one.player for one in found} == {*TablePlayer, None}
    assert make_tap(Kind.HOW, None, 1, how="conceded") in found
    assert make_tap(Kind.WON, A, 2) in found
