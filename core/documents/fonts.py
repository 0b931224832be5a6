"""Fonts of the sheets: registered once, chosen for each letter, embedded as subsets.

A name is never printed as nothing: letters that are in no face are transliterated in brackets. Sizes and widths are
in points.
"""

import codecs
import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from anyascii import anyascii
from cachetools import LRUCache
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from core.documents.bidi import Shaped, visual_pieces

FOLDER = Path(__file__).resolve().parents[2] / "static" / "fonts" / "pdf"
TEXT, BOLD, DISPLAY = "StadiumText", "StadiumBold", "StadiumDisplay"
HANGUL, REST = "StadiumHangul", "StadiumRest"
ARABIC, HEBREW, THAI = "StadiumArabic", "StadiumHebrew", "StadiumThai"
DEVANAGARI, ARMENIAN, GEORGIAN = "StadiumDevanagari", "StadiumArmenian", "StadiumGeorgian"
FILES = {
    TEXT: "NotoSans-Regular.ttf",
    BOLD: "NotoSans-Bold.ttf",
    DISPLAY: "Archivo-SemiCondensedBold.ttf",
    HANGUL: "StadiumHangul-Regular.ttf",
    ARABIC: "NotoSansArabic-Regular.ttf",
    HEBREW: "NotoSansHebrew-Regular.ttf",
    THAI: "NotoSansThai-Regular.ttf",
    DEVANAGARI: "NotoSansDevanagari-Regular.ttf",
    ARMENIAN: "NotoSansArmenian-Regular.ttf",
    GEORGIAN: "NotoSansGeorgian-Regular.ttf",
    REST: "DroidSansFallbackFull.ttf",
}
OTHERS = (HANGUL, ARABIC, HEBREW, THAI, DEVANAGARI, ARMENIAN, GEORGIAN, REST)
CHAINS = {TEXT: (TEXT, *OTHERS), BOLD: (BOLD, *OTHERS), DISPLAY: (DISPLAY, BOLD, *OTHERS)}
JOINED = frozenset((ARABIC, HEBREW, THAI, DEVANAGARI))
"""Faces whose letters join, stack or run from right to left. Their text is shaped."""

UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Characters without an outline: joiners, direction marks, variant selectors."""

LIGHT = set(OTHERS)
"""Faces without a bold cut. Their outline is stroked as well in bold text."""
ELLIPSIS = "…"
REGISTERING = Lock()
"""Registering a font again while another thread makes a sheet would lose the letters used so far."""
Align = Literal["left", "right", "center"]

REMEMBERED = 3_000
"""The number of texts whose runs, widths and codes are cached: those of a few pages, however large the event is."""


@lru_cache(maxsize=len(FILES))
def glyphs(font: str) -> frozenset[int]:
    """Return the code points that a font contains. Registers the font on first use."""
    with REGISTERING:
        if font not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(font, str(FOLDER / FILES[font])))
            pdfmetrics.registerFontFamily(font, normal=font, bold=font, italic=font, boldItalic=font)
        face = pdfmetrics.getFont(font)
    return frozenset(face.face.charToGlyph)  # type: ignore[attr-defined]


@lru_cache(maxsize=REMEMBERED)
def font_of(letter: str, font: str) -> str:
    """Return the first font of the chain that has the letter, or the chain's own font if none has it."""
    return next((face for face in CHAINS[font] if ord(letter) in glyphs(face)), font)


@lru_cache(maxsize=REMEMBERED)
def runs(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """Return a text as (face, piece) pairs from left to right, without surplus whitespace.

    Display text changes face as a whole, not within a word.
    """
    clean = " ".join(text.split())
    if clean.isascii() and clean.isprintable() and glyphs(font):  # every face has these letters
        return ((font, clean),) if clean else ()
    clean = unicodedata.normalize("NFC", clean)
    if font == DISPLAY and not glyphs(DISPLAY).issuperset(map(ord, clean)):
        font = BOLD
    if glyphs(font).issuperset(map(ord, clean)) and not UNSEEN.search(clean):
        return ((font, clean),) if clean else ()
    clean = readable(clean, font)
    if any(font_of(letter, font) in JOINED for letter in clean):
        return tuple(visual_pieces(clean, partial(font_of, font=font), JOINED))
    pieces = groupby(clean, key=partial(font_of, font=font))
    return tuple((face, "".join(letters)) for face, letters in pieces)


def readable(text: str, font: str) -> str:
    """Replace letters that are in no face by their transliteration in brackets: "Ana ☃" → "Ana [snowman]"."""
    visible = UNSEEN.sub("", text)
    if any(font_of(letter, font) in JOINED for letter in visible):
        visible = text  # joiners change how these scripts look
    pieces: list[str] = []
    for has_glyphs, letters in groupby(
        visible, key=lambda letter: ord(letter) in glyphs(font_of(letter, font))
    ):
        piece = "".join(letters)
        if not has_glyphs:
            piece = "".join(
                letter for letter in UNSEEN.sub("", piece) if unicodedata.category(letter) != "Cc"
            )
            latin = " ".join(anyascii(piece).replace(":", " ").split())
            piece = f"[{latin or _code_points(piece)}]" if piece else ""
        pieces.append(piece)
    return "".join(pieces) or (f"[{_code_points(text)}]" if text else "")


def _code_points(text: str) -> str:
    return " ".join(f"U+{ord(letter):04X}" for letter in text)


@lru_cache(maxsize=REMEMBERED)
def advance(text: str, font: str) -> float:
    """Return the width of a text at size 1. It is cached because lists print the same words in several sizes."""
    return sum(_piece_width(piece, face) for face, piece in runs(text, font))


def _piece_width(piece: str, face: str) -> float:
    """Return the width at size 1 of a piece whose letters are all in one face."""
    return piece.advance if isinstance(piece, Shaped) else sum(map(_face_widths(face).__getitem__, piece))


class FaceWidths(dict[str, float]):
    """The width of each letter of a face at size 1. Adding these up takes a third of the time that ReportLab takes."""

    def __init__(self, face: str) -> None:
        super().__init__()
        self.face = face

    def __missing__(self, letter: str) -> float:
        self[letter] = letter_width = pdfmetrics.stringWidth(letter, self.face, 1)
        return letter_width


@lru_cache(maxsize=len(FILES))
def _face_widths(face: str) -> FaceWidths:
    return FaceWidths(face)


class LetterWidths(dict[str, float]):
    """The width of each letter on its own at size 1.

    For a letter that is in no face, it is the width of its transliteration.
    """

    def __init__(self, font: str) -> None:
        super().__init__()
        self.font = font

    def __missing__(self, letter: str) -> float:
        self[letter] = letter_width = advance(letter, self.font) if letter.strip() else 0.3
        return letter_width


@lru_cache(maxsize=len(FILES))
def letter_widths(font: str) -> LetterWidths:
    """Return letter widths for a rough measure of a text, which ignores joining and stacking."""
    return LetterWidths(font)


def width(text: str, font: str, size: float) -> float:
    """Return the width of a text in points."""
    return advance(text, font) * size


def fit(text: str, font: str, size: float, max_width: float, min_size: float) -> tuple[str, float]:
    """Shrink a text to fit within a width, to no less than `min_size`, then cut it with an ellipsis.

    Return text and size.
    """
    text_width = width(text, font, size)
    if text_width <= max_width or not text:
        return text, size
    size = max(min(size, min_size), size * max_width / text_width * 0.999)
    if width(text, font, size) <= max_width:
        return text, size
    return shorten(text, font, size, max_width), size


PARTED = re.compile(r"[ \-](?=\S)")
"""Where a name may be broken across lines: after a space or a hyphen."""


def wrapped(
    text: str, font: str, size: float, max_width: float, min_size: float, *, max_lines: int = 2
) -> tuple[tuple[str, ...], float]:
    """Fit a text within a width: in one line, else in up to `max_lines` lines of `min_size`, else cut.

    Return lines and size.
    """
    if width(text, font, min_size) <= max_width:
        return (text,), fit(text, font, size, max_width, min_size)[1]
    lines: list[str] = []
    rest = text
    while rest and len(lines) < max_lines - 1:
        line = first_line(rest, font, min_size, max_width)
        lines.append(fit(line, font, min_size, max_width, min_size)[0])
        rest = rest[len(line) :].strip()
    if rest:
        lines.append(fit(rest, font, min_size, max_width, min_size)[0])
    return tuple(lines), min_size


def all_lines(text: str, font: str, size: float, max_width: float) -> list[str]:
    """Wrap the whole text into lines of this size, keeping its line breaks."""
    lines: list[str] = []
    for rest in text.splitlines():
        while rest := rest.strip():
            lines.append(first_line(rest, font, size, max_width))
            rest = rest[len(lines[-1]) :]
    return lines


def line_count(text: str, font: str, size: float, max_width: float) -> int:
    """Return the number of lines of this size that the whole text takes."""
    return len(all_lines(text, font, size, max_width))


def first_line(text: str, font: str, size: float, max_width: float) -> str:
    """Return the words of a text that fit in one line, or as many letters as fit if the first word is wider."""
    if width(text, font, size) <= max_width:
        return text
    ends = [gap.end() for gap in PARTED.finditer(text)]
    fitting_gaps = bisect_right(ends, max_width, key=lambda end: width(text[:end].rstrip(), font, size))
    if fitting_gaps and (line := text[: ends[fitting_gaps - 1]].rstrip()):
        return line
    return shorten(text, font, size, max_width).removesuffix(ELLIPSIS) or text[0]


def shorten(text: str, font: str, size: float, max_width: float) -> str:
    """Return the longest beginning that fits with an ellipsis, found by bisection."""
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, font, size) <= max_width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


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

    `x` is the left edge, the right edge or the middle, depending on `align`. A line wider than
    `max_width` is shrunk, then cut.
    """
    text_width = width(text, font, size)
    if max_width is not None and text_width > max_width:
        text, size = fit(text, font, size, max_width, min_size)
        text_width = width(text, font, size)
    x -= {"left": 0.0, "right": text_width, "center": text_width / 2}[align]
    start = x
    pieces = runs(text, font)
    for face, piece in pieces:
        show(canvas, x, y, piece, face, size, thicker=font != TEXT and face in LIGHT)
        x += text_width if len(pieces) == 1 else _piece_width(piece, face) * size
    if struck:
        canvas.setLineWidth(max(0.7, size / 14))
        canvas.line(start, y + size * 0.3, x, y + size * 0.3)
    return text_width


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

    The second line is `shift_down` lower, and the first is `leading` above it. Return the width of the longer line.
    """
    lines, size = wrapped(text, font, size, max_width, min_size)
    y -= shift_down if len(lines) > 1 else 0
    return max(
        draw_text(canvas, x, y + number * leading, line, font=font, size=size)
        for number, line in enumerate(reversed(lines))
    )


def show(
    canvas: Canvas, x: float, y: float, piece: str, face: str, size: float, *, thicker: bool = False
) -> None:
    """Draw a piece whose letters are all in one face."""
    if isinstance(piece, Shaped):
        # The text is attached to the outlines, so that a name can be found and copied in the PDF.
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

    # The canvas would encode each word again. Pages repeat the same words, whose codes are cached here.
    operators = f"{size:.5g} TL " + "".join(
        f"{name} {size:.5g} Tf {code} Tj " for name, code in codes(canvas, piece, face)
    )
    if thicker:
        canvas.addLiteral(f"{size / 28:.3f} w BT 2 Tr {x:.2f} {y:.2f} Td {operators}0 Tr T* ET")
    else:
        canvas.addLiteral(f"BT {x:.2f} {y:.2f} Td {operators}T* ET")


def codes(canvas: Canvas, piece: str, face: str) -> list[tuple[str, str]]:
    """Return how the document encodes a piece: pairs of the name of a subset of the face and a hexadecimal string."""
    cache: LRUCache[tuple[str, str], list[tuple[str, str]]]
    cache = vars(canvas).setdefault("cached_codes", LRUCache(REMEMBERED))
    encoded = cache.get((piece, face))
    if encoded is None:
        font: Any = pdfmetrics.getFont(face)
        document = canvas._doc  # type: ignore[attr-defined]
        encoded = cache[piece, face] = [
            (font.getSubsetInternalName(subset, document), f"<{code.hex()}>")
            for subset, code in font.splitString(piece, document)
        ]
    return encoded
