"""Every state of a player has its sentence, and only one state holds at a time."""

from itertools import product

import pytest

from floor.words.my_table_words import NEXT
from pairings.engine.player_status import Situation, Where, where

AT_TABLE = {"round": "posted", "match": "open", "phase": "results"}


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({}, Where.BEFORE),
        ({"checked_in": False}, Where.NOT_HERE),
        (AT_TABLE, Where.PLAYING),
        (AT_TABLE | {"mine": True}, Where.TOLD),
        (AT_TABLE | {"theirs": True}, Where.ASKED),
        (AT_TABLE | {"mine": True, "theirs": True}, Where.BOTH_TOLD),
        (AT_TABLE | {"mine": True, "theirs": True, "dispute": True}, Where.DISAGREE),
        (AT_TABLE | {"match": "told"}, Where.RESULT_IN),
        (AT_TABLE | {"match": "told", "left": True}, Where.RESULT_IN),
        (AT_TABLE | {"match": "bye"}, Where.BYE),
        (AT_TABLE | {"match": "missed"}, Where.MISSED),
        (AT_TABLE | {"match": ""}, Where.UNSEATED),
        (AT_TABLE | {"match": "", "cut": True}, Where.OUT),
        ({"round": "closed", "match": "told"}, Where.NOT_OUT),
        ({"round": "closed", "match": "told", "cut": True}, Where.NOT_OUT),
        ({"round": "closed", "match": "told", "cut": True, "lost": True}, Where.OUT),
        ({"round": "closed", "match": "told", "phase": "swiss_over"}, Where.OVER),
        ({"round": "closed", "match": "told", "phase": "swiss_over", "cut_planned": True}, Where.CUT_COMING),
        ({"round": "closed", "match": "told", "phase": "over", "cut": True}, Where.OVER),
        ({"round": "closed", "match": "told", "left": True}, Where.LEFT),
        ({"left": True}, Where.LEFT),
        (AT_TABLE | {"match": "", "missed": "day_two"}, Where.NOT_ON_DAY_TWO),
        ({"round": "closed", "match": "told", "missed": "day_two"}, Where.NOT_ON_DAY_TWO),
        ({"round": "closed", "match": "told", "missed": "cut"}, Where.NOT_IN_CUT),
        (AT_TABLE | {"match": "", "cut": True, "missed": "cut"}, Where.NOT_IN_CUT),
        (AT_TABLE | {"match": "", "missed": "cut", "left": True}, Where.LEFT),
        ({"round": "closed", "missed": "cut", "cut": True, "phase": "over"}, Where.OVER),
        (AT_TABLE | {"disqualified": True}, Where.DISQUALIFIED),
    ],
)
def test_the_first_state_that_holds(facts, state):
    assert where(Situation(**facts)) is state


def test_no_situation_is_without_a_state_and_no_state_without_a_sentence():
    assert set(NEXT) == set(Where)
    flags = ("checked_in", "left", "disqualified", "cut", "lost", "cut_planned", "mine", "theirs", "dispute")
    words = product(
        ("", "posted", "closed"), ("", "bye", "missed", "open", "told"), ("pair", "swiss_over", "over")
    )
    for round_, match, phase in words:
        for on in product((False, True), repeat=len(flags)):
            facts = dict(zip(flags, on, strict=True)) | {"round": round_, "match": match, "phase": phase}
            assert where(Situation(**facts)) in NEXT
