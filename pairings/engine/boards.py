"""Split a name list for several boards of a wall: "A–H, I–P, Q–Z", as many as needed, about equally long.

A board goes from one beginning of a name to another: "Ma–Re" has Matei and Rezende. Other alphabets come last.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.engine.alphabet import folded
from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal

MOST = 26
UNEVEN = 0.1
"""How far a board may be from its share before names are split by two letters."""

BETWEEN = re.compile(r"[,;\n]+")
RANGE = re.compile(r"([A-Za-z]{1,3})(?:\s*[-–—]\s*([A-Za-z]{1,3}))?")
FIRST, LAST = "A", "Z"


@dataclass(frozen=True, slots=True)
class Board:
    """From one beginning of a name to another, inclusive: ("Ma", "Re")."""

    first: str
    last: str

    def __str__(self) -> str:
        return self.first if self.first == self.last else f"{self.first}–{self.last}"


USUAL = (Board("A", "H"), Board("I", "P"), Board("Q", "Z"))


def read(text: str) -> tuple[Board, ...]:
    """Parse boards such as "A-H, I-P, Q-Z"; an empty text gives () for one board.

    Refused: BOARD_UNREADABLE (value), BOARDS_TOO_MANY (most), BOARDS_LEAVE_OUT (value: the board before which or in
    which names have no place, or two).
    """
    boards = []
    for part in filter(None, map(str.strip, BETWEEN.split(text))):
        fits = RANGE.fullmatch(part)
        if fits is None:
            raise Refused(PairingRefusal.BOARD_UNREADABLE, value=part)
        first, last = fits[1].capitalize(), (fits[2] or fits[1]).capitalize()
        if _key(last + "z" * 3) < _key(first):
            raise Refused(PairingRefusal.BOARD_UNREADABLE, value=part)
        boards.append(Board(first, last))
    if len(boards) > MOST:
        raise Refused(PairingRefusal.BOARDS_TOO_MANY, most=MOST)
    for before, after in pairwise(boards):
        if after.first.upper() != _after(before.last).upper():
            raise Refused(PairingRefusal.BOARDS_LEAVE_OUT, value=str(after))
    if boards and boards[0].first != FIRST:
        raise Refused(PairingRefusal.BOARDS_LEAVE_OUT, value=str(boards[0]))
    if boards and _after(boards[-1].last) != "":
        raise Refused(PairingRefusal.BOARDS_LEAVE_OUT, value=str(boards[-1]))
    return tuple(boards)


def as_text(boards: Sequence[Board]) -> str:
    """The reverse of `read`."""
    return ", ".join(map(str, boards))


def propose(sort_names: Sequence[str], count: int) -> tuple[Board, ...]:
    """Propose `count` boards about equally long, fewer where names begin alike; () for one board."""
    keys = sorted(filter(None, map(_key, sort_names)))
    wanted = min(count, MOST)
    if wanted < 2 or not keys:
        return ()
    ends = list(
        dict.fromkeys(filter(None, (_end(keys, len(keys) * n // wanted, wanted) for n in range(1, wanted))))
    )
    ends = [end for end in ends if _after(end)]
    if not ends:
        return ()
    firsts = [FIRST, *map(_after, ends)]
    return tuple(Board(first, last) for first, last in zip(firsts, [*ends, LAST], strict=True))


def _end(keys: Sequence[str], ideal: int, count: int) -> str:
    """The beginning of names that ends a board nearest to index `ideal`."""
    allowed = len(keys) / count * UNEVEN
    best = ""
    for letters in (1, 2):
        ends = dict.fromkeys(key[:letters].capitalize() for key in keys)
        end = min(ends, key=lambda end: (abs(_through(keys, end) - ideal), end), default="")
        if not best or abs(_through(keys, end) - ideal) < abs(_through(keys, best) - ideal):
            best = end
        if abs(_through(keys, best) - ideal) <= allowed:
            break
    return _shortest(best)


def _through(keys: Sequence[str], end: str) -> int:
    """The number of names up to this beginning."""
    return bisect_right(keys, end.lower() + "{")


def _shortest(end: str) -> str:
    """Shorten an end: "Fz" ends where "F" does."""
    while len(end) > 1 and end.endswith("z"):
        end = end[:-1]
    return end


def _after(end: str) -> str:
    """The next beginning: "I" after "H", "Fb" after "Fa", "G" after "F" or "Fz"; "" after "Z"."""
    end = _shortest(end)
    if end.upper() == LAST:
        return ""
    if not end:
        return FIRST
    return end[:-1] + chr(ord(end[-1]) + 1)


def _key(sort_name: str) -> str:
    """The letters a name is sorted under, up to three; "" for another alphabet."""
    letters = "".join(filter(str.isalpha, folded(sort_name)))[:3]
    return letters if "a" <= letters[:1] <= "z" else ""


def place(boards: Sequence[Board], sort_name: str) -> int:
    """The board of a name, from 0."""
    key = _key(sort_name)
    if not key:
        return len(boards) - 1
    return next(
        (n for n, board in enumerate(boards) if key[: len(board.last)] <= board.last.lower()),
        len(boards) - 1,
    )
