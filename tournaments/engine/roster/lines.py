"""Parsing a line of a list of names, as typed or pasted: "1. Greta Holm 1992", "- Jo Klein (1987)"."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from core.engine.days import missing_day
from tournaments.engine.roster.cells import CellError, age_division, birth_year

SHORTEST_PLAYER_ID = 5
"""The least digits of a Player ID beside a name; a shorter number is a line number."""

LONGEST_LINE = 300
"""Longer lines are not parsed, but taken as a name."""

APOSTROPHES = "'’ʼ‘"
DASHES = r"\-–—−"

_MARK = re.compile(
    rf"""
    (?:
        [#№]\s*\d{{1,4}}(?!\d)[\s.):{DASHES}]*                 # "#7 "
      | \(\s*\d{{1,4}}\s*\)\s*                                # "(7) "
      | \d{{1,4}}(?!\d)\s*[.):°ºª\]/{DASHES}\ufe0f\u20e3]+\s*     # "7. ", "7) ", a keycap
      | \d{{1,3}}\s+(?=\D)                                     # "7 "
      | [A-Za-z]\)\s*                                          # "a) "
      | \[\s*[xX]?\s*\]\s*                                     # "[x] "
      | [^\w\s("“„«{APOSTROPHES}]+\s*                          # "- ", "• "
    )
    """,
    re.VERBOSE,
)
_HEAD_NUMBER = re.compile(rf"(\d{{4,20}})\s*[,;:|{DASHES}]?\s+(?=\D)")
_TAIL_SEPARATOR = re.compile(rf"[\s,;:|/{DASHES}]+$")
_BRACKET = re.compile(r"[(\[]\s*([^()\[\]]*?)\s*[)\]]$")
_BIRTH = re.compile(
    r"""
    (?:\b(?:born(?:\s+(?:in|on))?|b\.|geb\.?|geboren(?:\s+am)?|[Jj]g\.?|[Jj]ahrgang|née?(?:\s+(?:en|le))?
        |nac\.?|nacid[oa](?:\s+en)?|nascid[oa](?:\s+em)?|nat[oa](?:\s+(?:nel|il))?)\s*:?\s*|\*\s*)?
    (?<![\w.])(
        \d{4}[-./]\d{1,2}[-./]\d{1,2}
      | \d{1,2}[-./]\s?\d{1,2}[-./]\s?\d{4}
      | \d{1,2}\.?\s+(?:de\s+)?[^\W\d_]+\.?\s+(?:de\s+)?\d{4}
      | \d{4}
    )$
    """,
    re.VERBOSE,  # case-sensitive, because of "Max Born 1990"
)
_PLAYER_ID = re.compile(
    rf"(?:(?:player|pop|trainer)?\s*id\s*[:#]?\s*|pop\s*[:#]?\s*|#\s*)?(?<!\w)(\d{{{SHORTEST_PLAYER_ID},20}})$",
    re.IGNORECASE,
)
_DIVISION = re.compile(r"(?<=[,;|/–—-])\s*([^\W\d_]{6,})$")


@dataclass(frozen=True, slots=True)
class ListLine:
    """The parts of a line: a whole name, and the text of each detail beside it, "" if missing."""

    name: str
    birth: str = ""
    player_id: str = ""
    age_division: str = ""


def without_mark(text: str) -> str:
    """Remove a line's number or bullet."""
    if len(text) > LONGEST_LINE:
        return text
    while (mark := _MARK.match(text)) and mark.end():
        text = text[mark.end() :]
    return text


def is_mark(text: str) -> bool:
    """Whether a line is only a number or bullet, as in lists with room for more players."""
    return bool(text) and not any(char.isalpha() for char in text) and not without_mark(text + " ").strip()


def list_line(text: str) -> ListLine:
    """Parse a line; one that is only a number or bullet has no name."""
    if len(text) > LONGEST_LINE:
        return ListLine(text)
    line, text = _head(ListLine(""), text)
    line, text = _head(line, without_mark(text))
    while True:
        text = _TAIL_SEPARATOR.sub("", text) if not _DIVISION.search(text) else text
        cut = _tail(text, line)
        if cut is None:
            return replace(line, name=_TAIL_SEPARATOR.sub("", text))
        text, line = cut


def _head(line: ListLine, text: str) -> tuple[ListLine, str]:
    """Split off a Player ID or a birth year before the name."""
    head = _HEAD_NUMBER.match(text)
    if head is None:
        return line, text
    if len(head[1]) >= SHORTEST_PLAYER_ID:
        return replace(line, player_id=head[1]), text[head.end() :]
    return (replace(line, birth=head[1]), text[head.end() :]) if reads(birth_year, head[1]) else (line, text)


def _tail(text: str, line: ListLine) -> tuple[str, ListLine] | None:
    """The line without its last detail, and that detail; None if only the name is left."""
    bracket = _BRACKET.search(text)
    part = bracket[1] if bracket else text
    for field, pattern in (("birth", _BIRTH), ("player_id", _PLAYER_ID)):
        found = pattern.search(part)
        if found is None or getattr(line, field) or (bracket and found.start()):
            continue
        if field == "birth" and len(found[1]) > 4 and not reads_birth(found[1]):
            continue
        start = bracket.start() if bracket else found.start()
        return text[:start], replace(line, **{field: found[1]})
    words = (bracket, part) if bracket else ((found := _DIVISION.search(text)), found and found[1])
    if words[0] and words[1] and not line.age_division and reads(age_division, words[1]):
        rest = text[: words[0].start()]
        if bracket or len(rest.split()) > 1:
            return rest, replace(line, age_division=words[1])
    return None


def reads(parse: Callable[[str], object], text: str) -> bool:
    """Whether a cell parser accepts a text."""
    try:
        return parse(text) is not None
    except CellError:
        return False


def reads_birth(text: str) -> bool:
    """Whether a text is a birth, including a day that no calendar has, which gets a specific refusal later."""
    return reads(birth_year, text) or missing_day(text) is not None
