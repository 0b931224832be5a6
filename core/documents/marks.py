"""Small drawings that sheets share: QR code, tick box, the pill around a table number, the mark of Stadium."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from reportlab.pdfgen.canvas import Canvas
from zxingcpp import BarcodeFormat, create_barcode

Modules = tuple[tuple[bool, ...], ...]


@lru_cache(maxsize=256)
def qr_modules(value: str) -> Modules:
    """Return the dark and light squares of a QR code, row by row from the top.

    It is readable even if a quarter of it is soiled.
    """
    code = create_barcode(value, BarcodeFormat.QRCode, ec_level="M")
    dark = np.asarray(code.to_image(scale=1, add_quiet_zones=False)) == 0
    return tuple(map(tuple, dark.tolist()))


def qr_svg_path(modules: Modules) -> str:
    """Return a QR code as an SVG path of lines one unit wide, with a border of two squares."""
    return "".join(
        f"M{start + 2} {number + 2.5}h{end - start}"
        for number, row in enumerate(modules)
        for start, end in dark_runs(row)
    )


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code for a template: the `side` of its square in modules, and its SVG `path`."""

    side: int
    path: str


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
        for start, end in dark_runs(row)
    )
    canvas.addLiteral(f"q {step:.6g} 0 0 {step:.6g} {x:.2f} {y:.2f} cm {dark} f Q")


def draw_shared(canvas: Canvas, key: Hashable, y: float, draw: Callable[[], None]) -> None:
    """Draw what many pages share, `y` points up: once for each `key`, and by reference after that."""
    form_names: dict[Hashable, str] = vars(canvas).setdefault("shared_parts", {})
    if key not in form_names:
        form_names[key] = f"part-{len(form_names) + 1}"
        canvas.beginForm(form_names[key])
        draw()
        canvas.endForm()
    canvas.saveState()
    canvas.translate(0, y)
    canvas.doForm(form_names[key])
    canvas.restoreState()


def dark_runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Return where dark squares begin and end: (False, True, True) → [(1, 3)]."""
    edges = [
        position
        for position, (left, right) in enumerate(zip((False, *row), (*row, False), strict=True))
        if left != right
    ]
    return list(zip(edges[::2], edges[1::2], strict=True))


def draw_box(canvas: Canvas, x: float, y: float, side: float, *, ticked: bool = False) -> None:
    """Draw an empty or ticked square. It uses raw operators because long lists have thousands of squares."""
    canvas.addLiteral(f".9 w {x:.2f} {y:.2f} {side:.4g} {side:.4g} re S")
    if ticked:
        draw_tick(canvas, x, y, side)


def draw_tick(canvas: Canvas, x: float, y: float, side: float) -> None:
    canvas.setLineWidth(side / 7)
    corner = (x + side * 0.42, y + side * 0.25)
    canvas.lines([(x + side * 0.2, y + side * 0.5, *corner), (*corner, x + side * 0.82, y + side * 0.78)])


def draw_pill(canvas: Canvas, x: float, y: float, width: float, height: float, *, line: float = 1.4) -> None:
    """Draw a rectangle with round ends, the shape around every table number."""
    canvas.setLineWidth(line)
    canvas.roundRect(x, y, width, height, height / 2)


def draw_mark(canvas: Canvas, x: float, y: float, height: float) -> float:
    """Draw the mark of Stadium, two halves and a center spot, and return its width."""
    width, middle = height * 1.75, y + height / 2
    draw_pill(canvas, x, y, width, height, line=height / 9)
    canvas.line(x + width / 2, y, x + width / 2, y + height)
    canvas.circle(x + width / 2, middle, height / 6, stroke=0, fill=1)
    return width
