"""Text clean-up: entities, broken encodings, invisible characters, odd spaces."""

import html
import re
import unicodedata
from collections.abc import Iterator

LONGEST_LINE = 300
"""Characters of a line that are examined; card lines are much shorter."""

_BREAK = re.compile(
    r"<\s*(?:br|/p|/li|/div|/tr)\s*/?\s*>|\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", re.IGNORECASE
)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>")
_MISREAD = re.compile(r"[ÃÂâÅ][\x80-\xbf\u0100-\u2fff]|Ã.")
_LOST_ACCENT = re.compile(r"(?<=\bPok)[?\ufffd]", re.IGNORECASE)
_ONE_SIGN = str.maketrans(
    {
        **dict.fromkeys("’‘´`ʼ′", "'"),
        **dict.fromkeys("♢◊♦⬦⟡", "◇"),
        **dict.fromkeys("☆⭐", "★"),
        **dict.fromkeys("–—−‐‒―", "-"),
        "“": '"',
        "”": '"',
    }
)
_PRISM = re.compile(r"\{\*\}|\bPrism Star\b", re.IGNORECASE)
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that are not blank, ready to show: number from 1, without control characters."""
    for number, line in enumerate(_BREAK.sub("\n", html.unescape(text)).split("\n"), start=1):
        visible_line = visible(repaired(line[:LONGEST_LINE]))
        if visible_line:
            yield number, visible_line


def repaired(line: str) -> str:
    """Repair UTF-8 decoded as Windows text, where possible: PokÃ©mon."""
    if not _MISREAD.search(line):
        return line
    try:
        return line.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return line


def visible(text: str) -> str:
    """The text without invisible characters, NFC, with single spaces."""
    signs = (sign for sign in text.replace("\t", " ") if unicodedata.category(sign) not in _UNSEEN)
    return " ".join(unicodedata.normalize("NFC", "".join(signs)).split())


def plain(line: str) -> str:
    """A shown line with the catalogue's characters: one apostrophe, one dash, ◇ for every Prism Star."""
    line = unicodedata.normalize("NFKC", _TAG.sub(" ", line))
    line = _LOST_ACCENT.sub("é", line.translate(_ONE_SIGN))
    return " ".join(_PRISM.sub("◇", line).split())
