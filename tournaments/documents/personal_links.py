"""Personal links on paper: a slip for each player, with the QR code of the player's page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override
from reportlab.platypus import Flowable

from core.documents import qr_codes
from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, TEXT
from core.documents.registry import declare_rows_on_page
from core.documents.sheet import Paper, Sheet, new_paragraph, strip_scheme
from core.documents.text_fitting import fit_in_lines
from core.engine.alphabet import name_sort_key
from core.engine.sheet_heads import SheetHead
from tournaments.models import PersonalLink, Tournament
from tournaments.services import personal_links
from tournaments.words.entrants import naming_entrants

ACROSS, DOWN = 2, 5
"""The number of slips in a row, and of rows on a page."""

declare_rows_on_page("personal-links", ACROSS * DOWN)

QR = 78.0
"""The side length of a QR code, in points."""

LEADING, BETWEEN = 1.2, 5.0
"""Line height in multiples of the font size, and points between two texts."""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A player and the URL of the player's personal link."""

    name: str
    sort_name: str
    address: str


def link_rows(links: Iterable[PersonalLink], address: Callable[[str], str]) -> list[LinkRow]:
    """Return a row for each link, sorted by last name. `address` returns the URL for a token."""
    rows = [LinkRow(str(link.entry), link.entry.sort_name, address(link.token)) for link in links]
    return sorted(rows, key=lambda row: name_sort_key(row.sort_name))


class LinkSlipFacts(TypedDict):
    """What decides the slips of an event, as plain values that a worker can read.

    `page` is the URL name of the page that the links open on `site`, scheme and host. `hint` is the text on each
    slip, "" for the usual one; `address` is the URL in the header.
    """

    event: int
    paper: Paper
    language: str
    site: str
    page: str
    hint: str
    address: str


def render_link_slips(facts: LinkSlipFacts) -> bytes:
    """Return the PDF with the existing links of all active players."""
    event = Tournament.objects.get(pk=facts["event"])
    with override(facts["language"]), timezone.override(event.timezone), naming_entrants(event):
        rows = link_rows(
            personal_links.links_of_active_players(event),
            lambda token: facts["site"] + reverse(facts["page"], args=[token]),
        )
        head = SheetHead(event.name, "", "", timezone.localtime(), facts["address"])
        return LinkSheet(head, rows, hint=facts["hint"], paper=facts["paper"]).render()


class LinkSheet(Sheet):
    """A sheet of ten slips per page, to be cut apart so that no player sees another's link."""

    what = gettext_lazy("Personal links")

    def __init__(
        self, head: SheetHead, rows: Sequence[LinkRow], *, hint: str = "", paper: Paper = "a4"
    ) -> None:
        super().__init__(head, paper=paper)
        self.rows = rows
        self.hint = hint or _("See your table and report results here. Keep this link private.")

    def story(self) -> Iterator[Flowable]:
        # Without the tenth of a point, rounding could move the last slips to another page.
        height = self.body[3] / DOWN - 0.1
        for index in range(0, len(self.rows), ACROSS):
            yield PersonalLinkSlips(self.rows[index : index + ACROSS], height, self.head.name, self.hint)


class PersonalLinkSlips(Flowable):
    """A row of slips on the page."""

    def __init__(self, rows: Sequence[LinkRow], height: float, event: str, hint: str) -> None:
        super().__init__()
        self.rows, self.height, self.event, self.hint = rows, height, event, hint

    def wrap(self, available_width: float, _available_height: float) -> tuple[float, float]:
        self.width = available_width
        return available_width, self.height

    def draw(self) -> None:
        slip_width = self.width / ACROSS
        for position, row in enumerate(self.rows):
            new_paragraph(self.canv)
            self.slip(row, position * slip_width, slip_width)
        self.canv.setDash(3, 3)
        self.canv.setLineWidth(0.5)
        self.canv.line(0, 0, self.width, 0)
        self.canv.line(slip_width, 0, slip_width, self.height)
        self.canv.setDash()

    def slip(self, row: LinkRow, x: float, width: float) -> None:
        """Draw the QR code, and the texts beside it in as many lines as they need."""
        center = self.height / 2
        qr_codes.draw_qr(self.canv, x + 8, center - QR / 2, QR, row.address)
        left, text_width = x + QR + 20, width - QR - 30
        # Each text with its font, its usual and its smallest size in points, and its maximum number of lines.
        texts = (
            (row.name, BOLD, 13.0, 9.0, 4),
            (self.event, TEXT, 9.0, 8.0, 2),
            (self.hint, TEXT, 8.0, 8.0, 3),
            (strip_scheme(row.address), TEXT, 8.0, 8.0, 3),
        )
        wrapped_texts = [
            (fit_in_lines(text, font, size, text_width, smallest, max_lines=most), font)
            for text, font, size, smallest, most in texts
        ]
        total_height = (
            sum(len(lines) * size * LEADING + BETWEEN for (lines, size), _font in wrapped_texts) - BETWEEN
        )
        y = center + total_height / 2
        for (lines, size), font in wrapped_texts:
            for line in lines:
                y -= size * LEADING
                draw_text(self.canv, left, y + size * (LEADING - 1), line, font=font, size=size)
            y -= BETWEEN
