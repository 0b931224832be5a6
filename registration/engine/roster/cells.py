"""Parse the cells of a roster."""

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from core.engine.person_names import has_visible_character, search_key
from core.engine.refusals import CoreRefusal
from core.engine.typed_dates import find_impossible_date, parse_whole_date, parse_year
from core.engine.whole_names import ends_in_name_suffix, split_name_words
from registration.engine.refusals import RegistrationRefusal
from tournaments.engine.person_fields import MAIL_ADDRESS, PersonField
from tournaments.engine.refusals import TournamentRefusal

MAX_NAME_LENGTH = 80
MAX_PLAYER_ID_LENGTH = 20
EARLIEST_BIRTH = 1900
LATEST_BIRTH = 2100

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
    """A problem in one cell: code and facts."""

    def __init__(self, code: StrEnum, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def roster_cell_value(field: PersonField, text: str, *, this_year: int | None) -> Any:
    """Return the fact in a cell, or the unknown value for a blank cell.

    Errors: PERSON_TEXT_TOO_LONG for a plain text, and those of the parser for the kind of the field.
    """
    if field.kind == "digits":
        return parse_player_id(text)
    if field.kind == "year":
        return parse_birth_year(text, this_year=this_year)
    if field.kind == "day":
        return parse_whole_date(text)
    if field.kind == "mail":
        return parse_mail_address(text, longest=field.longest)
    if len(text) > field.longest:
        raise CellError(TournamentRefusal.PERSON_TEXT_TOO_LONG, length=len(text), limit=field.longest)
    return text


def checked_name_part(text: str) -> str:
    """Return a first or last name unchanged, if it is valid.

    Errors: NAME_EMPTY, NAME_WITHOUT_LETTERS, NAME_TOO_LONG.
    """
    if not has_visible_character(text):
        raise CellError(RegistrationRefusal.NAME_EMPTY)
    if not any(char.isalpha() for char in text):
        raise CellError(RegistrationRefusal.NAME_WITHOUT_LETTERS, value=text)
    if len(text) > MAX_NAME_LENGTH:
        raise CellError(RegistrationRefusal.NAME_TOO_LONG, length=len(text), limit=MAX_NAME_LENGTH)
    return text


def split_full_name(text: str, *, order: str = "first_last") -> tuple[str, str]:
    """Split a whole name into first and last name.

    A comma separates last and first name ("Núñez, José"). Without a comma, words in capitals are the last
    name ("José NÚÑEZ"), and otherwise `order` decides, which the title of the column implies. Particles belong to
    the last name ("Zoë van den Berg").
    Errors: those of `checked_name_part`, NAME_ONE_WORD, and NAME_SEVERAL for more than one comma between words.
    """
    if not has_visible_character(text):
        raise CellError(RegistrationRefusal.NAME_EMPTY)
    # Extremely long texts are refused before they are split. The parts are checked below.
    if len(text) > 3 * MAX_NAME_LENGTH:
        raise CellError(RegistrationRefusal.NAME_TOO_LONG, length=len(text), limit=MAX_NAME_LENGTH)
    last, comma, first = (part.strip() for part in text.partition(","))
    if "," in first and not ends_in_name_suffix(first):
        raise CellError(RegistrationRefusal.NAME_SEVERAL, value=text)
    if not comma:
        words = text.split()
        if len(words) == 1:
            raise CellError(RegistrationRefusal.NAME_ONE_WORD, value=text)
        first, last = split_name_words(words, order=order)
    return checked_name_part(first), checked_name_part(last)


def parse_player_id(text: str) -> str | None:
    """Parse a Player ID, without ".0" from a number cell. Return None for a blank cell.

    Errors: PLAYER_ID_NOT_DIGITS, PLAYER_ID_TOO_LONG.
    """
    digits = re.sub(r"\.0+$", "", text)
    if not digits:
        return None
    if not re.fullmatch(r"[0-9]+", digits):
        raise CellError(TournamentRefusal.PLAYER_ID_NOT_DIGITS, value=text)
    if len(digits) > MAX_PLAYER_ID_LENGTH:
        raise CellError(RegistrationRefusal.PLAYER_ID_TOO_LONG, value=text, limit=MAX_PLAYER_ID_LENGTH)
    return digits


def parse_mail_address(text: str, *, longest: int) -> str:
    """Parse an email address of at most `longest` characters. Return "" for a blank cell.

    Errors: MAIL_ADDRESS_WRONG, PERSON_TEXT_TOO_LONG.
    """
    if len(text) > longest:
        raise CellError(TournamentRefusal.PERSON_TEXT_TOO_LONG, length=len(text), limit=longest)
    address = text.removeprefix("mailto:")
    if address and not MAIL_ADDRESS.fullmatch(address):
        raise CellError(TournamentRefusal.MAIL_ADDRESS_WRONG, value=text)
    return address


def parse_birth_year(text: str, *, this_year: int | None = None) -> int | None:
    """Return the year of a birth year or birth date, or None for a blank cell.

    In a date, day and month may be in either order, the month may be a word, and the year needs four digits.
    `this_year` is the latest possible year, 2100 if None. For the whole date see `parse_whole_date`.
    Errors: BIRTH_UNREADABLE, NO_SUCH_DAY, BIRTH_YEAR_IMPOSSIBLE.
    """
    if not text:
        return None
    year = parse_year(text)
    if year is None and (day := find_impossible_date(text)):
        raise CellError(CoreRefusal.NO_SUCH_DAY, value=text, no_such_day=day)
    if year is None:
        raise CellError(RegistrationRefusal.BIRTH_UNREADABLE, value=text)
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


def parse_age_division(text: str) -> str | None:
    """Parse an age division from one of the words in AGE_DIVISION_OF. Return None for a blank cell.

    Error: AGE_DIVISION_UNKNOWN if the text names no age division, or more than one.
    """
    if not text:
        return None
    words = search_key(text).split()
    matches = {AGE_DIVISION_OF[word] for word in words if word in AGE_DIVISION_OF}
    if len(matches) != 1:
        raise CellError(RegistrationRefusal.AGE_DIVISION_UNKNOWN, value=text)
    return matches.pop()


def cell_can_be_parsed(parse: Callable[[str], object], text: str) -> bool:
    """Return whether a cell parser accepts a text."""
    try:
        return parse(text) is not None
    except CellError:
        return False
