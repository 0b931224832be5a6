"""Small drawings the sheets share: QR code, tick box, the pill around a table number, the mark."""

from collections.abc import Callable, Hashable
from functools import lru_cache

import numpy as np
from reportlab.pdfgen.canvas import Canvas
from zxingcpp import BarcodeFormat, create_barcode

Modules = tuple[tuple[bool, ...], ...]


@lru_cache(maxsize=256)
def qr_modules(value: str) -> Modules:
    """The dark and light squares of a QR code, row by row from the top; readable with up to a quarter soiled."""
    code = create_barcode(value, BarcodeFormat.QRCode, ec_level="M")
    dark = np.asarray(code.to_image(scale=1, add_quiet_zones=False)) == 0
    return tuple(map(tuple, dark.tolist()))


def squares(modules: Modules) -> str:
    """A QR code as one SVG path, with a border of two squares."""
    return "".join(
        f"M{start + 2} {number + 2.5}h{end - start}"
        for number, row in enumerate(modules)
        for start, end in dark_runs(row)
    )


def qr(canvas: Canvas, x: float, y: float, side: float, value: str) -> None:
    """Draw a QR code of `side` points with its lower left corner at x, y; the caller leaves the white border."""
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
    """Draw what many pages share, `y` points up: once for each `key`, then by reference."""
    forms: dict[Hashable, str] = vars(canvas).setdefault("shared_parts", {})
    if key not in forms:
        forms[key] = f"part-{len(forms) + 1}"
        canvas.beginForm(forms[key])
        draw()
        canvas.endForm()
    canvas.saveState()
    canvas.translate(0, y)
    canvas.doForm(forms[key])
    canvas.restoreState()


def dark_runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Where dark squares begin and end: (False, True, True) → [(1, 3)]."""
    edges = [n for n, (a, b) in enumerate(zip((False, *row), (*row, False), strict=True)) if a != b]
    return list(zip(edges[::2], edges[1::2], strict=True))


def box(canvas: Canvas, x: float, y: float, side: float, *, ticked: bool = False) -> None:
    """Draw an empty or ticked square, with raw operators because long lists have thousands."""
    canvas.addLiteral(f".9 w {x:.2f} {y:.2f} {side:.4g} {side:.4g} re S")
    if ticked:
        tick(canvas, x, y, side)


def tick(canvas: Canvas, x: float, y: float, side: float) -> None:
    canvas.setLineWidth(side / 7)
    turn = (x + side * 0.42, y + side * 0.25)
    canvas.lines([(x + side * 0.2, y + side * 0.5, *turn), (*turn, x + side * 0.82, y + side * 0.78)])


def pill(canvas: Canvas, x: float, y: float, width: float, height: float, *, line: float = 1.4) -> None:
    """Draw a rectangle with round ends, the shape around every table number."""
    canvas.setLineWidth(line)
    canvas.roundRect(x, y, width, height, height / 2)


def mark(canvas: Canvas, x: float, y: float, height: float) -> float:
    """Draw the mark of Stadium, two halves and a centre spot; returns its width."""
    width, middle = height * 1.75, y + height / 2
    pill(canvas, x, y, width, height, line=height / 9)
    canvas.line(x + width / 2, y, x + width / 2, y + height)
    canvas.circle(x + width / 2, middle, height / 6, stroke=0, fill=1)
    return width
