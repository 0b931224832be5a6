"""The visual order of a line of text (UAX 9), and shaping for scripts whose letters join.

Sheets are laid out from left to right; Hebrew and Arabic text in them runs from right to left.
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
"""The font features in use. Some faces have ligatures of whole words for certain names; these are not used."""

LEFT_TO_RIGHT = "\u200e"
"""The zero-width mark that ends a right-to-left run."""

MARKS = str.maketrans("", "", "\u200e\u200f\u061c")
ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
"""Direction marks: no face draws MARKS, and the bidi library does not support ISOLATES."""

SHAPING = Lock()
"""Held while shaping, which is not thread-safe: ReportLab records in the face which outlines belong to no letter."""


class ShapedText(ShapedStr):
    """A shaped text: positioned outlines of a face. `source` is the original text."""

    source: str

    @classmethod
    def of(cls, text: str, face: str) -> "ShapedText":
        """Shape a text in a registered face."""
        setting = ABag(fontName=face, fontSize=1)
        with SHAPING:
            outlines = shapeFragWord([0, (setting, text)], FEATURES, force=True)[1][1]
        shaped = cls(outlines, outlines.__shapeData__)
        shaped.source = text
        return shaped

    @property
    def advance(self) -> float:
        """The width of the text at size 1."""
        return sum(outline.x_advance for outline in self.__shapeData__) / 1000  # type: ignore[attr-defined]


def split_into_visual_pieces(
    text: str, face_of: Callable[[str], str], joined: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Split a text into pieces of one face and direction; yield (face, piece) in visual order, from left to right.

    `face_of` returns the face of a letter. Pieces in one of the faces `joined` are `ShapedText`. All faces must be
    registered.
    """
    text = text.translate(ISOLATES)
    storage: dict[str, Any] = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = 0, "L"
    algorithm.get_embedding_levels(text, storage)
    for position, letter in enumerate(storage["chars"]):
        letter["position"], letter["face"] = position, face_of(text[position])
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    algorithm.reorder_resolved_levels(storage, debug=False)

    for (face, level), letters in groupby(storage["chars"], key=lambda char: (char["face"], char["level"])):
        positions = sorted(letter["position"] for letter in letters)
        piece = "".join(text[position] for position in positions).translate(MARKS)
        if not piece:
            continue
        if face in joined:
            yield face, ShapedText.of(piece, face)
        elif level % 2:  # from right to left
            yield face, "".join(MIRRORED.get(letter, letter) for letter in reversed(piece))
        else:
            yield face, piece


def isolate_name(text: str) -> str:
    """Isolate a name within a sentence, so that an Arabic or Hebrew name does not reorder the text after it."""
    return text if text.isascii() else text + LEFT_TO_RIGHT
