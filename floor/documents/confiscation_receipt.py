"""The receipt for confiscated cards: one half for the player and one for the organizer, to be cut apart (R-014)."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame

from core.documents.drawn_text import draw_text, draw_value
from core.documents.fonts import BOLD, DISPLAY, TEXT
from core.documents.prose import Prose
from core.documents.sheet import MARGIN, Paper, Sheet, SheetCanvas, Text, bare_frame
from core.engine.sheet_heads import SheetHead
from floor.models import Confiscation

CARD = ParagraphStyle("card", fontName=TEXT, fontSize=11, leading=14)
SMALL_CARD = ParagraphStyle("dense", parent=CARD, fontSize=8, leading=9.5)
"""Style of lists that do not fit on half a page in the usual size."""

LABEL, VALUE = 8.0, 12.0


class ConfiscationReceipt(Sheet):
    """Two copies on one page. Both are signed when the cards are confiscated and again when they are returned.

    `head.printed_at` and the time of the confiscation are in the event's time zone.
    """

    what = _("Receipt for confiscated cards")

    def __init__(self, head: SheetHead, row: Confiscation, *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.row = row

    def frames(self) -> list[Frame]:
        return [bare_frame(MARGIN, 0, self.page[0] - 2 * MARGIN, self.page[1])]

    def furnish(self, canvas: SheetCanvas, number: int, total: int) -> None:
        """Draw nothing, because the page is cut up and each half has its own head."""

    def story(self) -> Iterator[Flowable]:
        for recipient in (_("For the player"), _("For the organizer")):
            yield ReceiptHalf(self.head, self.row, str(self.what), recipient, self.page[1] / 2 - 0.1)


class ReceiptHalf(Flowable):
    """A copy of the receipt."""

    def __init__(
        self, head: SheetHead, confiscation: Confiscation, title: str, recipient: Text, height: float
    ) -> None:
        super().__init__()
        self.head, self.row, self.title, self.recipient, self.height = (
            head,
            confiscation,
            title,
            recipient,
            height,
        )

    def wrap(self, available_width: float, _available_height: float) -> tuple[float, float]:
        self.width = available_width
        return available_width, self.height

    def draw(self) -> None:
        canvas, top, confiscation = self.canv, self.height - MARGIN, self.row
        draw_text(
            canvas, 0, top - 18, self.title, font=DISPLAY, size=19, max_width=self.width * 0.7, min_size=12
        )
        draw_text(
            canvas,
            self.width,
            top - 16,
            str(self.recipient),
            font=BOLD,
            size=10,
            max_width=self.width * 0.28,
            align="right",
        )
        canvas.setLineWidth(1.4)
        canvas.line(0, top - 26, self.width, top - 26)
        zone = self.head.printed_at.tzinfo
        confiscated_at = date_format(confiscation.at.astimezone(zone), "j F Y, H:i")
        half = self.width / 2
        self.field(canvas, 0, top - 38, half - 12, _("Event"), self.head.name)
        self.field(canvas, half, top - 38, half, _("Confiscated on"), confiscated_at)
        self.field(canvas, 0, top - 72, half - 12, _("Player"), str(confiscation.entry))
        self.field(canvas, half, top - 72, half, _("Confiscated by"), confiscation.by_name)
        self.field(canvas, 0, top - 106, self.width, _("Reason"), confiscation.reason)
        draw_text(canvas, 0, top - 148, str(_("Cards confiscated")), size=LABEL)
        text = Prose(confiscation.cards, CARD)
        # The cards begin 152 points below the top edge; the signatures need 118 points.
        available_height = top - 152 - 118
        _text_width, text_height = text.wrap(self.width, available_height)
        if text_height > available_height:
            text = Prose(", ".join(confiscation.cards.splitlines()), SMALL_CARD)
            _text_width, text_height = text.wrap(self.width, available_height)
        text.drawOn(canvas, 0, top - 152 - text_height)
        self.sign(canvas, 80, (_("Signature of the player"), _("Staff signature")))
        self.sign(canvas, 42, (_("Returned on"), _("Signature of the player")))
        canvas.setDash(5, 4)
        canvas.setLineWidth(0.6)
        canvas.line(-MARGIN, 0, self.width + MARGIN, 0)
        canvas.setDash()

    def field(self, canvas: Canvas, x: float, y: float, field_width: float, label: Text, value: str) -> None:
        """Draw a field whose label is at (x, y), with the value on a line below it, all in points."""
        draw_text(canvas, x, y, str(label), size=LABEL)
        draw_value(canvas, x, y - 15, value, size=VALUE, max_width=field_width, leading=8.5)
        canvas.setLineWidth(0.5)
        canvas.line(x, y - 19, x + field_width, y - 19)

    def sign(self, canvas: Canvas, y: float, labels: tuple[Text, Text]) -> None:
        """Draw two lines to sign on side by side at height `y` in points, with their labels below."""
        half = self.width / 2
        canvas.setLineWidth(0.6)
        for number, label in enumerate(labels):
            x, line_width = number * half, half - 12 * (1 - number)
            canvas.line(x, y, x + line_width, y)
            draw_text(canvas, x, y - 9, str(label), size=LABEL, max_width=line_width)
