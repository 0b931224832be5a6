"""Visual order of a line (UAX 9), and shaping of scripts whose letters join.

Sheets are read from left to right; Hebrew and Arabic within them from right to left.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from threading import Lock
from typing import Any

from bidi import algorithm
from bidi.mirror import MIRRORED
from reportlab.lib.abag import ABag
from reportlab.pdfbase.ttfonts import ShapedStr, shapeFragWord

FEATURES = {"kern": True, "liga": True}
"""No ligature of a whole word, which some faces have for certain names."""

LEFT_TO_RIGHT = "\u200e"
"""The zero-width mark that ends a right-to-left run."""

MARKS = str.maketrans("", "", "\u200e\u200f\u061c")
ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
"""Direction marks: no face draws MARKS, and the bidi library does not support ISOLATES."""

SHAPING = Lock()
"""ReportLab records in the face which outlines have no letter of their own, so shaping is not thread-safe."""


class Shaped(ShapedStr):
    """Positioned outlines of a face; `source` is the text they were shaped from."""

    source: str

    @property
    def advance(self) -> float:
        """The width of the text at size 1."""
        return sum(outline.x_advance for outline in self.__shapeData__) / 1000  # type: ignore[attr-defined]


def in_order(text: str, face_of: Callable[[str], str], joined: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield (face, piece) from left to right. Pieces in `joined` faces are shaped; register the faces first."""
    for face, backwards, marked in _pieces(text.translate(ISOLATES), face_of):
        piece = marked.translate(MARKS)
        if not piece:
            continue
        if face in joined:
            yield face, _shaped(piece, face)
        elif backwards:
            yield face, "".join(MIRRORED.get(letter, letter) for letter in reversed(piece))
        else:
            yield face, piece


def isolated(text: str) -> str:
    """Protect a name in a sentence: text after it stays after it, also where the name is Arabic or Hebrew."""
    return text if text.isascii() else text + LEFT_TO_RIGHT


def _pieces(text: str, face_of: Callable[[str], str]) -> Iterator[tuple[str, bool, str]]:
    """Yield (face, whether right to left, piece in reading order), from left to right."""
    storage: dict[str, Any] = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = 0, "L"
    algorithm.get_embedding_levels(text, storage)
    for place, letter in enumerate(storage["chars"]):
        letter["place"], letter["face"] = place, face_of(text[place])
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    algorithm.reorder_resolved_levels(storage, debug=False)
    for (face, level), letters in groupby(storage["chars"], key=lambda one: (one["face"], one["level"])):
        places = sorted(letter["place"] for letter in letters)
        yield face, level % 2 == 1, "".join(text[place] for place in places)


def _shaped(piece: str, face: str) -> str:
    setting = ABag(fontName=face, fontSize=1)
    with SHAPING:
        found = shapeFragWord([0, (setting, piece)], FEATURES, force=True)[1][1]
    shaped = Shaped(found, found.__shapeData__)
    shaped.source = piece
    return shaped
