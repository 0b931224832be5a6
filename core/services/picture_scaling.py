"""Uploaded pictures: verify them, turn them upright, scale them down and remove their metadata."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile
    from PIL.Image import Image

MAX_BYTES = 20 * 1024 * 1024
"""The maximum size of an uploaded picture in bytes."""

MAX_PIXELS = 80_000_000
"""Limit for a JPEG, which is decoded at a fraction of its size; MAX_PIXELS_WHOLE applies to other formats."""

MAX_PIXELS_WHOLE = 30_000_000
MAX_SIDE = 1600
"""The longest side of a stored photo in pixels."""

QUALITY = 82
"""The quality of stored pictures, from 0 to 100."""

KINDS = ("JPEG", "PNG", "WEBP", "GIF")
"""The formats that are accepted, by their names in Pillow."""


def read_picture(upload: "UploadedFile[Any] | None") -> bytes:
    """Read an uploaded file that is not too large.

    Refused: PICTURE_MISSING if there is none, PICTURE_TOO_BIG (limit in MB).
    """
    if upload is None:
        raise Refused(CoreRefusal.PICTURE_MISSING)
    _require_few_bytes(upload.size or 0)
    content: bytes = upload.read()
    return content


def shrink_photo(data: bytes) -> bytes:
    """Return a photo as a JPEG of at most MAX_SIDE pixels per side, without metadata on place, time or device.

    Refused: PICTURE_TOO_BIG (limit in MB), PICTURE_TOO_WIDE (limit in million pixels), PICTURE_UNREADABLE.
    """
    from PIL import Image

    with _decoded_picture(data, MAX_SIDE) as picture:
        # JPEG has no transparency, so transparent parts become white.
        background = Image.new("RGB", picture.size, "white")
        background.paste(picture, mask=picture.getchannel("A"))
        buffer = BytesIO()
        background.save(buffer, "JPEG", quality=QUALITY, optimize=True)
        return buffer.getvalue()


def shrink_picture(data: bytes, longest_side: int) -> bytes:
    """Return a picture as a WebP of at most `longest_side` pixels per side; transparent parts stay transparent.

    Its metadata is removed. Refused: see `shrink_photo`.
    """
    with _decoded_picture(data, longest_side) as picture:
        buffer = BytesIO()
        picture.save(buffer, "WEBP", quality=QUALITY, method=4)
        return buffer.getvalue()


def _require_few_bytes(size: int) -> None:
    if size > MAX_BYTES:
        raise Refused(CoreRefusal.PICTURE_TOO_BIG, limit=MAX_BYTES // 1024 // 1024)


@contextmanager
def _decoded_picture(data: bytes, longest_side: int) -> Iterator["Image"]:
    """Yield the first frame of a picture, upright, in RGBA and scaled down to `longest_side`.

    Refused: PICTURE_TOO_BIG, PICTURE_TOO_WIDE, PICTURE_UNREADABLE (also for errors inside the block).
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    _require_few_bytes(len(data))
    try:
        with Image.open(BytesIO(data), formats=KINDS) as probe:
            limit = MAX_PIXELS if probe.format == "JPEG" else MAX_PIXELS_WHOLE
            if probe.width * probe.height > limit:
                raise Refused(CoreRefusal.PICTURE_TOO_WIDE, limit=limit // 1_000_000)
            probe.verify()
        with Image.open(BytesIO(data), formats=KINDS) as picture:
            picture.draft("RGB", (longest_side, longest_side))
            picture.thumbnail((longest_side, longest_side))
            # A new image, without the metadata that formats would write again.
            upright = ImageOps.exif_transpose(picture).convert("RGBA")
        upright.info.clear()
        yield upright
    except Image.DecompressionBombError as error:
        raise Refused(CoreRefusal.PICTURE_TOO_WIDE, limit=MAX_PIXELS // 1_000_000) from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise Refused(CoreRefusal.PICTURE_UNREADABLE) from error
