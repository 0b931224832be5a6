"""The visual order of a line of text (UAX 9), and shaping for scripts whose letters join.

Sheets are laid out from left to right; Hebrew and Arabic text in them runs from right to left. The direction of every
letter is decided in the whole text, also where it is broken over lines.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, product
from threading import Lock
from typing import Any
from unicodedata import bidirectional

from bidi import algorithm
from bidi.mirror import MIRRORED
from reportlab.lib.abag import ABag
from reportlab.pdfbase.ttfonts import ShapedStr, shapeFragWord

FEATURES = {"kern": True, "liga": True}
"""The font features in use. Some faces have ligatures of whole words for certain names; these are not used."""

LEFT_TO_RIGHT = "\u200e"
"""The zero-width mark that ends a right-to-left run."""

RIGHT_TO_LEFT = "\u200f"
"""The zero-width mark that counts as a Hebrew letter."""

RIGHT_TO_LEFT_MARKS = (RIGHT_TO_LEFT, "\u061c")
EDGES = ("", LEFT_TO_RIGHT, *RIGHT_TO_LEFT_MARKS)
"""Marks that stand for the text before or after a line. The last one counts as an Arabic letter."""

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
    order = visual_order(resolve_levels(text), base_level(text), text)
    letters_in_order = [(position, face_of(text[position]), level) for position, level in order]

    for (face, level), letters in groupby(letters_in_order, key=lambda letter: letter[1:]):
        positions = sorted(letter[0] for letter in letters)
        piece = "".join(text[position] for position in positions).translate(MARKS)
        if not piece:
            continue
        if face in joined:
            yield face, ShapedText.of(piece, face)
        elif level % 2:  # from right to left
            yield face, "".join(MIRRORED.get(letter, letter) for letter in reversed(piece))
        else:
            yield face, piece


def runs_from_right_to_left(text: str) -> bool:
    """Return whether a text has Hebrew or Arabic letters."""
    return not text.isascii() and any(bidirectional(letter) in ("R", "AL") for letter in text)


def base_level(text: str) -> int:
    """Return the level of the text between the runs: 1 if all its letters are Hebrew or Arabic, else 0.

    A text that begins with a number, such as a table with a name, has level 0.
    """
    kinds = [kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL", "EN", "AN")]
    return int("L" not in kinds and kinds[:1] in (["R"], ["AL"]))


def resolve_levels(text: str) -> list[int | None]:
    """Return the level of each letter, odd from right to left, or None for embedding marks, which print nothing."""
    base = base_level(text)
    storage: dict[str, Any] = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    algorithm.get_embedding_levels(text, storage)
    for position, letter in enumerate(storage["chars"]):
        letter["position"] = position
        letter["type"] = letter["type"] or "L"  # letters that Unicode has not assigned yet
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    levels: list[int | None] = [None] * len(text)
    for letter in storage["chars"]:
        levels[letter["position"]] = letter["level"]
    return levels


def visual_order(
    levels: Sequence[int | None], base: int, text: str, start: int = 0, end: int | None = None
) -> list[tuple[int, int]]:
    """Return (position, level) of the letters of a line, from left to right (L1 and L2 of UAX 9).

    The line is the part of the text from `start` to `end`.
    """
    line = [(at, level) for at in range(start, end or len(text)) if (level := levels[at]) is not None]
    for index in range(len(line) - 1, -1, -1):
        if not text[line[index][0]].isspace():
            break
        line[index] = line[index][0], base
    for level in range(max((level for _at, level in line), default=0), 0, -1):
        parts = [(high, list(letters)) for high, letters in groupby(line, key=lambda item: item[1] >= level)]
        line = [letter for high, letters in parts for letter in (reversed(letters) if high else letters)]
    return line


def mark_directions(text: str, lines: Sequence[str]) -> list[str]:
    """Return the lines that a text was broken into, each with marks at its ends if it needs them.

    A line is drawn without the text around it. The marks give hyphens, brackets and numbers at its ends the direction
    that they have in the whole text.
    """
    if not runs_from_right_to_left(text):
        return list(lines)
    levels, base, marked_lines, start = resolve_levels(text), base_level(text), list[str](), 0
    for line in lines:
        start = text.find(line, start)
        order = visual_order(levels, base, text, start, start + len(line))
        wanted = [(position - start, level % 2) for position, level in order if text[position] not in EDGES]
        marked_lines.append(_mark_line(line, wanted))
        start += len(line)
    return marked_lines


def _mark_line(line: str, wanted: Sequence[tuple[int, int]]) -> str:
    """Return the line with the fewest marks that is drawn in this order of (position, direction)."""
    for before, after in sorted(product(EDGES, EDGES), key=lambda marks: len("".join(marks))):
        marked_line = before + line + after
        order = visual_order(resolve_levels(marked_line), base_level(marked_line), marked_line)
        drawn = [(at - len(before), level % 2) for at, level in order if marked_line[at] not in EDGES]
        if drawn == wanted:
            return marked_line
    return line


def is_last_letter_from_right_to_left(text: str) -> bool:
    """Return whether a text ends within a run from right to left, in which an ellipsis is at its left."""
    return runs_from_right_to_left(text) and bool(resolve_levels(text)[-1])


def isolate_name(text: str) -> str:
    """Isolate a name within a sentence, so that an Arabic or Hebrew name does not reorder the text after it."""
    return text if text.isascii() else text + LEFT_TO_RIGHT
