"""The starter cards are enough for complete decks of three formats: all their lines are found and legal."""

from datetime import date
from pathlib import Path

import pytest

from decks.engine.legality import DeckContext
from decks.engine.legality.problems import find_deck_problems
from decks.engine.lists import read_list_file
from decks.engine.resolve import resolve_list
from tests.cards import starter

AUGUST_2017 = date(2017, 8, 20)
DECKS = [
    ("2016-2017-s-m__volcanion", "standard", AUGUST_2017, "2017"),
    ("2016-2017-s-m__drampa-garbodor", "standard", AUGUST_2017, "2017"),
    ("2014-2015-x-y__night-march", "expanded", AUGUST_2017, "2017"),
    ("2013-2014-x-y__yveltal-garbodor", "expanded", AUGUST_2017, "2017"),
    ("ptcgl-pt__2026-mega-lucario", "standard", date(2026, 9, 1), "2026"),
    ("ptcgl-pt__2026-latias-dusknoir", "standard", date(2026, 9, 1), "2026"),
]


@pytest.mark.parametrize(("name", "card_format", "on", "edition"), DECKS)
def test_six_real_decks(shared: Path, name: str, card_format: str, on: date, edition: str) -> None:
    cards, file = starter.catalogue(), shared / "decks" / f"{name}.txt"
    deck = resolve_list(read_list_file(file.read_bytes(), file.name), cards, on=on)
    context = DeckContext(card_format, "constructed", on, edition=edition, complete_catalogue=False)
    assert deck.total == 60
    assert [card.line.raw for card in deck.cards if card.printing is None] == []
    assert find_deck_problems(deck, context, cards) == ()
