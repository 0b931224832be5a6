"""Fonts of the sheets: registered once, chosen for each letter, embedded as subsets.

A name is never printed as a blank: letters that no face has are transliterated in brackets. Emoji and other symbols
that no face has are left out. Sizes and widths are in points.
"""

import re
import unicodedata
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Literal

from anyascii import anyascii
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from core.documents.bidi import RIGHT_TO_LEFT_MARKS, ShapedText, split_into_visual_pieces

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

EXTENDERS = "\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
SEQUENCE = re.compile(f"\\s|\\S[{EXTENDERS}]*(?:\u200d\\S[{EXTENDERS}]*)*")
"""A blank, or a letter or symbol with its variant, skin tone and tags, and the ones joined to it: one emoji."""

SYMBOLS = frozenset(("So", "Sk", "Sm"))
"""Unicode categories of symbols."""

OTHER_PICTURES = frozenset("\u203c\u2049\u20e3\u3030\u303d")
"""Emoji of other categories."""

NO_LETTERS = "—"
"""Stands for a text of emoji alone."""

LIGHT = set(OTHERS)
"""Faces without a bold weight. In bold text, their outlines are stroked as well as filled."""
ELLIPSIS = "…"
REGISTRATION_LOCK = Lock()
"""Held while fonts are registered. Registering one twice would lose the letters that another thread has used."""
Align = Literal["left", "right", "center"]

CACHED_TEXTS = 3_000
"""The number of texts whose runs, widths and codes are cached: enough for a few pages, whatever the event's size."""


@lru_cache(maxsize=len(FILES))
def code_points_in_font(font: str) -> frozenset[int]:
    """Return the code points that a font contains. Registers the font on first use."""
    with REGISTRATION_LOCK:
        if font not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(font, str(FOLDER / FILES[font])))
            pdfmetrics.registerFontFamily(font, normal=font, bold=font, italic=font, boldItalic=font)
        face = pdfmetrics.getFont(font)
    return frozenset(face.face.charToGlyph)  # type: ignore[attr-defined]


@lru_cache(maxsize=CACHED_TEXTS)
def find_font(letter: str, font: str) -> str:
    """Return the first font in the fallback chain of `font` that has the letter, or `font` if none has it."""
    return next((face for face in CHAINS[font] if ord(letter) in code_points_in_font(face)), font)


@lru_cache(maxsize=CACHED_TEXTS)
def split_by_face(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """Split a text into (face, piece) pairs from left to right, without surplus whitespace.

    Letters that no face has are transliterated, and pieces whose letters join are `ShapedText`. A text with letters
    that the display font lacks uses the bold font instead, so that a word never mixes the two.
    """
    clean = " ".join(text.split())
    # The call is always true; it registers the font.
    if clean.isascii() and clean.isprintable() and code_points_in_font(font):  # every face has these letters
        return ((font, clean),) if clean else ()
    clean = unicodedata.normalize("NFC", clean)
    if font == DISPLAY and not code_points_in_font(DISPLAY).issuperset(map(ord, clean)):
        font = BOLD
    if code_points_in_font(font).issuperset(map(ord, clean)) and not UNSEEN.search(clean):
        return ((font, clean),) if clean else ()
    clean = transliterate_missing_letters(clean, font)
    if needs_visual_order(clean, font):
        return tuple(split_into_visual_pieces(clean, partial(find_font, font=font), JOINED))
    pieces = groupby(clean, key=partial(find_font, font=font))
    return tuple((face, "".join(letters)) for face, letters in pieces)


def needs_visual_order(text: str, font: str) -> bool:
    """Return whether a text has letters that join, or is a part of a text from right to left."""
    return any(letter in RIGHT_TO_LEFT_MARKS or find_font(letter, font) in JOINED for letter in text)


def has_glyph(letter: str, font: str) -> bool:
    """Return whether `font` or one of its fallback fonts has this letter."""
    return ord(letter) in code_points_in_font(find_font(letter, font))


def drop_missing_symbols(text: str, font: str) -> str:
    """Leave out emoji and other symbols that no face has: "Ana 🎴 Lima" → "Ana Lima".

    Joined emoji, such as a person and a profession, are left out together if a part is missing. Line breaks remain. A
    text of emoji alone becomes NO_LETTERS.
    """
    if text.isascii():
        return text

    rest = "".join(drop_missing_emoji(sequence, font) for sequence in SEQUENCE.findall(text))
    if rest == text:
        return text
    return re.sub(" {2,}", " ", rest).strip(" ") if UNSEEN.sub("", rest).strip() else NO_LETTERS


def drop_missing_emoji(sequence: str, font: str) -> str:
    """Return a sequence without its symbols if a face lacks one of them, or a blank if nothing else is in it."""
    if all(has_glyph(letter, font) for letter in sequence if is_symbol(letter)):
        return sequence
    return (
        "".join(letter for letter in sequence if not is_symbol(letter) and not UNSEEN.search(letter)) or " "
    )


def is_symbol(letter: str) -> bool:
    """Return whether a letter is an emoji, a part of one, or another symbol."""
    is_picture = letter in OTHER_PICTURES or "\U0001f000" <= letter <= "\U0001faff"
    return is_picture or unicodedata.category(letter) in SYMBOLS


def transliterate_missing_letters(text: str, font: str) -> str:
    """Replace letters that no face has by their transliteration in brackets: "ᠮᠣᠩᠭᠣᠯ" → "[monggol]".

    Symbols that no face has are left out. Invisible characters are removed, except joiners in scripts that need them.
    Letters without a transliteration, and a text that would otherwise be empty, become code points in brackets, such
    as "[U+200B]".
    """
    text = drop_missing_symbols(text, font)
    visible = UNSEEN.sub("", text)
    if visible and needs_visual_order(text, font):
        visible = text  # joiners change how these scripts look
    pieces: list[str] = []
    for has_glyphs, letters in groupby(visible, key=partial(has_glyph, font=font)):
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


@lru_cache(maxsize=CACHED_TEXTS)
def relative_text_width(text: str, font: str) -> float:
    """Return the width of a text at size 1. It is cached because lists print the same words in several sizes."""
    return sum(text_piece_width(piece, face) for face, piece in split_by_face(text, font))


def text_piece_width(piece: str, face: str) -> float:
    """Return the width, at size 1, of a piece of text that uses a single face."""
    return piece.advance if isinstance(piece, ShapedText) else sum(map(_face_widths(face).__getitem__, piece))


class FaceWidths(dict[str, float]):
    """The width of each letter of a face at size 1.

    Summing these widths takes a third of the time that ReportLab needs to measure a text.
    """

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
    """The width of each letter at size 1, in a font with its fallback fonts.

    A letter that no face has is as wide as its transliteration.
    """

    def __init__(self, font: str) -> None:
        super().__init__()
        self.font = font

    def __missing__(self, letter: str) -> float:
        # `relative_text_width` strips white space, so a space gets an approximate width.
        self[letter] = letter_width = relative_text_width(letter, self.font) if letter.strip() else 0.3
        return letter_width


@lru_cache(maxsize=len(FILES))
def letter_widths(font: str) -> LetterWidths:
    """Return the widths of letters, for rough text measurements that ignore joining and stacking."""
    return LetterWidths(font)


def text_width(text: str, font: str, size: float) -> float:
    """Return the width of a text in points."""
    return relative_text_width(text, font) * size
