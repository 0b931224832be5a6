"""Recognize files and texts that are not deck lists: JSON and pictures."""

import re
from enum import StrEnum

from decks.engine.refusals import DeckRefusal

_JSON = re.compile(r"^\s*[\[{][\s\[{]*[\"']")
_LINK = re.compile(r"^\s*\S+://\S+\.(?:png|jpe?g|gif|webp|bmp|heic|avif|svg)(?:\?\S*)?\s*$", re.IGNORECASE)
_DATA_URL = re.compile(r"^\s*data:(?P<kind>image/|application/json)\b", re.IGNORECASE)
_SVG = re.compile(r"^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b", re.IGNORECASE)
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
_BRANDS = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif", b"avis")
MAX_EXAMINED = 4_000
"""Number of characters examined at the start of a text."""


def refusal_of_unsuitable_text(text: str) -> StrEnum | None:
    """Return the refusal of a text that is JSON, a picture or a link to a picture, or None for any other text."""
    start = text[:MAX_EXAMINED].lstrip("\ufeff")
    if match := _DATA_URL.match(start):
        is_picture = match["kind"].lower() == "image/"
        return DeckRefusal.LIST_IS_PICTURE if is_picture else DeckRefusal.LIST_IS_JSON
    if _SVG.match(start) or _LINK.match(text[:MAX_EXAMINED]):
        return DeckRefusal.LIST_IS_PICTURE
    return DeckRefusal.LIST_IS_JSON if _JSON.match(start) else None


def refusal_of_picture_file(data: bytes) -> StrEnum | None:
    """Recognize a picture by its first bytes, and return its refusal, or None for any other file."""
    is_heif = data[4:8] == b"ftyp" and data[8:12] in _BRANDS
    is_webp, is_bitmap = (
        data[:4] == b"RIFF" and data[8:12] == b"WEBP",
        data[:2] == b"BM" and data[6:10] == bytes(4),
    )
    if data.startswith(_PICTURES) or is_webp or is_heif or is_bitmap:
        return DeckRefusal.LIST_IS_PICTURE
    return DeckRefusal.LIST_IS_PICTURE if _SVG.match(data[:MAX_EXAMINED].decode("latin-1")) else None
