"""Split a list of names into boards of about equal length on a wall: "A–H, I–P, Q–Z".

A board covers the names from one prefix to another: "Ma–Re" includes Matei and Rezende. Names in other
alphabets are on the last board.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.engine.alphabet import fold_accents
from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal

MAX_BOARDS = 26
ALLOWED_UNEVENNESS = 0.1
"""How far a board's length may be from the average before names are split by two letters."""

SEPARATORS = re.compile(r"[,;\n]+")
RANGE = re.compile(r"([A-Za-z]{1,3})(?:\s*[-–—]\s*([A-Za-z]{1,3}))?")
FIRST, LAST = "A", "Z"


@dataclass(frozen=True, slots=True)
class Board:
    """Inclusive range between two prefixes of names: ("Ma", "Re")."""

    first: str
    last: str

    def __str__(self) -> str:
        return self.first if self.first == self.last else f"{self.first}–{self.last}"


ALLOWED_EXTRA_PAGES = 0.1
"""How many more pages several boards may take than a single one, as a share of its pages."""

PagesOfBoard = Callable[[str, Sequence[str]], int]
"""Returns the number of pages of a board, given its range, "" for a single board, and its names."""

NEARLY_EMPTY = 3
"""A board whose names would fit on a page this many times is joined with another."""


def parse_boards(text: str) -> tuple[Board, ...]:
    """Parse boards such as "A-H, I-P, Q-Z"; an empty text gives () for a single board.

    Refused: BOARD_UNREADABLE (value), BOARDS_TOO_MANY (most), BOARDS_LEAVE_OUT (value: the board at or before
    which names are left out or belong to two boards).
    """
    boards = []
    for part in filter(None, map(str.strip, SEPARATORS.split(text))):
        range_match = RANGE.fullmatch(part)
        if range_match is None:
            raise Refused(PairingRefusal.BOARD_UNREADABLE, value=part)
        first, last = range_match[1].capitalize(), (range_match[2] or range_match[1]).capitalize()
        if _letters_for_sorting(last + "z" * 3) < _letters_for_sorting(first):
            raise Refused(PairingRefusal.BOARD_UNREADABLE, value=part)
        boards.append(Board(first, last))
    if len(boards) > MAX_BOARDS:
        raise Refused(PairingRefusal.BOARDS_TOO_MANY, most=MAX_BOARDS)
    for before, after in pairwise(boards):
        if after.first.upper() != _next_prefix(before.last).upper():
            raise Refused(PairingRefusal.BOARDS_LEAVE_OUT, value=str(after))
    if boards and boards[0].first != FIRST:
        raise Refused(PairingRefusal.BOARDS_LEAVE_OUT, value=str(boards[0]))
    if boards and _next_prefix(boards[-1].last) != "":
        raise Refused(PairingRefusal.BOARDS_LEAVE_OUT, value=str(boards[-1]))
    return tuple(boards)


def boards_as_text(boards: Sequence[Board]) -> str:
    """Format boards as text that `parse_boards` parses."""
    return ", ".join(map(str, boards))


def propose_boards(sort_names: Sequence[str], count: int) -> tuple[Board, ...]:
    """Propose `count` boards of about equal length, at most MAX_BOARDS.

    There are fewer boards if many names begin alike. Return () for a single board: `count` is below 2, no name
    is in the Latin alphabet, or the names cannot be split.
    """
    keys = sorted(filter(None, map(_letters_for_sorting, sort_names)))
    board_count = min(count, MAX_BOARDS)
    if board_count < 2 or not keys:
        return ()
    ends = list(
        dict.fromkeys(
            filter(
                None,
                (
                    _shortest_prefix_near(keys, len(keys) * board_number // board_count, board_count)
                    for board_number in range(1, board_count)
                ),
            )
        )
    )
    ends = [end for end in ends if _next_prefix(end)]
    if not ends:
        return ()
    firsts = [FIRST, *map(_next_prefix, ends)]
    return tuple(Board(first, last) for first, last in zip(firsts, [*ends, LAST], strict=True))


def boards_with_few_pages(sort_names: Sequence[str], pages: PagesOfBoard) -> tuple[Board, ...]:
    """Return as many boards of about equal length as take hardly more pages than a single one, which is ()."""
    best: tuple[Board, ...] = ()
    most_pages = int(pages("", sort_names) * (1 + ALLOWED_EXTRA_PAGES))
    for count in range(2, min(most_pages, MAX_BOARDS) + 1):
        proposed = propose_boards(sort_names, count)
        names_by_board = split_names(proposed, sort_names)
        if proposed and sum(pages(str(board), names) for board, names in names_by_board) <= most_pages:
            best = proposed
    return best


def join_boards_nearly_empty(
    sort_names: Sequence[str], boards: Sequence[Board], pages: PagesOfBoard
) -> tuple[Board, ...]:
    """Return the boards, or fewer of equal length if one of them would be nearly empty; () for a list of one page."""
    if pages("", sort_names) == 1:
        return ()
    joined = tuple(boards)
    while joined and any(
        pages(str(board), [*names] * NEARLY_EMPTY) == 1 for board, names in split_names(joined, sort_names)
    ):
        joined = propose_boards(sort_names, len(joined) - 1)
    return joined


def split_names(boards: Sequence[Board], sort_names: Sequence[str]) -> list[tuple[Board, list[str]]]:
    """Return each board with its names, in the order given."""
    names_by_board: list[list[str]] = [[] for _board in boards]
    for name in sort_names if boards else ():
        names_by_board[board_index(boards, name)].append(name)
    return list(zip(boards, names_by_board, strict=True))


def _shortest_prefix_near(keys: Sequence[str], ideal: int, count: int) -> str:
    """Return the shortest prefix that ends one of `count` boards as near as possible to index `ideal`.

    Two letters are used only if no single letter comes near enough (see ALLOWED_UNEVENNESS). If "F" and "Fz"
    end a board at the same name, the prefix is "F".
    """
    allowed = len(keys) / count * ALLOWED_UNEVENNESS
    best = ""
    for letters in (1, 2):
        ends = dict.fromkeys(key[:letters].capitalize() for key in keys)
        end = min(ends, key=lambda end: (abs(_count_names_through(keys, end) - ideal), end), default="")
        if not best or abs(_count_names_through(keys, end) - ideal) < abs(
            _count_names_through(keys, best) - ideal
        ):
            best = end
        if abs(_count_names_through(keys, best) - ideal) <= allowed:
            break
    return best[:1] + best[1:].rstrip("z")


def _count_names_through(keys: Sequence[str], prefix: str) -> int:
    """Count the names up to and including those with this prefix."""
    return bisect_right(keys, prefix.lower() + "{")


def _next_prefix(prefix: str) -> str:
    """Return the next prefix: "I" after "H", "Fb" after "Fa", "G" after "F" or "Fz"; "" after "Z"."""
    prefix = prefix[:1] + prefix[1:].rstrip("z")
    if prefix.upper() == LAST:
        return ""
    if not prefix:
        return FIRST
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


def _letters_for_sorting(sort_name: str) -> str:
    """Return up to three letters to sort a name by, or "" if it is written in another alphabet."""
    letters = "".join(filter(str.isalpha, fold_accents(sort_name)))[:3]
    return letters if "a" <= letters[:1] <= "z" else ""


def board_index(boards: Sequence[Board], sort_name: str) -> int:
    """Return the index of the board a name belongs to, from 0.

    Names in other alphabets are on the last board.
    """
    letters = _letters_for_sorting(sort_name)
    if not letters:
        return len(boards) - 1
    return next(
        (index for index, board in enumerate(boards) if letters[: len(board.last)] <= board.last.lower()),
        len(boards) - 1,
    )
