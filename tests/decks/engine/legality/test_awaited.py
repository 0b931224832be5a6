"""A list with cards of an expansion that is missing from the data is neither legal nor illegal."""

from datetime import date

import pytest

from decks.engine.legality import DeckContext, Problem
from decks.engine.legality.problems import (
    count_cards_of_unknown_legality,
    deck_error_codes,
    find_deck_problems,
)
from decks.engine.lists import read_list_text
from decks.engine.resolve import resolve_list
from tests.cards.engine.test_awaited_cards import catalogue

ON = date(2026, 11, 29)
REST = "\n56 Basic Psychic Energy SVE 5"


def judged(text: str) -> tuple[Problem, ...]:
    deck = resolve_list(read_list_text(text), catalogue(), on=ON)
    return find_deck_problems(deck, DeckContext("standard", "constructed", ON), catalogue())


@pytest.mark.parametrize(
    "line",
    [
        "4 Newmon NEW 12",
        "4 Newmon",
        "4 Newmon NEW 13",
        "4 Pikachu NEW 13",
        "4 Othermon NEW 40",
        "4 Any BAR 1",
        "4 X MEP 999",
    ],
)
def test_a_card_that_may_be_missing_is_unknown_here(line: str) -> None:
    problems = judged(line + REST)
    assert count_cards_of_unknown_legality(problems) == 4
    assert [code for code in deck_error_codes(problems) if code != "NO_BASIC_POKEMON"] == []


def test_a_card_of_an_expansion_that_is_here_is_an_error() -> None:
    assert "UNKNOWN_CARD" in deck_error_codes(judged("4 Newermon PBL 999" + REST))


def test_five_of_one_unknown_name_are_too_many() -> None:
    """R-061."""
    assert "COPIES_OVER_LIMIT" in deck_error_codes(judged("5 Newmon NEW 12\n55 Basic Psychic Energy SVE 5"))


def test_a_trainer_known_by_name_is_known_in_a_new_expansion() -> None:
    problems = judged("4 Ultra Ball BAR 90" + REST)
    assert count_cards_of_unknown_legality(problems) == 0


def test_a_name_alone_means_the_card_that_is_known() -> None:
    deck = resolve_list(read_list_text("1 Pikachu"), catalogue(), on=ON)
    assert deck.cards[0].printing is not None
