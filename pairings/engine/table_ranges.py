"""Table numbers as text, such as "13, 20-24"."""

import re
from collections.abc import Iterable
from itertools import groupby

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal

HIGHEST_TABLE = 9999
NUMBER_OR_RANGE = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")
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
