"""Alphabetical order in which people look up names: Ångström under A, Łukasz under L, ß as ss."""

import re
import unicodedata
from functools import lru_cache

UNACCENTED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ŋ": "n"}
)
DASHES = str.maketrans(dict.fromkeys("'’ʼ`´", "") | dict.fromkeys("-‐‑–", " "))


NUMBER = re.compile(r"\((\d{1,3})\)$")
"""The number that distinguishes people of the same name. Sort keys pad it with zeros, so that 10 sorts after 9."""


@lru_cache(maxsize=1 << 14)  # holds all names of a large event
def fold_accents(text: str) -> str:
    """Return a text in lower case without accents or apostrophes, with dashes as spaces.

    "Łučić-O’Neil" → "lucic oneil"
    """
    lower = text.casefold().translate(UNACCENTED).translate(DASHES)
    return "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))


def name_sort_key(sort_name: str) -> tuple[str, str]:
    """Return the sort key of a name such as "Okonkwo, Maya". Other alphabets follow the Latin one.

    The comma becomes a tab, which sorts before all letters, so that "Li, Wei" precedes "Lima, Ana".
    """
    return NUMBER.sub(
        lambda number: f"({number[1]:0>3})", fold_accents(sort_name.replace(", ", "\t"))
    ), sort_name


def filing_letter(sort_name: str) -> str:
    """Return the letter that a name is filed under, or "" outside A–Z."""
    letter = fold_accents(sort_name).strip()[:1].upper()
    return letter if "A" <= letter <= "Z" else ""
