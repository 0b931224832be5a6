"""The base of printed sheets: paper, margins, head, foot. Documents override only the story; several make one PDF."""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import BytesIO
from typing import Any, ClassVar, Literal

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

from core.documents import marks
from core.documents.fonts import BOLD, DISPLAY, TEXT, glyphs, put, put_value, width, wrapped
from core.documents.tags import Element, Tree
from core.engine.heads import SheetHead

rl_config.useA85 = 0  # binary pages: a fifth smaller, and a tenth faster to write
Paper = Literal["a4", "letter", "a3", "tabloid"]
Text = str | Promise
PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER, "a3": A3, "tabloid": TABLOID}
MARGIN = 12 * mm
HEAD = 50.0
FOOT = 52.0
GUTTER = 18.0
BAND = 0.92
PARAGRAPH, HEADING = "P", "H1"
"""The role of a piece of a page for screen readers."""
Progress = Callable[[int, int], None]
"""Called after each page with the number of its sheet, from 1, and the number of pages so far."""


CanvasState = dict[str, Any]
"""The attributes of a canvas by name: how a page was left."""


class Pages(Canvas):
    """A canvas that stores its pages, compressed, until their number is known, then draws their heads and feet.

    Each sheet counts its own pages and is repeated as often as it has copies.
    """

    def __init__(
        self, *args: Any, sheets: Sequence["Sheet"], progress: Progress | None = None, **options: Any
    ) -> None:
        glyphs(TEXT)
        super().__init__(*args, **options | {"initialFontName": TEXT})
        self.sheets, self.progress = sheets, progress
        self.at = 0
        self.part: Text = ""
        self.held: list[CanvasState] = []
        self.first: CanvasState = {}
        """The state of the canvas after the first page; of each page only the differences are stored."""
        self.tree = Tree()
        self.begin_tags()

    def begin(self, place: int) -> None:
        """Start the pages of the sheet at this place."""
        if place != self.at:
            self.at, self.part = place, ""

    def showPage(self) -> None:  # noqa: N802
        drawn = zlib.compress("\n".join(self._code).encode(), level=1)  # type: ignore[attr-defined]
        state = vars(self) | {"_code": drawn}
        if not self.first:
            self.first.update(state | {"_code": b""})
        first = self.first
        differs = {
            name: value for name, value in state.items() if name not in first or first[name] is not value
        }
        self.held.append(differs | {"at": self.at, "part": self.part, "roles": self.roles})
        if self.progress is not None:
            self.progress(self.at + 1, len(self.held))
        self._startPage()  # type: ignore[attr-defined]
        self.begin_tags()

    def begin_tags(self) -> None:
        """Start a page: what is drawn belongs to its first paragraph."""
        self.roles, self.marked_at = [PARAGRAPH], 0

    def paragraph(self) -> None:
        """Start a new paragraph, unless nothing was drawn since the last one began."""
        code: list[str] = self._code  # type: ignore[attr-defined]
        for at in range(self.marked_at, len(code)):
            if code[at] not in ("q", "Q") and not code[at].endswith(" cm"):
                self.tag(PARAGRAPH)
                return

    def tag(self, role: str) -> None:
        """End the current mark and mark what follows with this role."""
        code: list[str] = self._code  # type: ignore[attr-defined]
        code.append(f"EMC /{role} <</MCID {len(self.roles)}>> BDC")
        self.roles.append(role)
        self.marked_at = len(code)

    def tag_aside(self) -> None:
        """Mark what follows as repeated on each page, so that screen readers skip it."""
        self._code.append("EMC /Artifact BMC")  # type: ignore[attr-defined]

    def save(self) -> None:
        parts = dict.fromkeys((state["at"], state["part"]) for state in self.held)
        outlined = len(parts) > 1
        for place, sheet in enumerate(self.sheets):
            own = [state for state in self.held if state["at"] == place]
            for _copy in range(sheet.copies):
                self.finish(sheet, own, outlined=outlined)
        if outlined:
            self.showOutline()
        self.tree.close(self._doc)  # type: ignore[attr-defined]
        super().save()

    def finish(self, sheet: "Sheet", own: Sequence[CanvasState], *, outlined: bool) -> None:
        """Write the pages of one sheet, with its outline entries."""
        part, section = "", Element("Sect", self.tree.document, sheet.title())
        for number, state in enumerate(own, start=1):
            code = zlib.decompress(state["_code"]).decode().split("\n")
            code.insert(0, f"/{PARAGRAPH} <</MCID 0>> BDC")
            # ReportLab's recipe for a page that is finished later: the state of a page is the canvas's attributes.
            self.__dict__.update(self.first | state | {"_code": code, "roles": list(state["roles"])})
            if outlined and number == 1:
                self.mark(sheet.title(), 0)
            if outlined and self.part not in ("", part):
                part = str(self.part)
                self.mark(part, 1)
            self.tag_aside()
            sheet.furnish(self, number, len(own))
            self._code.append("EMC")  # type: ignore[attr-defined]
            roles = self.roles
            super().showPage()
            read = sorted(range(len(roles)), key=lambda at: (roles[at] != HEADING, at))
            self.tree.add_page(self._doc.Pages.pages[-1], section, roles, read)  # type: ignore[attr-defined]
            # ReportLab would keep the text of all pages in memory until the file is written.
            page: Any = self._doc.Pages.pages[-1]  # type: ignore[attr-defined]
            stream = PDFStream(content=zlib.compress(page.stream.encode()))
            stream.dictionary["Filter"] = PDFArray([PDFName("FlateDecode")])
            page.Contents, page.stream = stream, None

    def mark(self, title: str, level: int) -> None:
        """Add an outline entry that leads to this page."""
        key = f"page-{self.getPageNumber()}-{level}"
        self.bookmarkPage(key)
        self.addOutlineEntry(title, key, level)


def new_paragraph(canvas: Canvas) -> None:
    """Start a paragraph for a row, a slip or a box; does nothing on a canvas that is no page of a sheet."""
    if isinstance(canvas, Pages):
        canvas.paragraph()


class Part(Flowable):
    """From here on page heads name this part of the sheet, such as "A–H"."""

    def __init__(self, name: Text) -> None:
        super().__init__()
        self.name = name

    def wrap(self, *_room: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        self.canv.part = self.name  # type: ignore[attr-defined]


class Blank(Flowable):
    """The page of an empty sheet."""

    def wrap(self, across: float, up: float) -> tuple[float, float]:
        self.width, self.height = across, up - 1
        return self.width, self.height

    def draw(self) -> None:
        text = str(_("Nothing to print yet."))
        put(self.canv, self.width / 2, self.height * 0.8, text, size=12, align="center")


class Face(PageTemplate):
    """The page template of one of the bound sheets."""

    def __init__(self, place: int, sheet: "Sheet") -> None:
        super().__init__(id=str(place), frames=sheet.frames(), pagesize=sheet.page)
        self.place = place

    def beforeDrawPage(self, canv: Pages, _doc: BaseDocTemplate) -> None:  # type: ignore[override]  # noqa: N802
        canv.begin(self.place)


class Sheet(ABC):
    """A document of one or many pages. Sizes are in points, the origin is the lower left corner."""

    what: ClassVar[Text] = ""
    columns: int = 1
    copies: int = 1
    landscape: ClassVar[bool] = False

    def __init__(self, head: SheetHead, *, paper: Paper = "a4") -> None:
        self.head = head
        size = PAPERS[paper]
        self.page = (size[1], size[0]) if self.landscape else size

    @abstractmethod
    def story(self) -> Iterable[Flowable]:
        """The flowables to print, from top to bottom."""

    def render(self) -> bytes:
        """Render the PDF. The same head and rows give the same bytes."""
        return bind([self], title=self.title())

    def title(self) -> str:
        """The kind of document, with group and part."""
        return " · ".join(part for part in (str(self.what), self.subject()) if part)

    @property
    def body(self) -> tuple[float, float, float, float]:
        """The area of the story: x, y, width, height."""
        across, up = self.page
        return MARGIN, MARGIN + FOOT, across - 2 * MARGIN, up - 2 * MARGIN - HEAD - FOOT

    @property
    def column(self) -> float:
        """The width of one column of the story."""
        return (self.body[2] - GUTTER * (self.columns - 1)) / self.columns

    def frames(self) -> list[Frame]:
        x, y, _across, up = self.body
        one = self.column
        return [bare_frame(x + n * (one + GUTTER), y, one, up) for n in range(self.columns)]

    def subject(self) -> str:
        """Group and part, "Masters · Round 5 of 7"."""
        return " · ".join(part for part in (self.head.group, self.head.part) if part)

    def printed_at(self) -> str:
        """Day, with the month in letters, and time of printing in the time zone of the head."""
        return date_format(self.head.printed_at, "j F Y, H:i")

    def furnish(self, canvas: Pages, number: int, total: int) -> None:
        """Draw head and foot of one page; override for a sheet without them. The first head is tagged as heading."""
        if number == 1:
            canvas.tag(HEADING)
        self.draw_head(canvas, number, total)
        canvas.tag_aside()
        self.draw_foot(canvas)

    def draw_head(self, canvas: Pages, number: int, total: int) -> None:
        left, right, top = MARGIN, self.page[0] - MARGIN, self.page[1] - MARGIN
        printed = _("Printed %(when)s · page %(number)d of %(total)d") % {
            "when": self.printed_at(),
            "number": number,
            "total": total,
        }
        if self.head.revision:
            printed = f"{revision_text(self.head.revision)} · {printed}"
        taken = put(canvas, right, top - 9, str(printed), size=9, align="right")
        room = right - left - taken - 16
        put_value(canvas, left, top - 9, self.head.name, size=10, room=room, least=9, up=10.5, drop=0)
        title = str(format_lazy("{}, {}", self.what, canvas.part) if canvas.part else self.what)
        subject = self.subject()
        room = (right - left) * 0.55 if subject else right - left
        taken = put_value(
            canvas, left, top - 33, title, font=DISPLAY, size=21, room=room, least=12, up=12.5, drop=3
        )
        room = right - left - taken - 20
        put(canvas, right, top - 33, subject, font=DISPLAY, size=21, room=room, least=10, align="right")
        canvas.setLineWidth(1.4)
        canvas.line(left, top - 41, right, top - 41)

    def draw_foot(self, canvas: Pages) -> None:
        left, right, side = MARGIN, self.page[0] - MARGIN, FOOT - 10
        sealed = str(_("Journal sealed: %(digest)s") % {"digest": self.head.seal}) if self.head.seal else ""
        if self.head.address:
            marks.qr(canvas, left, MARGIN, side, self.head.address)
            x = left + side + 10
            put(canvas, x, MARGIN + side / 2 + 4, str(_("This page on your phone")), size=9)
            room = right - x - max(90, width(sealed, TEXT, 9) + 12)
            lines, size = wrapped(without_scheme(self.head.address), BOLD, 10, room, 8)
            for number, line in enumerate(lines):
                put(canvas, x, MARGIN + side / 2 - 9 - 9.5 * number, line, font=BOLD, size=size)
        if sealed:
            put(canvas, right, MARGIN + side / 2 - 18, sealed, size=9, align="right")
        brand_width = width("Stadium", DISPLAY, 11)
        marks.mark(canvas, right - brand_width - 23, MARGIN + side / 2 - 5.5, 10)
        put(canvas, right, MARGIN + side / 2 - 4, "Stadium", font=DISPLAY, size=11, align="right")


def bind(sheets: Sequence[Sheet], *, title: str, progress: Progress | None = None) -> bytes:
    """Bind sheets into one PDF in the active language: each with its own paper and page numbers, with an outline and
    one set of fonts. The same heads and rows give the same bytes.
    """
    out = BytesIO()
    first = sheets[0]
    language, _dash, region = (get_language() or "en").partition("-")
    document = BaseDocTemplate(
        out,
        pagesize=first.page,
        pageTemplates=[Face(place, sheet) for place, sheet in enumerate(sheets)],
        title=title,
        author=first.head.name,
        creator="Stadium",
        lang=f"{language}-{region.upper()}" if region else language,
        displayDocTitle=True,
        pageCompression=1,
        invariant=1,
    )
    story: list[Flowable] = []
    for place, sheet in enumerate(sheets):
        if place:
            story += [NextPageTemplate(str(place)), PageBreak()]
        story += list(sheet.story()) or [Blank()]
    document.build(story, canvasmaker=partial(Pages, sheets=sheets, progress=progress))
    return out.getvalue()


def revision_text(revision: int) -> str:
    """ "Revision 2" of the pairings."""
    return str(_("Revision %(revision)d") % {"revision": revision})


def bare_frame(x: float, y: float, across: float, up: float) -> Frame:
    """A frame without padding."""
    return Frame(x, y, across, up, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


def without_scheme(address: str) -> str:
    """An address without its scheme, as people type it."""
    return address.removeprefix("https://").removeprefix("http://").rstrip("/")
