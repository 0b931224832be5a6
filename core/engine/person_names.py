"""Names as people type them: search keys and the similarity of names."""

import re
import unicodedata

LETTERS = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "ŋ": "ng",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
    }
)
"""Letters whose accent cannot be separated; `casefold` already turns ß into ss."""

SUBSET = 0.95
"""The minimum likeness between a name and a longer name that contains all its words."""


BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are invisible: Hangul fillers and the braille blank."""


HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"
    "\U000e0000-\U000e00ff]|(?<![\u0600-\U0010ffff])[\u200c\u200d]"
)
"""Characters that are invisible or reverse the text after them. Joiners are allowed in scripts that need them."""


def strip_invisible_characters(text: str) -> str:
    r"""Remove invisible characters, so that "Ma\u200brta\u202e" and "Marta" are the same name."""
    return text if text.isascii() else HIDDEN.sub("", text).strip()


def has_visible_character(text: str) -> bool:
    """Return whether a text has a visible character: a letter, digit or symbol, not only marks and blanks."""
    return any(unicodedata.category(char)[0] in "LNPS" and char not in BLANK for char in text)


def add_namesake_number(name: str, namesake: int) -> str:
    """Return a name with its number among namesakes of the event, "Ana Lima (2)", or unchanged for number 0."""
    return f"{name} ({namesake})" if namesake else name


def short_person_name(first_name: str, last_name: str) -> str:
    """Return a child's name for public pages: "Ana L."; the whole name if there is no first name."""
    return f"{first_name} {short_last_name(first_name, last_name)}".strip()


def short_last_name(first_name: str, last_name: str) -> str:
    return f"{last_name[:1]}." if first_name else last_name


def short_name_key(first_name: str, last_name: str) -> str:
    """Return a key that is equal for short names that read the same."""
    return search_key(short_person_name(first_name, last_name))


def strip_namesake_number(name: str) -> str:
    """Remove the number among namesakes: "Ana Lima (2)" → "Ana Lima"."""
    return re.sub(r"\s*\(\d{1,3}\)\s*$", "", name)


def search_key(*names: str) -> str:
    """Return the words of names in lower case without accents or punctuation: "Łoś, José" → "los jose"."""
    folded = unicodedata.normalize("NFKD", strip_invisible_characters(" ".join(names))).casefold()
    plain = unicodedata.normalize("NFKD", folded).translate(LETTERS)
    letters = (char for char in plain if not unicodedata.combining(char))
    words = "".join(char if char.isalnum() else " " for char in letters if char not in "'’`")
    return " ".join(words.split())


def name_similarity(name: str, other: str) -> float:
    """Return the similarity of two names, from 0 to 1, ignoring the order of their words.

    A name of at least two words that is part of a longer name ("Juan García", "Juan García López") is very similar.
    """
    return search_key_similarity(search_key(name), search_key(other))


def search_key_similarity(key: str, other: str) -> float:
    """Return the similarity of two names, as `name_similarity` does, given their search keys.

    It is 0 if a key is empty.
    """
    if not key or not other:
        return 0.0
    from rapidfuzz import fuzz

    similarity = fuzz.token_sort_ratio(key, other) / 100
    shorter = min(set(key.split()), set(other.split()), key=len)
    if len(shorter) > 1 and shorter <= set(key.split()) & set(other.split()):
        return max(similarity, SUBSET)
    return similarity
