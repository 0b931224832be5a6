"""Which names count as the same name (R-065 … R-069, R-075, M-041, M-043)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.engine import card_names

ONE_NAME = [
    ("R-065", "Gengar", "Gengar Lv. 43"),
    ("R-065", "Gengar", "Gengar LV.X"),
    ("R-065", "Alakazam E4", "Alakazam E4 LV.X"),
    ("R-067", "Aerodactyl", "Aerodactyl δ"),
    ("R-067", "Altaria ex", "Altaria ex δ"),
    ("R-067", "Charizard ★", "Charizard ★ δ"),
    ("R-068", "Zapdos G", "Zapdos [G]"),
    ("R-068", "Alakazam E4", "Alakazam [4]"),
    ("R-066", "M Venusaur-EX", "Mega Venusaur-EX"),
    ("R-075", "Liepard", "Team Plasma Liepard"),
    ("M-041", "Professor's Research", "Professor's Research (Professor Turo)"),
    ("M-041", "Boss's Orders", "Boss’s Orders (Ghetsis)"),
    ("M-043", "Fire Energy", "Basic Fire Energy"),
    ("M-043", "Fire Energy", "Basic {R} Energy"),
    ("M-046", "Ditto ◇", "Ditto Prism Star"),
    ("M-046", "Ditto ◇", "Ditto ♢"),
    ("R-001", "Exeggutor", "ナッシー[Exeggutor]"),
]

TWO_NAMES = [
    ("R-066", "Yveltal", "Yveltal-EX"),
    ("R-066", "Venusaur-EX", "M Venusaur-EX"),
    ("R-066", "Groudon-EX", "Primal Groudon-EX"),
    ("R-066", "Raichu", "Raichu BREAK"),
    ("R-066", "Incineroar", "Incineroar-GX"),
    ("R-066", "Blastoise ex", "Blastoise-EX"),
    ("R-068", "Alakazam", "Alakazam ★"),
    ("R-068", "Alakazam", "Alakazam [4]"),
    ("R-068", "Zapdos", "Zapdos G"),
    ("R-068", "Unown [A]", "Unown [G]"),
    ("R-069", "Meowth", "Alolan Meowth"),
    ("R-069", "Meowth", "Rocket's Meowth"),
    ("R-069", "Rocket's Meowth", "Team Rocket's Meowth"),
    ("R-069", "Poochyena", "Team Magma's Poochyena"),
    ("R-075", "Grunt", "Team Plasma Grunt"),
    ("M-041", "Greninja", "Radiant Greninja"),
    ("M-041", "Lucario ex", "Mega Lucario ex"),
    ("M-043", "Fighting Energy", "Rocky {F} Energy"),
    ("R-067", "Rainbow Energy", "δ Rainbow Energy"),
]


@pytest.mark.parametrize(("rule", "one", "other"), ONE_NAME)
def test_one_name(rule: str, one: str, other: str) -> None:
    assert card_names.card_name_identity(other) == one == card_names.card_name_identity(one)


@pytest.mark.parametrize(("rule", "one", "other"), TWO_NAMES)
def test_two_names(rule: str, one: str, other: str) -> None:
    assert card_names.card_name_identity(one) != card_names.card_name_identity(other)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("flabebe", "Flabébé"),
        ("Farfetchd", "Farfetch'd"),
        ("Pok?gear 3.0", "Pokégear 3.0"),
        ("Double Colourless Energy", "Double Colorless Energy"),
        ("Reshiram &amp; Charizard GX", "Reshiram & Charizard-GX"),
        ("Yveltal EX", "Yveltal-EX"),
        ("Rayquaza Star", "Rayquaza ★"),
        ("nidoran f", "Nidoran ♀"),
        ("Rocky {F} Energy", "Rocky Fighting Energy"),
        ("Blend Energy GRPD", "Blend Energy GrassFirePsychicDarkness"),
    ],
)
def test_found_however_it_is_typed(typed: str, printed: str) -> None:
    assert card_names.fold_card_name(typed) == card_names.fold_card_name(printed)


def test_ex_and_capital_ex_fold_apart() -> None:
    assert card_names.fold_card_name("Blastoise ex") != card_names.fold_card_name("Blastoise EX")
    assert card_names.fold_card_name_loosely("Blastoise ex") == card_names.fold_card_name_loosely(
        "Blastoise-EX"
    )


@pytest.mark.parametrize("name", ["Basic {Y} Energy", "Metal Energy", "basic water energy"])
def test_names_of_basic_energy(name: str) -> None:
    assert card_names.is_basic_energy_name(name)


@pytest.mark.parametrize("name", ["Dragon Energy", "Rocky {F} Energy", "Double Colorless Energy"])
def test_names_of_no_basic_energy(name: str) -> None:
    assert not card_names.is_basic_energy_name(name)


@given(st.text(max_size=60))
def test_any_text_has_one_identity(name: str) -> None:
    assert card_names.card_name_identity(
        card_names.card_name_identity(name)
    ) == card_names.card_name_identity(name)
    card_names.fold_card_name(name)
