"""Table numbers as text: "13, 20-24"."""

import re
from collections.abc import Iterable
from itertools import groupby

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal

HIGHEST = 9999
PART = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")
BETWEEN = re.compile(r"[,;\n]+")


def numbers_in(text: str) -> tuple[int, ...]:
    """The numbers of a text, sorted, each once. Refused: TABLES_UNREADABLE (value)."""
    numbers: set[int] = set()
    for part in filter(None, map(str.strip, BETWEEN.split(text))):
        fits = PART.fullmatch(part)
        if fits is None:
            raise Refused(PairingRefusal.TABLES_UNREADABLE, value=part)
        first, last = int(fits[1]), int(fits[2] or fits[1])
        if not 1 <= first <= last <= HIGHEST:
            raise Refused(PairingRefusal.TABLES_UNREADABLE, value=part)
        numbers.update(range(first, last + 1))
    return tuple(sorted(numbers))


def as_text(numbers: Iterable[int]) -> str:
    """The reverse of `numbers_in`: neighbors are joined, "13, 20-24"."""
    runs = []
    for _, run in groupby(enumerate(sorted(set(numbers))), key=lambda place: place[1] - place[0]):
        members = [number for _, number in run]
        runs.append(str(members[0]) if len(members) == 1 else f"{members[0]}-{members[-1]}")
    return ", ".join(runs)
