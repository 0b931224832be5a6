"""Dates as people write them: "04/03/2012", "2012-03-04", "4 de marzo de 2012"."""

import re
from calendar import monthrange
from contextlib import suppress
from datetime import MINYEAR, date

from core.engine.people import search_key

MONTHS = re.compile(
    r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|fev|avr|mai|jui|aou|set|out|dez"
    r"|okt|gen|mag|giu|lug|ott)[a-z]*"
)
"""Month names in six languages, by their first three letters."""

MONTH_OF = {
    "jan": 1,
    "ene": 1,
    "feb": 2,
    "fev": 2,
    "mar": 3,
    "apr": 4,
    "abr": 4,
    "avr": 4,
    "may": 5,
    "mai": 5,
    "jun": 6,
    "juin": 6,
    "jul": 7,
    "juil": 7,
    "aug": 8,
    "ago": 8,
    "aou": 8,
    "sep": 9,
    "set": 9,
    "oct": 10,
    "out": 10,
    "nov": 11,
    "dec": 12,
    "dic": 12,
    "dez": 12,
    "okt": 10,
    "gen": 1,
    "mag": 5,
    "giu": 6,
    "lug": 7,
    "ott": 10,
}
"""The number of a month by its first letters."""

DATE_FILLERS = frozenset({"de", "del", "of", "do", "le"})


def missing_day(text: str) -> str | None:
    """The date that a text names but no calendar has, as "2012-02-31"; None for any other text.

    Also None if swapping day and month gives an existing date.
    """
    digits = re.fullmatch(r"([0-9]{4})([0-9]{2})([0-9]{2})", text)
    words = list(digits.groups()) if digits else date_words(text)
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    if len(words) != 3 or len(years) != 1 or int(years[0]) < MINYEAR:
        return None
    words.remove(years[0])
    year, (one, other) = int(years[0]), words
    orders = ((other, one),) if digits else ((one, other), (other, one))
    if any(month_and_day(year, day, month) for day, month in orders):
        return None
    for day, month in orders:
        number, at = day_number(day), _number_of(month)
        if at is None or not re.fullmatch(r"[0-9]{1,2}", number) or not 1 <= at <= 12:
            continue
        if monthrange(year, at)[1] < int(number) <= 31:
            return f"{year:04}-{at:02}-{int(number):02}"
    return None


def month_and_day(year: int, day: str, month: str) -> date | None:
    """The date of this day and month, None if there is none."""
    number, at = day_number(day), _number_of(month)
    if at is None or not re.fullmatch(r"[0-9]{1,2}", number):
        return None
    with suppress(ValueError):
        return date(year, at, int(number))
    return None


def _number_of(month: str) -> int | None:
    """The number of a month given in digits or as a word."""
    return int(month) if re.fullmatch(r"[0-9]{1,2}", month) else month_number(month)


def month_number(word: str) -> int | None:
    return (MONTH_OF.get(word[:4]) or MONTH_OF.get(word[:3])) if MONTHS.fullmatch(word) else None


def day_number(word: str) -> str:
    """ "4th" → "4"."""
    return re.sub(r"(?<=[0-9])(st|nd|rd|th|er|o)$", "", word)


def date_words(text: str) -> list[str]:
    """The parts of a date, without a time and filler words."""
    day = re.sub(r"[T ]\d{1,2}:\d{2}.*$", "", text)
    return [word for word in search_key(day).split() if word not in DATE_FILLERS]
