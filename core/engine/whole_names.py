"""Splitting of whole names into first and last names."""

import re

PARTICLES = re.compile(
    r"da|das|de|del|della|der|di|do|dos|du|el|la|las|le|los|san|santa|den|ten|ter|van|vom|von|y|zu"
)
"""Words that may begin a family name or be part of it."""

SUFFIX = re.compile(r"(?:jr|sr|jnr|snr|ii|iii|iv)\.?", re.IGNORECASE)
"""Suffixes that may follow a second comma in one name: "King, Martin Luther, Jr."."""


def ends_in_name_suffix(text: str) -> bool:
    """Return whether a text ends in a comma and a suffix: "Martin Luther, Jr."."""
    return SUFFIX.fullmatch(text.rpartition(",")[2].strip()) is not None


def split_name_words(words: list[str], *, order: str) -> tuple[str, str]:
    """Split the words of a name, at least two, into first and last name.

    Words in capitals are the family name ("José NÚÑEZ"). Without them the order decides: first_last, first_last_last or
    last_first. Particles belong to the family name ("Zoë van den Berg").
    """
    return _split_name_by_capitals(words) or _split_name_by_order(words, order)


def _split_name_by_capitals(words: list[str]) -> tuple[str, str] | None:
    """Split off the words in capitals as the family name, if they are all together at one end of the name.

    Return None otherwise, and if all words are in capitals.
    """
    is_capital = [len(word) > 1 and word.isupper() for word in words]
    count = sum(is_capital)
    if not 0 < count < len(words):
        return None
    if all(is_capital[:count]):
        return " ".join(words[count:]), " ".join(words[:count])
    if all(is_capital[-count:]):
        return " ".join(words[:-count]), " ".join(words[-count:])
    return None


def _split_name_by_order(words: list[str], order: str) -> tuple[str, str]:
    if order == "last_first":
        end = 1
        while end < len(words) - 1 and _is_name_particle(words[end - 1]):
            end += 1
        return " ".join(words[end:]), " ".join(words[:end])
    start = len(words) - (2 if order == "first_last_last" and len(words) > 2 else 1)
    while start > 1 and _is_name_particle(words[start - 1]):
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def _is_name_particle(word: str) -> bool:
    return PARTICLES.fullmatch(word.casefold()) is not None
