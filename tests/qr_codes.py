"""Read the QR codes drawn on a page, as the camera of a phone does."""

import re

import numpy as np
from zxingcpp import BarcodeFormat, read_barcode

RUN = re.compile(r"M(\d+) (\d+)\.5h(\d+)")
SCALE = 4


def codes_on(page: str) -> list[str]:
    """Return the content of every QR code of a page; each is an SVG path, two squares in from the edge."""
    found = re.findall(r'viewBox="0 0 (\d+) \1"[^>]*>\s*<path[^>]*>\s*<path[^>]* d="(M\d+ 2\.5h[^"]+)"', page)
    return [_text_of(path, int(side)) for side, path in found]


def _text_of(path: str, side: int) -> str:
    picture = np.full((side, side), 255, np.uint8)
    for x, y, length in RUN.findall(path):
        picture[int(y), int(x) : int(x) + int(length)] = 0
    code = read_barcode(np.kron(picture, np.ones((SCALE, SCALE), np.uint8)), BarcodeFormat.QRCode)
    assert code is not None
    return str(code.text)
