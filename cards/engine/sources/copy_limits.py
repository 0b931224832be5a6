"""Parse copy limits in the text of cards (R-076), in the languages of the sources."""

import re
from collections.abc import Iterable

from cards.engine.sources.fingerprint import comparable_text

ANY_NUMBER = 0
ALL_UNOWN = 4

_ANY = (
    "as many of this card in your deck as you like",
    "tantas copias de esta carta en tu baraja como quieras",
    "autant d'exemplaires de cette carte que vous voulez dans votre deck",
    "quantas copias deste card quiser em seu baralho",
    "quantos cards deste quiser em seu baralho",
)
_UNOWN = "basic pokemon cards in your deck with unown in their names"
_NUMBERS = {
    part: number
    for number, words in {
        1: "1 one un una uno une um uma seul seule",
        2: "2 two dos deux dois duas",
        3: "3 three tres trois",
        4: "4 four cuatro quatre quatro",
    }.items()
    for part in words.split()
}
_NUMBER = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_LIMITED = tuple(
    re.compile(pattern.replace("NUMBER", f"(?P<most>{_NUMBER})"))
    for pattern in (
        r"you (?:can't|can not|cannot|may not) have more than NUMBER (?P<what>.+?) in your deck",
        r"no puedes tener mas de NUMBER (?P<what>.+?) en tu baraja",
        r"vous ne pouvez pas (?:avoir|mettre|inclure) plus (?:de |d')NUMBER (?P<what>.+?) dans votre deck",
        r"vous ne pouvez (?:avoir|mettre|inclure) qu'(?:NUMBER) (?P<what>.+?) dans votre deck",
        r"voce nao pode ter mais (?:de|do que) NUMBER (?P<what>.+?) (?:em|no) seu baralho",
    )
)
_CLASSES = re.compile(
    r"\b(ace spec|as tactico|high[- ]tech|as tatico|radiant|radiante|radieux|pokemon star|prism|prisma|prisme"
    r"|same name|mismo nombre|meme nom|mesmo nome)\b|pokemon estrella|pokemon etoile|pokemon estrela"
)
"""Classes of cards of which a deck may contain only one. Their text is not a copy limit (R-077, M-045, M-046)."""


def copy_limit_of(rules: Iterable[str]) -> int | None:
    """Return the copy limit in the rules text of a card, or None if the text has no limit.

    The limit is 0 for any number, and 4 for all Unown together.
    """
    for rule in rules:
        text = comparable_text(rule)
        if any(words in text for words in _ANY):
            return ANY_NUMBER
        if _UNOWN in text:
            return ALL_UNOWN
        for pattern in _LIMITED:
            match = pattern.search(text)
            if match and not _CLASSES.search(match["what"]):
                return _NUMBERS[match["most"]]
    return None
