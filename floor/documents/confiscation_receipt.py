"""The receipt of a confiscation: one half for the player, one for the organizer, to be cut apart (R-014)."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Paragraph

from core.documents.fonts import BOLD, DISPLAY, TEXT, glyphs, put, put_value
from core.documents.markup import plain
from core.documents.sheet import MARGIN, Pages, Paper, Sheet, Text, bare_frame
from core.engine.heads import SheetHead
from floor.models import Confiscation

CARD = ParagraphStyle("card", fontName=TEXT, fontSize=11, leading=14)
DENSE = ParagraphStyle("dense", parent=CARD, fontSize=8, leading=9.5)
"""For lists that need more than half a page in the usual size."""

LABEL, VALUE = 8.0, 12.0


class ConfiscationReceipt(Sheet):
    """Two copies on one page, both signed when the cards are taken and when they are returned.

    `head.printed_at` is in the event's time zone, in which the time of the confiscation is shown too.
    """

    what = _("Receipt for confiscated cards")

    def __init__(self, head: SheetHead, row: Confiscation, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.row = row

    def frames(self) -> list[Frame]:
        return [bare_frame(MARGIN, 0, self.page[0] - 2 * MARGIN, self.page[1])]

    def furnish(self, canvas: Pages, number: int, total: int) -> None:
        """Draw nothing: the page is cut up and each half has its own head."""

    def story(self) -> Iterator[Flowable]:
        for font in (TEXT, BOLD, DISPLAY):
            glyphs(font)
        for whose in (_("For the player"), _("For the organizer")):
            yield Half(self.head, self.row, str(self.what), whose, self.page[1] / 2 - 0.1)


class Half(Flowable):
    """One copy of the receipt."""

    def __init__(self, head: SheetHead, row: Confiscation, title: str, whose: Text, height: float) -> None:
        super().__init__()
        self.head, self.row, self.title, self.whose, self.height = head, row, title, whose, height

    def wrap(self, across: float, _up: float) -> tuple[float, float]:
        self.width = across
        return across, self.height

    def draw(self) -> None:
        canvas, top, row = self.canv, self.height - MARGIN, self.row
        put(canvas, 0, top - 18, self.title, font=DISPLAY, size=19, room=self.width * 0.7, least=12)
        put(
            canvas,
            self.width,
            top - 16,
            str(self.whose),
            font=BOLD,
            size=10,
            room=self.width * 0.28,
            align="right",
        )
        canvas.setLineWidth(1.4)
        canvas.line(0, top - 26, self.width, top - 26)
        zone = self.head.printed_at.tzinfo
        when = date_format(row.at.astimezone(zone), "j F Y, H:i")
        half = self.width / 2
        self.field(canvas, 0, top - 38, half - 12, _("Event"), self.head.name)
        self.field(canvas, half, top - 38, half, _("Confiscated on"), when)
        self.field(canvas, 0, top - 72, half - 12, _("Player"), str(row.entry))
        self.field(canvas, half, top - 72, half, _("Confiscated by"), row.by_name)
        self.field(canvas, 0, top - 106, self.width, _("Reason"), row.reason)
        put(canvas, 0, top - 148, str(_("Cards confiscated")), size=LABEL)
        text = Paragraph("<br/>".join(plain(line) for line in row.cards.splitlines()), CARD)
        room = top - 152 - 118
        _across, up = text.wrap(self.width, room)
        if up > room:
            text = Paragraph(plain(", ".join(row.cards.splitlines())), DENSE)
            _across, up = text.wrap(self.width, room)
        text.drawOn(canvas, 0, top - 152 - up)
        self.sign(canvas, 80, (_("Signature of the player"), _("Staff signature")))
        self.sign(canvas, 42, (_("Returned on"), _("Signature of the player")))
        canvas.setDash(5, 4)
        canvas.setLineWidth(0.6)
        canvas.line(-MARGIN, 0, self.width + MARGIN, 0)
        canvas.setDash()

    def field(self, canvas: Canvas, x: float, y: float, across: float, label: Text, value: str) -> None:
        put(canvas, x, y, str(label), size=LABEL)
        put_value(canvas, x, y - 15, value, size=VALUE, room=across, up=8.5)
        canvas.setLineWidth(0.5)
        canvas.line(x, y - 19, x + across, y - 19)

    def sign(self, canvas: Canvas, y: float, labels: tuple[Text, Text]) -> None:
        half = self.width / 2
        canvas.setLineWidth(0.6)
        for number, label in enumerate(labels):
            x, room = number * half, half - 12 * (1 - number)
            canvas.line(x, y, x + room, y)
            put(canvas, x, y - 9, str(label), size=LABEL, room=room)
