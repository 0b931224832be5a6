"""Names as they are searched for and compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.person_names import name_similarity, search_key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("José Núñez", "jose nunez"),
        ("Łukasz Wałęsa", "lukasz walesa"),
        ("Søren Ørsted", "soren orsted"),
        ("Đặng Văn", "dang van"),
        ("Groß", "gross"),
        ("Ægir Œdipe", "aegir oedipe"),
        ("Kızıl İnci", "kizil inci"),
        ("Þór Sigurðsson", "thor sigurdsson"),
        ("Núñez-Łoś, José", "nunez los jose"),
        ("O'Brien", "obrien"),
        ("O’Brien", "obrien"),
        ("  two   words ", "two words"),
        ("田中 太郎", "田中 太郎"),
        ("ｔａｎａｋａ", "tanaka"),
        ("ℌ Kelvin", "h kelvin"),
        ("...", ""),
        ("", ""),
    ],
)
def test_search_key(name: str, key: str) -> None:
    assert search_key(name) == key


def test_search_key_joins_its_parts() -> None:
    assert search_key("Zoë", "van den Berg") == "zoe van den berg"


@given(st.text(max_size=40))
def test_search_key_of_a_key_is_the_key(name: str) -> None:
    once = search_key(name)
    assert search_key(once) == once


@pytest.mark.parametrize(
    ("name", "other", "alike"),
    [
        ("José Núñez", "Jose Nunez", True),
        ("Núñez, José", "José Núñez", True),
        ("Kateřina Jessop", "Katerina Jesop", True),
        ("Juan García", "Juan García López", True),
        ("João da Silva Santos", "João Silva Santos", True),
        ("Maya Okonkwo", "Maya Okonjo", True),
        ("Ana Silva", "João Silva", False),
        ("Maya Okonkwo", "Piotr Nowak", False),
        ("Silva", "João Silva", False),
        ("", "", False),
    ],
)
def test_likeness(name: str, other: str, alike: bool) -> None:
    assert (name_similarity(name, other) >= 0.85) is alike
    assert name_similarity(name, other) == name_similarity(other, name)


def test_only_the_same_words_are_wholly_alike() -> None:
    assert name_similarity("José Núñez", "nunez jose") == 1
    assert name_similarity("Juan García", "Juan García López") < 1
