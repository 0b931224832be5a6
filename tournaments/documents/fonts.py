"""Fonts of the sheets: registered once, chosen letter by letter, embedded as subsets.

All sizes and widths are in points.
"""

import unicodedata
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Final, Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FOLDER = Path(__file__).resolve().parents[2] / "static" / "fonts" / "pdf"
TEXT, BOLD, DISPLAY = "StadiumText", "StadiumBold", "StadiumDisplay"
HANGUL, REST = "StadiumHangul", "StadiumRest"
FILES = {
    TEXT: "NotoSans-Regular.ttf",
    BOLD: "NotoSans-Bold.ttf",
    DISPLAY: "Archivo-SemiCondensedBold.ttf",
    HANGUL: "StadiumHangul-Regular.ttf",
    REST: "DroidSansFallbackFull.ttf",
}
CHAINS = {
    TEXT: (TEXT, HANGUL, REST),
    BOLD: (BOLD, HANGUL, REST),
    DISPLAY: (DISPLAY, BOLD, HANGUL, REST),
}
LIGHT = {HANGUL, REST}
"""Faces without a bold cut: in bold text their outline is drawn as well."""
FILL_AND_STROKE: Final = 2
ELLIPSIS = "…"
REGISTERING = Lock()
"""A font registered anew in the middle of another thread's sheet would lose the letters used so far."""
Align = Literal["left", "right", "center"]


@lru_cache(maxsize=len(FILES))
def glyphs(font: str) -> frozenset[int]:
    """The code points a font holds; registers it on first use."""
    with REGISTERING:
        if font not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(font, str(FOLDER / FILES[font])))
            pdfmetrics.registerFontFamily(font, normal=font, bold=font, italic=font, boldItalic=font)
        face = pdfmetrics.getFont(font)
    return frozenset(face.face.charToGlyph)  # type: ignore[attr-defined]


def font_of(letter: str, font: str) -> str:
    """The first font of the chain that holds the letter; the chain's own when none does."""
    return next((one for one in CHAINS[font] if ord(letter) in glyphs(one)), font)


@lru_cache(maxsize=20_000)
def runs(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """Text as (font, piece) runs. Titles change face as a whole rather than in the middle of a word."""
    clean = unicodedata.normalize("NFC", " ".join(text.split()))
    if font == DISPLAY and not glyphs(DISPLAY).issuperset(map(ord, clean)):
        font = BOLD
    if glyphs(font).issuperset(map(ord, clean)):
        return ((font, clean),) if clean else ()
    pieces = groupby(clean, key=lambda letter: font_of(letter, font))
    return tuple((face, "".join(letters)) for face, letters in pieces)


def width(text: str, font: str, size: float) -> float:
    return sum(pdfmetrics.stringWidth(piece, face, size) for face, piece in runs(text, font))


def fit(text: str, font: str, size: float, room: float, least: float) -> tuple[str, float]:
    """Text and size that stay within `room`: smaller down to `least`, then cut with an ellipsis."""
    taken = width(text, font, size)
    if taken <= room or not text:
        return text, size
    size = max(min(size, least), size * room / taken * 0.999)
    if width(text, font, size) <= room:
        return text, size
    return shortened(text, font, size, room), size


def shortened(text: str, font: str, size: float, room: float) -> str:
    """The longest beginning that fits with its ellipsis, found by halving."""
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, font, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def put(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    font: str = TEXT,
    size: float = 10,
    room: float | None = None,
    least: float = 7,
    align: Align = "left",
    struck: bool = False,
) -> float:
    """Draw one line with its baseline at y and return its width.

    `x` is the left edge, the right edge or the middle, by `align`. With `room` the line never gets wider.
    """
    if room is not None:
        text, size = fit(text, font, size, room, least)
    taken = width(text, font, size)
    x -= {"left": 0.0, "right": taken, "center": taken / 2}[align]
    start = x
    for face, piece in runs(text, font):
        thicker = font != TEXT and face in LIGHT
        if thicker:
            canvas.setLineWidth(size / 28)
        canvas.setFont(face, size)
        canvas.drawString(x, y, piece, mode=FILL_AND_STROKE if thicker else None)
        x += pdfmetrics.stringWidth(piece, face, size)
    if struck:
        canvas.setLineWidth(max(0.7, size / 14))
        canvas.line(start, y + size * 0.3, x, y + size * 0.3)
    return taken
