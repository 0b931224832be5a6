"""A photo as a phone makes it."""

from io import BytesIO

from PIL import Image

ORIENTATION, PLACE, MAKER = 0x0112, 0x8825, 0x010F
TURNED_RIGHT = 6


def photo(width: int = 400, height: int = 200, kind: str = "JPEG") -> bytes:
    """The left half red, the right half blue; a JPEG says that it lies on its side, and where it was taken."""
    image = Image.new("RGB", (width, height), "blue")
    image.paste("red", (0, 0, width // 2, height))
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = TURNED_RIGHT, "Phone"
    exif.get_ifd(PLACE)[1] = "N"
    made = BytesIO()
    image.save(made, kind, **({"exif": exif} if kind == "JPEG" else {}))
    return made.getvalue()
