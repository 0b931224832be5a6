"""A list in a URL: packed small, and validated when unpacked, as a URL may contain anything."""

import base64
import binascii
import zlib

from core.engine.refused import Refused
from decks.engine.lists.reading import LARGEST_TEXT
from decks.engine.refusals import DeckRefusal

LONGEST = 4_000
"""Longest packed list in characters; one of 60 cards has about 800. Longer URLs may be cut in transit."""


def packed(text: str) -> str | None:
    """A list packed into URL-safe characters; None if it is too long for a URL."""
    code = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return code if len(code) <= LONGEST else None


def unpacked(code: str) -> str:
    """Unpack the list of a URL. Refused: LINK_DAMAGED, LIST_TOO_BIG (limit)."""
    if len(code) > LONGEST:
        raise Refused(DeckRefusal.LINK_DAMAGED)
    unpacking = zlib.decompressobj()
    try:
        data = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        text = unpacking.decompress(data, LARGEST_TEXT).decode()
        if unpacking.unconsumed_tail:
            raise Refused(DeckRefusal.LIST_TOO_BIG, limit=LARGEST_TEXT)
    except (ValueError, binascii.Error, zlib.error) as damage:
        raise Refused(DeckRefusal.LINK_DAMAGED) from damage
    if not unpacking.eof:
        raise Refused(DeckRefusal.LINK_DAMAGED)
    return text
