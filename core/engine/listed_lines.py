"""Lines of a list as typed or pasted, with their numbers and bullets: "1. Greta", "- Jo"."""

import re
from collections.abc import Sequence

MAX_LINE_LENGTH = 300
"""The length up to which a line is parsed; a longer line counts as one name."""

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
SAMPLE = 200
"""The number of lines from which the delimiter is inferred."""


def strip_list_marker(text: str) -> str:
    """Return a line without its numbers and bullets, or unchanged if it exceeds MAX_LINE_LENGTH."""
    if len(text) > MAX_LINE_LENGTH:
        return text
    while (mark := _MARK.match(text)) and mark.end():
        text = text[mark.end() :]
    return text


def is_list_marker(text: str) -> bool:
    """Return whether a line is only a number or bullet, as in forms with empty lines for more players."""
    return (
        bool(text) and not any(char.isalpha() for char in text) and not strip_list_marker(text + " ").strip()
    )


def infer_delimiter(lines: Sequence[str]) -> str:
    """Return the first of tab, ";" and "," that most lines of a list without column titles contain.

    Only the first SAMPLE lines count, and a comma followed by a space is part of a name. Return ""
    if each line is one name.
    """
    nonblank = [line for line in lines[:SAMPLE] if line.strip()]
    for delimiter, pattern in (("\t", r"\t"), (";", r"\S\s*;"), (",", r",(?=\S)")):
        if nonblank and 2 * sum(bool(re.search(pattern, line)) for line in nonblank) > len(nonblank):
            return delimiter
    return ""
