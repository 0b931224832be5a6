"""People who may be the same person."""

from dataclasses import dataclass

import pytest

from tournaments.engine.same_person import likely_same_people


@dataclass(frozen=True)
class Person:
    """A person to compare."""

    id: int
    first_name: str
    last_name: str
    player_id: str | None = None
    birth_year: int | None = None

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


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
    assert [one.id for one in likely_same_people(person, [ANA])] == ([1] if proposed else [])


def test_likeliest_first_and_not_too_many() -> None:
    known = [
        Person(1, "Ana", "Nunes"),
        Person(2, "Ana", "Núñez"),
        Person(3, "Bob", "Stone", "77"),
        *(Person(number, "Ana", "Nunezz") for number in range(10, 20)),
    ]
    found = likely_same_people(Person(0, "Ana", "Núñez", "77"), known)
    assert [one.id for one in found][:2] == [3, 2]
    assert [one.same_player_id for one in found][:2] == [True, False]
    assert len(found) == 5
