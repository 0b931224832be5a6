"""Names as they are searched and compared."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.people import likeness, proposals, search_key


@dataclass(frozen=True)
class Person:
    """Somebody to compare."""

    id: int
    first_name: str
    last_name: str
    player_id: str | None = None
    birth_year: int | None = None

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


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
    assert (likeness(name, other) >= 0.85) is alike
    assert likeness(name, other) == likeness(other, name)


def test_only_the_same_words_are_wholly_alike() -> None:
    assert likeness("José Núñez", "nunez jose") == 1
    assert likeness("Juan García", "Juan García López") < 1


ANA = Person(1, "Ana", "Núñez", "123", 2005)


@pytest.mark.parametrize(
    ("person", "proposed"),
    [
        (Person(0, "Ana", "Nunez"), True),
        (Person(0, "Anna", "Nuñez", None, 2005), True),
        (Person(0, "Ana", "Núñez", None, 2006), False),
        (Person(0, "Ana", "Núñez", "124"), False),
        (Person(0, "Piotr", "Nowak", "123", 1990), True),
        (Person(0, "Piotr", "Nowak"), False),
    ],
)
def test_proposals(person: Person, proposed: bool) -> None:
    assert [one.id for one in proposals(person, [ANA])] == ([1] if proposed else [])


def test_likeliest_first_and_not_too_many() -> None:
    known = [
        Person(1, "Ana", "Nunes"),
        Person(2, "Ana", "Núñez"),
        Person(3, "Bob", "Stone", "77"),
        *(Person(number, "Ana", "Nunezz") for number in range(10, 20)),
    ]
    found = proposals(Person(0, "Ana", "Núñez", "77"), known)
    assert [one.id for one in found][:2] == [3, 2]
    assert [one.same_player_id for one in found][:2] == [True, False]
    assert len(found) == 5
