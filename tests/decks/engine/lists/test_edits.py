"""A list corrected line by line: no other line changes, and a list without errors is returned unchanged."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.engine.legality import Problem
from decks.engine.lists import Deck, edits, printed_rows, read_list_text
from decks.engine.lists.fixes import find_fixes
from decks.engine.resolve import resolve_list
from tests.build import refusal
from tests.cards import starter

TEXT = "4 Tapu Lele-GX GRI 60\n\n5 N FCO 105\nmy board?\n40 Psychic Energy"
JULY = date(2017, 7, 29)


def deck(text: str) -> Deck:
    return resolve_list(read_list_text(text), starter.catalogue(), on=JULY)


def test_another_quantity():
    assert edits.text_with_quantity(TEXT, deck(TEXT), 3, 4) == TEXT.replace("5 N", "4 N")


def test_none_left_takes_the_line_out():
    after = edits.text_with_quantity(TEXT, deck(TEXT), 3, 0)
    assert "FCO" not in after
    assert "my board?" in after


def test_another_card_keeps_the_copies():
    assert "5 Ultra Ball SUM 135" in edits.text_with_card(TEXT, deck(TEXT), 3, "Ultra Ball SUM 135")


def test_more_of_a_card_adds_up_and_a_new_one_comes_last():
    assert "6 N FCO 105" in edits.text_with_more_copies(TEXT, deck(TEXT), "N FCO 105")
    assert edits.text_with_more_copies(TEXT, deck(TEXT), "2 Ultra Ball SUM 135").endswith(
        "\n2 Ultra Ball SUM 135"
    )
    assert edits.text_with_more_copies("", None, "Ultra Ball SUM 135") == "1 Ultra Ball SUM 135"


def test_a_line_that_is_gone():
    assert refusal(edits.text_without_line, TEXT, deck(TEXT), 9).code == "LINE_NOT_FOUND"


def test_a_list_with_a_line_that_is_no_card_is_left_alone():
    assert edits.sort_list_text(TEXT, deck(TEXT)) == TEXT


@given(
    st.dictionaries(
        st.sampled_from(["N FCO 105", "Ultra Ball SUM 135", "Psychic Energy"]), st.integers(1, 60)
    )
)
def test_tidying_changes_no_card(cards):
    text = "\n".join(f"{copies} {card}" for card, copies in cards.items()) or "1 N FCO 105"
    tidy = edits.sort_list_text(text, deck(text))
    assert deck(tidy).copies == deck(text).copies
    assert edits.sort_list_text(tidy, deck(tidy)) == tidy


CASES = [
    ("COPIES_OVER_LIMIT", {"over": 1}, ["set:3:4"]),
    ("COPIES_OVER_LIMIT", {"over": 5}, ["out:3:"]),
    ("CARD_BANNED", {}, ["out:3:"]),
    ("CARD_NOT_IN_FORMAT", {"legal_printing": "N DEX 96"}, ["use:3:N DEX 96", "out:3:"]),
    ("ACE_SPEC_OVER_1", {}, ["set:3:1", "out:3:"]),
    ("UNKNOWN_CARD", {}, ["use:3:N", "out:3:"]),
    ("DECK_SIZE", {}, []),
    ("FOREIGN_LANGUAGE", {}, []),
]


@pytest.mark.parametrize(("code", "facts", "buttons"), CASES)
def test_what_mends_a_problem_with_one_tap(code, facts, buttons):
    row = next(row for row in printed_rows(deck(TEXT)) if row.name == "N")
    found = find_fixes(Problem(code, lines=(3,), facts=facts), row, ("N",))
    assert [fix.code for fix in found] == buttons
