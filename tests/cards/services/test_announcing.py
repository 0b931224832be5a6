"""An expansion newer than the data, added by its code, date and names."""

from datetime import date
from typing import Any

import pytest

from cards.engine.announced_cards import AnnouncedCard, parse_announced_cards
from cards.engine.shipped_cards import COLUMNS
from cards.models import Card, Expansion
from cards.queries import catalogue as queries
from cards.services import catalogue
from cards.services.catalogue import loading_cards as loading
from core.engine.refused import Refused
from tests import build

FACTS: dict[str, Any] = {"id": "nst", "name": "Newest", "codes": "NST", "released": date(2026, 11, 13)}


@pytest.mark.parametrize(
    ("line", "number", "name"),
    [
        ("012 Newmon", "12", "Newmon"),
        ("12/88 Newmon ex", "12", "Newmon ex"),
        ("#7 - Boss's Orders", "7", "Boss's Orders"),
        ("17. N's Plan", "17", "N's Plan"),
        ("MEP091 Snivy", "MEP091", "Snivy"),
        ("4 Newmon NST 14", "14", "Newmon"),
        ("Newmon 14/88", "14", "Newmon"),
        ("18 Unown [!]", "18", "Unown [!]"),
    ],
)
def test_lines_with_a_number_and_a_name(line: str, number: str, name: str) -> None:
    assert parse_announced_cards(line) == ([AnnouncedCard(number, name)], [])


def test_headings_are_left_out_and_other_lines_named() -> None:
    text = "Pokémon: 12\n1 Newmon\n\n1 Twice\nNo number\nTotal Cards: 60"
    assert parse_announced_cards(text) == ([AnnouncedCard("1", "Newmon")], ["No number"])


@pytest.mark.django_db
class TestAnnouncing:
    def test_names_alone_are_known(self) -> None:
        catalogue.save_announced_expansion(by=build.user(), cards=[AnnouncedCard("12", "Newmon")], **FACTS)
        card = queries.current_catalogue().printing("NST", "12")
        assert card is not None
        assert (card.name, card.announced, card.mark) == ("Newmon", True, "")

    def test_a_trainer_of_a_known_name_is_that_card(self) -> None:
        catalogue.save_announced_expansion(
            by=build.user(), cards=[AnnouncedCard("90", "Ultra Ball")], **FACTS
        )
        card = Card.objects.get(expansion="nst", number="90")
        assert (card.supertype, card.announced) == ("trainer", False)

    def test_more_names_later_leave_those_that_are_here(self) -> None:
        by = build.user()
        expansion = catalogue.save_announced_expansion(by=by, cards=[AnnouncedCard("12", "Newmon")], **FACTS)
        catalogue.save_announced_expansion(
            expansion, by=by, cards=[AnnouncedCard("12", "Other"), AnnouncedCard("13", "Third")]
        )
        assert sorted(Card.objects.filter(expansion="nst").values_list("name", flat=True)) == [
            "Newmon",
            "Third",
        ]

    def test_an_expansion_that_is_here_is_refused(self) -> None:
        with pytest.raises(Refused, match="TABLE_TWICE"):
            catalogue.save_announced_expansion(by=build.user(), cards=[], **{**FACTS, "id": "sm2"})

    def test_the_next_version_of_stadium_brings_it(self) -> None:
        """An expansion announced under a code is deleted once the shipped cards include that code."""
        facts = {**FACTS, "codes": "PBL"}
        catalogue.save_announced_expansion(by=build.user(), cards=[AnnouncedCard("1", "Latecomer")], **facts)
        row = ("me05", "1", "1", "Cottonee", "Cottonee", "pokemon")
        loading.load_cards(
            [(*row, *(None if name == "hp" else "" for name in COLUMNS[6:10]), *[False] * 8, None, "f", "")],
            [],
        )
        assert not Expansion.objects.filter(pk="nst").exists()
        assert Card.objects.get(expansion="me05", number="1").name == "Cottonee"
