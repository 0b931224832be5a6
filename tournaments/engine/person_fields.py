"""The facts stored about a person: one `PersonField` each, in the order of forms, files and records.

Records, entries, forms, rosters, merges, spreadsheets, the API, personal data, forgetting and retention
iterate over `FIELDS`. The labels of a field are in `tournaments.words.person_words`.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from datetime import date
from typing import Any, Literal, TypedDict

from core.engine.person_names import has_visible_character
from core.engine.refused import Refused
from tournaments.engine.refusals import TournamentRefusal

OLDEST_BIRTH_YEAR = 1900

Kind = Literal["text", "mail", "digits", "year", "day"]
Power = Literal["", "view", "run"]

MAIL_ADDRESS = re.compile(
    r"""[^\s@"<>(),:;\\\[\]\x00-\x1f\x7f]+@[^\s@"<>(),:;\\\[\]\x00-\x1f\x7f]+\.[^\W\d_][\w-]+"""
)


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """Facts of a person. Unknown texts are "", other unknown facts None."""

    first_name: str = ""
    last_name: str = ""
    player_id: str | None = None
    birth_year: int | None = None
    birth_date: date | None = None
    email: str = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True, slots=True)
class Person(PersonFacts):
    """A person; `id` is the caller's key, or 0 for a new one."""

    id: int = dataclass_field(default=0, kw_only=True)


class PersonChanges(TypedDict, total=False):
    """New facts of a person. Facts that are left out do not change."""

    first_name: str
    last_name: str
    player_id: str | None
    birth_year: int | None
    birth_date: date | None
    email: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonField:
    """One fact of a person.

    `key` is its name in `PersonFacts`, the record, forms, rosters and the API, and `column` its name in an
    entry, if different. `kind` decides how it is entered, read from a roster and checked, and `longest` is
    its maximum length. If `required`, a person without it is refused. `power` is the permission that staff
    need to see it in files and the API, or "" if everyone may see it. `on_page` shows it to all staff on the
    player's page, `exported` in the spreadsheet of players, and `in_add_form` in the form that adds a player.
    If `journalled`, the journal contains its values; otherwise it only records that they changed. If `erased`,
    it is removed with personal data. If `filled`, an entry without it gets it from another entry of the person.
    If `corrected`, the known value is replaced when the player is added with another one. Fields with the same
    `group` form one fact.
    """

    key: str
    kind: Kind
    column: str = ""
    longest: int = 0
    required: bool = False
    power: Power = "view"
    on_page: bool = True
    exported: bool = True
    in_add_form: bool = True
    journalled: bool = False
    erased: bool = True
    filled: bool = True
    corrected: bool = False
    group: str = ""

    @property
    def of_entry(self) -> str:
        """The name of the fact's column in an entry."""
        return self.column or self.key

    @property
    def unknown(self) -> str | None:
        """The stored value if the fact is unknown."""
        return "" if self.kind in TEXTS else None

    def clean(self, value: Any) -> Any:
        """Normalize a value for storage."""
        if self.kind in TEXTS:
            return (value or "").strip()
        return normalized_player_id(value) if self.kind == "digits" else value

    def written(self, value: Any) -> Any:
        """Return a value as JSON: an unknown number is "", an unknown year or day None."""
        if self.kind == "digits":
            return value or ""
        return value.isoformat() if self.kind == "day" and value else value

    def check(self, value: Any, *, today: date) -> None:
        """Check a value.

        Refused: NAME_MISSING, PERSON_TEXT_TOO_LONG (field, limit, length), PLAYER_ID_NOT_DIGITS (value),
        MAIL_ADDRESS_WRONG (value), BIRTH_YEAR_IMPOSSIBLE (year), BIRTH_DATE_AHEAD.
        """
        if self.required and not has_visible_character(value):
            raise Refused(TournamentRefusal.NAME_MISSING)
        if value == self.unknown:
            return
        if self.kind in TEXTS and len(value) > self.longest:
            raise Refused(
                TournamentRefusal.PERSON_TEXT_TOO_LONG, field=self.key, limit=self.longest, length=len(value)
            )
        if self.kind == "mail" and not MAIL_ADDRESS.fullmatch(value):
            raise Refused(TournamentRefusal.MAIL_ADDRESS_WRONG, value=value)
        if self.kind == "digits" and not (value.isascii() and value.isdigit() and len(value) <= self.longest):
            raise Refused(TournamentRefusal.PLAYER_ID_NOT_DIGITS, value=value)
        if self.kind == "year" and not OLDEST_BIRTH_YEAR <= value <= today.year:
            raise Refused(TournamentRefusal.BIRTH_YEAR_IMPOSSIBLE, year=value)
        if self.kind == "day" and value > today:
            raise Refused(TournamentRefusal.BIRTH_DATE_AHEAD)


TEXTS = ("text", "mail")
"""Kinds of facts whose unknown value is ""."""

FIELDS = (
    PersonField(
        key="first_name", kind="text", longest=80, power="", journalled=True, erased=False, filled=False
    ),
    PersonField(
        key="last_name",
        kind="text",
        longest=80,
        required=True,
        power="",
        journalled=True,
        erased=False,
        filled=False,
    ),
    PersonField(key="player_id", column="player_number", kind="digits", longest=20, journalled=True),
    PersonField(
        key="birth_year", kind="year", longest=4, power="run", journalled=True, corrected=True, group="birth"
    ),
    PersonField(
        key="birth_date",
        kind="day",
        power="run",
        on_page=False,
        exported=False,
        in_add_form=False,
        corrected=True,
        group="birth",
    ),
    PersonField(key="email", kind="mail", longest=254, power="run", on_page=False, in_add_form=False),
)
"""All fields, in the order of `PersonFacts`. A full date of birth is only for the deck list (R-034)."""

FIELDS_BY_KEY = {field.key: field for field in FIELDS}
KEYS = tuple(FIELDS_BY_KEY)
OF_ENTRY = tuple(field.of_entry for field in FIELDS)
"""The columns of an entry that hold the facts in KEYS, in the same order."""

PUBLIC = tuple(field for field in FIELDS if not field.power)
ON_PAGES = tuple(field for field in FIELDS if field.on_page)
"""The facts that everyone may see, and those shown to all staff."""

FILLED = tuple(field.key for field in FIELDS if field.filled)
BIRTH = tuple(field.key for field in FIELDS if field.group == "birth")

ERASED_RECORD = {field.key: field.unknown for field in FIELDS if field.erased}
ERASED_ENTRY = {field.of_entry: field.unknown for field in FIELDS if field.erased}
"""The values of an entry's columns after personal data is removed."""

UNKNOWN = PersonFacts()


def person_facts_by_key(facts: PersonFacts) -> dict[str, Any]:
    """Return a person's facts by key."""
    return {key: getattr(facts, key) for key in KEYS}


def normalized_player_id(player_id: str | None) -> str | None:
    """Return a Player ID without spaces, or None if empty."""
    return "".join((player_id or "").split()) or None


def birth_date_in_year(birth_date: date | None, birth_year: int | None) -> date | None:
    """Return the date of birth, or None if it contradicts the birth year."""
    return birth_date if birth_date is not None and birth_date.year == birth_year else None


def person_with_changes(person: Person, changes: PersonChanges) -> Person:
    """Return the person with the changes applied, without checking them.

    A new date of birth sets the year; a new year clears a date that contradicts it.
    """
    new_facts = {field.key: field.clean(changes.get(field.key)) for field in FIELDS if field.key in changes}
    changed_person = replace(person, **new_facts)
    day = changed_person.birth_date
    year = changed_person.birth_year if day is None or day == person.birth_date else day.year
    return replace(changed_person, birth_year=year, birth_date=birth_date_in_year(day, year))


def check_person(facts: PersonFacts, *, today: date) -> None:
    """Check all facts of a person. Refused: whatever `PersonField.check` refuses."""
    for field in FIELDS:
        field.check(getattr(facts, field.key), today=today)


def person_with_gaps_filled(person: Person, other: PersonFacts, *, corrects: bool = False) -> Person:
    """Return the person with unknown facts copied from another person, except names.

    With `corrects`, known facts marked `corrected` are replaced too. An unknown birth year is taken from the
    date of birth, and a date of birth that contradicts the birth year is dropped.
    """
    new_facts = {}
    for field in FIELDS:
        if field.filled:
            current, other_value = getattr(person, field.key), field.clean(getattr(other, field.key))
            new_facts[field.key] = (
                (other_value or current) if corrects and field.corrected else (current or other_value)
            )
    completed_person = replace(person, **new_facts)
    year = completed_person.birth_year or (
        completed_person.birth_date.year if completed_person.birth_date else None
    )
    return replace(
        completed_person, birth_year=year, birth_date=birth_date_in_year(completed_person.birth_date, year)
    )


def first_known_value(people: Collection[PersonFacts], key: str) -> Any:
    """Return the first known value of a fact, or its unknown value."""
    return next(filter(None, (getattr(person, key) for person in people)), getattr(UNKNOWN, key))


def changed_facts(before: PersonFacts, now: PersonFacts) -> dict[str, list[object]]:
    """Return old and new value of each changed fact; an empty list if the fact is not journalled."""
    fields_with_values = ((field, [getattr(before, field.key), getattr(now, field.key)]) for field in FIELDS)
    return {
        field.key: values if field.journalled else []
        for field, values in fields_with_values
        if values[0] != values[1]
    }
