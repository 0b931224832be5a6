"""Small drawings that sheets share: QR code, tick box, the pill around a table number, Stadium's logo."""

from collections.abc import Callable, Hashable

from reportlab.pdfgen.canvas import Canvas


def draw_repeated_picture(canvas: Canvas, key: Hashable, y: float, draw: Callable[[], None]) -> None:
    """Draw a picture that is repeated on many pages, with its origin at height `y`.

    The picture is stored once for each `key` and then used by reference.
    """
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
    """Draw the shape around a table number: a rectangle with round ends."""
    canvas.setLineWidth(line)
    canvas.roundRect(x, y, width, height, height / 2)


def draw_logo(canvas: Canvas, x: float, y: float, height: float) -> float:
    """Draw Stadium's logo, two halves and a center spot, and return its width."""
    width, middle = height * 1.75, y + height / 2
    draw_pill(canvas, x, y, width, height, line=height / 9)
    canvas.line(x + width / 2, y, x + width / 2, y + height)
    canvas.circle(x + width / 2, middle, height / 6, stroke=0, fill=1)
    return width
