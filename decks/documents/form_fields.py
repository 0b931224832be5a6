"""Fields to write in, on the forms of pools."""

from collections.abc import Sequence
from math import ceil

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from cards.words.type_words import card_type_name
from core.documents.drawn_text import draw_text, draw_value
from core.documents.fonts import BOLD

ENERGY_BOX = 20.0
"""Width of the box of a type of Energy in points."""


def draw_field(canvas: Canvas, label: str, value: str, x: float, y: float, available_width: float) -> None:
    """Draw a label above a line to write on, which shows the value."""
    draw_text(canvas, x, y, label, size=8, max_width=available_width)
    draw_value(canvas, x + 2, y - 16, value, max_width=available_width - 4)
    canvas.setLineWidth(0.7)
    canvas.line(x, y - 21, x + available_width, y - 21)


def draw_energies(canvas: Canvas, energies: Sequence[str], y: float, available_width: float) -> None:
    """Draw a box for each type of basic Energy from the organizer, in two rows below `y` (R-058).

    `energies`: letters of types.
    """
    label = _("Basic Energy from the organizer")
    draw_text(canvas, 0, y - 12, label, font=BOLD, size=8, max_width=available_width * 0.27)
    left, columns = available_width * 0.28, ceil(len(energies) / 2)
    step = (available_width - left) / columns
    canvas.setLineWidth(0.5)
    for index, kind in enumerate(energies):
        row, column = divmod(index, columns)
        x, baseline = left + column * step, y - 7 - row * 12
        canvas.rect(x, baseline - 2.5, ENERGY_BOX, 10)
        text_x = x + ENERGY_BOX + 3
        draw_text(canvas, text_x, baseline, card_type_name(kind), size=8, max_width=step - ENERGY_BOX - 6)
