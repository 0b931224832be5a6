"""What is asked, what is missing, and that nothing else is stored."""

from dataclasses import replace
from datetime import date

import pytest

from core.engine.refused import Refused
from registration.engine.questions import (
    QUESTIONS,
    Answers,
    check_answers,
    is_minor,
    normalized_answers,
    person_question_keys,
)

DAY, TODAY = date(2026, 11, 21), date(2026, 10, 1)
FULL = Answers(
    "Ana",
    "Lima",
    "1000001",
    2012,
    email="ana@example.org",
    country="PT",
    guardian_name="Rui Lima",
    guardian_consents=True,
    accepts_rules=True,
)


def missing(answers: Answers, *questions: str) -> tuple[str, object]:
    with pytest.raises(Refused) as caught:
        check_answers(answers, questions, day=DAY, today=TODAY)
    return str(caught.value.code), caught.value.facts.get("field")


def test_name_and_email_address_are_always_asked() -> None:
    assert person_question_keys(()) == ("first_name", "last_name", "email")
    assert missing(Answers("", "", email="a@example.org"))[0] == "NAME_MISSING"
    assert missing(Answers("Ana", "Lima")) == ("ANSWER_MISSING", "email")
    assert missing(Answers("Ana", "Lima", email="ana"))[0] == "MAIL_ADDRESS_WRONG"


def test_what_was_not_asked_is_not_stored() -> None:
    assert normalized_answers(FULL, (), day=DAY) == Answers("Ana", "Lima", email="ana@example.org")
    assert normalized_answers(FULL, QUESTIONS, day=DAY) == FULL


def test_a_guardian_is_asked_for_a_minor_only() -> None:
    assert is_minor(2009, DAY)
    assert not is_minor(2008, DAY)
    assert not is_minor(None, DAY)
    assert normalized_answers(replace(FULL, birth_year=1990), QUESTIONS, day=DAY).guardian_name == ""


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"birth_year": None}, "ANSWER_MISSING", "birth_year"),
        ({"country": ""}, "ANSWER_MISSING", "country"),
        ({"guardian_name": " "}, "GUARDIAN_MISSING", "guardian_name"),
        ({"guardian_consents": False}, "CONSENT_MISSING", "guardian_consents"),
        ({"accepts_rules": False}, "RULES_NOT_ACCEPTED", "accepts_rules"),
        ({"birth_year": 1800}, "BIRTH_YEAR_IMPOSSIBLE", None),
    ],
)
def test_a_missing_answer_is_named(changes: dict[str, object], code: str, field: str | None) -> None:
    assert missing(replace(FULL, **changes), *QUESTIONS) == (code, field)


def test_a_player_id_may_be_left_blank() -> None:
    check_answers(replace(FULL, player_id=None), QUESTIONS, day=DAY, today=TODAY)
