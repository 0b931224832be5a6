"""Fonts of the sheets: registered once, chosen letter by letter, embedded as subsets.

A name never prints as nothing: letters in no face are transliterated in brackets. All sizes and widths are in
points.
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

from core.documents.bidi import Shaped, in_order

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
"""Faces whose letters join, stack or run from right to left: their text is shaped."""

UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Characters without an outline: joiners, direction marks, variant selectors."""

LIGHT = set(OTHERS)
"""Faces without a bold cut; in bold text their outline is stroked as well."""
ELLIPSIS = "…"
REGISTERING = Lock()
"""Registering a font again during another thread's sheet would lose the letters used so far."""
Align = Literal["left", "right", "center"]

REMEMBERED = 3_000
"""Texts whose runs, widths and codes are cached: those of a few pages, so that memory does not grow with the event."""


@lru_cache(maxsize=len(FILES))
def glyphs(font: str) -> frozenset[int]:
    """The code points a font holds; registers it on first use."""
    with REGISTERING:
        if font not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(font, str(FOLDER / FILES[font])))
            pdfmetrics.registerFontFamily(font, normal=font, bold=font, italic=font, boldItalic=font)
        face = pdfmetrics.getFont(font)
    return frozenset(face.face.charToGlyph)  # type: ignore[attr-defined]


@lru_cache(maxsize=REMEMBERED)
def font_of(letter: str, font: str) -> str:
    """The first font of the chain that has the letter, else the chain's own."""
    return next((face for face in CHAINS[font] if ord(letter) in glyphs(face)), font)


@lru_cache(maxsize=REMEMBERED)
def runs(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """Split text into (font, piece) runs, left to right. Display text changes face as a whole, not within a word."""
    clean = " ".join(text.split())
    if clean.isascii() and clean.isprintable() and glyphs(font):  # every face has these
        return ((font, clean),) if clean else ()
    clean = unicodedata.normalize("NFC", clean)
    if font == DISPLAY and not glyphs(DISPLAY).issuperset(map(ord, clean)):
        font = BOLD
    if glyphs(font).issuperset(map(ord, clean)) and not UNSEEN.search(clean):
        return ((font, clean),) if clean else ()
    clean = readable(clean, font)
    if any(font_of(letter, font) in JOINED for letter in clean):
        return tuple(in_order(clean, partial(font_of, font=font), JOINED))
    pieces = groupby(clean, key=partial(font_of, font=font))
    return tuple((face, "".join(letters)) for face, letters in pieces)


def readable(text: str, font: str) -> str:
    """Replace what no face has by its transliteration in brackets: "Ana ☃" → "Ana [snowman]"."""
    seen = UNSEEN.sub("", text)
    if any(font_of(letter, font) in JOINED for letter in seen):
        seen = text  # joiners are meaningful in these scripts
    pieces = groupby(seen, key=lambda letter: ord(letter) in glyphs(font_of(letter, font)))
    read = "".join(
        part if held else _reading(part) for held, part in ((one, "".join(two)) for one, two in pieces)
    )
    return read if read or not text else f"[{_code_points(text)}]"


def _reading(piece: str) -> str:
    seen = "".join(letter for letter in UNSEEN.sub("", piece) if unicodedata.category(letter) != "Cc")
    if not seen:
        return ""
    sound = " ".join(anyascii(seen).replace(":", " ").split())
    return f"[{sound or _code_points(seen)}]"


def _code_points(text: str) -> str:
    return " ".join(f"U+{ord(letter):04X}" for letter in text)


@lru_cache(maxsize=REMEMBERED)
def advance(text: str, font: str) -> float:
    """The width of a text at size 1, cached because lists print the same words in several sizes."""
    return sum(_advance(piece, face) for face, piece in runs(text, font))


def _advance(piece: str, face: str) -> float:
    return piece.advance if isinstance(piece, Shaped) else sum(map(_face_widths(face).__getitem__, piece))


class FaceWidths(dict[str, float]):
    """The width of each letter of one face at size 1; a third of the time ReportLab takes for a text."""

    def __init__(self, face: str) -> None:
        super().__init__()
        self.face = face

    def __missing__(self, letter: str) -> float:
        self[letter] = found = pdfmetrics.stringWidth(letter, self.face, 1)
        return found


@lru_cache(maxsize=len(FILES))
def _face_widths(face: str) -> FaceWidths:
    return FaceWidths(face)


class LetterWidths(dict[str, float]):
    """The width of each letter alone at size 1; for a letter in no face, of its transliteration."""

    def __init__(self, font: str) -> None:
        super().__init__()
        self.font = font

    def __missing__(self, letter: str) -> float:
        self[letter] = found = advance(letter, self.font) if letter.strip() else 0.3
        return found


@lru_cache(maxsize=len(FILES))
def letter_widths(font: str) -> LetterWidths:
    """Letter widths for a rough measure of a text, which ignores joining and stacking."""
    return LetterWidths(font)


def width(text: str, font: str, size: float) -> float:
    return advance(text, font) * size


def fit(text: str, font: str, size: float, room: float, least: float) -> tuple[str, float]:
    """Fit a text within `room`: shrink it down to `least`, then cut it with an ellipsis. Returns text and size."""
    taken = width(text, font, size)
    if taken <= room or not text:
        return text, size
    size = max(min(size, least), size * room / taken * 0.999)
    if width(text, font, size) <= room:
        return text, size
    return shortened(text, font, size, room), size


PARTED = re.compile(r"[ \-](?=\S)")
"""Where a name may be broken across lines: after a space or a hyphen."""


def wrapped(
    text: str, font: str, size: float, room: float, least: float, *, most: int = 2
) -> tuple[tuple[str, ...], float]:
    """Fit a text in `room`: one line down to `least`, then up to `most` such lines, then cut; returns lines and
    size.
    """
    if width(text, font, least) <= room:
        return (text,), fit(text, font, size, room, least)[1]
    lines: list[str] = []
    rest = text
    while rest and len(lines) < most - 1:
        line = first_line(rest, font, least, room)
        lines.append(fit(line, font, least, room, least)[0])
        rest = rest[len(line) :].strip()
    if rest:
        lines.append(fit(rest, font, least, room, least)[0])
    return tuple(lines), least


def all_lines(text: str, font: str, size: float, room: float) -> list[str]:
    """Wrap the whole text into lines of this size; its own line breaks stay."""
    lines: list[str] = []
    for rest in text.splitlines():
        while rest := rest.strip():
            lines.append(first_line(rest, font, size, room))
            rest = rest[len(lines[-1]) :]
    return lines


def line_count(text: str, font: str, size: float, room: float) -> int:
    """The number of lines of this size that the whole text takes."""
    return len(all_lines(text, font, size, room))


def first_line(text: str, font: str, size: float, room: float) -> str:
    """The words of a text that fit in one line, or as many letters as fit if the first word is wider."""
    if width(text, font, size) <= room:
        return text
    ends = [found.end() for found in PARTED.finditer(text)]
    fits = bisect_right(ends, room, key=lambda end: width(text[:end].rstrip(), font, size))
    if fits and (line := text[: ends[fits - 1]].rstrip()):
        return line
    return shortened(text, font, size, room).removesuffix(ELLIPSIS) or text[0]


def shortened(text: str, font: str, size: float, room: float) -> str:
    """The longest beginning that fits with an ellipsis, found by bisection."""
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

    `x` is the left edge, the right edge or the middle, by `align`. With `room` the line never gets wider than that.
    """
    taken = width(text, font, size)
    if room is not None and taken > room:
        text, size = fit(text, font, size, room, least)
        taken = width(text, font, size)
    x -= {"left": 0.0, "right": taken, "center": taken / 2}[align]
    start = x
    pieces = runs(text, font)
    for face, piece in pieces:
        show(canvas, x, y, piece, face, size, thicker=font != TEXT and face in LIGHT)
        x += taken if len(pieces) == 1 else _advance(piece, face) * size
    if struck:
        canvas.setLineWidth(max(0.7, size / 14))
        canvas.line(start, y + size * 0.3, x, y + size * 0.3)
    return taken


def put_value(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    room: float,
    font: str = BOLD,
    size: float = 12,
    least: float = 8,
    up: float = 9,
    drop: float = 2,
) -> float:
    """Draw a value of a form with its baseline at y; if too long, in two lines: the second `drop` lower, the first `up`
    above it. Returns the width of the longer line.
    """
    lines, size = wrapped(text, font, size, room, least)
    y -= drop if len(lines) > 1 else 0
    return max(
        put(canvas, x, y + number * up, line, font=font, size=size)
        for number, line in enumerate(reversed(lines))
    )


def show(
    canvas: Canvas, x: float, y: float, piece: str, face: str, size: float, *, thicker: bool = False
) -> None:
    """Draw a piece whose letters are all in one face."""
    if isinstance(piece, Shaped):
        _show_shaped(canvas, x, y, piece, face, size, thicker=thicker)
        return
    # Written here instead of by the canvas: pages repeat the same words, whose codes are then looked up once.
    operators = f"{size:.5g} TL " + "".join(
        f"{name} {size:.5g} Tf {code} Tj " for name, code in codes(canvas, piece, face)
    )
    if thicker:
        canvas.addLiteral(f"{size / 28:.3f} w BT 2 Tr {x:.2f} {y:.2f} Td {operators}0 Tr T* ET")
    else:
        canvas.addLiteral(f"BT {x:.2f} {y:.2f} Td {operators}T* ET")


def _show_shaped(
    canvas: Canvas, x: float, y: float, piece: Shaped, face: str, size: float, *, thicker: bool
) -> None:
    """Draw the outlines with their text attached, so that the name can be searched and copied."""
    line = canvas.beginText(x, y)
    line.setFont(face, size)
    line.setTextRenderMode(2 if thicker else 0)
    line.textLine(piece)
    line.setTextRenderMode(0)
    text = (codecs.BOM_UTF16_BE + piece.source.encode("utf-16-be")).hex()
    canvas.addLiteral(f"{size / 28:.3f} w /Span <</ActualText <{text}>>> BDC")
    canvas.drawText(line)
    canvas.addLiteral("EMC")


def codes(canvas: Canvas, piece: str, face: str) -> list[tuple[str, str]]:
    """A piece as its document encodes it: (face subset, string) pairs."""
    known: LRUCache[tuple[str, str], list[tuple[str, str]]]
    known = vars(canvas).setdefault("known_codes", LRUCache(REMEMBERED))
    found = known.get((piece, face))
    if found is None:
        font: Any = pdfmetrics.getFont(face)
        document = canvas._doc  # type: ignore[attr-defined]
        found = known[piece, face] = [
            (font.getSubsetInternalName(subset, document), f"<{code.hex()}>")
            for subset, code in font.splitString(piece, document)
        ]
    return found
