"""Drawing a line of text, or a form value, in fonts that have its letters."""

import codecs
from typing import Any

from cachetools import LRUCache
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from core.documents.bidi import ShapedText
from core.documents.fonts import (
    BOLD,
    CACHED_TEXTS,
    LIGHT,
    TEXT,
    Align,
    split_by_face,
    text_piece_width,
    text_width,
)
from core.documents.text_fitting import fit_in_line, fit_in_lines


def draw_text(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    font: str = TEXT,
    size: float = 10,
    max_width: float | None = None,
    min_size: float = 7,
    align: Align = "left",
    struck: bool = False,
) -> float:
    """Draw a line of text with its baseline at y and return its width.

    `x` is the left edge, the right edge or the middle, depending on `align`. A line wider than `max_width` is
    shrunk to no less than `min_size`, then cut with an ellipsis. `struck` crosses the text out.
    """
    line_width = text_width(text, font, size)
    if max_width is not None and line_width > max_width:
        text, size = fit_in_line(text, font, size, max_width, min_size)
        line_width = text_width(text, font, size)
    x -= {"left": 0.0, "right": line_width, "center": line_width / 2}[align]
    start = x
    pieces = split_by_face(text, font)
    for face, piece in pieces:
        draw_text_piece(canvas, x, y, piece, face, size, thicker=font != TEXT and face in LIGHT)
        x += line_width if len(pieces) == 1 else text_piece_width(piece, face) * size
    if struck:
        canvas.setLineWidth(max(0.7, size / 14))
        canvas.line(start, y + size * 0.3, x, y + size * 0.3)
    return line_width


def draw_value(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    max_width: float,
    font: str = BOLD,
    size: float = 12,
    min_size: float = 8,
    leading: float = 9,
    shift_down: float = 2,
) -> float:
    """Draw a value of a form with its baseline at y, in two lines if it is too long.

    It is too long if it is wider than `max_width` at `min_size`. Then the second line is `shift_down` below y and
    the first is `leading` above the second. Return the width of the longer line.
    """
    lines, size = fit_in_lines(text, font, size, max_width, min_size)
    y -= shift_down if len(lines) > 1 else 0
    return max(
        draw_text(canvas, x, y + number * leading, line, font=font, size=size)
        for number, line in enumerate(reversed(lines))
    )


def draw_text_piece(
    canvas: Canvas, x: float, y: float, piece: str, face: str, size: float, *, thicker: bool = False
) -> None:
    """Draw a piece of text that uses a single face.

    `thicker` strokes the outlines too, as a substitute for a bold face.
    """
    if isinstance(piece, ShapedText):
        # The text is attached to the outlines, so that readers can search and copy names in the PDF.
        line = canvas.beginText(x, y)
        line.setFont(face, size)
        line.setTextRenderMode(2 if thicker else 0)
        line.textLine(piece)
        line.setTextRenderMode(0)
        text = (codecs.BOM_UTF16_BE + piece.source.encode("utf-16-be")).hex()
        canvas.addLiteral(f"{size / 28:.3f} w /Span <</ActualText <{text}>>> BDC")
        canvas.drawText(line)
        canvas.addLiteral("EMC")
        return

    # The canvas would encode each word again. Pages repeat the same words, so their codes are cached.
    operators = f"{size:.5g} TL " + "".join(
        f"{name} {size:.5g} Tf {code} Tj " for name, code in encode_text_piece(canvas, piece, face)
    )
    if thicker:
        canvas.addLiteral(f"{size / 28:.3f} w BT 2 Tr {x:.2f} {y:.2f} Td {operators}0 Tr T* ET")
    else:
        canvas.addLiteral(f"BT {x:.2f} {y:.2f} Td {operators}T* ET")


def encode_text_piece(canvas: Canvas, piece: str, face: str) -> list[tuple[str, str]]:
    """Return a piece as the document encodes it: pairs of the name of a font subset and a hexadecimal string."""
    cache: LRUCache[tuple[str, str], list[tuple[str, str]]]
    cache = vars(canvas).setdefault("cached_codes", LRUCache(CACHED_TEXTS))
    encoded = cache.get((piece, face))
    if encoded is None:
        font: Any = pdfmetrics.getFont(face)
        document = canvas._doc  # type: ignore[attr-defined]
        encoded = cache[piece, face] = [
            (font.getSubsetInternalName(subset, document), f"<{code.hex()}>")
            for subset, code in font.splitString(piece, document)
        ]
    return encoded
