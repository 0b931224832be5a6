"""What a list says of the physical copies of a line, in brackets at its end: "4 N FCO 105 [pt, signed]".

Language (R-017), written on or signed (R-018), another card back (R-019), a World Championships deck (R-021).
"""

import re
from dataclasses import dataclass, replace
from typing import Protocol

from decks.engine.lists import cardline

SIGNED = "signed"
CHAMPIONSHIPS = "World Championships"
_LONGEST_MARK = 4
"""Words of one mark: "World Championship Deck 2009"."""

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


class Copies(Protocol):
    """What is said of the copies of a line or a row."""

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
    """The marks of one line."""

    language: str | None = None
    back: str | None = None
    autographed: bool = False
    product: str = ""


def read(text: str) -> tuple[str, CopyMarks]:
    """A line without its marks, and these. Brackets with any other word belong to the name: "Unown [A]"."""
    marks = CopyMarks()
    while (match := _BRACKET.match(text)) and (more := _together(match["inside"], marks)):
        text, marks = match["rest"], more
    return text, marks


def written(copies: Copies) -> str:
    """The marks of a line as its text: "[pt] [signed]"; "" without any."""
    words = [
        copies.language if cardline.spoken(copies.language) else "",
        SIGNED if copies.autographed else "",
        f"back {copies.back}" if copies.back and _BACK.match(f"back {copies.back}") else "",
        copies.product if _product(copies.product) else "",
    ]
    return " ".join(f"[{word}]" for word in words if word)


def championships(year: str) -> str:
    """The product of a World Championships deck; the year may be unknown."""
    return f"{CHAMPIONSHIPS} {year}".strip()


def _together(inside: str, marks: CopyMarks) -> CopyMarks | None:
    """Marks with those of one bracket, whose commas may be lost; None if any word of it is no mark."""
    words = inside.replace(",", " ").split()
    while words:
        for size in range(min(_LONGEST_MARK, len(words)), 0, -1):
            if more := _with(marks, " ".join(words[:size])):
                marks, words = more, words[size:]
                break
        else:
            return None
    return marks


def _with(marks: CopyMarks, word: str) -> CopyMarks | None:
    folded = cardline.plain_word(word)
    if cardline.spoken(word.casefold()):
        return replace(marks, language=word.casefold())
    if folded in _SIGNED_WORDS.split():
        return replace(marks, autographed=True)
    if match := _BACK.match(folded):
        return replace(marks, back=match["back"] or match["first"])
    product = _product(word)
    return replace(marks, product=product) if product else None


def _product(text: str) -> str:
    match = _PRODUCT.match(" ".join(cardline.plain_word(text).split()))
    return championships(match["year"] or "") if match else ""
