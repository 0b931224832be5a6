"""QR codes, on paper and as SVG."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from reportlab.pdfgen.canvas import Canvas
from zxingcpp import BarcodeFormat, create_barcode

Modules = tuple[tuple[bool, ...], ...]


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code for a template: the `side` of its square in modules, with the border, and its SVG `path`."""

    side: int
    path: str


@lru_cache(maxsize=256)
def qr_modules(value: str) -> Modules:
    """Return the dark and light squares of a QR code, row by row from the top.

    The code stays readable if about 15 % of it is damaged (level M).
    """
    code = create_barcode(value, BarcodeFormat.QRCode, ec_level="M")
    dark = np.asarray(code.to_image(scale=1, add_quiet_zones=False)) == 0
    return tuple(map(tuple, dark.tolist()))


def qr_svg_path(modules: Modules) -> str:
    """Return a QR code as an SVG path of lines one unit wide, with a border of two squares."""
    return "".join(
        f"M{start + 2} {number + 2.5}h{end - start}"
        for number, row in enumerate(modules)
        for start, end in runs_of_dark_modules(row)
    )


def qr_svg(value: str) -> QrCode:
    """Return a QR code for a template."""
    modules = qr_modules(value)
    return QrCode(len(modules) + 4, qr_svg_path(modules))


def draw_qr(canvas: Canvas, x: float, y: float, side: float, value: str) -> None:
    """Draw a QR code of `side` points with its lower left corner at x, y. The caller leaves the white border."""
    modules = qr_modules(value)
    count = len(modules)
    step = side / count
    dark = " ".join(
        f"{start} {count - number} {end - start} 1 re"
        for number, row in enumerate(modules, start=1)
        for start, end in runs_of_dark_modules(row)
    )
    canvas.addLiteral(f"q {step:.6g} 0 0 {step:.6g} {x:.2f} {y:.2f} cm {dark} f Q")


def runs_of_dark_modules(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Return where dark squares begin and end: (False, True, True) → [(1, 3)]."""
    edges = [
        position
        for position, (left, right) in enumerate(zip((False, *row), (*row, False), strict=True))
        if left != right
    ]
    return list(zip(edges[::2], edges[1::2], strict=True))
