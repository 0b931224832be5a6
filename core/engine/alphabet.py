"""Alphabetical order as people look names up: Ångström under A, Łukasz under L, ß as ss."""

import re
import unicodedata
from functools import lru_cache

UNACCENTED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ŋ": "n"}
)
DASHES = str.maketrans(dict.fromkeys("'’ʼ`´", "") | dict.fromkeys("-‐‑–", " "))


NUMBER = re.compile(r"\((\d{1,3})\)$")
"""The number of one of several people with the same name; 10 sorts after 9."""


@lru_cache(maxsize=1 << 14)  # enough for the names of a large event
def folded(text: str) -> str:
    """Lower case without accents: "Łučić-O’Neil" → "lucic oneil"."""
    lower = text.casefold().translate(UNACCENTED).translate(DASHES)
    return "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))


def sort_key(sort_name: str) -> tuple[str, str]:
    """Sort key of "Okonkwo, Maya". Other alphabets follow the Latin one."""
    return NUMBER.sub(lambda number: f"({number[1]:0>3})", folded(sort_name.replace(", ", "\t"))), sort_name


def first_letter(sort_name: str) -> str:
    """The letter a name is filed under, "" outside A–Z."""
    letter = folded(sort_name).strip()[:1].upper()
    return letter if "A" <= letter <= "Z" else ""
