"""The declared facts of a person: each is complete, and their order is the same everywhere."""

from dataclasses import fields
from datetime import date
from typing import Any, get_type_hints

import pytest

from core.engine.journal.facts import COLUMNS
from core.engine.refused import Refused
from tournaments.engine.person_fields import (
    FIELDS,
    KEYS,
    OF_ENTRY,
    UNKNOWN,
    Person,
    PersonChanges,
    PersonFacts,
    PersonField,
    changed_facts,
    check_person,
    person_with_changes,
    person_with_gaps_filled,
)
from tournaments.models import Entry, Player
from tournaments.words.person_words import WORDS

TODAY = date(2026, 3, 1)
MAY = date(1990, 5, 6)
PRIVATE_ROLES = ("number", "given", "family")


def test_each_fact_has_its_place_in_values_rows_words_and_rosters() -> None:
    assert tuple(field.name for field in fields(PersonFacts)) == KEYS
    assert tuple(get_type_hints(PersonChanges)) == KEYS
    assert tuple(WORDS) == KEYS
    assert set(KEYS) <= {column.name for column in Player._meta.fields}
    assert set(OF_ENTRY) <= {column.name for column in Entry._meta.fields}


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_an_unknown_fact_is_stored_as_columns_have_it(field: PersonField) -> None:
    for model, column in ((Player, field.key), (Entry, field.of_entry)):
        stored: Any = model._meta.get_field(column)
        assert stored.null == (field.unknown is None)
        assert not field.longest or field.kind == "year" or stored.max_length == field.longest
    assert getattr(UNKNOWN, field.key) == field.unknown


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_what_the_journal_has_of_a_fact_goes_with_the_person(field: PersonField) -> None:
    if field.journalled:
        assert COLUMNS[field.key].role in PRIVATE_ROLES


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"last_name": " "}, "NAME_MISSING"),
        ({"first_name": "x" * 81}, "PERSON_TEXT_TOO_LONG"),
        ({"player_id": "12a"}, "PLAYER_ID_NOT_DIGITS"),
        ({"player_id": "1" * 21}, "PLAYER_ID_NOT_DIGITS"),
        ({"birth_year": 1899}, "BIRTH_YEAR_IMPOSSIBLE"),
        ({"birth_year": 2027}, "BIRTH_YEAR_IMPOSSIBLE"),
        ({"birth_date": date(2026, 3, 2)}, "BIRTH_DATE_AHEAD"),
    ],
)
def test_impossible_facts_are_refused(changes: PersonChanges, code: str) -> None:
    with pytest.raises(Refused) as refused:
        check_person(person_with_changes(Person("Ana", "Lima"), changes), today=TODAY)
    assert refused.value.code == code


def test_a_new_fact_leaves_the_others() -> None:
    ana = Person("Ana", "Lima", "12", 1990, MAY, id=7)
    assert person_with_changes(ana, {"player_id": " 4 2 "}) == Person("Ana", "Lima", "42", 1990, MAY, id=7)
    assert person_with_changes(ana, {"birth_year": 1991}) == Person("Ana", "Lima", "12", 1991, id=7)
    assert person_with_changes(ana, {"birth_date": date(1992, 1, 1)}).birth_year == 1992


def test_gaps_are_filled_and_births_corrected() -> None:
    ana = Person("Ana", "Lima", None, 1991, id=7)
    other = PersonFacts("Anna", "Silva", "42", 1990, MAY)
    assert person_with_gaps_filled(ana, other) == Person("Ana", "Lima", "42", 1991, id=7)
    assert person_with_gaps_filled(ana, other, corrects=True) == Person("Ana", "Lima", "42", 1990, MAY, id=7)


def test_the_journal_has_no_date_of_birth() -> None:
    ana = Person("Ana", "Lima", "12", 1990, id=7)
    assert changed_facts(ana, person_with_changes(ana, {"birth_date": MAY, "player_id": "13"})) == {
        "player_id": ["12", "13"],
        "birth_date": [],
    }
