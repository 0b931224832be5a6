"""Pack a list into a URL, compressed, and validate it when unpacking, as a URL may contain anything."""

import base64
import binascii
import zlib

from core.engine.refused import Refused
from decks.engine.lists.reading import MAX_TEXT_SIZE
from decks.engine.refusals import DeckRefusal

MAX_PACKED_LENGTH = 4_000
"""Maximum length of a packed list; a list of 60 cards has about 800 characters. Longer URLs may be truncated."""


def pack_list(text: str) -> str | None:
    """Pack a list into URL-safe characters, or None if it is too long for a URL."""
    code = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return code if len(code) <= MAX_PACKED_LENGTH else None


def unpack_list(code: str) -> str:
    """Unpack the list in a URL. Refused: LINK_DAMAGED, LIST_TOO_BIG (limit)."""
    if len(code) > MAX_PACKED_LENGTH:
        raise Refused(DeckRefusal.LINK_DAMAGED)
    decompressor = zlib.decompressobj()
    try:
        data = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        text = decompressor.decompress(data, MAX_TEXT_SIZE).decode()
        if decompressor.unconsumed_tail:
            raise Refused(DeckRefusal.LIST_TOO_BIG, limit=MAX_TEXT_SIZE)
    except (ValueError, binascii.Error, zlib.error) as error:
        raise Refused(DeckRefusal.LINK_DAMAGED) from error
    if not decompressor.eof:
        raise Refused(DeckRefusal.LINK_DAMAGED)
    return text
