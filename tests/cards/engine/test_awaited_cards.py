"""Cards newer than the data: they cannot be judged, and are not errors."""

from datetime import date
from functools import cache

import pytest

from cards.engine import card_names, shipped_cards, shipped_facts
from cards.engine.awaited_cards import is_card_awaited
from cards.engine.cards import Catalogue, Expansion, Printing


def announced(number: str, name: str) -> Printing:
    return Printing("new", number, name, card_names.card_name_identity(name), "pokemon", announced=True)


@cache
def catalogue() -> Catalogue:
    expansions = [
        *shipped_facts.shipped_expansions(),
        Expansion("new", "Newest", ("NEW",), date(2026, 11, 13)),
        Expansion("bare", "Without cards", ("BAR",), date(2026, 11, 13)),
    ]
    return Catalogue(
        expansions,
        [*shipped_cards.shipped_printings(), announced("12", "Newmon"), announced("13", "Pikachu")],
        (),
        shipped_facts.shipped_fact_tables(),
    )


@pytest.mark.parametrize(
    ("code", "number", "awaited"),
    [
        ("NEW", "12", True),
        ("NEW", "99", True),
        ("BAR", "1", True),
        ("TK-EXCADRILL", "3", True),
        ("PBL", "999", False),
        ("MEP", "999", True),
        ("MEP", "1", False),
        ("SVP", "999", False),
        ("WC2017", "1", False),
        ("SWSHALT", "1", False),
        ("NOSUCH", "1", False),
        ("", "", False),
    ],
)
def test_of_which_sets_a_card_may_be_missing(code: str, number: str, awaited: bool) -> None:
    assert is_card_awaited(code, number, catalogue()) == awaited
