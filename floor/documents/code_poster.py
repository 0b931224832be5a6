"""A poster with large QR codes: join the Wi-Fi, find your seat, report your result, open the event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents import drawn_shapes, qr_codes
from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY, TEXT, text_width
from core.documents.registry import declare_document
from core.documents.sheet import MARGIN, Paper, Sheet, SheetCanvas, Text, strip_scheme
from core.documents.text_fitting import fit_in_lines
from core.engine.public_address import wifi_qr_text
from core.engine.sheet_heads import SheetHead
from core.queries import public_address
from pairings.documents.printing import HALL, PrintOrder, event_head
from tournaments.models import Tournament

LINES_HEIGHT = 66.0
MIN_SIZE = 9.0
"""Minimum font size of an address. If an address does not fit on one line at this size, it takes two."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code that contains `value`, with a short title above it and lines of text below it."""

    title: Text
    value: str
    lines: tuple[str, ...]


class CodePoster(Sheet):
    """Codes in two columns, or a single code, as large as the paper allows, to be scanned from a few steps away."""

    what = _("On your phone")

    def __init__(self, head: SheetHead, codes: Sequence[Code], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.codes = codes

    @property
    def body(self) -> tuple[float, float, float, float]:
        """The frame of the codes: x, y, width and height in points."""
        page_width, page_height = self.page
        return MARGIN, MARGIN + 20, page_width - 2 * MARGIN, page_height - 2 * MARGIN - 20

    def furnish(self, canvas: SheetCanvas, number: int, total: int) -> None:
        """Draw the logo at the foot of the page. The heading is part of the poster."""
        right = self.page[0] - MARGIN
        brand_width = text_width("Stadium", DISPLAY, 11)
        drawn_shapes.draw_logo(canvas, right - brand_width - 23, MARGIN - 1.5, 10)
        draw_text(canvas, right, MARGIN, "Stadium", font=DISPLAY, size=11, align="right")

    def story(self) -> Iterator[Flowable]:
        yield Poster(self.head.name, self.codes)


class Poster(Flowable):
    """The name of the event, with the codes below."""

    def __init__(self, event: str, codes: Sequence[Code]) -> None:
        super().__init__()
        self.event, self.codes = event, codes

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        # Slightly less than the frame, so that a rounding error does not make it too tall.
        self.width, self.height = available_width, available_height - 0.1
        return self.width, self.height

    def draw(self) -> None:
        canvas, top = self.canv, self.height
        draw_text(
            canvas,
            self.width / 2,
            top - 34,
            self.event,
            font=DISPLAY,
            size=34,
            max_width=self.width,
            min_size=16,
            align="center",
        )
        hint = str(_("Point your phone camera at a code."))
        draw_text(
            canvas, self.width / 2, top - 58, hint, size=14, max_width=self.width, min_size=10, align="center"
        )
        columns = min(2, len(self.codes))
        rows = -(-len(self.codes) // columns)
        cell_width, cell_height = self.width / columns, (top - 76) / rows
        for number, code in enumerate(self.codes):
            x, y = (number % columns) * cell_width, top - 76 - (number // columns + 1) * cell_height
            self.draw_code(code, x, y, cell_width, cell_height)

    def draw_code(self, code: Code, x: float, y: float, cell_width: float, cell_height: float) -> None:
        """Draw one code with its title and lines into the cell whose lower left corner is (x, y), all in points."""
        canvas, middle = self.canv, x + cell_width / 2
        side = min(cell_width - 36, cell_height - 40 - LINES_HEIGHT)
        draw_text(
            canvas,
            middle,
            y + cell_height - 26,
            str(code.title),
            font=DISPLAY,
            size=24,
            max_width=cell_width - 16,
            min_size=14,
            align="center",
        )
        qr_codes.draw_qr(canvas, middle - side / 2, y + cell_height - 40 - side, side, code.value)
        baseline = y + cell_height - 40 - side - 18
        for number, text in enumerate(code.lines):
            font = BOLD if number == 0 else TEXT
            lines, size = fit_in_lines(text, font, 12, cell_width - 12, MIN_SIZE)
            for line in lines:
                draw_text(canvas, middle, baseline, line, font=font, size=size, align="center")
                baseline -= size * 1.3


@declare_document(
    "codes",
    title=_("Poster with codes"),
    help=_("One poster with large codes: event, pairings, result, Wi-Fi"),
    of=HALL,
    power="view",
    place=20,
    pages=1,
)
def code_poster(order: PrintOrder, event: Tournament) -> Sheet:
    """Print a poster with QR codes for the event, the pairings, the player's table, and the Wi-Fi.

    Without Wi-Fi settings, the poster shows the standings instead of the network.
    """
    wifi = public_address.current_public_address()
    pages = [
        (_("Event"), "tournaments:event"),
        (_("Pairings"), "pairings:pairings"),
        (_("My table and result"), "floor:my_here"),
    ]
    codes = []
    if wifi and wifi.network:
        password = gettext("Password: %(password)s") % {"password": wifi.network_password}
        lines = (wifi.network, password) if wifi.network_password else (wifi.network,)
        codes.append(Code(_("Join the Wi-Fi"), wifi_qr_text(wifi.network, wifi.network_password), lines))
    else:
        pages.append((_("Standings"), "pairings:standings"))
    for title, page in pages:
        address = order.site + reverse(page, args=[event.slug])
        codes.append(Code(title, address, (strip_scheme(address),)))
    return CodePoster(event_head(order, event, page="tournaments:event"), codes, paper=order.paper)
