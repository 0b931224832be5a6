"""The checklist of an expansion: what its boosters can contain."""

import pytest

from cards.engine.cards import Catalogue, Expansion, Printing
from cards.queries.checklist import checklist_card_key, checklist_of_boosters, expansion_checklist

pytestmark = pytest.mark.django_db


def test_a_checklist_goes_by_number() -> None:
    numbers = [row.number for row in expansion_checklist("EVO")]
    assert len(numbers) > 5
    assert numbers == sorted(numbers, key=int)


@pytest.mark.parametrize("name", ["EVO", "evo", " xy12 "])
def test_an_expansion_goes_by_code_or_id(name: str) -> None:
    assert expansion_checklist(name) == expansion_checklist("EVO")


def test_a_gallery_comes_in_the_boosters_of_its_set() -> None:
    sets = (Expansion("a", "Set", ("AAA",)), Expansion("b", "Gallery", ("AAA-TG", "AAA")))
    cards = [
        Printing(one, number, f"Card {number}", f"Card {number}", "trainer")
        for one, number in (("a", "10"), ("b", "TG1"), ("a", "2"))
    ]
    found = Catalogue([*sets, Expansion("p", "Promos", ("PR", "AAA"), kind="promo")], cards)
    assert [card.number for card in found.booster_cards("aaa")] == ["2", "10", "TG1"]


def test_an_expansion_nobody_knows_has_no_checklist() -> None:
    assert expansion_checklist("ZZZ") == expansion_checklist("") == ()


def test_a_row_knows_how_a_list_writes_it_and_how_it_is_found() -> None:
    row = next(one for one in expansion_checklist("GRI") if one.name == "Tapu Lele-GX")
    assert (row.line, row.ref) == ("Tapu Lele-GX GRI 60", checklist_card_key("sm2", "60"))
    assert "tapu lele gx" in row.search


def test_names_come_in_the_language_asked_for() -> None:
    local = {row.name: row.local for row in expansion_checklist("EVO", language="fr")}
    assert any(local.values())
    assert not any(row.local for row in expansion_checklist("EVO"))


def test_several_boosters_give_each_card_once() -> None:
    rows = checklist_of_boosters(["EVO", "EVO", "GRI", "ZZZ"])
    assert (
        len(rows)
        == len({row.ref for row in rows})
        == len(expansion_checklist("EVO")) + len(expansion_checklist("GRI"))
    )


def test_one_query_asks_for_the_version(django_assert_num_queries: object) -> None:
    expansion_checklist("EVO")
    with django_assert_num_queries(1):  # type: ignore[operator]
        expansion_checklist("EVO")
