"""Every situation of a player has exactly one status."""

from itertools import product

import pytest

from pairings.engine.player_status import PlayerFacts, PlayerStatus, determine_player_status

AT_TABLE = {"round": "posted", "match": "open", "phase": "results"}


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({}, PlayerStatus.BEFORE),
        ({"checked_in": False}, PlayerStatus.NOT_HERE),
        (AT_TABLE, PlayerStatus.PLAYING),
        (AT_TABLE | {"mine": True}, PlayerStatus.REPORTED),
        (AT_TABLE | {"theirs": True}, PlayerStatus.TO_CONFIRM),
        (AT_TABLE | {"mine": True, "theirs": True}, PlayerStatus.BOTH_REPORTED),
        (AT_TABLE | {"mine": True, "theirs": True, "dispute": True}, PlayerStatus.DISAGREE),
        (AT_TABLE | {"match": "decided"}, PlayerStatus.RESULT_IN),
        (AT_TABLE | {"match": "decided", "left": True}, PlayerStatus.LAST_RESULT_IN),
        (AT_TABLE | {"match": "decided", "last": True}, PlayerStatus.LAST_RESULT_IN),
        (AT_TABLE | {"match": "bye"}, PlayerStatus.BYE),
        (AT_TABLE | {"match": "missed"}, PlayerStatus.MISSED),
        (AT_TABLE | {"match": ""}, PlayerStatus.UNSEATED),
        (AT_TABLE | {"match": "", "cut": True}, PlayerStatus.OUT),
        ({"round": "closed", "match": "decided"}, PlayerStatus.NOT_OUT),
        ({"round": "closed", "match": "decided", "phase": "day_two"}, PlayerStatus.DAY_TWO_COMING),
        ({"round": "closed", "match": "decided", "cut": True}, PlayerStatus.NOT_OUT),
        ({"round": "closed", "match": "decided", "cut": True, "lost": True}, PlayerStatus.OUT),
        ({"round": "closed", "match": "decided", "phase": "swiss_over"}, PlayerStatus.OVER),
        (
            {"round": "closed", "match": "decided", "phase": "swiss_over", "cut_planned": True},
            PlayerStatus.CUT_COMING,
        ),
        (
            {
                "round": "closed",
                "match": "decided",
                "phase": "swiss_over",
                "cut_planned": True,
                "below_cut": True,
            },
            PlayerStatus.BELOW_CUT,
        ),
        ({"round": "closed", "match": "decided", "phase": "over", "cut": True}, PlayerStatus.OVER),
        ({"round": "closed", "match": "decided", "left": True}, PlayerStatus.LEFT),
        ({"left": True}, PlayerStatus.LEFT),
        (AT_TABLE | {"match": "", "missed": "day_two"}, PlayerStatus.NOT_ON_DAY_TWO),
        ({"round": "closed", "match": "decided", "missed": "day_two"}, PlayerStatus.NOT_ON_DAY_TWO),
        ({"round": "closed", "match": "decided", "missed": "cut"}, PlayerStatus.NOT_IN_CUT),
        (AT_TABLE | {"match": "", "cut": True, "missed": "cut"}, PlayerStatus.NOT_IN_CUT),
        (AT_TABLE | {"match": "", "missed": "cut", "left": True}, PlayerStatus.LEFT),
        ({"round": "closed", "missed": "cut", "cut": True, "phase": "over"}, PlayerStatus.OVER),
        (AT_TABLE | {"disqualified": True}, PlayerStatus.DISQUALIFIED),
    ],
)
def test_the_first_state_that_holds(facts, state):
    assert determine_player_status(PlayerFacts(**facts)) is state


def test_no_situation_is_without_a_state():
    flags = ("checked_in", "left", "disqualified", "cut", "lost", "cut_planned", "mine", "theirs", "dispute")
    words = product(
        ("", "posted", "closed"), ("", "bye", "missed", "open", "decided"), ("pair", "swiss_over", "over")
    )
    for round_, match, phase in words:
        for on in product((False, True), repeat=len(flags)):
            facts = dict(zip(flags, on, strict=True)) | {"round": round_, "match": match, "phase": phase}
            assert determine_player_status(PlayerFacts(**facts)) in PlayerStatus
