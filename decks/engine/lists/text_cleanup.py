"""Clean up text: entities, broken encodings, invisible characters, and odd spaces."""

import html
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress

MAX_LINE_LENGTH = 300
"""Number of examined characters per line; card lines are much shorter."""

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
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the nonblank lines with their numbers, counted from 1, without control characters, ready to be shown."""
    for number, raw in enumerate(_BREAK.sub("\n", html.unescape(text)).split("\n"), start=1):
        line = raw[:MAX_LINE_LENGTH]
        if _MISREAD.search(line):
            # The text is UTF-8 that was decoded as Windows-1252, as in "PokÃ©mon".
            with suppress(UnicodeError):
                line = line.encode("cp1252").decode("utf-8")
        if line := visible_text(line):
            yield number, line


def visible_text(text: str) -> str:
    """Return the text in NFC without invisible characters, and with single spaces."""
    characters = (
        character
        for character in text.replace("\t", " ")
        if unicodedata.category(character) not in _INVISIBLE
    )
    return " ".join(unicodedata.normalize("NFC", "".join(characters)).split())


def normalize_card_line(line: str) -> str:
    """Normalize a line to the catalogue's characters: one apostrophe, one dash, ◇ for every Prism Star."""
    line = unicodedata.normalize("NFKC", _TAG.sub(" ", line))
    line = _LOST_ACCENT.sub("é", line.translate(_ONE_SIGN))
    return " ".join(_PRISM.sub("◇", line).split())
