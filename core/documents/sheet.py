"""The base class of printed sheets, which sets paper, margins, head and foot.

A document overrides only `story`. Several documents can be bound into one PDF.
"""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import BytesIO
from typing import Any, ClassVar

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from reportlab import rl_config
from reportlab.lib.pagesizes import A3, A4, LETTER, TABLOID
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfdoc import PDFArray, PDFName, PDFStream
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, NextPageTemplate, PageBreak, PageTemplate

from core.documents import drawn_shapes, qr_codes
from core.documents.drawn_text import draw_text, draw_value
from core.documents.fonts import BOLD, DISPLAY, TEXT, code_points_in_font, text_width
from core.documents.pdf_tags import PdfStructureElement, PdfStructureTree
from core.documents.text_fitting import fit_in_lines
from core.engine.papers import Paper
from core.engine.sheet_heads import SheetHead

rl_config.useA85 = 0  # binary streams are a fifth smaller and written a tenth faster
Text = str | Promise
PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER, "a3": A3, "tabloid": TABLOID}
MARGIN = 12 * mm
HEAD = 50.0
FOOT = 52.0
GUTTER = 18.0
"""Heights in points of the head and foot of a page, and the gap between two columns."""

BAND = 0.92
"""The shade of gray of every second row, from 0 (black) to 1 (white)."""

PARAGRAPH, HEADING = "P", "H1"
"""The roles of pieces of a page for screen readers."""
Progress = Callable[[int, int], None]
"""Called after each page with the number of its sheet, from 1, and the number of pages so far."""


CanvasState = dict[str, Any]
"""The attributes of a canvas by name, at the end of a page."""


class SheetCanvas(Canvas):
    """A canvas that stores its pages, compressed, until their number is known, and then draws their heads and feet.

    Page numbers start at 1 in each sheet, and each copy of a sheet repeats its pages.
    """

    # Attributes of ReportLab's canvas that its stubs omit.
    _code: list[str]
    _doc: Any
    _startPage: Callable[[], None]  # noqa: N815

    def __init__(
        self, *args: Any, sheets: Sequence["Sheet"], progress: Progress | None = None, **options: Any
    ) -> None:
        # Registers the initial font of the canvas.
        code_points_in_font(TEXT)
        super().__init__(*args, **options | {"initialFontName": TEXT})
        self.sheets, self.progress = sheets, progress
        self.at = 0
        self.part: Text = ""
        self.drawn_pages: list[CanvasState] = []
        self.first: CanvasState = {}
        """The state of the canvas after the first page. For other pages only the differences from it are stored."""
        self.tree = PdfStructureTree()
        self.begin_tags()

    def begin(self, position: int) -> None:
        """Start the sheet at this position, without a part. Does nothing if it is the current sheet."""
        if position != self.at:
            self.at, self.part = position, ""

    def showPage(self) -> None:  # noqa: N802
        compressed_code = zlib.compress("\n".join(self._code).encode(), level=1)
        state = vars(self) | {"_code": compressed_code}
        if not self.first:
            self.first.update(state | {"_code": b""})
        first_page = self.first
        differences = {
            name: value
            for name, value in state.items()
            if name not in first_page or first_page[name] is not value
        }
        self.drawn_pages.append(differences | {"at": self.at, "part": self.part, "roles": self.roles})
        if self.progress is not None:
            self.progress(self.at + 1, len(self.drawn_pages))
        self._startPage()
        self.begin_tags()

    def begin_tags(self) -> None:
        """Start the tags of a page with a paragraph that contains everything drawn until the next tag."""
        self.roles, self.marked_at = [PARAGRAPH], 0

    def paragraph(self) -> None:
        """Start a new paragraph, unless nothing has been drawn since the last one started."""
        code = self._code
        for position in range(self.marked_at, len(code)):
            if code[position] not in ("q", "Q") and not code[position].endswith(" cm"):
                self.tag(PARAGRAPH)
                return

    def tag(self, role: str) -> None:
        """End the current tag and start one with this role."""
        code = self._code
        code.append(f"EMC /{role} <</MCID {len(self.roles)}>> BDC")
        self.roles.append(role)
        self.marked_at = len(code)

    def begin_skipped_tag(self) -> None:
        """Start a tag for repeated parts of a page, which screen readers skip."""
        self._code.append("EMC /Artifact BMC")

    def save(self) -> None:
        parts = dict.fromkeys((state["at"], state["part"]) for state in self.drawn_pages)
        has_outline = len(parts) > 1
        for position, sheet in enumerate(self.sheets):
            sheet_pages = [state for state in self.drawn_pages if state["at"] == position]
            for _copy in range(sheet.copies):
                self.finish(sheet, sheet_pages, has_outline=has_outline)
        if has_outline:
            self.showOutline()
        self.tree.close(self._doc)
        super().save()

    def finish(self, sheet: "Sheet", sheet_pages: Sequence[CanvasState], *, has_outline: bool) -> None:
        """Write the pages of a sheet and add its entries to the outline."""
        part, section = "", PdfStructureElement("Sect", self.tree.document, sheet.title())
        for number, state in enumerate(sheet_pages, start=1):
            code = zlib.decompress(state["_code"]).decode().split("\n")
            code.insert(0, f"/{PARAGRAPH} <</MCID 0>> BDC")
            # This is ReportLab's way to finish a stored page: the attributes of the canvas are the state of the page.
            self.__dict__.update(self.first | state | {"_code": code, "roles": list(state["roles"])})
            if has_outline and number == 1:
                self.add_to_outline(sheet.title(), 0)
            if has_outline and self.part not in ("", part):
                part = str(self.part)
                self.add_to_outline(part, 1)
            self.begin_skipped_tag()
            sheet.furnish(self, number, len(sheet_pages))
            self._code.append("EMC")
            roles = self.roles
            super().showPage()
            reading_order = sorted(range(len(roles)), key=lambda piece: (roles[piece] != HEADING, piece))
            self.tree.add_page(self._doc.Pages.pages[-1], section, roles, reading_order)
            # ReportLab would store the text of all pages in memory until the file is written.
            page: Any = self._doc.Pages.pages[-1]
            stream = PDFStream(content=zlib.compress(page.stream.encode()))
            stream.dictionary["Filter"] = PDFArray([PDFName("FlateDecode")])
            page.Contents, page.stream = stream, None

    def add_to_outline(self, title: str, level: int) -> None:
        """Add an outline entry that links to this page."""
        key = f"page-{self.getPageNumber()}-{level}"
        self.bookmarkPage(key)
        self.addOutlineEntry(title, key, level)


def new_paragraph(canvas: Canvas) -> None:
    """Start a paragraph for a row, a slip or a box. Does nothing on a canvas other than `SheetCanvas`."""
    if isinstance(canvas, SheetCanvas):
        canvas.paragraph()


class PartMarker(Flowable):
    """An invisible flowable that sets the part of the sheet, such as "A–H", shown in later page heads."""

    def __init__(self, name: Text) -> None:
        super().__init__()
        self.name = name

    def wrap(self, *_available: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        if isinstance(self.canv, SheetCanvas):
            self.canv.part = self.name


class NothingToPrint(Flowable):
    """The flowable of a sheet without contents, which says that there is nothing to print yet."""

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        self.width, self.height = available_width, available_height - 1
        return self.width, self.height

    def draw(self) -> None:
        text = str(_("Nothing to print yet."))
        draw_text(self.canv, self.width / 2, self.height * 0.8, text, size=12, align="center")


class SheetTemplate(PageTemplate):
    """The page template of a sheet in a bound PDF."""

    def __init__(self, position: int, sheet: "Sheet") -> None:
        super().__init__(id=str(position), frames=sheet.frames(), pagesize=sheet.page)
        self.position = position

    def beforeDrawPage(self, canv: SheetCanvas, _doc: BaseDocTemplate) -> None:  # type: ignore[override]  # noqa: N802
        canv.begin(self.position)


class Sheet(ABC):
    """A document of one or more pages. Sizes are in points, and the origin is the lower left corner.

    `what` names the kind of document, `columns` is the number of columns of its story, and `copies` how often its
    pages are repeated in the PDF. Only a sheet `for_staff` shows the journal's seal and the pairings' revision.
    """

    what: ClassVar[Text] = ""
    for_staff: ClassVar[bool] = False
    columns: int = 1
    copies: int = 1
    landscape: ClassVar[bool] = False

    def __init__(self, head: SheetHead, *, paper: Paper = "a4") -> None:
        """Set the head, and the paper size for the orientation of the sheet."""
        self.head = head
        size = PAPERS[paper]
        self.page = (size[1], size[0]) if self.landscape else size

    @abstractmethod
    def story(self) -> Iterable[Flowable]:
        """Return the flowables to print, from top to bottom."""

    def render(self) -> bytes:
        """Render the PDF. The same head and rows give the same bytes."""
        return bind_sheets([self], title=self.title())

    def title(self) -> str:
        """Return the title: the kind of document, with group and part."""
        return " · ".join(part for part in (str(self.what), self.subject()) if part)

    @property
    def body(self) -> tuple[float, float, float, float]:
        """The area of the story: x, y, width, height."""
        page_width, page_height = self.page
        return MARGIN, MARGIN + FOOT, page_width - 2 * MARGIN, page_height - 2 * MARGIN - HEAD - FOOT

    @property
    def column(self) -> float:
        """The width of one column of the story."""
        return (self.body[2] - GUTTER * (self.columns - 1)) / self.columns

    def frames(self) -> list[Frame]:
        x, y, _body_width, height = self.body
        step = self.column + GUTTER
        return [bare_frame(x + number * step, y, self.column, height) for number in range(self.columns)]

    def subject(self) -> str:
        """Return group and part, such as "Masters · Round 5 of 7"."""
        return " · ".join(part for part in (self.head.group, self.head.part) if part)

    def printed_at(self) -> str:
        """Return the date of printing, with the month as a word, and the time, both in the time zone of the head."""
        return date_format(self.head.printed_at, "j F Y, H:i")

    def printed_text(self, number: int, total: int) -> str:
        """Return the time of printing and the number of the page, for staff after the revision of the pairings."""
        text = str(_("Printed %(when)s · page %(number)d of %(total)d"))
        text %= {"when": self.printed_at(), "number": number, "total": total}
        revision = self.head.revision if self.for_staff else 0
        return f"{sheet_revision_text(revision)} · {text}" if revision else text

    def furnish(self, canvas: SheetCanvas, number: int, total: int) -> None:
        """Draw the head and foot of a page. Sheets without them override this method.

        The head of the first page is tagged as a heading.
        """
        if number == 1:
            canvas.tag(HEADING)
        self.draw_head(canvas, number, total)
        canvas.begin_skipped_tag()
        self.draw_foot(canvas)

    def draw_head(self, canvas: SheetCanvas, number: int, total: int) -> None:
        left, right, top = MARGIN, self.page[0] - MARGIN, self.page[1] - MARGIN
        printed = self.printed_text(number, total)
        text_width = draw_text(canvas, right, top - 9, printed, size=9, align="right")
        max_width = right - left - text_width - 16
        draw_value(
            canvas,
            left,
            top - 9,
            self.head.name,
            size=10,
            max_width=max_width,
            min_size=9,
            leading=10.5,
            shift_down=0,
        )
        title = str(format_lazy("{}, {}", self.what, canvas.part) if canvas.part else self.what)
        subject = self.subject()
        max_width = (right - left) * 0.55 if subject else right - left
        text_width = draw_value(
            canvas,
            left,
            top - 33,
            title,
            font=DISPLAY,
            size=21,
            max_width=max_width,
            min_size=12,
            leading=12.5,
            shift_down=3,
        )
        max_width = right - left - text_width - 20
        draw_text(
            canvas,
            right,
            top - 33,
            subject,
            font=DISPLAY,
            size=21,
            max_width=max_width,
            min_size=10,
            align="right",
        )
        canvas.setLineWidth(1.4)
        canvas.line(left, top - 41, right, top - 41)

    def seal_text(self) -> str:
        """Return the digest of the journal's latest seal, or "" without one and on public sheets."""
        seal = self.head.seal if self.for_staff else ""
        return str(_("Journal sealed: %(digest)s") % {"digest": seal}) if seal else ""

    def draw_foot(self, canvas: SheetCanvas) -> None:
        left, right, side = MARGIN, self.page[0] - MARGIN, FOOT - 10
        seal_text = self.seal_text()
        if self.head.address:
            qr_codes.draw_qr(canvas, left, MARGIN, side, self.head.address)
            x = left + side + 10
            draw_text(canvas, x, MARGIN + side / 2 + 4, str(_("This page on your phone")), size=9)
            max_width = right - x - max(90, text_width(seal_text, TEXT, 9) + 12)
            lines, size = fit_in_lines(strip_scheme(self.head.address), BOLD, 10, max_width, 8)
            for number, line in enumerate(lines):
                draw_text(canvas, x, MARGIN + side / 2 - 9 - 9.5 * number, line, font=BOLD, size=size)
        if seal_text:
            draw_text(canvas, right, MARGIN + side / 2 - 18, seal_text, size=9, align="right")
        brand_width = text_width("Stadium", DISPLAY, 11)
        drawn_shapes.draw_logo(canvas, right - brand_width - 23, MARGIN + side / 2 - 5.5, 10)
        draw_text(canvas, right, MARGIN + side / 2 - 4, "Stadium", font=DISPLAY, size=11, align="right")


def bind_sheets(sheets: Sequence[Sheet], *, title: str, progress: Progress | None = None) -> bytes:
    """Bind sheets into one PDF in the active language, with an outline and one set of fonts.

    Each sheet has its own paper and page numbers. The same heads and rows give the same bytes.
    """
    buffer = BytesIO()
    first_sheet = sheets[0]
    language, _dash, region = (get_language() or "en").partition("-")
    document = BaseDocTemplate(
        buffer,
        pagesize=first_sheet.page,
        pageTemplates=[SheetTemplate(position, sheet) for position, sheet in enumerate(sheets)],
        title=title,
        author=first_sheet.head.name,
        creator="Stadium",
        lang=f"{language}-{region.upper()}" if region else language,
        displayDocTitle=True,
        pageCompression=1,
        invariant=1,
    )
    story: list[Flowable] = []
    for position, sheet in enumerate(sheets):
        if position:
            story += [NextPageTemplate(str(position)), PageBreak()]
        story += list(sheet.story()) or [NothingToPrint()]
    document.build(story, canvasmaker=partial(SheetCanvas, sheets=sheets, progress=progress))
    return buffer.getvalue()


def sheet_revision_text(revision: int) -> str:
    """Return the name of a revision of the pairings: "Revision 2"."""
    return str(_("Revision %(revision)d") % {"revision": revision})


def bare_frame(x: float, y: float, frame_width: float, frame_height: float) -> Frame:
    """Return a frame without padding. `x` and `y` are its lower left corner."""
    return Frame(
        x, y, frame_width, frame_height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0
    )


def strip_scheme(address: str) -> str:
    """Return an address without its scheme, as people type it."""
    return address.removeprefix("https://").removeprefix("http://").rstrip("/")
