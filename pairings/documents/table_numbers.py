"""Table numbers: one folded card per table, readable across the hall."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext_lazy as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame

from core.documents import drawn_shapes
from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY
from core.documents.registry import declare_document
from core.documents.sheet import MARGIN, Paper, Sheet, SheetCanvas, bare_frame
from core.engine.sheet_heads import SheetHead
from pairings.documents.printing import PrintOrder, event_head
from tournaments.models import Tournament

NUMBER_SIZE = 220.0
"""Size of the number, in points."""
DIGIT_HEIGHT_SHARE = 0.71
"""Height of a digit as a share of its size."""


class TableNumbers(Sheet):
    """One page per table, folded in the middle so that the card stands and can be read from both sides."""

    what = _("Table numbers")

    def __init__(self, head: SheetHead, tables: Iterable[int], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.tables = list(tables)

    def frames(self) -> list[Frame]:
        return [bare_frame(0, 0, *self.page)]

    def furnish(self, canvas: SheetCanvas, number: int, total: int) -> None:
        """Draw nothing: the card shows only the number."""

    def story(self) -> Iterator[Flowable]:
        for table in self.tables:
            yield TableCard(self.page, self.head.name, str(table))


class TableCard(Flowable):
    """A page with the number twice, the upper half upside down."""

    def __init__(self, page: tuple[float, float], event: str, number: str) -> None:
        super().__init__()
        self.event, self.number = event, number
        self.width, self.height = page

    def wrap(self, *_available: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        canvas = self.canv
        for is_turned in (False, True):
            canvas.saveState()
            if is_turned:
                canvas.translate(self.width, self.height)
                canvas.rotate(180)
            self.draw_face(canvas)
            canvas.restoreState()
        self.draw_fold(canvas)

    def draw_face(self, canvas: Canvas) -> None:
        """Draw the lower half of the card: the number, the event and the brand."""
        middle, half = self.width / 2, self.height / 2
        max_width = self.width - 2 * MARGIN
        baseline = MARGIN + 40 + (half - MARGIN - 60 - NUMBER_SIZE * DIGIT_HEIGHT_SHARE) / 2
        draw_text(
            canvas,
            middle,
            baseline,
            self.number,
            font=DISPLAY,
            size=NUMBER_SIZE,
            max_width=max_width,
            min_size=60,
            align="center",
        )
        canvas.setLineWidth(1.4)
        canvas.line(MARGIN, MARGIN + 26, self.width - MARGIN, MARGIN + 26)
        draw_text(
            canvas, MARGIN, MARGIN + 6, self.event, font=BOLD, size=13, max_width=max_width - 120, min_size=8
        )
        brand_width = draw_text(
            canvas, self.width - MARGIN, MARGIN + 6, "Stadium", font=DISPLAY, size=13, align="right"
        )
        drawn_shapes.draw_logo(canvas, self.width - MARGIN - brand_width - 25, MARGIN + 5, 11)

    def draw_fold(self, canvas: Canvas) -> None:
        canvas.setLineWidth(0.5)
        canvas.setDash(2, 4)
        canvas.line(0, self.height / 2, self.width, self.height / 2)


@declare_document("numbers", title=_("Table numbers"), of="event", place=130, menu=False, quick=True)
def table_number_cards(order: PrintOrder, event: Tournament) -> Sheet:
    first, last = order.tables
    return TableNumbers(event_head(order, event), range(first, last + 1), paper=order.paper)
