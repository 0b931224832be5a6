"""Marks of the physical copies of a line, in brackets at its end, as in "4 N FCO 105 [pt, signed]".

A mark can be a language (R-017), writing or a signature (R-018), another card back (R-019), or a World
Championships deck (R-021).
"""

import re
from dataclasses import dataclass, replace
from typing import Protocol

from decks.engine.lists import cardline

SIGNED = "signed"
CHAMPIONSHIPS = "World Championships"
_MAX_MARK_WORDS = 4
"""Maximum number of words in a mark, such as "World Championship Deck 2009"."""

_BRACKET = re.compile(r"^(?P<rest>.*\S)\s*\[(?P<inside>[^\[\]]+)\]$")
_SIGNED_WORDS = (
    "signed autographed written marked firmada firmado autografiada autografiado dedicacee dedicace signee "
    "autografada autografado assinada signiert firmata autografata"
)
_BACK = re.compile(
    r"^(?:back|reverso|dos|verso)\s+(?P<back>[a-z]+)$"
    r"|^(?P<first>international|western|english|standard|japanese|korean|other)\s+back$"
)
_PRODUCT = re.compile(
    r"^(?:world championships?|worlds|wcs?|wcd)(?:\s+decks?)?(?:\s+(?P<year>(?:19|20)\d\d))?$"
)


class HasCopyMarks(Protocol):
    """Protocol for lines, rows and other objects with marks of physical copies."""

    @property
    def language(self) -> str | None: ...
    @property
    def back(self) -> str | None: ...
    @property
    def autographed(self) -> bool: ...
    @property
    def product(self) -> str: ...


@dataclass(frozen=True, slots=True)
class CopyMarks:
    """The marks of the copies on one line."""

    language: str | None = None
    back: str | None = None
    autographed: bool = False
    product: str = ""

    def with_bracket(self, inside: str) -> "CopyMarks | None":
        """Return the marks of the line with the marks in a bracket added, even if no commas separate them.

        Return None if the bracket contains any other word.
        """
        marks, words = self, inside.replace(",", " ").split()
        while words:
            for word_count in range(min(_MAX_MARK_WORDS, len(words)), 0, -1):
                if extended := marks.with_mark(" ".join(words[:word_count])):
                    marks, words = extended, words[word_count:]
                    break
            else:
                return None
        return marks

    def with_mark(self, mark: str) -> "CopyMarks | None":
        """Return these marks with one more, such as "pt", "signed" or "back japanese".

        Return None for any other text.
        """
        plain_mark = cardline.without_accents(mark)
        if cardline.is_language(mark.casefold()):
            return replace(self, language=mark.casefold())
        if plain_mark in _SIGNED_WORDS.split():
            return replace(self, autographed=True)
        if match := _BACK.match(plain_mark):
            return replace(self, back=match["back"] or match["first"])
        product = _championships_deck_in_text(mark)
        return replace(self, product=product) if product else None


def split_marks(text: str) -> tuple[str, CopyMarks]:
    """Split a line into its text and its marks.

    Brackets with other words are part of the name, as in "Unown [A]".
    """
    marks = CopyMarks()
    while (match := _BRACKET.match(text)) and (extended := marks.with_bracket(match["inside"])):
        text, marks = match["rest"], extended
    return text, marks


def copy_marks_text(copies: HasCopyMarks) -> str:
    """Return the marks of a line as text, such as "[pt] [signed]", or "" without marks."""
    words = [
        copies.language if cardline.is_language(copies.language) else "",
        SIGNED if copies.autographed else "",
        f"back {copies.back}" if copies.back and _BACK.match(f"back {copies.back}") else "",
        copies.product if _championships_deck_in_text(copies.product) else "",
    ]
    return " ".join(f"[{word}]" for word in words if word)


def championships_product(year: str) -> str:
    """Return the product name of a World Championships deck. `year`: "" if unknown."""
    return f"{CHAMPIONSHIPS} {year}".strip()


def _championships_deck_in_text(text: str) -> str:
    """Return the full name of the World Championships deck in a text, or "" if there is none."""
    match = _PRODUCT.match(" ".join(cardline.without_accents(text).split()))
    return championships_product(match["year"] or "") if match else ""
