"""Small drawings the sheets share: QR code, tick box, the pill around a table number, the mark."""

from functools import lru_cache

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.pdfgen.canvas import Canvas

QUICK_MASK = 3


@lru_cache(maxsize=256)
def qr_modules(value: str, *, quick: bool = False) -> tuple[tuple[bool, ...], ...]:
    """The dark and light squares of a QR code, row by row from the top.

    `quick` takes one mask instead of trying all eight: every reader reads each of them, and a pile of slips
    prints eight times faster.
    """
    code = QrCodeWidget(value, barLevel="M").qr  # type: ignore[attr-defined]
    if quick:
        code.version = code.calculate_version()
        code.makeImpl(False, QUICK_MASK)
    else:
        code.make()
    return tuple(tuple(bool(dark) for dark in row) for row in code.modules)


def squares(modules: tuple[tuple[bool, ...], ...]) -> str:
    """A QR code as one SVG path, two squares in from the edge."""
    return "".join(
        f"M{start + 2} {number + 2.5}h{end - start}"
        for number, row in enumerate(modules)
        for start, end in dark_runs(row)
    )


def qr(canvas: Canvas, x: float, y: float, side: float, value: str, *, quick: bool = False) -> None:
    """A QR code of `side` points with its lower left corner at x, y; the white around it is the caller's."""
    modules = qr_modules(value, quick=quick)
    step = side / len(modules)
    path = canvas.beginPath()
    for number, row in enumerate(modules):
        top = y + side - (number + 1) * step
        for start, end in dark_runs(row):
            path.rect(x + start * step, top, (end - start) * step, step)
    canvas.drawPath(path, stroke=0, fill=1)


def dark_runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Where dark squares begin and end: (False, True, True) → [(1, 3)]."""
    edges = [n for n, (a, b) in enumerate(zip((False, *row), (*row, False), strict=True)) if a != b]
    return list(zip(edges[::2], edges[1::2], strict=True))


def box(canvas: Canvas, x: float, y: float, side: float, *, ticked: bool = False) -> None:
    """An empty or ticked square."""
    canvas.setLineWidth(0.9)
    canvas.rect(x, y, side, side)
    if ticked:
        tick(canvas, x, y, side)


def tick(canvas: Canvas, x: float, y: float, side: float) -> None:
    canvas.setLineWidth(side / 7)
    turn = (x + side * 0.42, y + side * 0.25)
    canvas.lines([(x + side * 0.2, y + side * 0.5, *turn), (*turn, x + side * 0.82, y + side * 0.78)])


def pill(canvas: Canvas, x: float, y: float, width: float, height: float, *, line: float = 1.4) -> None:
    """A rectangle with round ends, the shape every table number sits in."""
    canvas.setLineWidth(line)
    canvas.roundRect(x, y, width, height, height / 2)


def mark(canvas: Canvas, x: float, y: float, height: float) -> float:
    """The mark of Stadium, two halves and a centre spot; returns its width."""
    width, middle = height * 1.75, y + height / 2
    pill(canvas, x, y, width, height, line=height / 9)
    canvas.line(x + width / 2, y, x + width / 2, y + height)
    canvas.circle(x + width / 2, middle, height / 6, stroke=0, fill=1)
    return width
