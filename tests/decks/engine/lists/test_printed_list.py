"""R-033: one stable order, whatever the order in which a list was written."""

import random

import pytest

from decks.engine.lists import in_printing_order, printed_rows
from tests.decks.engine.lists.cards import deck, rows

LIST = """
2 Ultra Ball BRS 150
12 Fire Energy
1 Raichu XY 43
4 Double Colorless Energy XY 130
2 Charizard V BRS 17
1 Choice Band GRI 121
1 Computer Search LOT 171
3 Pikachu XY 42
2 Boss's Orders BRS 132
1 Heat Factory ◇ LOT 178
1 Energy Removal BS 92
1 Charizard VSTAR BRS 18
2 Fire Energy SVE 2
2 Charizard BS 4
1 Charmander BS 46
"""
ORDER = [
    "Charizard V",
    "Charizard VSTAR",
    "Charmander",
    "Charizard",
    "Pikachu",
    "Raichu",
    "Boss's Orders (Cyrus)",
    "Ultra Ball",
    "Choice Band",
    "Heat Factory ◇",
    "Computer Search",
    "Energy Removal",
    "Double Colorless Energy",
    "Fire Energy",
    "Basic Fire Energy",
]


def test_the_order() -> None:
    assert [row.name for row in printed_rows(deck(LIST))] == ORDER


def test_a_stage_in_between_that_is_not_in_the_deck_keeps_the_line_together() -> None:
    families = {card.name: card.family for card in deck(LIST).cards if card.section == "pokemon"}
    assert families["Charizard"] == families["Charmander"] == "Charmander"


@pytest.mark.parametrize("seed", range(5))
def test_the_order_does_not_depend_on_the_text(seed: int) -> None:
    lines = LIST.strip().splitlines()
    random.Random(seed).shuffle(lines)
    assert rows(deck("\n".join(lines))) == rows(deck(LIST))


def test_lines_stay_apart_in_the_deck_and_add_up_on_paper() -> None:
    one = deck("2 Ultra Ball BRS 150\n1 Ultra Ball BRS 150 PH\n1 Ultra Ball BRS 150\n1 Ultra Ball GRI 135")
    assert len(in_printing_order(one).cards) == 4
    assert [(row.quantity, row.set_code, row.foil, row.lines) for row in printed_rows(one)] == [
        (3, "BRS", False, (1, 3)),
        (1, "BRS", True, (2,)),
        (1, "GRI", False, (4,)),
    ]


@pytest.mark.parametrize("written", [["4", "0", "-1", "?"], ["?", "-1", "0", "4"]])
def test_bad_quantities_are_rows_of_their_own_at_the_end(written: list[str]) -> None:
    one = deck("\n".join(f"{quantity} Ultra Ball" for quantity in written))
    assert [row.quantity for row in printed_rows(one)] == [4, 0, -1, None]


def test_only_what_the_list_said_is_listed() -> None:
    lost, by_name, by_set = printed_rows(deck("4 Ultra Ball\n1 Ultra Ball GRI\n1 Tapu Lele-GX GRI"))
    assert (by_name.set_code, by_name.card_number) == ("", "")
    assert (by_set.set_code, by_set.card_number) == ("GRI", "")
    assert (lost.lost, lost.name, lost.set_code, lost.card_number) == (True, "Tapu Lele-GX", "GRI", "")


def test_cards_nobody_knows_stay_in_their_section() -> None:
    one = deck("1 Nobody\nPokémon: 2\n1 Nothing Known\n1 Pikachu XY 42\nTrainer: 1\n1 Ultar Bal XX")
    assert [(row.section, row.name) for row in printed_rows(one)] == [
        ("", "Nobody"),
        ("pokemon", "Pikachu"),
        ("pokemon", "Nothing Known"),
        ("trainer", "Ultar Bal XX"),
    ]
