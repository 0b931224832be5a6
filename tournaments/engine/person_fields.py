"""The facts of a person: one `PersonField` for each, in the order of forms, files and records.

Records, entries, forms, rosters, merges, spreadsheets, the API, personal data, forgetting and retention iterate
`FIELDS`. The words of a field are in `tournaments.words.person_words`.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from datetime import date
from typing import Any, Literal, TypedDict

from core.engine.people import is_visible
from core.engine.refused import Refused
from tournaments.engine.refusals import TournamentRefusal

OLDEST_BIRTH_YEAR = 1900

Kind = Literal["text", "digits", "year", "day"]
Power = Literal["", "view", "run"]


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What is known of a person. An unknown text is "", any other unknown fact None."""

    first_name: str = ""
    last_name: str = ""
    player_id: str | None = None
    birth_year: int | None = None
    birth_date: date | None = None

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True, slots=True)
class Person(PersonFacts):
    """A person; `id` is the caller's key, 0 for a new one."""

    id: int = dataclass_field(default=0, kw_only=True)


class PersonChanges(TypedDict, total=False):
    """New facts of a person; those left out stay as they are."""

    first_name: str
    last_name: str
    player_id: str | None
    birth_year: int | None
    birth_date: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonField:
    """One fact of a person.

    `key`: its name in `PersonFacts`, the record, forms, rosters and the API; `column`: in an entry, if another.
    `kind`: how it is typed, read from a roster and checked; `longest`: the most characters. `required`: refused if
    it is missing. `power`: what staff need to see it in files and the API, "" for what everyone may see.
    `on_page`: all staff see it on the page of the player. `exported`: in the spreadsheet of players. `in_add_form`:
    typed when a player is added.
    `journalled`: the journal has its values, else only that it changed. `erased`: removed with personal data. `filled`:
    an entry without it gets it from another entry of the person. `corrected`: what a player is added with replaces it.
    `group`: fields that form one fact.
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
        """Its column of an entry."""
        return self.column or self.key

    @property
    def unknown(self) -> str | None:
        """The stored value of an unknown fact."""
        return "" if self.kind == "text" else None

    def clean(self, value: Any) -> Any:
        """A value as it is stored."""
        if self.kind == "text":
            return (value or "").strip()
        return clean_player_id(value) if self.kind == "digits" else value

    def written(self, value: Any) -> Any:
        """A value in JSON: an unknown number is "", an unknown year or day None."""
        if self.kind == "digits":
            return value or ""
        return value.isoformat() if self.kind == "day" and value else value

    def check(self, value: Any, *, today: date) -> None:
        """Refused: NAME_MISSING, PERSON_TEXT_TOO_LONG (field, limit, length), PLAYER_ID_NOT_DIGITS (value),
        BIRTH_YEAR_IMPOSSIBLE (year), BIRTH_DATE_AHEAD.
        """
        if self.required and not is_visible(value):
            raise Refused(TournamentRefusal.NAME_MISSING)
        if value == self.unknown:
            return
        if self.kind == "text" and len(value) > self.longest:
            raise Refused(
                TournamentRefusal.PERSON_TEXT_TOO_LONG, field=self.key, limit=self.longest, length=len(value)
            )
        if self.kind == "digits" and not (value.isascii() and value.isdigit() and len(value) <= self.longest):
            raise Refused(TournamentRefusal.PLAYER_ID_NOT_DIGITS, value=value)
        if self.kind == "year" and not OLDEST_BIRTH_YEAR <= value <= today.year:
            raise Refused(TournamentRefusal.BIRTH_YEAR_IMPOSSIBLE, year=value)
        if self.kind == "day" and value > today:
            raise Refused(TournamentRefusal.BIRTH_DATE_AHEAD)


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
)
"""In the order of `PersonFacts`. A full date of birth is only for the deck list (R-034)."""

KEYS = tuple(field.key for field in FIELDS)
OF_ENTRY = tuple(field.of_entry for field in FIELDS)
"""The columns of a record and of an entry."""

PUBLIC = tuple(field for field in FIELDS if not field.power)
ON_PAGES = tuple(field for field in FIELDS if field.on_page)
"""The facts that everyone sees, and those on pages of staff."""

FILLED = tuple(field.key for field in FIELDS if field.filled)
BIRTH = tuple(field.key for field in FIELDS if field.group == "birth")

ERASED_RECORD = {field.key: field.unknown for field in FIELDS if field.erased}
ERASED_ENTRY = {field.of_entry: field.unknown for field in FIELDS if field.erased}
"""The values of columns that personal data was removed from."""

UNKNOWN = PersonFacts()


def values_of(facts: PersonFacts) -> dict[str, Any]:
    """The facts by key."""
    return {key: getattr(facts, key) for key in KEYS}


def clean_player_id(player_id: str | None) -> str | None:
    """A Player ID without spaces, None if empty."""
    return "".join((player_id or "").split()) or None


def fitting(birth_date: date | None, birth_year: int | None) -> date | None:
    """The date of birth, None if it is in another year."""
    return birth_date if birth_date is not None and birth_date.year == birth_year else None


def revised(person: Person, changes: PersonChanges) -> Person:
    """The person with new facts, unchecked: a new date of birth sets the year, a new year clears a date of another."""
    new = {field.key: field.clean(changes.get(field.key)) for field in FIELDS if field.key in changes}
    now = replace(person, **new)
    day = now.birth_date
    year = now.birth_year if day is None or day == person.birth_date else day.year
    return replace(now, birth_year=year, birth_date=fitting(day, year))


def check(facts: PersonFacts, *, today: date) -> None:
    """Refused: NAME_MISSING and as `PersonField.check`."""
    for field in FIELDS:
        field.check(getattr(facts, field.key), today=today)


def completed(person: Person, other: PersonFacts, *, corrects: bool = False) -> Person:
    """The person with unknown facts from another; `corrects`: what may be corrected is replaced by it.

    A date of birth in another year than that of the person is left out.
    """
    new = {}
    for field in FIELDS:
        if field.filled:
            own, newer = getattr(person, field.key), field.clean(getattr(other, field.key))
            new[field.key] = (newer or own) if corrects and field.corrected else (own or newer)
    now = replace(person, **new)
    year = now.birth_year or (now.birth_date.year if now.birth_date else None)
    return replace(now, birth_year=year, birth_date=fitting(now.birth_date, year))


def first_known(people: Collection[PersonFacts], key: str) -> Any:
    """The first known value of a fact."""
    return next(filter(None, (getattr(one, key) for one in people)), getattr(UNKNOWN, key))


def changes_of(before: PersonFacts, now: PersonFacts) -> dict[str, list[object]]:
    """What changed, old and new; for a fact that is not journalled only that it did."""
    pairs = ((field, [getattr(before, field.key), getattr(now, field.key)]) for field in FIELDS)
    return {field.key: pair if field.journalled else [] for field, pair in pairs if pair[0] != pair[1]}
