"""The content of the pages of a PDF: texts with the area of their ink, and the lines and boxes around them."""

import ctypes
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium
from pypdfium2 import PdfDocument

EDGE = 10.0
"""Points from the edge of the paper that printers leave blank."""

TOUCH = 0.6
"""Points by which two areas of ink may overlap: serifs, an accent below a line."""

STRUCK = 0.5
"""How much longer than the ink a line through a text may be at each end, in heights of the ink, for blanks."""

BELOW = 0.34
"""How much of a text may be below its baseline."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a page, in points from its lower left corner."""

    left: float
    low: float
    right: float
    high: float

    def shared(self, other: "Box") -> tuple[float, float]:
        """Return how much of its width and height both have in common, negative if they are apart."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across, min(self.high, other.high) - max(self.low, other.low)

    def holds(self, other: "Box") -> bool:
        return (
            self.left <= other.left + TOUCH
            and self.right >= other.right - TOUCH
            and self.low <= other.low + TOUCH
            and self.high >= other.high - TOUCH
        )


@dataclass(frozen=True, slots=True)
class Piece:
    """Letters that are drawn together."""

    text: str
    size: float
    ink: Box


@dataclass(frozen=True, slots=True)
class Stroke:
    """An outline; a `filled` one hides what was drawn before."""

    box: Box
    filled: bool


@dataclass(frozen=True, slots=True)
class Read:
    """The content of one page."""

    width: float
    height: float
    pieces: tuple[Piece, ...]
    strokes: tuple[Stroke, ...]
    text: str
    """All of its text without blanks."""


def read(pdf: bytes) -> Iterator[Read]:
    with PdfDocument(pdf) as document:
        for page in document:
            words = page.get_textpage()
            across, up = page.get_size()
            found = tuple(_pieces(words))
            yield Read(across, up, found, tuple(_strokes(page)), "".join(piece.text for piece in found))
            words.close()
            page.close()


def faults(page: Read, *, least: float) -> Iterator[str]:
    """Return text that is too small, beyond the edge, over another text or across a line."""
    for piece in page.pieces:
        if piece.size < least - 0.01:
            yield f"{piece.text!r} is {piece.size:.2f} points high"
        ink = piece.ink
        if (
            ink.left < EDGE
            or ink.low < EDGE
            or ink.right > page.width - EDGE
            or ink.high > page.height - EDGE
        ):
            yield f"{piece.text!r} is beyond the edge"
    yield from (f"{one.text!r} stands over {two.text!r}" for one, two in over_each_other(page))
    yield from (f"{piece.text!r} crosses a line" for piece in crossing(page))


def over_each_other(page: Read) -> Iterator[tuple[Piece, Piece]]:
    """Return pairs of texts whose ink overlaps, from left to right."""
    ordered = sorted(page.pieces, key=lambda piece: piece.ink.left)
    open_: list[Piece] = []
    for piece in ordered:
        open_ = [one for one in open_ if one.ink.right - TOUCH > piece.ink.left]
        for one in open_:
            across, up = one.ink.shared(piece.ink)
            if across > TOUCH and up > TOUCH:
                yield one, piece
        open_.append(piece)


def crossing(page: Read) -> Iterator[Piece]:
    """Return texts that are cut by a line or are half inside a box, except for strike-through lines and texts hidden
    by a box that is drawn later.
    """
    left, low, right, high = np.array([astuple(piece.ink) for piece in page.pieces]).reshape(-1, 4).T
    for at, line in enumerate(page.strokes):
        box = line.box
        near = (left < box.right + 1) & (right > box.left - 1) & (low < box.high + 1) & (high > box.low - 1)
        touched = [page.pieces[number] for number in np.flatnonzero(near)]
        cuts = [piece for piece in touched if _cuts(box, piece.ink)]
        hidden = [one.box for one in page.strokes[at + 1 :] if one.filled] if cuts else []
        cuts = [piece for piece in cuts if not any(over.holds(piece.ink) for over in hidden)]
        if cuts and not _strikes(box, [piece.ink for piece in touched]):
            yield from cuts


def _cuts(line: Box, ink: Box) -> bool:
    across, up = ink.shared(line)
    if across <= -0.1 or up <= -0.1:
        return False
    if line.high - line.low < 1:
        tall = ink.high - ink.low
        return across > TOUCH and ink.low + BELOW * tall < line.low and line.high < ink.high - TOUCH
    if line.right - line.left < 1:
        return up > TOUCH and ink.left + TOUCH < line.left and line.right < ink.right - TOUCH
    return across > TOUCH and up > TOUCH and not line.holds(ink) and not ink.holds(line)


def _strikes(line: Box, inks: list[Box]) -> bool:
    """Return whether a line goes through whole texts from end to end."""
    first, last = min(ink.left for ink in inks), max(ink.right for ink in inks)
    white = STRUCK * max(ink.high - ink.low for ink in inks)
    return line.high - line.low < 1 and abs(line.left - first) < white and abs(line.right - last) < white


def _pieces(words: Any) -> Iterator[Piece]:
    """Return letters of one drawing with the box around their ink."""
    count = words.count_chars()
    left, right, low, high = (ctypes.c_double() for _corner in range(4))
    at, found = 0, list[tuple[int, str, float, Box]]()
    for at in range(count):
        letter = chr(pdfium.FPDFText_GetUnicode(words, at))
        holder = pdfium.FPDFText_GetTextObject(words, at)
        if not holder or letter.isspace():
            continue
        pdfium.FPDFText_GetCharBox(words, at, left, right, low, high)
        if right.value <= left.value or high.value <= low.value:
            continue
        key = ctypes.cast(holder, ctypes.c_void_p).value or 0
        box = Box(left.value, low.value, right.value, high.value)
        found.append((key, letter, pdfium.FPDFText_GetFontSize(words, at), box))
    yield from _joined(found)


def _joined(letters: list[tuple[int, str, float, Box]]) -> Iterator[Piece]:
    start = 0
    ends = [at for at, (one, two) in enumerate(pairwise(letters), start=1) if one[0] != two[0]]
    for end in [*ends, len(letters)]:
        part = letters[start:end]
        start = end
        if part:
            boxes = [box for _key, _letter, _size, box in part]
            ink = Box(
                min(box.left for box in boxes),
                min(box.low for box in boxes),
                max(box.right for box in boxes),
                max(box.high for box in boxes),
            )
            yield Piece("".join(letter for _key, letter, _size, _box in part), part[0][2], ink)


def _strokes(page: Any) -> Iterator[Stroke]:
    """Return the outlines of a page, including those in a part that is defined once."""
    for at in range(pdfium.FPDFPage_CountObjects(page)):
        yield from _outlines(pdfium.FPDFPage_GetObject(page, at), 0.0, 0.0)


def _outlines(shape: Any, right: float, up: float) -> Iterator[Stroke]:
    kind = pdfium.FPDFPageObj_GetType(shape)
    if kind == pdfium.FPDF_PAGEOBJ_FORM:
        moved = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(shape, moved)
        for at in range(pdfium.FPDFFormObj_CountObjects(shape)):
            yield from _outlines(pdfium.FPDFFormObj_GetObject(shape, at), right + moved.e, up + moved.f)
    if kind != pdfium.FPDF_PAGEOBJ_PATH:
        return
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(shape, fill, stroke)
    if not stroke.value:
        return
    corners = [ctypes.c_float() for _corner in range(4)]
    pdfium.FPDFPageObj_GetBounds(shape, *corners)
    low_x, low_y, high_x, high_y = (corner.value for corner in corners)
    thick = ctypes.c_float()  # is added on each side
    pdfium.FPDFPageObj_GetStrokeWidth(shape, thick)
    around = thick.value
    box = Box(low_x + right + around, low_y + up + around, high_x + right - around, high_y + up - around)
    yield Stroke(box, bool(fill.value))
