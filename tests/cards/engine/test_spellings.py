"""Names that contain a text or resemble it, searched one by one and all in one pass."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.engine import card_names
from cards.engine.spellings import Spellings
from tests.cards.engine.test_catalogue import BALLS, CARDS

WORDS = ("ultra ball", "poke ball", "net ball", "professor sycamore", "tapu koko", "kapu riki", "dratini")
SPELLINGS = Spellings({word: [word.title()] for word in WORDS})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ball", ["ultra ball", "poke ball", "net ball"]),
        ("ultraball", ["ultra ball"]),
        ("aball", ["ultra ball"]),
        ("pu", ["tapu koko", "kapu riki"]),
        ("i", ["kapu riki", "dratini"]),
        ("tratini", []),
    ],
)
def test_spellings_contain_a_text_even_across_spaces(text: str, found: list[str]) -> None:
    assert list(SPELLINGS.containing(text)) == found


TYPED = ["Ultra Bal", "Sycamoer", "Minidracco", "Tapu", "xq", "", "Professors Reserch"]


@pytest.mark.parametrize("catalogue", [CARDS, BALLS])
def test_names_searched_together_get_the_suggestions_of_each(catalogue) -> None:
    assert catalogue.nearest_of_each(TYPED) == {name: catalogue.nearest(name) for name in TYPED}
    assert any(catalogue.nearest_of_each(TYPED).values())
    assert catalogue.nearest_of_each([]) == {}


@given(st.lists(st.text("abelnoprtu ", max_size=12), max_size=8), st.integers(1, 4))
def test_texts_searched_together_get_the_spellings_of_each(texts: list[str], limit: int) -> None:
    assert SPELLINGS.similar_to_each(texts, limit) == [SPELLINGS.similar(text, limit) for text in texts]


PARTS = (
    "Mr",
    "Pok",
    "pök",
    "Mega",
    "Zoé",
    "Énergie",
    "Fire",
    "Energy",
    "Colourless",
    "Lv",
    "X",
    "EX",
    "ex",
    "M",
)
PARTS += ("Team", "Plasma", "Delta", "Species", "Prism", "Star", "Farfetch", "d", "GGG", "Größe", "Île")


@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=4), st.data())
def test_a_name_of_plain_words_is_folded_as_one_that_needs_every_rule(
    parts: list[str], data: st.DataObject
) -> None:
    """Spaces around a name, which are no part of it, leave the short way through the rules."""
    joints = [data.draw(st.sampled_from(" -'’")) for _ in parts[1:]]
    name = parts[0] + "".join(joint + part for joint, part in zip(joints, parts[1:], strict=True))
    assert card_names.fold_card_name(name) == card_names.fold_card_name(f" {name} ")
    assert card_names.card_name_identity(name) == card_names.card_name_identity(f" {name} ")
    decomposed = unicodedata.normalize("NFD", name)
    assert card_names.fold_card_name(name) == card_names.fold_card_name(decomposed)
