"""Lists of names for a wall, which a crowd reads from three meters.

Names and tables have capitals of 5 mm, and the first page of a board has its range in letters of 40 mm. A name that is
too wide is condensed, then continued on a second line, but never smaller. On A3 and Tabloid all of it is larger, and
so is a list that fits in one column.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame

from core.documents import qr_codes
from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY, TEXT, text_width
from core.documents.grid import SLACK, page_column_ends
from core.documents.sheet import (
    HEADING,
    PAPERS,
    Sheet,
    SheetCanvas,
    Text,
    bare_frame,
    strip_scheme,
)
from core.documents.text_fitting import fit_in_lines, wrap_text
from core.documents.wall_rows import (
    CAPITALS_PER_EM,
    ROW,
    SMALL,
    WallLine,
    WallRows,
    draw_condensed,
)
from core.engine.papers import Paper
from core.engine.sheet_heads import SheetHead

LETTERS = 40.05 * mm / CAPITALS_PER_EM
"""Font size of the range of a board, with capitals of 40 mm."""

EDGE = 6.5 * mm
"""Blank edge of a wall sheet, narrower than that of other sheets."""

RANGE_HEAD, TAIL_OF_Q, RANGE_SHARE = 118.5, 22.0, 0.62
"""Height of the head with the range of a board, height of the tail of a Q, and share of the width for the range."""

QR_STRIP, STRIP = 47.0, 26.0
"""Height of the head of a first page without a range, and of the other pages."""

COLUMNS = 2
GUTTER = 14.0
ENLARGED = 1.6
"""Factor for a list that fits in one column when it is enlarged."""


@dataclass(frozen=True, slots=True)
class WallBoard:
    """The lines of one board.

    `letters` is its range, such as "A–H", or "" for a list on one board. `title` is the range with further words.
    """

    letters: str
    wall_lines: Sequence[WallLine]
    title: Text = ""


class WallSheet(Sheet):
    """A list for the wall in two columns, or in one column of larger letters if it is short.

    `empty` is printed if there are no names. If `has_lines_below`, each name may have a small line below it.
    """

    empty: Text = ""
    has_lines_below = False

    def __init__(self, head: SheetHead, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.scale = wall_scale(self.page)

    @abstractmethod
    def boards(self) -> Sequence[WallBoard]:
        """Return the boards, each starting on a new page. There is at least one."""

    @property
    def body(self) -> tuple[float, float, float, float]:
        """The page without its edge: x, y, width, height."""
        page_width, page_height = self.page
        return EDGE, EDGE, page_width - 2 * EDGE, page_height - 2 * EDGE

    def frames(self) -> list[Frame]:
        x, y, body_width, body_height = self.body
        return [bare_frame(x, y, body_width, body_height + SLACK)]

    def story(self) -> Iterator[Flowable]:
        self.pages = [page for board in self.boards() for page in self.board_pages(board)]
        yield from self.pages

    def board_pages(self, board: WallBoard) -> Iterator["WallPage"]:
        """Yield the pages of a board. The columns of its last page are equally long."""
        for number, (head, columns) in enumerate(self.lay_out(board)):
            yield WallPage(self, board, columns, head=head, is_first=number == 0)

    def lay_out(self, board: WallBoard) -> Iterator[tuple[float, list[WallRows]]]:
        """Yield the height of the head and the columns of each page of a board."""
        _x, _y, body_width, body_height = self.body
        column_count, scale = COLUMNS, self.scale
        room = body_height - head_height("", is_first=True, scale=scale)
        if not board.letters and len(board.wall_lines) * ROW * scale * ENLARGED <= room:
            enlarged_rows = WallRows(
                board.wall_lines, body_width, scale * ENLARGED, below=self.has_lines_below
            )
            if sum(enlarged_rows.heights) <= room:
                column_count, scale = 1, scale * ENLARGED
        column_width = (body_width - GUTTER * (column_count - 1)) / column_count
        rows = WallRows(board.wall_lines, column_width, scale, below=self.has_lines_below)
        start, is_first = 0, True
        while is_first or start < len(board.wall_lines):
            head = head_height(board.letters, is_first=is_first, scale=self.scale)
            ends = page_column_ends(rows.heights, start, body_height - head + SLACK, column_count)
            yield head, [rows.part(first, end) for first, end in pairwise([start, *ends])]
            start, is_first = ends[-1], False

    def count_pages(self) -> int:
        """Return the number of pages of all boards."""
        return sum(1 for board in self.boards() for _page in self.lay_out(board))

    def furnish(self, canvas: SheetCanvas, number: int, total: int) -> None:
        page = self.pages[number - 1]
        if number == 1:
            canvas.tag(HEADING)
        if page.is_first and page.board.letters:
            self.draw_range_head(canvas, page.board, self.printed_text(number, total))
        else:
            self.draw_strip(canvas, page, self.printed_text(number, total))

    def board_title(self, board: WallBoard) -> str:
        """Return the kind of list with the range of the board."""
        return ", ".join(filter(None, (str(self.what), str(board.title or board.letters))))

    def draw_range_head(self, canvas: SheetCanvas, board: WallBoard, printed: str) -> None:
        """Draw the range of a board across the page, with the head and the code for phones beside it."""
        x, y, body_width, body_height = self.body
        top, right, scale = y + body_height, x + body_width, self.scale
        letters, size = board.letters.upper(), LETTERS * scale
        range_width = draw_condensed(
            canvas, x, top - CAPITALS_PER_EM * size, letters, DISPLAY, size, body_width * RANGE_SHARE
        )
        x += range_width + GUTTER * scale
        width, bottom = right - x, top - RANGE_HEAD * scale
        top = draw_lines(canvas, x, top, self.head.name, BOLD, 10 * scale, 9 * scale, width)
        top = draw_lines(canvas, x, top, self.board_title(board), DISPLAY, 17 * scale, 11 * scale, width)
        top = draw_lines(canvas, x, top, self.subject(), DISPLAY, 17 * scale, 11 * scale, width)
        canvas.begin_skipped_tag()
        side = 0.0
        if self.head.address:
            side = min(54 * scale, top - bottom - 8 * scale)
            qr_codes.draw_qr(canvas, right - side, bottom + 6 * scale, side, self.head.address)
        width -= side + 6 * scale
        leading = SMALL * 1.1 * scale
        for text in (printed, self.seal_text(), strip_scheme(self.head.address)):
            lines = wrap_text(text, TEXT, SMALL * scale, width)
            # Long titles leave no room for the address, which the code has too.
            if top - leading * len(lines) < bottom + 4 * scale:
                break
            for line in lines:
                top -= leading
                draw_text(canvas, x, top, line, size=SMALL * scale)

    def draw_strip(self, canvas: SheetCanvas, page: "WallPage", printed: str) -> None:
        """Draw the head of a page without a range, with the code for phones on the first page."""
        x, y, body_width, body_height = self.body
        top, right, scale = y + body_height, x + body_width, self.scale
        notes = " · ".join(filter(None, (printed, self.seal_text())))
        if page.is_first and self.head.address:
            side = (QR_STRIP - 5) * scale
            qr_codes.draw_qr(canvas, right - side, top - side, side, self.head.address)
            right -= side + 8 * scale
            address = strip_scheme(self.head.address)
            draw_condensed(canvas, x, top - 39 * scale, address, TEXT, SMALL * scale, right - x)
        notes_width = draw_text(canvas, right, top - 8 * scale, notes, size=SMALL * scale, align="right")
        max_width = right - x - notes_width - 12 * scale
        draw_condensed(canvas, x, top - 8 * scale, self.head.name, BOLD, SMALL * scale, max_width)
        title, size = self.board_title(page.board), 13 * scale
        title_width = draw_condensed(canvas, x, top - 20 * scale, title, DISPLAY, size, (right - x) * 0.6)
        max_width = right - x - title_width - 16 * scale
        subject = self.subject()
        subject_width = min(text_width(subject, DISPLAY, size), max_width)
        draw_condensed(canvas, right - subject_width, top - 20 * scale, subject, DISPLAY, size, max_width)


class WallPage(Flowable):
    """A page of a wall sheet: columns of rows below the head."""

    def __init__(
        self,
        sheet: WallSheet,
        board: WallBoard,
        columns: Sequence[WallRows],
        *,
        head: float,
        is_first: bool,
    ) -> None:
        super().__init__()
        self.sheet, self.board, self.rows, self.head, self.is_first = sheet, board, columns, head, is_first
        _x, _y, self.width, self.height = sheet.body

    def wrap(self, *_available: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        canvas, top = self.canv, self.height - self.head
        if isinstance(canvas, SheetCanvas):
            canvas.part = self.board.title or self.board.letters
        canvas.saveState()
        canvas.setLineWidth(1.2)
        canvas.line(0, top + 2, self.width, top + 2)
        if not self.board.wall_lines:
            draw_text(canvas, 0, top - 30, str(self.sheet.empty), size=14)
        for number, rows in enumerate(self.rows):
            rows.draw(canvas, number * (rows.column_width + GUTTER), top)
        canvas.restoreState()


def wall_scale(page: tuple[float, float]) -> float:
    """Return the size of texts on this page as a multiple of that on A4 and Letter."""
    return max(1.0, min(page[0] / A4[0], page[1] / A4[1]))


def head_height(letters: str, *, is_first: bool, scale: float) -> float:
    """Return the height of the head of a page of a board, in points."""
    if not is_first:
        return STRIP * scale
    if not letters:
        return QR_STRIP * scale
    return (RANGE_HEAD + (TAIL_OF_Q if "Q" in letters.upper() else 0)) * scale


def wall_row_heights(wall_lines: Sequence[WallLine], paper: Paper, *, has_lines_below: bool) -> list[float]:
    """Return the heights of the rows of these lines in a list of one board."""
    page = PAPERS[paper]
    column_width = (page[0] - 2 * EDGE - GUTTER * (COLUMNS - 1)) / COLUMNS
    return list(WallRows(wall_lines, column_width, wall_scale(page), below=has_lines_below).heights)


def count_wall_pages(heights: Sequence[float], letters: str, paper: Paper) -> int:
    """Return the number of pages of a board with rows of these heights."""
    page, start, pages = PAPERS[paper], 0, 0
    while not pages or start < len(heights):
        head = head_height(letters, is_first=not pages, scale=wall_scale(page))
        start = page_column_ends(heights, start, page[1] - 2 * EDGE - head + SLACK, COLUMNS)[-1]
        pages += 1
    return pages


def draw_lines(
    canvas: Canvas, x: float, top: float, text: str, font: str, size: float, min_size: float, max_width: float
) -> float:
    """Draw a text of at most two lines below `top`, and return the height of its lower end."""
    if not text:
        return top
    lines, size = fit_in_lines(text, font, size, max_width, min_size)
    for line in lines:
        top -= size * 1.1
        draw_text(canvas, x, top, line, font=font, size=size)
    return top - size * 0.1
