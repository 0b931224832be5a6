"""A table drawn directly on the page: rows of equal height unless a text needs more, and a repeated head.

A row is never split across pages unless it is higher than one. ReportLab's long table measures every cell several
times; this one does not, and prints 4,096 names in a second.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable, FrameBreak

from core.documents import marks
from core.documents.fonts import BOLD, DISPLAY, TEXT, Align, all_lines, letter_widths, put, width, wrapped
from core.documents.sheet import BAND, Text, new_paragraph

PAD = 4.0
SLACK = 0.01
LEADING, WHITE = 1.1, 4.0
"""Line height in heights of a letter, and points of white around several lines."""
TITLE = 20.0
"""The height of the title of a table."""
HEAD, TWO_HEADS = 9.0, 17.0
"""The size of the title of a column, and the height of a head that has room for two lines."""
LINES = 2.13
"""Height that two lines need with the white above and below them, in heights of a letter."""
TALLEST = 360.0
"""Points of a row that fit on every paper; a higher row is continued on the next page."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its share of the width and how its text is set.

    Long texts shrink down to `least`, then take two lines; if that is not enough, the row grows.
    """

    title: Text
    share: float
    size: float = 10
    font: str = TEXT
    align: Align = "left"
    least: float = 8


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with its own text style, or a tick box (`ticked` not None)."""

    text: Text = ""
    font: str | None = None
    size: float | None = None
    struck: bool = False
    ticked: bool | None = None


@dataclass(frozen=True, slots=True)
class Divider:
    """A row that separates others: one text across all columns, about the rows above, over a heavy line."""

    text: Text


Row = Sequence[Cell | Text]
Span = tuple[Column, float, float]
"""A column, the x its text is aligned to, and the width available to it."""


class Grid(Flowable):
    """Rows under a head, with an optional `title`. `row`: height of the head and least height of a row, in points."""

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[Row | Divider],
        *,
        row: float,
        empty: Text = "",
        title: Text = "",
    ) -> None:
        super().__init__()
        self.columns, self.rows, self.row, self.title = columns, rows, row, title
        self.head = row + (TITLE if title else 0)
        self.empty = empty or _("Nothing to show yet.")
        self.heights: Sequence[float] = ()

    def part(self, first: int, end: int) -> "Grid":
        """A part of the rows under the same head, with their measured heights."""
        piece = self.like(self.rows[first:end])
        piece.heights = self.heights[first:end]
        return piece

    def like(self, rows: Sequence[Row | Divider]) -> "Grid":
        """Other rows under the same head."""
        return Grid(self.columns, rows, row=self.row, empty=self.empty, title=self.title)

    def measure(self, across: float) -> Sequence[float]:
        """Measure the height of each row at this width, and store the heights."""
        self.width = across
        if len(self.heights) != len(self.rows):
            rooms = [(across, across / column.least, column) for column, _x, across in self.spans()]
            self.heights = [self.row_height(row, rooms) for row in self.rows]
        return self.heights

    def wrap(self, across: float, _up: float) -> tuple[float, float]:
        self.height = self.head + (sum(self.measure(across)) or self.row)
        return across, self.height

    def split(self, across: float, up: float) -> list[Flowable]:
        fits, left = 0, up + SLACK - self.head
        for high in self.measure(across):
            if high > left:
                break
            fits, left = fits + 1, left - high
        if fits < 1:
            return self.torn(left)
        if 1 < fits < len(self.rows) and isinstance(self.rows[fits], Divider):
            fits -= 1  # its text is about the row above
        parts = (self.part(0, fits), self.part(fits, len(self.rows)))
        return [one for one in parts if one.rows]

    def torn(self, up: float) -> list[Flowable]:
        """Split a first row that may be higher than the page: the lines that fit, and the rest with the other rows."""
        if not self.heights or self.heights[0] <= TALLEST or up < self.row:
            return []
        most = int((up - WHITE) / (LEADING * max(column.least for column in self.columns)))
        halves: list[tuple[Cell, Cell]] = []
        for one, (column, _x, across) in zip(self.rows[0], self.spans(), strict=True):  # type: ignore[arg-type]
            cell = as_cell(one)
            lines = all_lines(str(cell.text), cell.font or column.font, column.least, across)
            upper, lower = "\n".join(lines[:most]), "\n".join(lines[most:])
            halves.append((replace(cell, text=upper), replace(cell, text=lower, ticked=None)))
        first, second = zip(*halves, strict=True)
        parts: tuple[Sequence[Row | Divider], ...] = ([first], [second, *self.rows[1:]])
        return [self.like(rows) for rows in parts]

    def row_height(self, row: Row | Divider, rooms: Sequence[tuple[float, float, Column]]) -> float:
        """The usual height, or what the longest cell needs. `rooms`: the width of each column in points and in letters
        as wide as they are high.
        """
        high = self.row
        if isinstance(row, Divider):
            return high
        for cell, (across, letters, column) in zip(row, rooms, strict=True):
            text, font = (cell.text, cell.font) if isinstance(cell, Cell) else (cell, None)
            text, font = str(text), font or column.font
            if len(text) > letters or not text.isascii() or "\n" in text:
                high = max(high, needed(text, font, column.least, across))
        return high

    def draw(self) -> None:
        self.canv.saveState()
        top = self.height - self.head + self.row
        new_paragraph(self.canv)
        if self.title:
            put(self.canv, 0, top + 6, str(self.title), font=DISPLAY, size=14, room=self.width)
            new_paragraph(self.canv)
        self.draw_bands(top - self.row)
        self.draw_head(top)
        spans, bottom = self.spans(), top - self.row
        for row, high in zip(self.rows, self.heights, strict=True):
            bottom -= high
            new_paragraph(self.canv)
            self.draw_row(row, spans, bottom, high)
        if not self.rows:
            put(self.canv, PAD, top - self.row * 1.7, str(self.empty), size=11)
        if not self.rows or not isinstance(self.rows[-1], Divider):  # a divider draws its own line
            self.canv.setLineWidth(0.6)
            self.canv.line(0, 0, self.width, 0)
        self.canv.restoreState()

    def draw_bands(self, bottom: float) -> None:
        """Shade every second row, before any text is drawn, so that no band cuts the letters of the row above."""
        bands = []
        for number, (row, high) in enumerate(zip(self.rows, self.heights, strict=True)):
            bottom -= high
            if number % 2 and not isinstance(row, Divider):
                bands.append(f"0 {bottom:.2f} {self.width:.2f} {high:.2f} re")
        if bands:
            self.canv.addLiteral(f"{BAND} g {' '.join(bands)} f 0 g")

    def draw_head(self, top: float) -> None:
        for column, x, across in self.spans():
            title = str(column.title)
            two = self.row >= TWO_HEADS and width(title, BOLD, HEAD) > across
            lines = halved(title, BOLD) if two else (title,)
            widest = max(width(line, BOLD, 1) for line in lines)
            size = min(HEAD, across / widest) if widest else HEAD
            two_up = max(2.4, self.row / 2 - 0.78 * size)  # centred if there is room
            base = top - self.row + two_up if len(lines) > 1 else top - self.row * 0.68
            for up, line in enumerate(reversed(lines)):
                y = base + up * size * 1.02
                put(self.canv, x, y, line, font=BOLD, size=size, align=column.align)
        self.canv.setLineWidth(0.9)
        self.canv.line(0, top - self.row, self.width, top - self.row)

    def draw_row(self, row: Row | Divider, spans: Sequence[Span], bottom: float, high: float) -> None:
        if isinstance(row, Divider):
            self.draw_divider(row, bottom)
            return
        middle = bottom + high / 2
        for cell, (column, x, across) in zip(row, spans, strict=True):
            self.draw_cell(as_cell(cell), column, x, middle, across, high)

    def draw_divider(self, row: Divider, bottom: float) -> None:
        self.canv.setLineWidth(2)
        self.canv.line(0, bottom + 1, self.width, bottom + 1)
        text, base = str(row.text), bottom + self.row * 0.36
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

    def draw_cell(
        self, cell: Cell, column: Column, x: float, middle: float, across: float, high: float
    ) -> None:
        size = cell.size or column.size
        if cell.ticked is not None:
            marks.box(self.canv, x, middle - 5.5, 11, ticked=cell.ticked)
            return
        font, text = cell.font or column.font, str(cell.text)
        lines: Sequence[str] = (text,)
        if "\n" in text:
            size = column.least
            lines = all_lines(text, font, size, across)
        elif width(text, font, size) > across:
            most = max(2, int(high / (column.least * LEADING)))
            lines, size = wrapped(text, font, size, across, column.least, most=most)
        base = middle - size * (0.36 if len(lines) == 1 else 0.25)
        between = size * 1.05
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
        """Each column with the x its text is aligned to and the width available to it."""
        total = sum(column.share for column in self.columns)
        spans, x = [], 0.0
        for column in self.columns:
            across = self.width * column.share / total
            hang = {"left": x + PAD, "right": x + across - PAD, "center": x + across / 2}[column.align]
            spans.append((column, hang, across - 2 * PAD))
            x += across
        return spans


def as_cell(value: Cell | Text) -> Cell:
    return value if isinstance(value, Cell) else Cell(value)


def halved(text: str, font: str) -> tuple[str, ...]:
    """Split a title into two lines as short as possible; one line if it is one word."""
    words = text.split(" ")
    parted = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(parted, key=lambda lines: max(width(line, font, 1) for line in lines), default=(text,))


def needed(text: str, font: str, size: float, across: float) -> float:
    """The least height of a row that fits the whole text at this size."""
    lines = rough_lines(text, font, across / size) or len(all_lines(text, font, size, across))
    return LINES * size if lines == 2 else lines * size * LEADING + WHITE if lines > 2 else 0


def rough_lines(text: str, font: str, across: float) -> int:
    """1 or 2 if a text surely fits in that many lines, `across` times as wide as its letters are high; 0 if only
    setting the text can show, which is slower.
    """
    if "\n" in text:
        return 0
    width_of = letter_widths(font).__getitem__
    whole = sum(map(width_of, text))
    if whole <= across:
        return 1
    # A first line is shorter than its room by at most the longest word.
    longest = max(sum(map(width_of, word)) for word in text.split() or [text])
    return 2 if whole + longest <= 2 * across else 0


def in_columns(grid: Grid, across: float, up: float, count: int) -> Iterator[Flowable]:
    """Lay out a long list side by side: full columns, then a last page with columns of equal height. `across` and `up`
    are the width and height of one column; the frames must follow one another.
    """
    heights, room = grid.measure(across), up - grid.head + SLACK
    start, place = 0, 0
    while True:
        ends = _ends(heights, start, room, count)
        if ends[-1] == len(heights):
            ends = _balanced(heights, start, room, count)
        for end in ends:
            if place:
                yield FrameBreak()
            yield grid.part(start, end)
            start, place = end, place + 1
        if start == len(heights):
            return


def _ends(heights: Sequence[float], start: int, room: float, count: int) -> list[int]:
    """Where each of the next columns ends, filled in turn; none is empty unless the rows have run out."""
    ends: list[int] = []
    at = start
    for _column in range(count):
        left, first = room, at
        while at < len(heights) and (heights[at] <= left or at == first):
            left, at = left - heights[at], at + 1
        ends.append(at)
        if at == len(heights):
            break
    return ends


def _balanced(heights: Sequence[float], start: int, room: float, count: int) -> list[int]:
    """Column ends for the last page, with columns as low as possible."""
    alike = sum(heights[start:]) / count
    tried = sorted({alike, room, *(alike + high for high in heights[start:])})
    for low in tried:
        ends = _ends(heights, start, min(low + SLACK, room), count)
        if ends[-1] == len(heights):
            return ends
    return _ends(heights, start, room, count)
