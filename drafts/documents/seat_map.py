"""A map of a table from above, with seats in clockwise order, as on the page of pods."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.platypus import Flowable

from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY
from core.documents.sheet import BAND
from core.documents.text_fitting import fit_in_lines
from decks.queries.drafts import PodRow
from drafts.queries.plan_rows import seat_map

UP, BOX, ROUND = 250.0, 72.0, 10.0
"""Height of the map, height of a seat, and corner radius of a seat, in points."""

MIN_SIZE, MAX_LINES = 9.0, 4
"""Smallest text size of a name, and its maximum number of lines."""

GRID = ((1, 2, 3), (8, 0, 4), (7, 6, 5))
"""Numbers of the places on `seat_map`, row by row; 0 is the middle of the table."""


class SeatMap(Flowable):
    """A pod of 2 to 8 players around its table; empty for other sizes."""

    def __init__(self, pod: PodRow) -> None:
        super().__init__()
        self.pod, self.spaceBefore = pod, 16.0
        self.places = {place: seat for seat, place in seat_map(len(pod.seats))}

    def wrap(self, width: float, _available_height: float) -> tuple[float, float]:
        self.width, self.height = width, UP if self.places else 0.0
        return self.width, self.height

    def draw(self) -> None:
        if not self.places:
            return
        self.canv.saveState()
        self.canv.setFillGray(BAND)
        self.canv.setLineWidth(1.2)
        self.canv.roundRect(0.6, 0.6, self.width - 1.2, self.height - 1.2, 40, stroke=1, fill=1)
        self.canv.restoreState()
        for x, y, place in self.spots():
            if not place:
                self.draw_middle(x, y)
            elif place in self.places:
                self.draw_seat(x, y, self.places[place])

    def spots(self) -> Sequence[tuple[float, float, int]]:
        """Return the x and y of the center of each place, and its number."""
        cell_width, cell_height = self.width / 3, self.height / 3
        return [
            (cell_width * (column + 0.5), self.height - cell_height * (row + 0.5), place)
            for row, places in enumerate(GRID)
            for column, place in enumerate(places)
        ]

    def draw_middle(self, x: float, y: float) -> None:
        number = _("Pod %(number)d") % {"number": self.pod.number}
        draw_text(self.canv, x, y - 6, number, font=DISPLAY, size=20, align="center")

    def draw_seat(self, x: float, y: float, seat: int) -> None:
        width = self.width / 3 - 36
        self.canv.saveState()
        self.canv.setFillGray(1)
        self.canv.roundRect(x - width / 2, y - BOX / 2, width, BOX, ROUND, stroke=1, fill=1)
        self.canv.restoreState()
        name = next((row.name for row in self.pod.seats if row.seat == seat), "")
        draw_text(self.canv, x, y + 15, str(seat), font=DISPLAY, size=18, align="center")
        lines, size = fit_in_lines(name, BOLD, 12, width - 12, MIN_SIZE, max_lines=MAX_LINES)
        # The name is centered below the number; 0.36 of the size lowers the baseline from the middle of a line.
        center = y - 13 - size * 0.36
        for number, line in enumerate(lines):
            offset = ((len(lines) - 1) / 2 - number) * size * 1.1
            draw_text(self.canv, x, center + offset, line, font=BOLD, size=size, align="center")
