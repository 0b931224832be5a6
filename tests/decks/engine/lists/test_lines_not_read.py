"""Every line of a list that is not a title, comment or count is either a card or an error that names it."""

from datetime import date

import pytest

from decks.engine.legality import DeckContext, Problem
from decks.engine.legality.problems import find_deck_problems
from decks.engine.lists import read_list_text
from decks.engine.lists.deck_list import Deck
from decks.engine.resolve import resolve_list
from decks.words.deck_words import deck_problem_text
from tests.cards import starter

DAY = date(2017, 7, 29)
FIRST = "4 Tapu Lele-GX GRI 60\n"


def deck_of(text: str) -> Deck:
    return resolve_list(read_list_text(text), starter.catalogue(), on=DAY)


def problems(text: str) -> list[Problem]:
    cards = starter.catalogue()
    context = DeckContext("expanded", "constructed", DAY, complete_catalogue=False)
    return list(find_deck_problems(resolve_list(read_list_text(text), cards, on=DAY), context, cards))


@pytest.mark.parametrize(
    ("line", "quantity", "name"),
    [
        ("N x4 FCO 105", 4, "N"),
        ("N 4x FCO 105", 4, "N"),
        ("N ×4 FCO 105", 4, "N"),
        ("N 2", 2, "N"),
        ("four N", 4, "N"),
        ("twelve N", 12, "N"),
        ("cuatro N", 4, "N"),
        ("quatre N", 4, "N"),
        ("quatro N", 4, "N"),
        ("Skyla x4 BKT 148", 4, "Skyla"),
    ],
)
def test_a_quantity_behind_the_name_and_in_words_is_read(line: str, quantity: int, name: str) -> None:
    deck = deck_of(FIRST + line)
    assert [(card.line.quantity, card.name) for card in deck.cards][1:] == [(quantity, name)]
    assert (deck.ignored, deck.unread) == ((), ())


@pytest.mark.parametrize(
    "line", ["Foo 2", "four Foo", "fifteen Foo", "zwölf Foo", "N", "Foo 2 of 3", "3er Foo", "N Foo 2"]
)
def test_a_line_that_may_be_a_card_is_a_fault_by_its_line(line: str) -> None:
    (found,) = (one for one in problems(FIRST + line) if one.code == "LINE_NOT_READ")
    assert (found.severity, found.lines, found.facts) == ("error", (2,), {"card": line})


@pytest.mark.parametrize(
    "text",
    [
        f"My deck of 2017\n{FIRST}",
        f"{FIRST}# for league 3",
        f"{FIRST}// 2nd version",
        f"{FIRST}Supporters and more",
        f"{FIRST}Player: Ana, table 4",
        f"{FIRST}https://example.org/deck/4",
        f"Pokémon: 4\n{FIRST}Total Cards: 4",
    ],
)
def test_titles_comments_and_counts_are_no_faults(text: str) -> None:
    assert "LINE_NOT_READ" not in {one.code for one in problems(text)}


def test_a_title_that_could_be_a_card_is_not_left_out_in_silence() -> None:
    assert [one.lines for one in problems(f"N 2\n{FIRST}") if one.code == "LINE_NOT_READ"] == [(1,)]


@pytest.mark.parametrize("line", ["I won 3 games with it", "Borrowed 2 cards from Ana, give them back"])
def test_prose_with_a_digit_is_a_fault_that_says_how_comments_begin(line: str) -> None:
    (found,) = (one for one in problems(FIRST + line) if one.code == "LINE_NOT_READ")
    assert "If it is a comment, start it with # or //." in deck_problem_text(found)
    assert "LINE_NOT_READ" not in {one.code for one in problems(f"{FIRST}# {line}\n// {line}")}
