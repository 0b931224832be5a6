"""Removing a person's name from stored texts."""

import pytest

from core.engine.journal.facts import ANY
from core.engine.journal.redaction import (
    ForgottenPerson,
    redact_facts,
    redact_line,
    redact_line_about_other_person,
    redact_text,
)

ANA = ForgottenPerson([("Ana María", "Silva")], ["4711"], "Player 12")


@pytest.mark.parametrize(
    ("text", "own", "found"),
    [
        ("Ana María Silva was late", False, "Player 12 was late"),
        ("Silva Ana María, again", False, "Player 12, again"),
        ("SILVA, ANA MARÍA", False, "Player 12"),
        ("Ana María was late", False, "Ana María was late"),
        ("Ana María was late", True, "Player 12 was late"),
        ("Silvana was late", True, "Silvana was late"),
        (" 4711 ", False, "–"),
        ("ID 4711", False, "ID 4711"),
        ("ID 4711", True, "ID Player 12"),
    ],
)
def test_full_names_go_and_parts_of_them_where_a_text_is_about_the_person(
    text: str, own: bool, found: str
) -> None:
    assert redact_text(text, ANA, own=own) == found


def test_a_name_of_one_word_goes_and_one_letter_does_not() -> None:
    assert redact_text("Cher won", ForgottenPerson([("", "Cher")], [], "Player 1")) == "Player 1 won"
    assert redact_text("plan B", ForgottenPerson([("", "B")], [], "Player 1"), own=True) == "plan B"
    assert redact_text("Bo won", ForgottenPerson([("", "Bo")], [], "Player 1")) == "Player 1 won"


def test_codes_stay_and_facts_of_the_person_go() -> None:
    facts = {
        "status": "Silva",
        "first_name": "Ana María",
        "last_name": "Silva",
        "birth_year": 2010,
        "table": 3,
    }
    own = redact_facts(facts, ANA, own=True)
    assert own == {
        "status": "Silva",
        "first_name": "",
        "last_name": "Player 12",
        "birth_year": None,
        "table": 3,
    }
    assert redact_facts(facts, ANA) == facts


def test_a_change_keeps_its_shape() -> None:
    assert redact_facts({"birth_year": [2010, 2011]}, ANA, own=True) == {"birth_year": [None, None]}
    assert redact_facts({"names": ["Ana María Silva", "Bo"]}, ANA) == {"names": ["Player 12", "Bo"]}


def test_typed_text_of_a_line_that_names_the_person_loses_parts_of_the_name_too() -> None:
    named = {"name": "Ana María Silva", "note": "Silva was ill", "source": "Silva"}
    assert redact_line(named, ANA, fact_type=ANY, own=False) == {
        "name": "Player 12",
        "note": "Player 12 was ill",
        "source": "Silva",
    }
    another = {"name": "Bo Silva", "note": "Silva was ill"}
    assert redact_line(another, ANA, fact_type=ANY, own=False) == another


def test_who_has_the_same_name_keeps_it() -> None:
    facts = {
        "name": "Ana María Silva",
        "note": "Ana María Silva called",
        "changed": {"last_name": "Silva", "note": "Ana María Silva"},
    }
    assert redact_line_about_other_person(facts, ANA, fact_type=ANY) == {
        "name": "Ana María Silva",
        "note": "Player 12 called",
        "changed": {"last_name": "Silva", "note": "Player 12"},
    }
