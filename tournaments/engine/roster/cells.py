"""Parsing the cells of a roster."""

import re
from contextlib import suppress
from datetime import date
from enum import StrEnum
from typing import Any

from core.engine.days import MONTHS, date_words, day_number, missing_day, month_and_day, month_number
from core.engine.people import is_visible, search_key
from core.engine.refusals import CoreRefusal
from tournaments.engine.person_fields import PersonField
from tournaments.engine.refusals import TournamentRefusal

LONGEST_NAME = 80
LONGEST_PLAYER_ID = 20
EARLIEST_BIRTH = 1900
LATEST_BIRTH = 2100

PARTICLES = re.compile(
    r"da|das|de|del|della|der|di|do|dos|du|el|la|las|le|los|san|santa|den|ten|ter|van|vom|von|y|zu"
)
"""Words that begin a family name or occur inside it."""

SUFFIX = re.compile(r"(?:jr|sr|jnr|snr|ii|iii|iv)\.?", re.IGNORECASE)
"""What may follow a second comma of one name: "King, Martin Luther, Jr."."""

AGE_DIVISION_OF = {
    word: age_division
    for age_division, words in {
        "junior": "junior juniors jr j junioren",
        "senior": "senior seniors sr s senioren",
        "masters": "masters master m ma maestro maestros maestri maitre maitres mestre mestres meister",
    }.items()
    for word in words.split()
}


class CellError(Exception):
    """A problem of one cell: code and facts."""

    def __init__(self, code: StrEnum, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def cell_value(field: PersonField, text: str, *, this_year: int | None) -> Any:
    """The fact in a cell, the unknown value for a blank one. Errors: those of the parser for its kind."""
    if field.kind == "digits":
        return player_id(text)
    if field.kind == "year":
        return birth_year(text, this_year=this_year)
    if field.kind == "day":
        return birth_date(text)
    if len(text) > field.longest:
        raise CellError(TournamentRefusal.PERSON_TEXT_TOO_LONG, length=len(text), limit=field.longest)
    return text


def name_part(text: str) -> str:
    """A first or last name, unchanged. Errors: NAME_EMPTY, NAME_WITHOUT_LETTERS, NAME_TOO_LONG."""
    if not is_visible(text):
        raise CellError(TournamentRefusal.NAME_EMPTY)
    if not any(char.isalpha() for char in text):
        raise CellError(TournamentRefusal.NAME_WITHOUT_LETTERS, value=text)
    if len(text) > LONGEST_NAME:
        raise CellError(TournamentRefusal.NAME_TOO_LONG, length=len(text), limit=LONGEST_NAME)
    return text


def full_name(text: str, *, order: str = "first_last") -> tuple[str, str]:
    """First and last name from one cell.

    A comma decides ("Núñez, José"), then words in capitals ("José NÚÑEZ"), then the order in the title. Particles
    belong to the family name ("Zoë van den Berg"). Errors: as `name_part`, NAME_ONE_WORD, and NAME_SEVERAL for more
    than one comma between words.
    """
    if not is_visible(text):
        raise CellError(TournamentRefusal.NAME_EMPTY)
    if len(text) > 3 * LONGEST_NAME:
        raise CellError(TournamentRefusal.NAME_TOO_LONG, length=len(text), limit=LONGEST_NAME)
    last, comma, first = (part.strip() for part in text.partition(","))
    if "," in first and not SUFFIX.fullmatch(first.rpartition(",")[2].strip()):
        raise CellError(TournamentRefusal.NAME_SEVERAL, value=text)
    if not comma:
        words = text.split()
        if len(words) == 1:
            raise CellError(TournamentRefusal.NAME_ONE_WORD, value=text)
        first, last = _by_capitals(words) or _by_order(words, order)
    return name_part(first), name_part(last)


def _by_capitals(words: list[str]) -> tuple[str, str] | None:
    """Take words in capitals as the family name, if they are together at one end and the others are not in capitals."""
    capital = [len(word) > 1 and word.isupper() for word in words]
    count = sum(capital)
    if not 0 < count < len(words):
        return None
    if all(capital[:count]):
        return " ".join(words[count:]), " ".join(words[:count])
    if all(capital[-count:]):
        return " ".join(words[:-count]), " ".join(words[-count:])
    return None


def _by_order(words: list[str], order: str) -> tuple[str, str]:
    if order == "last_first":
        end = 1
        while end < len(words) - 1 and _is_particle(words[end - 1]):
            end += 1
        return " ".join(words[end:]), " ".join(words[:end])
    start = len(words) - (2 if order == "first_last_last" and len(words) > 2 else 1)
    while start > 1 and _is_particle(words[start - 1]):
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def _is_particle(word: str) -> bool:
    return PARTICLES.fullmatch(word.casefold()) is not None


def player_id(text: str) -> str | None:
    """A Player ID, None for a blank cell. Errors: PLAYER_ID_NOT_DIGITS, PLAYER_ID_TOO_LONG."""
    digits = re.sub(r"\.0+$", "", text)
    if not digits:
        return None
    if not re.fullmatch(r"[0-9]+", digits):
        raise CellError(TournamentRefusal.PLAYER_ID_NOT_DIGITS, value=text)
    if len(digits) > LONGEST_PLAYER_ID:
        raise CellError(TournamentRefusal.PLAYER_ID_TOO_LONG, value=text, limit=LONGEST_PLAYER_ID)
    return digits


def birth_year(text: str, *, this_year: int | None = None) -> int | None:
    """The year of a birth year or birth date, None for a blank cell.

    Day and month may be in either order and the month a word; the year needs four digits. For the whole date see
    `birth_date`. Errors: BIRTH_UNREADABLE, NO_SUCH_DAY, BIRTH_YEAR_IMPOSSIBLE.
    """
    if not text:
        return None
    year = _year_in(text)
    if year is None and (day := missing_day(text)):
        raise CellError(CoreRefusal.NO_SUCH_DAY, value=text, no_such_day=day)
    if year is None:
        raise CellError(TournamentRefusal.BIRTH_UNREADABLE, value=text)
    latest = this_year or LATEST_BIRTH
    if not EARLIEST_BIRTH <= year <= latest:
        raise CellError(
            TournamentRefusal.BIRTH_YEAR_IMPOSSIBLE,
            value=text,
            year=year,
            earliest=EARLIEST_BIRTH,
            latest=latest,
        )
    return year


def birth_date(text: str) -> date | None:
    """The whole date of an unambiguous cell; None for a year, a blank or an ambiguous cell.

    After a leading year comes the month ("2012-03-04"). With the year last, "04/03/2012" is ambiguous.
    """
    if re.fullmatch(r"[0-9]{8}", text):
        with suppress(ValueError):
            return date.fromisoformat(text)
        return None
    words = date_words(text)
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    if len(words) != 3 or len(years) != 1:
        return None
    year, first = int(years[0]), words[0] == years[0]
    words.remove(years[0])
    one, other = words
    found = {
        month_and_day(year, day, month) for day, month in ((other, one), (one, other))[: 1 if first else 2]
    }
    found.discard(None)
    return found.pop() if len(found) == 1 else None


def _year_in(text: str) -> int | None:
    if alone := re.fullmatch(r"([0-9]{4})(\.0+)?", text):
        return int(alone[1])
    if re.fullmatch(r"[0-9]{8}", text):
        with suppress(ValueError):
            return date.fromisoformat(text).year
        return None
    words = date_words(text)
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    if len(words) != 3 or len(years) != 1:
        return None
    words.remove(years[0])
    return _year_of_date(int(years[0]), *words)


def _year_of_date(year: int, one: str, other: str) -> int | None:
    """The year, if the other two parts are a day and a month in either order."""
    for day, month in ((one, other), (other, one)):
        number = day_number(day)
        if not re.fullmatch(r"[0-9]{1,2}", number):
            continue
        if MONTHS.fullmatch(month) and month_number(month) is None and 1 <= int(number) <= 31:
            return year
        if month_and_day(year, number, month):
            return year
    return None


def age_division(text: str) -> str | None:
    """The age division of a cell in any language, None for a blank cell. Error: AGE_DIVISION_UNKNOWN."""
    if not text:
        return None
    words = search_key(text).split()
    found = {AGE_DIVISION_OF[word] for word in words if word in AGE_DIVISION_OF}
    if len(found) != 1:
        raise CellError(TournamentRefusal.AGE_DIVISION_UNKNOWN, value=text)
    return found.pop()
