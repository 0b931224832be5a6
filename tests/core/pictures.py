"""A photo as a phone takes it, and a drawn picture."""

from io import BytesIO

from PIL import Image

ORIENTATION, PLACE, MAKER = 0x0112, 0x8825, 0x010F
TURNED_RIGHT = 6


def photo(width: int = 400, height: int = 200, kind: str = "JPEG") -> bytes:
    """Return a photo with a red left half and a blue right half; as JPEG, it is rotated and has a location."""
    image = Image.new("RGB", (width, height), "blue")
    image.paste("red", (0, 0, width // 2, height))
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = TURNED_RIGHT, "Phone"
    exif.get_ifd(PLACE)[1] = "N"
    made = BytesIO()
    image.save(made, kind, **({"exif": exif} if kind == "JPEG" else {}))
    return made.getvalue()


def picture(width: int = 90, height: int = 60, color: str = "red") -> bytes:
    """Return a PNG of one color."""
    made = BytesIO()
    Image.new("RGB", (width, height), color).save(made, "PNG")
    return made.getvalue()
