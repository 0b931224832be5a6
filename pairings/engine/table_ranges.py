"""Table numbers as text, such as "13, 20-24", and feature tables such as "101 Stream, 102"."""

import re
from collections.abc import Iterable
from itertools import groupby

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal

HIGHEST_TABLE = 9999
MAX_FEATURE_TABLES, MAX_NAME_LENGTH = 24, 30
"""Maximum number of feature tables of a division, and of characters in the name of one."""

NUMBER_OR_RANGE = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")
NUMBER_AND_NAME = re.compile(r"(\d{1,4})\s+(\S.*)", re.DOTALL)
SEPARATORS = re.compile(r"[,;\n]+")


def parse_table_numbers(text: str) -> tuple[int, ...]:
    """Parse table numbers such as "13, 20-24" into a sorted tuple without duplicates.

    Refused: TABLES_UNREADABLE (value).
    """
    numbers: set[int] = set()
    for part in filter(None, map(str.strip, SEPARATORS.split(text))):
        range_match = NUMBER_OR_RANGE.fullmatch(part)
        if range_match is None:
            raise Refused(PairingRefusal.TABLES_UNREADABLE, value=part)
        first, last = int(range_match[1]), int(range_match[2] or range_match[1])
        if not 1 <= first <= last <= HIGHEST_TABLE:
            raise Refused(PairingRefusal.TABLES_UNREADABLE, value=part)
        numbers.update(range(first, last + 1))
    return tuple(sorted(numbers))


def table_numbers_as_text(numbers: Iterable[int]) -> str:
    """Format numbers as text that `parse_table_numbers` parses, joining neighbors: "13, 20-24"."""
    runs = []
    for _, run in groupby(enumerate(sorted(set(numbers))), key=lambda place: place[1] - place[0]):
        members = [number for _, number in run]
        runs.append(str(members[0]) if len(members) == 1 else f"{members[0]}-{members[-1]}")
    return ", ".join(runs)


def parse_feature_tables(text: str) -> list[tuple[int, str]]:
    """Parse feature tables such as "101 Stream, 102-103" into pairs of number and name, by number.

    A table without a name has "". Refused: FEATURE_TABLES_UNREADABLE (value), FEATURE_TABLE_TWICE (table),
    FEATURE_TABLES_TOO_MANY (most), FEATURE_NAME_TOO_LONG (name, most).
    """
    name_by_number: dict[int, str] = {}
    for part in filter(None, map(str.strip, SEPARATORS.split(text))):
        named = NUMBER_AND_NAME.fullmatch(part)
        name = " ".join(named[2].split()) if named and not NUMBER_OR_RANGE.fullmatch(part) else ""
        try:
            numbers = parse_table_numbers(named[1] if named and name else part)
        except Refused:
            raise Refused(PairingRefusal.FEATURE_TABLES_UNREADABLE, value=part) from None
        if len(name) > MAX_NAME_LENGTH:
            raise Refused(PairingRefusal.FEATURE_NAME_TOO_LONG, name=name, most=MAX_NAME_LENGTH)
        for number in numbers:
            if name_by_number.setdefault(number, name) != name:
                raise Refused(PairingRefusal.FEATURE_TABLE_TWICE, table=number)
    if len(name_by_number) > MAX_FEATURE_TABLES:
        raise Refused(PairingRefusal.FEATURE_TABLES_TOO_MANY, most=MAX_FEATURE_TABLES)
    return sorted(name_by_number.items())


def feature_tables_as_text(tables: Iterable[tuple[int, str]]) -> str:
    """Format feature tables as text that `parse_feature_tables` parses: "101 Stream, 102"."""
    return ", ".join(f"{number} {name}".strip() for number, name in tables)
