"""Names in the order people look them up: Ångström under A, Łukasz under L, ß as ss."""

import unicodedata
from functools import lru_cache

UNACCENTED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ŋ": "n"}
)
DASHES = str.maketrans(dict.fromkeys("'’ʼ`´", "") | dict.fromkeys("-‐‑–", " "))


@lru_cache(maxsize=1 << 14)  # the names of a hall, for each page of it
def folded(text: str) -> str:
    """Lower case without accents: "Łučić-O’Neil" → "lucic oneil"."""
    lower = text.casefold().translate(UNACCENTED).translate(DASHES)
    return "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))


def sort_key(sort_name: str) -> tuple[str, str]:
    """Key for "Okonkwo, Maya". Other alphabets follow the Latin one."""
    return folded(sort_name.replace(", ", "\t")), sort_name


def first_letter(sort_name: str) -> str:
    """The letter a name is looked up under, "" for one outside A–Z."""
    letter = folded(sort_name).strip()[:1].upper()
    return letter if "A" <= letter <= "Z" else ""
