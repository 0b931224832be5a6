"""Rows of a list for the wall: names and tables with capitals of 5 mm, condensed or continued if they are too wide."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from unicodedata import normalize

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from core.documents.drawn_text import draw_text
from core.documents.fonts import DISPLAY, TEXT, code_points_in_font, text_width
from core.documents.sheet import BAND, Text, new_paragraph
from core.documents.text_fitting import wrap_text

CAPITALS_PER_EM = 0.687
"""Height of the capitals of the display font, as a share of its size."""

NAME = 5.01 * mm / CAPITALS_PER_EM
"""Font size of a name and its table, with capitals of 5 mm."""

ROW, MARKED_ROW, TALL_ROW = 18.54, 22.6, 32.0
"""Height of a line of a name: in plain letters, with marks above capitals, in other scripts."""

VIETNAMESE_ROW = 24.7
"""Height of a line of a name with Latin letters that the display font lacks, as in Vietnamese."""

DESCENTS = {ROW: 4.1, MARKED_ROW: 4.1, VIETNAMESE_ROW: 5.1, TALL_ROW: 10.5}
"""Height below the baseline of each kind of line."""

BELOW, MARKED_BELOW, TALL_BELOW = 9.4, 11.2, 17.0
"""Height of a small line below a name: in plain letters, with marks above capitals, in other scripts."""

SMALL = 9.0
"""Font size of the small line and of the notes in the head."""

NARROWEST = 0.72
"""How far a text is condensed before it takes a second line, as a share of its width."""

PLACE_SHARE = 0.3
"""Maximum share of a column for the table."""

LAST_LATIN, HIGH_OR_DEEP = "\u024f", frozenset("åůģĥķĺļņŗșț")
"""The last Latin letter, and the small letters with marks above the height of an l or below the depth of a g."""

PAD = 3.0
"""Space between the edge of a column and its text."""


@dataclass(frozen=True, slots=True)
class WallLine:
    """A name with its table, and a small line below it, or "" for none."""

    name: str
    place: Text
    below: Text = ""
    struck: bool = False


class WallRows:
    """Rows of a column: for each line of the wall, its height and the lines of its texts, which are measured once."""

    def __init__(
        self, wall_lines: Sequence[WallLine], column_width: float, scale: float, *, below: bool
    ) -> None:
        self.wall_lines, self.column_width, self.scale, self.below = wall_lines, column_width, scale, below
        widest = (
            max((text_width(str(wall_line.place), DISPLAY, NAME) for wall_line in wall_lines), default=0.0)
            * scale
        )
        self.place_width = min(widest, column_width * PLACE_SHARE)
        name_width = (column_width - self.place_width - 4 * PAD) / NARROWEST
        self.names = [
            wrap_text(wall_line.name, DISPLAY, NAME * scale, name_width) for wall_line in wall_lines
        ]
        small_width = (column_width - 2 * PAD) / NARROWEST
        self.small = [
            wrap_text(str(wall_line.below), TEXT, SMALL * scale, small_width) for wall_line in wall_lines
        ]
        self.heights: Sequence[float] = [
            self.row_height(names, small) for names, small in zip(self.names, self.small, strict=True)
        ]

    def part(self, first: int, end: int) -> "WallRows":
        """Return the rows from `first` to before `end`."""
        rows = copy(self)
        for name in ("wall_lines", "names", "small", "heights"):
            setattr(rows, name, getattr(self, name)[first:end])
        return rows

    def row_height(self, names: Sequence[str], small: Sequence[str]) -> float:
        height = sum(map(name_line_height, names)) or ROW
        if self.below:
            height += sum(map(small_line_height, small)) or BELOW
        return height * self.scale

    def draw(self, canvas: Canvas, x: float, top: float) -> None:
        """Draw the rows below `top`, with a band behind every second one."""
        scale = self.scale
        for number, wall_line in enumerate(self.wall_lines):
            bottom = top - self.heights[number]
            new_paragraph(canvas)
            if number % 2:
                canvas.setFillGray(BAND)
                canvas.rect(x, bottom, self.column_width, self.heights[number], stroke=0, fill=1)
                canvas.setFillGray(0)
            name_width = self.column_width - self.place_width - 4 * PAD
            for position, line in enumerate(self.names[number]):
                height = name_line_height(line)
                base = top - (height - DESCENTS[height]) * scale
                draw_condensed(
                    canvas, x + PAD, base, line, DISPLAY, NAME * scale, name_width, struck=wall_line.struck
                )
                if position == 0:
                    place = str(wall_line.place)
                    place_width = min(text_width(place, DISPLAY, NAME * scale), self.place_width)
                    place_x = x + self.column_width - PAD - place_width
                    draw_condensed(canvas, place_x, base, place, DISPLAY, NAME * scale, self.place_width)
                top -= height * scale
            for line in self.small[number]:
                height = small_line_height(line)
                base = top - (height - (6 if height == TALL_BELOW else 2.2)) * scale
                draw_condensed(canvas, x + PAD, base, line, TEXT, SMALL * scale, self.column_width - 2 * PAD)
                top -= height * scale
            top = bottom


def name_line_height(line: str) -> float:
    """Return the height of a line of a name, which marks above capitals and other scripts need more of."""
    line = line.replace("’", "'")
    if line.isascii():
        return ROW
    if any(letter > LAST_LATIN and not is_small_vietnamese(letter) for letter in line):
        return TALL_ROW
    if not code_points_in_font(DISPLAY).issuperset(map(ord, line)):
        return VIETNAMESE_ROW
    has_marks = any(
        letter in HIGH_OR_DEEP or (letter.isupper() and normalize("NFD", letter) != letter) for letter in line
    )
    return MARKED_ROW if has_marks else ROW


def is_small_vietnamese(letter: str) -> bool:
    return "\u1ea0" <= letter <= "\u1eff" and letter.islower()


def small_line_height(line: str) -> float:
    return {ROW: BELOW, MARKED_ROW: MARKED_BELOW, VIETNAMESE_ROW: MARKED_BELOW}.get(
        name_line_height(line), TALL_BELOW
    )


def draw_condensed(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    font: str,
    size: float,
    max_width: float,
    *,
    struck: bool = False,
) -> float:
    """Draw a line of text with its baseline at y, condensed to the width if it is wider. Return its width."""
    line_width = text_width(text, font, size)
    if line_width <= max_width:
        return draw_text(canvas, x, y, text, font=font, size=size, struck=struck)
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(max_width / line_width, 1)
    draw_text(canvas, 0, 0, text, font=font, size=size, struck=struck)
    canvas.restoreState()
    return max_width
