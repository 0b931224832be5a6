"""A table drawn directly on the page, with a repeated head. Rows have equal heights unless a text needs more.

A row is never split across pages unless it is higher than a page. ReportLab's long table measures every cell several
times. This one measures only long texts, and prints 4,096 names in a second.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable, FrameBreak

from core.documents import drawn_shapes
from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY, TEXT, Align, letter_widths, text_width
from core.documents.sheet import BAND, FOOT, MARGIN, PAPERS, Text, new_paragraph
from core.documents.sheet import HEAD as SHEET_HEAD
from core.documents.text_fitting import fit_in_lines, wrap_text

PAD = 4.0
"""Points between the edge of a column and its text."""

SLACK = 0.01
"""Points by which rows may exceed a page, because sums of heights are not exact."""

LEADING, WHITE = 1.1, 4.0
"""Line height as a multiple of the letter height, and points of white space around several lines."""
TITLE = 20.0
"""The height of the title of a table."""
HEAD, TWO_HEADS = 9.0, 17.0
"""The font size of column titles, and the height of a head with room for two lines."""
LINES = 2.13
"""The height of two lines with the white space above and below them, as a multiple of the letter height."""
TALLEST = 360.0
"""The height in points of the highest row that fits on every paper. A higher row is continued on the next page."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its share of the width, and its text style.

    Long texts shrink to no less than `min_size`, then take two lines. If that is not enough, the row grows.
    """

    title: Text
    share: float
    size: float = 10
    font: str = TEXT
    align: Align = "left"
    min_size: float = 8


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell with its own text style, or a tick box if `ticked` is not None, or a line to write on if `ruled`.

    If `font` or `size` is None, that of the column is used. `struck` crosses the text out.
    """

    text: Text = ""
    font: str | None = None
    size: float | None = None
    struck: bool = False
    ticked: bool | None = None
    ruled: bool = False

    @classmethod
    def of(cls, value: "GridCell | Text") -> "GridCell":
        return value if isinstance(value, GridCell) else cls(value)


@dataclass(frozen=True, slots=True)
class Divider:
    """A separator row: a text about the rows above it, across all columns, over a heavy line."""

    text: Text


Row = Sequence[GridCell | Text]
Span = tuple[Column, float, float]
"""A column, the x that its text is aligned to, and the width available to it."""


class Grid(Flowable):
    """Rows under a head, with an optional `title`.

    `row` is the minimum height of a row, and `titles_height` that of the column titles, by default the same, in points.
    `empty` is printed if there are no rows; "" stands for "Nothing to show yet."
    """

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[Row | Divider],
        *,
        row: float,
        empty: Text = "",
        title: Text = "",
        titles_height: float = 0,
    ) -> None:
        super().__init__()
        self.columns, self.rows, self.row, self.title = columns, rows, row, title
        self.titles_height = titles_height or row
        self.head = self.titles_height + (TITLE if title else 0)
        self.empty = empty or _("Nothing to show yet.")
        self.heights: Sequence[float] = ()

    def part(self, first: int, end: int) -> "Grid":
        """Return a grid of the rows from `first` to before `end`, with the same head.

        The measured heights of the rows are reused.
        """
        piece = self.like(self.rows[first:end])
        piece.heights = self.heights[first:end]
        return piece

    def like(self, rows: Sequence[Row | Divider]) -> "Grid":
        """Return a grid of other rows under the same head."""
        return Grid(
            self.columns,
            rows,
            row=self.row,
            empty=self.empty,
            title=self.title,
            titles_height=self.titles_height,
        )

    def measure(self, available_width: float) -> Sequence[float]:
        """Set the width of the grid and return the heights of its rows, measured on the first call."""
        self.width = available_width
        if len(self.heights) != len(self.rows):
            column_widths = [
                (available_width, available_width / column.min_size, column)
                for column, _x, available_width in self.spans()
            ]
            self.heights = [self.row_height(row, column_widths) for row in self.rows]
        return self.heights

    def wrap(self, available_width: float, _available_height: float) -> tuple[float, float]:
        self.height = self.head + (sum(self.measure(available_width)) or self.row)
        return available_width, self.height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        fitting_rows, height_left = 0, available_height + SLACK - self.head
        for height in self.measure(available_width):
            if height > height_left:
                break
            fitting_rows, height_left = fitting_rows + 1, height_left - height
        if fitting_rows < 1:
            return self.split_first_row(height_left)
        if 1 < fitting_rows < len(self.rows) and isinstance(self.rows[fitting_rows], Divider):
            fitting_rows -= 1  # a divider is about the row above, so both stay on one page
        parts = (self.part(0, fitting_rows), self.part(fitting_rows, len(self.rows)))
        return [part for part in parts if part.rows]

    def split_first_row(self, available_height: float) -> list[Flowable]:
        """Split a first row that may be taller than the page.

        Return two grids, one with the lines that fit and one with the rest of the row and the remaining rows, or []
        if the row need not or cannot be split.
        """
        if not self.heights or self.heights[0] <= TALLEST or available_height < self.row:
            return []
        line_count = int(
            (available_height - WHITE) / (LEADING * max(column.min_size for column in self.columns))
        )
        halves: list[tuple[GridCell, GridCell]] = []
        for value, (column, _x, available_width) in zip(self.rows[0], self.spans(), strict=True):  # type: ignore[arg-type]
            cell = GridCell.of(value)
            lines = wrap_text(str(cell.text), cell.font or column.font, column.min_size, available_width)
            upper, lower = "\n".join(lines[:line_count]), "\n".join(lines[line_count:])
            halves.append((replace(cell, text=upper), replace(cell, text=lower, ticked=None)))
        upper_half, lower_half = zip(*halves, strict=True)
        parts: tuple[Sequence[Row | Divider], ...] = ([upper_half], [lower_half, *self.rows[1:]])
        return [self.like(rows) for rows in parts]

    def row_height(self, row: Row | Divider, column_widths: Sequence[tuple[float, float, Column]]) -> float:
        """Return the height of a row: `self.row`, or more if its longest text needs it.

        `column_widths` holds, for each column, its width in points, its width as a multiple of `min_size`, and the
        column.
        """
        height = self.row
        if isinstance(row, Divider):
            return height
        for cell, (available_width, width_in_em, column) in zip(row, column_widths, strict=True):
            text, font = (cell.text, cell.font) if isinstance(cell, GridCell) else (cell, None)
            text, font = str(text), font or column.font
            if len(text) > width_in_em or not text.isascii() or "\n" in text:
                height = max(height, row_height_for_text(text, font, column.min_size, available_width))
        return height

    def draw(self) -> None:
        self.canv.saveState()
        top = self.height - self.head + self.titles_height
        new_paragraph(self.canv)
        if self.title:
            draw_text(self.canv, 0, top + 6, str(self.title), font=DISPLAY, size=14, max_width=self.width)
            new_paragraph(self.canv)
        self.draw_bands(top - self.titles_height)
        self.draw_head(top)
        spans, bottom = self.spans(), top - self.titles_height
        for row, height in zip(self.rows, self.heights, strict=True):
            bottom -= height
            new_paragraph(self.canv)
            self.draw_row(row, spans, bottom, height)
        if not self.rows:
            draw_text(self.canv, PAD, top - self.titles_height - self.row * 0.7, str(self.empty), size=11)
        if not self.rows or not isinstance(self.rows[-1], Divider):  # a divider draws a line itself
            self.canv.setLineWidth(0.6)
            self.canv.line(0, 0, self.width, 0)
        self.canv.restoreState()

    def draw_bands(self, bottom: float) -> None:
        """Shade every second row that is no divider. Called before the text of the rows is drawn over it."""
        bands = []
        for number, (row, height) in enumerate(zip(self.rows, self.heights, strict=True)):
            bottom -= height
            if number % 2 and not isinstance(row, Divider):
                bands.append(f"0 {bottom:.2f} {self.width:.2f} {height:.2f} re")
        if bands:
            self.canv.addLiteral(f"{BAND} g {' '.join(bands)} f 0 g")

    def draw_head(self, top: float) -> None:
        for column, x, available_width in self.spans():
            title = str(column.title)
            needs_two_lines = (
                self.titles_height >= TWO_HEADS and text_width(title, BOLD, HEAD) > available_width
            )
            lines = halve_title(title, BOLD) if needs_two_lines else (title,)
            widest = max(text_width(line, BOLD, 1) for line in lines)
            size = min(HEAD, available_width / widest) if widest else HEAD
            lower_baseline = max(2.4, self.titles_height / 2 - 0.78 * size)  # centered if there is room
            base = (
                top - self.titles_height + lower_baseline
                if len(lines) > 1
                else top - self.titles_height * 0.68
            )
            for lines_below, line in enumerate(reversed(lines)):
                y = base + lines_below * size * 1.02
                draw_text(self.canv, x, y, line, font=BOLD, size=size, align=column.align)
        self.canv.setLineWidth(0.9)
        self.canv.line(0, top - self.titles_height, self.width, top - self.titles_height)

    def draw_row(self, row: Row | Divider, spans: Sequence[Span], bottom: float, height: float) -> None:
        if isinstance(row, Divider):
            self.draw_divider(row, bottom)
            return
        middle = bottom + height / 2
        for cell, (column, x, available_width) in zip(row, spans, strict=True):
            self.draw_cell(GridCell.of(cell), column, x, middle, available_width, height)

    def draw_divider(self, row: Divider, bottom: float) -> None:
        self.canv.setLineWidth(2)
        self.canv.line(0, bottom + 1, self.width, bottom + 1)
        text, base = str(row.text), bottom + self.row * 0.36
        draw_text(
            self.canv,
            self.width / 2,
            base,
            text,
            font=BOLD,
            size=10,
            max_width=self.width - 2 * PAD,
            align="center",
        )

    def draw_cell(
        self, cell: GridCell, column: Column, x: float, middle: float, available_width: float, height: float
    ) -> None:
        size = cell.size or column.size
        if cell.ticked is not None:
            drawn_shapes.draw_box(self.canv, x, middle - 5.5, 11, ticked=cell.ticked)
            return
        if cell.ruled:
            self.canv.setLineWidth(0.6)
            self.canv.line(x, middle - 8, x + available_width, middle - 8)
            return
        font, text = cell.font or column.font, str(cell.text)
        lines: Sequence[str] = (text,)
        if "\n" in text:
            size = column.min_size
            lines = wrap_text(text, font, size, available_width)
        elif text_width(text, font, size) > available_width:
            max_lines = max(2, int(height / (column.min_size * LEADING)))
            lines, size = fit_in_lines(
                text, font, size, available_width, column.min_size, max_lines=max_lines
            )
        base = middle - size * (0.36 if len(lines) == 1 else 0.25)
        line_distance = size * 1.05
        for number, line in enumerate(lines):
            draw_text(
                self.canv,
                x,
                base + line_distance * ((len(lines) - 1) / 2 - number),
                line,
                font=font,
                size=size,
                max_width=available_width,
                min_size=column.min_size,
                align=column.align,
                struck=cell.struck,
            )

    def spans(self) -> list[Span]:
        """Return each column with the x that its text is aligned to and the width available to it."""
        total = sum(column.share for column in self.columns)
        spans, x = [], 0.0
        for column in self.columns:
            column_width = self.width * column.share / total
            text_x = {"left": x + PAD, "right": x + column_width - PAD, "center": x + column_width / 2}[
                column.align
            ]
            spans.append((column, text_x, column_width - 2 * PAD))
            x += column_width
        return spans


def halve_title(text: str, font: str) -> tuple[str, ...]:
    """Split a title into two lines as short as possible, or one line if it is a single word."""
    words = text.split(" ")
    pairs = [(" ".join(words[:position]), " ".join(words[position:])) for position in range(1, len(words))]
    return min(pairs, key=lambda lines: max(text_width(line, font, 1) for line in lines), default=(text,))


def row_height_for_text(text: str, font: str, size: float, available_width: float) -> float:
    """Return the minimum row height for the whole text at this size, or 0 if it fits in one line."""
    if "\n" not in text:
        # Laying out a text is slow, so it is skipped if the text certainly fits in one or two lines.
        width_of, max_width = letter_widths(font).__getitem__, available_width / size
        text_width = sum(map(width_of, text))
        if text_width <= max_width:
            return 0
        # The space left at the end of the first line is at most as wide as the longest word.
        longest_word = max(sum(map(width_of, word)) for word in text.split() or [text])
        if text_width + longest_word <= 2 * max_width:
            return LINES * size
    line_count = len(wrap_text(text, font, size, available_width))
    return LINES * size if line_count == 2 else line_count * size * LEADING + WHITE if line_count > 2 else 0


def count_rows_on_page(row_height: float, *, landscape: bool = False) -> int:
    """Return the number of rows of a grid that fit below its column titles on A4."""
    page_height = min(PAPERS["a4"]) if landscape else max(PAPERS["a4"])
    return int((page_height - 2 * MARGIN - SHEET_HEAD - FOOT) / row_height) - 1


def lay_out_columns(
    grid: Grid, available_width: float, available_height: float, count: int
) -> Iterator[Flowable]:
    """Yield a long list in `count` columns side by side: full pages, then a last page with columns of equal height.

    `available_width` and `available_height` are the size of a column. There must be a frame for each column.
    """
    heights, max_height = grid.measure(available_width), available_height - grid.head + SLACK
    start, column_number = 0, 0
    while True:
        for end in page_column_ends(heights, start, max_height, count):
            if column_number:
                yield FrameBreak()
            yield grid.part(start, end)
            start, column_number = end, column_number + 1
        if start == len(heights):
            return


def page_column_ends(heights: Sequence[float], start: int, max_height: float, count: int) -> list[int]:
    """Return the index after the last row of each column of a page whose first row has the index `start`.

    A page that all remaining rows fit on has `count` columns as short as possible, or fewer if there are few rows.
    """
    ends = _column_ends(heights, start, max_height, count)
    if ends[-1] < len(heights):
        return ends
    average = sum(heights[start:]) / count
    candidates = sorted({average, max_height, *(average + row_height for row_height in heights[start:])})
    balanced = (
        _column_ends(heights, start, min(column_height + SLACK, max_height), count)
        for column_height in candidates
    )
    return next((shorter for shorter in balanced if shorter[-1] == len(heights)), ends)


def _column_ends(heights: Sequence[float], start: int, max_height: float, count: int) -> list[int]:
    """Return the index after the last row of each of the next `count` columns.

    Columns are filled in turn up to `max_height`, with at least one row each. The result is shorter if the rows
    run out.
    """
    ends: list[int] = []
    position = start
    for _column in range(count):
        height_left, column_start = max_height, position
        while position < len(heights) and (heights[position] <= height_left or position == column_start):
            height_left, position = height_left - heights[position], position + 1
        ends.append(position)
        if position == len(heights):
            break
    return ends
