"""Photos sent by phones: verified, turned upright, scaled down, without metadata."""

from io import BytesIO
from typing import TYPE_CHECKING

from checks.engine.refusals import CheckRefusal
from core.engine.refused import Refused

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

MOST_BYTES = 20 * 1024 * 1024
MOST_PIXELS = 80_000_000
"""Limit for JPEG, which is decoded at a fraction of its size; other formats have MOST_PIXELS_WHOLE."""

MOST_PIXELS_WHOLE = 30_000_000
LONGEST_SIDE = 1600
QUALITY = 82
KINDS = ("JPEG", "PNG", "WEBP", "GIF")


def small(data: bytes) -> bytes:
    """A JPEG of at most LONGEST_SIDE pixels a side, without place, time or device.

    Refused: PHOTO_TOO_BIG (limit in MB), PHOTO_TOO_WIDE (limit in million pixels), PHOTO_UNREADABLE.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    if len(data) > MOST_BYTES:
        raise Refused(CheckRefusal.PHOTO_TOO_BIG, limit=MOST_BYTES // 1024 // 1024)
    try:
        with Image.open(BytesIO(data), formats=KINDS) as probe:
            most = MOST_PIXELS if probe.format == "JPEG" else MOST_PIXELS_WHOLE
            if probe.width * probe.height > most:
                raise Refused(CheckRefusal.PHOTO_TOO_WIDE, limit=most // 1_000_000)
            probe.verify()
        with Image.open(BytesIO(data), formats=KINDS) as opened:
            opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            opened.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            return _jpeg(ImageOps.exif_transpose(opened))
    except Image.DecompressionBombError as fault:
        raise Refused(CheckRefusal.PHOTO_TOO_WIDE, limit=MOST_PIXELS // 1_000_000) from fault
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as fault:
        raise Refused(CheckRefusal.PHOTO_UNREADABLE) from fault


def _jpeg(image: "Picture") -> bytes:
    from PIL import Image

    clear = image.convert("RGBA")
    page = Image.new("RGB", clear.size, "white")
    page.paste(clear, mask=clear.getchannel("A"))
    buffer = BytesIO()
    page.save(buffer, "JPEG", quality=QUALITY, optimize=True)
    return buffer.getvalue()
