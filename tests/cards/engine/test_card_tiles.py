"""Tiles and crests are drawn from facts of cards alone."""

import pytest

from cards.engine.card_tiles import (
    GROUNDS,
    card_face_of,
    crest_types,
    monograms,
    pokemon_name_tag,
    species_of,
)
from cards.engine.cards import Printing


def printing(name: str, supertype: str = "pokemon", **fields: object) -> Printing:
    return Printing("sm2", "60", name, name, supertype, **fields)  # type: ignore[arg-type]


def test_a_monogram_is_the_first_letter_and_the_first_in_which_names_differ() -> None:
    assert monograms(["Emberhorn ex", "Emberling", "Old Lantern"]) == {
        "Emberhorn ex": "Eh",
        "Emberling": "El",
        "Old Lantern": "Ol",
    }


def test_monograms_of_a_deck_differ() -> None:
    deck = ["Charmander", "Charmeleon", "Charizard ex", "Mew", "Mewtwo", "Porygon2", "Porygon-Z", "Mr. Mime"]
    letters = monograms(deck)
    assert len(set(letters.values())) == len(deck)
    assert all(name[0] == pair[0] for name, pair in letters.items())


def test_one_species_has_one_monogram_and_the_order_does_not_matter() -> None:
    deck = ["Mewtwo ex", "Mew ex", "Mew", "Metagross"]
    letters = monograms(deck)
    assert letters["Mew"] == letters["Mew ex"] != letters["Mewtwo ex"]
    assert monograms(reversed(deck)) == letters


@pytest.mark.parametrize(("name", "pair"), [("X", "X"), ("!", ""), ("", "")])
def test_names_without_two_letters(name: str, pair: str) -> None:
    assert monograms([name]) == {name: pair}


@pytest.mark.parametrize(
    ("name", "tag", "species"),
    [
        ("Tapu Lele-GX", "GX", "Tapu Lele"),
        ("M Gardevoir-EX", "EX", "M Gardevoir"),
        ("Palkia VSTAR", "VSTAR", "Palkia"),
        ("Charizard ex", "ex", "Charizard"),
        ("Duskull", "", "Duskull"),
        ("V", "", "V"),
    ],
)
def test_tags(name: str, tag: str, species: str) -> None:
    assert (pokemon_name_tag(name), species_of(name)) == (tag, species)


def test_faces() -> None:
    dragon = card_face_of(printing("Rayquaza ex", types=("Dragon", "Fire"), subtypes=("Stage 2",)))
    assert (dragon.type, dragon.tag, dragon.stage, dragon.energy) == ("N", "ex", 2, False)
    assert (
        card_face_of(printing("Secret Box", "trainer", subtypes=("Item", "ACE SPEC"), ace_spec=True)).type
        == "item"
    )
    assert card_face_of(printing("Bill", "trainer")).type == ""
    assert card_face_of(printing("Psychic Energy", "energy", basic_energy=True)).type == "P"
    special = card_face_of(printing("Double Turbo Energy", "energy"))
    assert (special.type, special.special) == ("C", True)
    assert card_face_of(None).type == ""


def test_cards_of_an_expansion_share_a_ground() -> None:
    grounds = {card_face_of(Printing(f"set{n}", "1", "A", "A", "pokemon")).ground for n in range(60)}
    assert grounds == set(range(GROUNDS))
    assert card_face_of(printing("Duskull")).ground == card_face_of(printing("Ultra Ball", "trainer")).ground


def test_a_crest_has_one_or_two_types() -> None:
    assert crest_types({"R": 13, "C": 14}) == ("R", "C")
    assert crest_types({"P": 14, "G": 1}) == ("P",)
    assert crest_types({"P": 3, "G": 3, "W": 9}) == ("W", "G")
    assert crest_types({"L": 1}) == ("L",)
    assert crest_types({"": 20}) == ()
