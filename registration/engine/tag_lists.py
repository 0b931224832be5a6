"""Read a pasted list of Player IDs, one a line, each with the value of one tag or without."""

import re
from dataclasses import dataclass

from core.engine.person_names import search_key
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from registration.engine.roster.cells import CellError, parse_player_id
from registration.engine.roster.headers import TITLES
from tournaments.engine.player_tags import TagField, TagProblem, parse_tag
from tournaments.engine.refusals import TournamentRefusal

MAX_LINES = 10_000

_LINE = re.compile(r"([^\s,;:|]+)[\s,;:|]*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ListedTag:
    """A line of the list: its number from 1, its text, the Player ID and the value of the tag, or the problem."""

    row: int
    text: str
    player_id: str
    value: int | str | None
    problem: TagProblem | None = None


def read_tag_list(text: str, tag: TagField, *, usual: str = "") -> tuple[ListedTag, ...]:
    """Read the lines of a list that are not blank. A first line with the title of the Player ID is skipped.

    After the Player ID, a line may have the value, separated by spaces or punctuation; `usual` is the value of lines
    without one. The problems of a line are PLAYER_ID_NOT_DIGITS (value), PLAYER_ID_TOO_LONG (value, limit),
    TAG_VALUE_MISSING and the problems of `parse_tag`. Refused: TAG_LIST_EMPTY, TOO_MANY_ROWS (limit).
    """
    lines = [(row, " ".join(line.split())) for row, line in enumerate(text.splitlines(), 1)]
    lines = [(row, line) for row, line in lines if any(char.isalnum() for char in line)]
    if len(lines) > MAX_LINES:
        raise Refused(CoreRefusal.TOO_MANY_ROWS, limit=MAX_LINES)
    if lines and _is_title(lines[0][1]):
        lines = lines[1:]
    if not lines:
        raise Refused(TournamentRefusal.TAG_LIST_EMPTY)
    return tuple(_read_line(row, line, tag, usual) for row, line in lines)


def _is_title(line: str) -> bool:
    """Return whether a line begins with a known title of the column of Player IDs."""
    words = search_key(line).split()
    return any(
        (title := TITLES.get(" ".join(words[:count]))) and title.field == "player_id"
        for count in range(1, len(words) + 1)
    )


def _read_line(row: int, line: str, tag: TagField, usual: str) -> ListedTag:
    match = _LINE.search(line)
    number_text, value_text = match.groups() if match else (line, "")
    try:
        player_id = parse_player_id(number_text) or ""
    except CellError as error:
        return ListedTag(row, line, "", None, TagProblem(error.code, error.facts))
    if not value_text and not usual:
        return ListedTag(row, line, player_id, None, TagProblem(TournamentRefusal.TAG_VALUE_MISSING))
    try:
        return ListedTag(row, line, player_id, parse_tag(tag, value_text or usual))
    except Refused as refused:
        problem = TagProblem(refused.code, refused.facts, tag.key)
        return ListedTag(row, line, player_id, None, problem)
