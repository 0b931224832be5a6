"""Dates as people write them: "04/03/2012", "2012-03-04", "4 de marzo de 2012"."""

import re
from calendar import monthrange
from contextlib import suppress
from datetime import MINYEAR, date

from core.engine.person_names import search_key

MONTHS = re.compile(
    r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|fev|avr|mai|jui|aou|set|out|dez"
    r"|okt|gen|mag|giu|lug|ott)[a-z]*"
)
"""Month names in many languages, by their first three letters."""

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
"""The number of a month, by the first letters of its name."""

DATE_FILLERS = frozenset({"de", "del", "of", "do", "le"})


def find_impossible_date(text: str) -> str | None:
    """Return the date in a text if it does not exist, such as "2012-02-31", or None.

    Return None as well if the date exists with day and month swapped.
    """
    digits = re.fullmatch(r"([0-9]{4})([0-9]{2})([0-9]{2})", text)
    words = list(digits.groups()) if digits else split_date(text)
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    if len(words) != 3 or len(years) != 1 or int(years[0]) < MINYEAR:
        return None
    words.remove(years[0])
    year, (first_word, second_word) = int(years[0]), words
    orders = (
        ((second_word, first_word),) if digits else ((first_word, second_word), (second_word, first_word))
    )
    if any(parse_day_and_month(year, day, month) for day, month in orders):
        return None
    for day, month in orders:
        day_digits, month_value = strip_ordinal_suffix(day), _month_from_text(month)
        if month_value is None or not re.fullmatch(r"[0-9]{1,2}", day_digits) or not 1 <= month_value <= 12:
            continue
        if monthrange(year, month_value)[1] < int(day_digits) <= 31:
            return f"{year:04}-{month_value:02}-{int(day_digits):02}"
    return None


def parse_whole_date(text: str) -> date | None:
    """Return the date in a cell, or None unless it is complete and unambiguous.

    A leading year is followed by the month ("2012-03-04"). With the year last, "04/03/2012" is ambiguous.
    """
    if re.fullmatch(r"[0-9]{8}", text):
        with suppress(ValueError):
            return date.fromisoformat(text)
        return None
    words = split_date(text)
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    if len(words) != 3 or len(years) != 1:
        return None
    year, year_first = int(years[0]), words[0] == years[0]
    words.remove(years[0])
    part, other_part = words
    orders = ((other_part, part),) if year_first else ((other_part, part), (part, other_part))
    dates = {parse_day_and_month(year, day, month) for day, month in orders} - {None}
    return dates.pop() if len(dates) == 1 else None


def parse_year(text: str) -> int | None:
    """Return the year from a bare year or a date, or None if there is none.

    The day and the month may be in either order.
    """
    if bare_year := re.fullmatch(r"([0-9]{4})(\.0+)?", text):
        return int(bare_year[1])
    if re.fullmatch(r"[0-9]{8}", text):
        with suppress(ValueError):
            return date.fromisoformat(text).year
        return None
    words = split_date(text)
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    if len(words) != 3 or len(years) != 1:
        return None
    words.remove(years[0])
    year, (part, other_part) = int(years[0]), words
    # The other two parts are a day and a month in either order.
    for day, month in ((part, other_part), (other_part, part)):
        number = strip_ordinal_suffix(day)
        if not re.fullmatch(r"[0-9]{1,2}", number):
            continue
        # "jui" is June or July, but the year is clear.
        if MONTHS.fullmatch(month) and parse_month_word(month) is None and 1 <= int(number) <= 31:
            return year
        if parse_day_and_month(year, number, month):
            return year
    return None


def parse_day_and_month(year: int, day: str, month: str) -> date | None:
    """Return the date of a day and a month as typed, such as "4th" and "mar". Return None if there is no such date."""
    day_digits, month_value = strip_ordinal_suffix(day), _month_from_text(month)
    if month_value is None or not re.fullmatch(r"[0-9]{1,2}", day_digits):
        return None
    with suppress(ValueError):
        return date(year, month_value, int(day_digits))
    return None


def _month_from_text(month: str) -> int | None:
    """Return the number of a month given in digits or as a word. Return None if it is neither."""
    return int(month) if re.fullmatch(r"[0-9]{1,2}", month) else parse_month_word(month)


def parse_month_word(word: str) -> int | None:
    """Return the number of a month given as a word in any of several languages, or None for another word."""
    return (MONTH_OF.get(word[:4]) or MONTH_OF.get(word[:3])) if MONTHS.fullmatch(word) else None


def strip_ordinal_suffix(word: str) -> str:
    """Return the digits of an ordinal: "4th" → "4"."""
    return re.sub(r"(?<=[0-9])(st|nd|rd|th|er|o)$", "", word)


def split_date(text: str) -> list[str]:
    """Return the parts of a typed date, without its time and without words such as "de"."""
    date_text = re.sub(r"[T ]\d{1,2}:\d{2}.*$", "", text)
    return [word for word in search_key(date_text).split() if word not in DATE_FILLERS]
