"""A poster with large QR codes: join the Wi-Fi, find the seat, report the result, open the event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents import marks
from core.documents.declared import document
from core.documents.fonts import BOLD, DISPLAY, TEXT, put, width, wrapped
from core.documents.sheet import MARGIN, Pages, Paper, Sheet, Text, without_scheme
from core.engine.heads import SheetHead
from core.engine.public_address import wifi_code
from core.queries import public_address
from pairings.documents.printing import HALL, Order, head
from tournaments.models import Tournament

LINES_ROOM = 66.0
LEAST = 9.0
"""Minimum font size of an address; a longer one takes two lines."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code with a short title above it, and below it the address or the network's name."""

    title: Text
    value: str
    lines: tuple[str, ...]


class CodePoster(Sheet):
    """Four codes in two rows, as large as the paper allows, legible from some steps away."""

    what = _("On your phone")

    def __init__(self, head: SheetHead, codes: Sequence[Code], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.codes = codes

    @property
    def body(self) -> tuple[float, float, float, float]:
        across, up = self.page
        return MARGIN, MARGIN + 20, across - 2 * MARGIN, up - 2 * MARGIN - 20

    def furnish(self, canvas: Pages, number: int, total: int) -> None:
        """Draw the mark at the foot; the head is part of the poster."""
        right = self.page[0] - MARGIN
        taken = width("Stadium", DISPLAY, 11)
        marks.mark(canvas, right - taken - 23, MARGIN - 1.5, 10)
        put(canvas, right, MARGIN, "Stadium", font=DISPLAY, size=11, align="right")

    def story(self) -> Iterator[Flowable]:
        yield Poster(self.head.name, self.codes)


class Poster(Flowable):
    """The name of the event, with the codes below."""

    def __init__(self, event: str, codes: Sequence[Code]) -> None:
        super().__init__()
        self.event, self.codes = event, codes

    def wrap(self, across: float, up: float) -> tuple[float, float]:
        self.width, self.height = across, up - 0.1
        return self.width, self.height

    def draw(self) -> None:
        canvas, top = self.canv, self.height
        put(
            canvas,
            self.width / 2,
            top - 34,
            self.event,
            font=DISPLAY,
            size=34,
            room=self.width,
            least=16,
            align="center",
        )
        words = str(_("Point your phone camera at a code."))
        put(canvas, self.width / 2, top - 58, words, size=14, room=self.width, least=10, align="center")
        rows = (len(self.codes) + 1) // 2
        across, up = self.width / 2, (top - 76) / rows
        for number, code in enumerate(self.codes):
            x, y = (number % 2) * across, top - 76 - (number // 2 + 1) * up
            self.draw_code(code, x, y, across, up)

    def draw_code(self, code: Code, x: float, y: float, across: float, up: float) -> None:
        canvas, middle = self.canv, x + across / 2
        side = min(across - 36, up - 40 - LINES_ROOM)
        put(
            canvas,
            middle,
            y + up - 26,
            str(code.title),
            font=DISPLAY,
            size=24,
            room=across - 16,
            least=14,
            align="center",
        )
        marks.qr(canvas, middle - side / 2, y + up - 40 - side, side, code.value)
        base = y + up - 40 - side - 18
        for number, text in enumerate(code.lines):
            font = BOLD if number == 0 else TEXT
            lines, size = wrapped(text, font, 12, across - 12, LEAST)
            for line in lines:
                put(canvas, middle, base, line, font=font, size=size, align="center")
                base -= size * 1.3


@document(
    "codes",
    title=_("Poster with codes"),
    help=_("One poster with large codes: event, pairings, result, Wi-Fi"),
    of=HALL,
    power="view",
    place=20,
)
def poster(order: Order, event: Tournament) -> Sheet:
    """Codes of event, own table, pairings, and the Wi-Fi if saved, else the standings."""
    return CodePoster(head(order, event, page="tournaments:event"), _codes(order, event), paper=order.paper)


def _codes(order: Order, event: Tournament) -> list[Code]:
    wifi = public_address.current()
    pages = [
        (_("Event"), "tournaments:event"),
        (_("Pairings"), "pairings:pairings"),
        (_("My table and result"), "floor:my_here"),
    ]
    codes = []
    if wifi and wifi.network:
        password = gettext("Password: %(password)s") % {"password": wifi.network_password}
        lines = (wifi.network, password) if wifi.network_password else (wifi.network,)
        codes.append(Code(_("Join the Wi-Fi"), wifi_code(wifi.network, wifi.network_password), lines))
    else:
        pages.append((_("Standings"), "pairings:standings"))
    for title, page in pages:
        address = order.site + reverse(page, args=[event.slug])
        codes.append(Code(title, address, (without_scheme(address),)))
    return codes
