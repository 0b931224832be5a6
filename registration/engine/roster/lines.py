"""Parse a line of a list of names, as typed or pasted: "1. Greta Holm 1992", "- Jo Klein (1987)"."""

import re
from dataclasses import dataclass, replace

from core.engine.listed_lines import DASHES, MAX_LINE_LENGTH, strip_list_marker
from core.engine.typed_dates import find_impossible_date
from registration.engine.roster.cells import cell_can_be_parsed, parse_age_division, parse_birth_year

MIN_PLAYER_ID_LENGTH = 5
"""The minimum number of digits of a Player ID beside a name; a shorter number is a line number."""

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
    rf"(?:(?:player|pop|trainer)?\s*id\s*[:#]?\s*|pop\s*[:#]?\s*|#\s*)?(?<!\w)(\d{{{MIN_PLAYER_ID_LENGTH},20}})$",
    re.IGNORECASE,
)
_DIVISION = re.compile(r"(?<=[,;|/–—-])\s*([^\W\d_]{6,})$")


@dataclass(frozen=True, slots=True)
class ListLine:
    """The parts of a line: a whole name, and the text of each detail beside it, or "" if missing."""

    name: str
    birth: str = ""
    player_id: str = ""
    age_division: str = ""


def parse_roster_line(text: str) -> ListLine:
    """Parse a line. A line that is only a number or bullet has no name.

    A line of more than MAX_LINE_LENGTH characters is not parsed; all of it is the name.
    """
    if len(text) > MAX_LINE_LENGTH:
        return ListLine(text)
    line, text = _split_leading_number(ListLine(""), text)
    # A Player ID or birth year may also follow a list marker, as in "1. 1992 Greta Holm".
    line, text = _split_leading_number(line, strip_list_marker(text))
    while True:
        text = _TAIL_SEPARATOR.sub("", text) if not _DIVISION.search(text) else text
        text_and_line = _split_last_detail(text, line)
        if text_and_line is None:
            return replace(line, name=_TAIL_SEPARATOR.sub("", text))
        text, line = text_and_line


def _split_leading_number(line: ListLine, text: str) -> tuple[ListLine, str]:
    """Move a Player ID or birth year at the start of the text to the line. Return the line and the rest.

    A number of fewer digits than a Player ID that is no birth year stays in the text.
    """
    head = _HEAD_NUMBER.match(text)
    if head is None:
        return line, text
    if len(head[1]) >= MIN_PLAYER_ID_LENGTH:
        return replace(line, player_id=head[1]), text[head.end() :]
    return (
        (replace(line, birth=head[1]), text[head.end() :])
        if cell_can_be_parsed(parse_birth_year, head[1])
        else (line, text)
    )


def _split_last_detail(text: str, line: ListLine) -> tuple[str, ListLine] | None:
    """Move the last detail from the text to the line. Return the shorter text and the line.

    Return None if only a name remains.
    """
    bracket = _BRACKET.search(text)
    tail = bracket[1] if bracket else text
    for field, pattern in (("birth", _BIRTH), ("player_id", _PLAYER_ID)):
        detail = pattern.search(tail)
        if detail is None or getattr(line, field) or (bracket and detail.start()):
            continue
        if field == "birth" and len(detail[1]) > 4 and not looks_like_birth(detail[1]):
            continue
        detail_start = bracket.start() if bracket else detail.start()
        return text[:detail_start], replace(line, **{field: detail[1]})
    division = bracket or _DIVISION.search(text)
    if (
        division
        and division[1]
        and not line.age_division
        and cell_can_be_parsed(parse_age_division, division[1])
    ):
        name_text = text[: division.start()]
        if bracket or len(name_text.split()) > 1:
            return name_text, replace(line, age_division=division[1])
    return None


def looks_like_birth(text: str) -> bool:
    """Return whether a text looks like a birth year or date.

    Impossible dates count too, since they are refused later.
    """
    return cell_can_be_parsed(parse_birth_year, text) or find_impossible_date(text) is not None
