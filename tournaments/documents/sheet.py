"""The one printed sheet: paper, margins, head and foot. Documents override the story alone."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from io import BytesIO
from typing import Any, ClassVar, Literal

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from reportlab import rl_config
from reportlab.lib.pagesizes import A3, A4, LETTER, TABLOID
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from tournaments.documents import marks
from tournaments.documents.fonts import BOLD, DISPLAY, TEXT, glyphs, put, width
from tournaments.engine.rows import SheetHead

rl_config.useA85 = 0  # binary pages: a fifth smaller, and a tenth faster to write
Paper = Literal["a4", "letter", "a3", "tabloid"]
Text = str | Promise
PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER, "a3": A3, "tabloid": TABLOID}
MARGIN = 12 * mm
HEAD = 50.0
FOOT = 52.0
GUTTER = 18.0
BAND = 0.92


class Pages(Canvas):
    """A canvas that holds its pages back until their number is known, then has each one headed."""

    def __init__(self, *args: Any, sheet: "Sheet", **options: Any) -> None:
        glyphs(TEXT)
        super().__init__(*args, **options | {"initialFontName": TEXT})
        self.sheet = sheet
        self.part: Text = ""
        self.held: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802
        self.held.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]

    def save(self) -> None:
        held = self.held
        for number, state in enumerate(held, start=1):
            self.__dict__.update(state)
            self.sheet.furnish(self, number, len(held))
            super().showPage()
        super().save()


class Part(Flowable):
    """From here on the heads name this part of the sheet, "A–H"."""

    def __init__(self, name: Text) -> None:
        super().__init__()
        self.name = name

    def wrap(self, *_room: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        self.canv.part = self.name  # type: ignore[attr-defined]


class Blank(Flowable):
    """The page of a sheet with nothing on it."""

    def wrap(self, across: float, up: float) -> tuple[float, float]:
        self.width, self.height = across, up - 1
        return self.width, self.height

    def draw(self) -> None:
        text = str(_("Nothing to print yet."))
        put(self.canv, self.width / 2, self.height * 0.8, text, size=12, align="center")


class Sheet(ABC):
    """A document of one or many pages. Sizes are in points, the origin is the lower left corner."""

    what: ClassVar[Text] = ""
    columns: int = 1
    landscape: ClassVar[bool] = False

    def __init__(self, head: SheetHead, *, paper: Paper = "a4") -> None:
        self.head = head
        size = PAPERS[paper]
        self.page = (size[1], size[0]) if self.landscape else size

    @abstractmethod
    def story(self) -> Iterable[Flowable]:
        """What is printed, from top to bottom."""

    def render(self) -> bytes:
        """The PDF. The same head and rows give the same bytes."""
        out = BytesIO()
        document = BaseDocTemplate(
            out,
            pagesize=self.page,
            pageTemplates=[PageTemplate(frames=self.frames())],
            title=" · ".join(part for part in (str(self.what), self.subject()) if part),
            author=self.head.event,
            creator="Stadium",
            pageCompression=1,
            invariant=1,
        )
        document.build(list(self.story()) or [Blank()], canvasmaker=self.canvas)
        return out.getvalue()

    def canvas(self, *args: Any, **options: Any) -> Pages:
        return Pages(*args, sheet=self, **options)

    @property
    def body(self) -> tuple[float, float, float, float]:
        """Where the story goes: x, y, width, height."""
        across, up = self.page
        return MARGIN, MARGIN + FOOT, across - 2 * MARGIN, up - 2 * MARGIN - HEAD - FOOT

    def frames(self) -> list[Frame]:
        x, y, across, up = self.body
        one = (across - GUTTER * (self.columns - 1)) / self.columns
        return [bare_frame(x + n * (one + GUTTER), y, one, up) for n in range(self.columns)]

    def subject(self) -> str:
        """Division and round, "Masters · Round 5 of 7"."""
        return " · ".join(part for part in (self.head.division, self.head.round_text) if part)

    def printed_at(self) -> str:
        """Day with the month in letters and the time of printing, in the event's own zone."""
        return date_format(self.head.printed_at, "j F Y, H:i")

    def furnish(self, canvas: Pages, number: int, total: int) -> None:
        """Head and foot of one page; a sheet that wants none overrides this."""
        self.draw_head(canvas, number, total)
        self.draw_foot(canvas)

    def draw_head(self, canvas: Pages, number: int, total: int) -> None:
        left, right, top = MARGIN, self.page[0] - MARGIN, self.page[1] - MARGIN
        printed = _("Printed %(when)s · page %(number)d of %(total)d") % {
            "when": self.printed_at(),
            "number": number,
            "total": total,
        }
        taken = put(canvas, right, top - 9, str(printed), size=9, align="right")
        put(canvas, left, top - 9, self.head.event, font=BOLD, size=10, room=right - left - taken - 16)
        title = str(format_lazy("{}, {}", self.what, canvas.part) if canvas.part else self.what)
        subject = self.subject()
        room = (right - left) * 0.55 if subject else right - left
        taken = put(canvas, left, top - 33, title, font=DISPLAY, size=21, room=room, least=12)
        room = right - left - taken - 20
        put(canvas, right, top - 33, subject, font=DISPLAY, size=21, room=room, least=10, align="right")
        canvas.setLineWidth(1.4)
        canvas.line(left, top - 41, right, top - 41)

    def draw_foot(self, canvas: Pages) -> None:
        left, right, side = MARGIN, self.page[0] - MARGIN, FOOT - 10
        if self.head.address:
            marks.qr(canvas, left, MARGIN, side, self.head.address)
            x = left + side + 10
            put(canvas, x, MARGIN + side / 2 + 4, str(_("This page on your phone")), size=9)
            address, room = without_scheme(self.head.address), right - x - 90
            put(canvas, x, MARGIN + side / 2 - 9, address, font=BOLD, size=10, room=room)
        if self.head.seal:
            sealed = _("Journal sealed: %(digest)s") % {"digest": self.head.seal}
            put(canvas, right, MARGIN + side / 2 - 17, str(sealed), size=7, align="right")
        brand_width = width("Stadium", DISPLAY, 11)
        marks.mark(canvas, right - brand_width - 23, MARGIN + side / 2 - 5.5, 10)
        put(canvas, right, MARGIN + side / 2 - 4, "Stadium", font=DISPLAY, size=11, align="right")


def bare_frame(x: float, y: float, across: float, up: float) -> Frame:
    """A frame without padding of its own."""
    return Frame(x, y, across, up, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


def without_scheme(address: str) -> str:
    """An address as people type it, without its scheme."""
    return address.removeprefix("https://").removeprefix("http://").rstrip("/")
