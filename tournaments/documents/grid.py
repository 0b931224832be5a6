"""A table drawn straight on the page: rows of one height, a head that repeats, no row ever torn.

A long table of ReportLab measures every cell several times; this one does not, and 4,096 names take a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from tournaments.documents import marks
from tournaments.documents.fonts import BOLD, TEXT, Align, put, width, wrapped
from tournaments.documents.sheet import BAND, Text

PAD = 4.0
SLACK = 0.01
LEAST_HEAD, TWO_HEADS = 7.0, 17.0
"""The smallest title of a column in one line, and the height of a head that has room for two."""
LINES = 1.95
"""Heights of a letter that two lines need."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its share of the width and how its text is set.

    Long texts shrink down to `least`, then take two lines where the row is high enough.
    """

    title: Text
    share: float
    size: float = 10
    font: str = TEXT
    align: Align = "left"
    least: float = 7


@dataclass(frozen=True, slots=True)
class Cell:
    """A text that differs from its column, or a tick box (`ticked` not None)."""

    text: Text = ""
    font: str | None = None
    size: float | None = None
    struck: bool = False
    ticked: bool | None = None


@dataclass(frozen=True, slots=True)
class Divider:
    """A row that parts those above it from those below: one text across all columns under a heavy line."""

    text: Text


Row = Sequence[Cell | Text]
Span = tuple[Column, float, float]
"""A column, the x its text hangs on and the room it has."""


class Grid(Flowable):
    """Rows under a head. `row` is the height of a row and of the head in points."""

    def __init__(
        self, columns: Sequence[Column], rows: Sequence[Row | Divider], *, row: float, empty: Text = ""
    ) -> None:
        super().__init__()
        self.columns, self.rows, self.row = columns, rows, row
        self.empty = empty or _("Nothing to show yet.")

    def wrap(self, across: float, _up: float) -> tuple[float, float]:
        self.width = across
        self.height = self.row * (max(len(self.rows), 1) + 1)
        return across, self.height

    def split(self, _across: float, up: float) -> list[Flowable]:
        fits = int((up + SLACK) / self.row) - 1
        if fits < 1:
            return []
        first, rest = self.rows[:fits], self.rows[fits:]
        return [Grid(self.columns, part, row=self.row, empty=self.empty) for part in (first, rest) if part]

    def draw(self) -> None:
        self.canv.saveState()
        top = self.height
        self.draw_head(top)
        spans = self.spans()
        for number, row in enumerate(self.rows, start=1):
            self.draw_row(row, spans, top - self.row * (number + 1), banded=number % 2 == 0)
        if not self.rows:
            put(self.canv, PAD, top - self.row * 1.7, str(self.empty), size=11)
        self.canv.setLineWidth(0.6)
        self.canv.line(0, 0, self.width, 0)
        self.canv.restoreState()

    def draw_head(self, top: float) -> None:
        base = top - self.row * 0.68
        for column, x, across in self.spans():
            title, align = str(column.title), column.align
            if self.row < TWO_HEADS or width(title, BOLD, LEAST_HEAD) <= across:
                put(self.canv, x, base, title, font=BOLD, size=8.5, room=across, least=6, align=align)
                continue
            lines, size = wrapped(title, BOLD, 8.5, across, LEAST_HEAD)
            for up, line in enumerate(reversed(lines)):
                y = top - self.row + 3 + up * LEAST_HEAD * 1.05
                put(self.canv, x, y, line, font=BOLD, size=size, room=across, least=5, align=align)
        self.canv.setLineWidth(0.9)
        self.canv.line(0, top - self.row, self.width, top - self.row)

    def draw_row(self, row: Row | Divider, spans: Sequence[Span], bottom: float, *, banded: bool) -> None:
        if isinstance(row, Divider):
            self.draw_divider(row, bottom)
            return
        if banded:
            self.canv.setFillGray(BAND)
            self.canv.rect(0, bottom, self.width, self.row, stroke=0, fill=1)
            self.canv.setFillGray(0)
        middle = bottom + self.row / 2
        for cell, (column, x, across) in zip(row, spans, strict=True):
            self.draw_cell(cell if isinstance(cell, Cell) else Cell(cell), column, x, middle, across)

    def draw_divider(self, row: Divider, bottom: float) -> None:
        self.canv.setLineWidth(2)
        self.canv.line(0, bottom + self.row - 1, self.width, bottom + self.row - 1)
        text, base = str(row.text), bottom + self.row * 0.28
        put(
            self.canv,
            self.width / 2,
            base,
            text,
            font=BOLD,
            size=10,
            room=self.width - 2 * PAD,
            align="center",
        )

    def draw_cell(self, cell: Cell, column: Column, x: float, middle: float, across: float) -> None:
        size = cell.size or column.size
        if cell.ticked is not None:
            marks.box(self.canv, x, middle - 5.5, 11, ticked=cell.ticked)
            return
        font, text = cell.font or column.font, str(cell.text)
        lines: tuple[str, ...] = (text,)
        if self.row >= LINES * column.least and width(text, font, size) > across:
            most = max(2, int(self.row / (column.least * 1.1)))
            lines, size = wrapped(text, font, size, across, column.least, most=most)
        base = middle - size * 0.36
        between = min(size * 1.05, self.row * 0.47)
        for number, line in enumerate(lines):
            put(
                self.canv,
                x,
                base + between * ((len(lines) - 1) / 2 - number),
                line,
                font=font,
                size=size,
                room=across,
                least=column.least,
                align=column.align,
                struck=cell.struck,
            )

    def spans(self) -> list[Span]:
        """Each column with the x its text hangs on and the room it has."""
        total = sum(column.share for column in self.columns)
        spans, x = [], 0.0
        for column in self.columns:
            across = self.width * column.share / total
            hang = {"left": x + PAD, "right": x + across - PAD, "center": x + across / 2}[column.align]
            spans.append((column, hang, across - 2 * PAD))
            x += across
        return spans
