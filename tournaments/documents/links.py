"""Personal links on paper: a slip for each player, with the QR code of their own page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.platypus import Flowable

from core.documents import marks
from core.documents.fonts import BOLD, TEXT, put, wrapped
from core.documents.sheet import Paper, Sheet, new_paragraph, without_scheme
from core.engine.alphabet import sort_key
from core.engine.heads import SheetHead
from tournaments.models import PersonalLink

ACROSS, DOWN = 2, 5
QR = 78.0
LEADING, BETWEEN = 1.2, 5.0
"""Line height in heights of a letter, and points between two texts."""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A player and the address of the personal link."""

    name: str
    sort_name: str
    address: str


def link_rows(links: Iterable[PersonalLink], address: Callable[[str], str]) -> list[LinkRow]:
    """A row for each link, by last name."""
    rows = [LinkRow(str(link.entry), link.entry.sort_name, address(link.token)) for link in links]
    return sorted(rows, key=lambda row: sort_key(row.sort_name))


class LinkSheet(Sheet):
    """Ten slips per page, to be cut apart so that nobody sees another player's link."""

    what = gettext_lazy("Personal links")

    def __init__(
        self, head: SheetHead, rows: Sequence[LinkRow], *, hint: str = "", paper: Paper = "a4"
    ) -> None:
        super().__init__(head, paper=paper)
        self.rows = rows
        self.hint = hint or _("See your table and report results here. Keep this link private.")

    def story(self) -> Iterator[Flowable]:
        height = self.body[3] / DOWN - 0.1
        for at in range(0, len(self.rows), ACROSS):
            yield Slips(self.rows[at : at + ACROSS], height, self.head.name, self.hint)


class Slips(Flowable):
    """One line of slips on the page."""

    def __init__(self, rows: Sequence[LinkRow], height: float, event: str, hint: str) -> None:
        super().__init__()
        self.rows, self.height, self.event, self.hint = rows, height, event, hint

    def wrap(self, across: float, _up: float) -> tuple[float, float]:
        self.width = across
        return across, self.height

    def draw(self) -> None:
        slip = self.width / ACROSS
        for number, row in enumerate(self.rows):
            new_paragraph(self.canv)
            self.slip(row, number * slip, slip)
        self.canv.setDash(3, 3)
        self.canv.setLineWidth(0.5)
        self.canv.line(0, 0, self.width, 0)
        self.canv.line(slip, 0, slip, self.height)
        self.canv.setDash()

    def slip(self, row: LinkRow, x: float, across: float) -> None:
        """Draw the code, and beside it the texts in as many lines as they need."""
        middle = self.height / 2
        marks.qr(self.canv, x + 8, middle - QR / 2, QR, row.address)
        left, room = x + QR + 20, across - QR - 30
        texts = (
            (row.name, BOLD, 13.0, 9.0, 4),
            (self.event, TEXT, 9.0, 8.0, 2),
            (self.hint, TEXT, 8.0, 8.0, 3),
            (without_scheme(row.address), TEXT, 8.0, 8.0, 3),
        )
        set_ = [
            (wrapped(text, font, size, room, least, most=most), font)
            for text, font, size, least, most in texts
        ]
        high = sum(len(lines) * size * LEADING + BETWEEN for (lines, size), _font in set_) - BETWEEN
        y = middle + high / 2
        for (lines, size), font in set_:
            for line in lines:
                y -= size * LEADING
                put(self.canv, left, y + size * (LEADING - 1), line, font=font, size=size)
            y -= BETWEEN
