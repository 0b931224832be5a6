"""The questions of a registration, and checks of the answers.

Name and email address are always asked, since a player cannot be entered or contacted without them. All other
questions are only asked if the organizer chose them. Answers to questions that were not asked are not stored.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from core.engine.person_names import has_visible_character
from core.engine.refused import Refused
from registration.engine.refusals import RegistrationRefusal
from tournaments.engine.person_fields import FIELDS, PersonFacts, check_person

PLAYER_ID, BIRTH_YEAR, COUNTRY, GUARDIAN, RULES = "player_id", "birth_year", "country", "guardian", "rules"
QUESTIONS = (PLAYER_ID, BIRTH_YEAR, COUNTRY, GUARDIAN, RULES)
"""The questions that an organizer can choose, in the order of the form."""

ALWAYS = ("first_name", "last_name", "email")
"""The facts about a person that are always asked."""

OF_AGE = 18
MAX_NAME_LENGTH = 120
"""The maximum length of a guardian's name."""


@dataclass(frozen=True, slots=True)
class Answers(PersonFacts):
    """The answers of one registration. `country` is an ISO code, or "" if unknown."""

    country: str = ""
    guardian_name: str = ""
    guardian_consents: bool = False
    accepts_rules: bool = False


def person_question_keys(questions: Collection[str]) -> tuple[str, ...]:
    """Return the keys of the facts about a person that are asked, in the order of forms."""
    return tuple(field.key for field in FIELDS if field.key in ALWAYS or field.key in questions)


def is_minor(birth_year: int | None, day: date) -> bool:
    """Return whether a person born in that year is certainly under 18 on a day.

    Return False without a birth year.
    """
    return birth_year is not None and day.year - birth_year < OF_AGE


def normalized_answers(answers: Answers, questions: Collection[str], *, day: date) -> Answers:
    """Return the answers to the questions that were asked, normalized like the facts of a person.

    Answers to other questions are dropped. A guardian is only asked for if the player is a minor on `day`.
    """
    keys = person_question_keys(questions)
    facts: dict[str, Any] = {
        field.key: field.clean(getattr(answers, field.key)) if field.key in keys else field.unknown
        for field in FIELDS
    }
    needs_guardian = GUARDIAN in questions and is_minor(facts["birth_year"], day)
    return replace(
        answers,
        **facts,
        country=answers.country if COUNTRY in questions else "",
        guardian_name=" ".join(answers.guardian_name.split()) if needs_guardian else "",
        guardian_consents=answers.guardian_consents and needs_guardian,
        accepts_rules=answers.accepts_rules and RULES in questions,
    )


def check_answers(answers: Answers, questions: Collection[str], *, day: date, today: date) -> None:
    """Check the answers to the questions asked. `day` is the day of the event.

    An email address is always required, a birth year and a country if asked for; a Player ID may be left blank.
    A guardian and their consent are only required for a minor.
    Refused: ANSWER_MISSING (field), GUARDIAN_MISSING (field), CONSENT_MISSING (field), RULES_NOT_ACCEPTED
    (field), and whatever `check_person` refuses.
    """
    check_person(answers, today=today)
    required = {"email": answers.email, BIRTH_YEAR: answers.birth_year, COUNTRY: answers.country}
    for field, value in required.items():
        if not value and (field == "email" or field in questions):
            raise Refused(RegistrationRefusal.ANSWER_MISSING, field=field)
    if GUARDIAN in questions and is_minor(answers.birth_year, day):
        if not has_visible_character(answers.guardian_name):
            raise Refused(RegistrationRefusal.GUARDIAN_MISSING, field="guardian_name")
        if not answers.guardian_consents:
            raise Refused(RegistrationRefusal.CONSENT_MISSING, field="guardian_consents")
    if RULES in questions and not answers.accepts_rules:
        raise Refused(RegistrationRefusal.RULES_NOT_ACCEPTED, field="accepts_rules")
