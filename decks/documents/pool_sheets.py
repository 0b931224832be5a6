"""Pools on paper: a sheet to register one by hand, and registered ones with their deck (R-051, R-058)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from cards.queries.checklist import ChecklistCard
from core.documents.fonts import BOLD, DISPLAY, TEXT, put, put_value, width
from core.documents.sheet import BAND, GUTTER, MARGIN, Pages, Paper, Sheet
from core.engine.heads import SheetHead
from decks.models import Draft
from decks.queries.pools.pool_sheets import PoolPage
from decks.queries.pools.pools import PoolRow

PERSON, SIGNED = 58.0, 74.0
TALLEST, COMFORTABLE, SMALLEST = 15.0, 10.5, 9.8
"""Row heights in points for writing; a set needing less than the last continues on another page."""

ACROSS, MORE_ACROSS, ACROSS_BLANK = 3, 4, 2
"""Columns: three while the rows are readable, four for a large set, two for cards written by hand."""

BOX = 23.0
"""Width of a box in points, and distance between the centers of the words above."""
BLANK_ROWS = 35
TITLES = 14.0
LEAST = 7.0
"""The smallest text, including titles."""

LEFT, EACH, NAME = 16.0, 32.0, 100.0
"""In a registered pool: x of the first figure, distance to the next one, x of the name."""


class FormSheet(Sheet):
    """One form per player; without a foot, as it is for player, neighbor and judges only."""

    @property
    def body(self) -> tuple[float, float, float, float]:
        across, up = self.page
        return MARGIN, MARGIN, across - 2 * MARGIN, up - 2 * MARGIN - 50

    def draw_foot(self, canvas: Pages) -> None:
        """Draw no foot."""


class RegistrationSheet(FormSheet):
    """A registration form for each seat, in order.

    Every card of the packs has boxes for the copies owned and played; below are two signature lines. Without a
    checklist the lines are empty.
    """

    what = gettext_lazy("Pool registration")

    def __init__(
        self,
        head: SheetHead,
        rows: Sequence[PoolRow],
        cards: Sequence[ChecklistCard],
        *,
        about: str = "",
        wanted: int = 0,
        check: str = "",
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.rows, self.cards = [row for row in rows if row.here], cards
        self.about, self.wanted, self.check = about, wanted, check

    def subject(self) -> str:
        return self.about

    def story(self) -> Iterator[Flowable]:
        parts = self.parts()
        forms = [(row, at) for row in self.rows for at in range(len(parts))]
        for place, (row, at) in enumerate(forms):
            if place:
                yield PageBreak()
            yield Form(Person(row, self.wanted, self.check), parts[at], at + 1, len(parts))

    def parts(self) -> list[Sequence[ChecklistCard]]:
        """The cards of each page."""
        most = most_across(self.cards, self.body[2]) * _most_rows(self.body[3], SMALLEST)
        pages = max(1, ceil(len(self.cards) / most))
        each = ceil(len(self.cards) / pages)
        return [self.cards[at * each : (at + 1) * each] for at in range(pages)]


@dataclass(frozen=True, slots=True)
class Person:
    """Whose form it is."""

    row: PoolRow
    wanted: int
    check: str


class Form(Flowable):
    """One page of a registration, filling the page."""

    def __init__(self, person: Person, cards: Sequence[ChecklistCard], number: int, of: int) -> None:
        super().__init__()
        self.person, self.cards, self.number, self.of = person, cards, number, of

    def wrap(self, across: float, up: float) -> tuple[float, float]:
        self.width, self.height = across, up - 0.1
        return self.width, self.height

    def draw(self) -> None:
        self.draw_person()
        self.draw_checklist()
        self.draw_signed()

    def draw_checklist(self) -> None:
        """Draw the part common to all forms once per document, then refer to it."""
        name, canvas = f"checklist-{self.number}", self.canv
        if not canvas.hasForm(name):
            canvas.beginForm(name)
            self.draw_columns()
            canvas.endForm()
        canvas.doForm(name)

    def draw_columns(self) -> None:
        columns = self.columns()
        lines = ceil(len(self.cards) / columns) or BLANK_ROWS
        top = self.height - PERSON
        row = min(TALLEST, (top - SIGNED - TITLES) / lines)
        across = (self.width - GUTTER * 0.5 * (columns - 1)) / columns
        for column in range(columns):
            x = column * (across + GUTTER * 0.5)
            self.draw_titles(x, top - TITLES, across)
            part = self.cards[column * lines : (column + 1) * lines] if self.cards else [None] * lines
            for line, card in enumerate(part, start=1):
                self.draw_card(card, x, top - TITLES - line * row, across, row)

    def columns(self) -> int:
        if not self.cards:
            return ACROSS_BLANK
        few = len(self.cards) <= ACROSS * _most_rows(self.height, COMFORTABLE)
        return ACROSS if few else most_across(self.cards, self.width)

    def draw_person(self) -> None:
        row, top, across = self.person.row, self.height - 12, self.width
        _field(self.canv, _("Name"), row.name, 0, top, across * 0.5)
        _field(self.canv, _("Pod"), str(row.pod or ""), across * 0.53, top, across * 0.09)
        _field(self.canv, _("Seat"), str(row.seat or ""), across * 0.64, top, across * 0.09)
        cards = _("Cards in all, of %(wanted)d") if self.person.wanted else _("Cards in all")
        _field(self.canv, cards % {"wanted": self.person.wanted}, "", across * 0.76, top, across * 0.24)
        hint = _("Total: how many you have. Deck: how many you play.")
        part = _("Sheet %(number)d of %(of)d") % {"number": self.number, "of": self.of} if self.of > 1 else ""
        put(self.canv, 0, top - 38, hint, size=8)
        put(self.canv, across, top - 38, part, size=8, align="right")

    def draw_titles(self, x: float, y: float, across: float) -> None:
        for at, title in enumerate((_("Total"), _("Deck"))):
            put(self.canv, x + BOX * (at + 0.5), y + 3, title, size=LEAST, align="center")
        put(self.canv, x + BOX * 2 + 21, y + 3, _("Card"), size=LEAST)
        self.canv.setLineWidth(1)
        self.canv.line(x, y, x + across, y)

    def draw_card(self, card: ChecklistCard | None, x: float, y: float, across: float, row: float) -> None:
        self.canv.setLineWidth(0.5)
        self.canv.rect(x + 1, y + 0.8, BOX - 2, row - 1.6)
        self.canv.setStrokeGray(0.55)
        self.canv.rect(x + BOX + 1, y + 0.8, BOX - 2, row - 1.6)
        self.canv.setStrokeGray(0)
        if card is not None:
            size, at = min(9.0, row * 0.72), y + row * 0.27
            put(self.canv, x + 2 * BOX + 18, at, card.number, font=BOLD, size=size, align="right", room=17)
            put(self.canv, x + 2 * BOX + 21, at, card.name, size=size, room=across - 2 * BOX - 22)
        self.canv.setLineWidth(0.25)
        self.canv.line(x + 2 * BOX + 2, y, x + across, y)

    def draw_signed(self) -> None:
        """Draw the signature lines for registering and verifying."""
        half = self.width * 0.5 - 8
        _field(self.canv, _("Registered by (signature)"), "", 0, SIGNED - 34, half)
        labels = {
            Draft.PoolCheck.VERIFY: _("Counted and given back by (name, signature)"),
            Draft.PoolCheck.PASS_ON: _("Counted and played by (name, signature)"),
        }
        label = (
            labels.get(Draft.PoolCheck(self.person.check), _("Judge")) if self.person.check else _("Judge")
        )
        _field(self.canv, label, self.person.row.verifier, self.width * 0.5 + 8, SIGNED - 34, half)


class PoolSheet(FormSheet):
    """Every registered pool with the deck built from it: one page per player."""

    what = gettext_lazy("Pool")

    def __init__(self, head: SheetHead, pages: Sequence[PoolPage], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.pages = pages

    def story(self) -> Iterator[Flowable]:
        for at, page in enumerate(self.pages):
            if at:
                yield PageBreak()
            yield PoolForm(page)


class PoolForm(Flowable):
    """One pool, filling the page."""

    def __init__(self, page: PoolPage) -> None:
        super().__init__()
        self.page = page

    def wrap(self, across: float, up: float) -> tuple[float, float]:
        self.width, self.height = across, up - 0.1
        return self.width, self.height

    def draw(self) -> None:
        page, top = self.page, self.height - 12
        _field(self.canv, _("Name"), page.name, 0, top, self.width * 0.46)
        _field(self.canv, _("Player ID"), page.player_id, self.width * 0.49, top, self.width * 0.24)
        _field(self.canv, _("Pod"), str(page.row.pod), self.width * 0.76, top, self.width * 0.1)
        _field(self.canv, _("Seat"), str(page.row.seat), self.width * 0.89, top, self.width * 0.11)
        columns, start = 2, self.height - PERSON + 6
        lines = max(1, ceil(len(page.lines) / columns))
        row = min(TALLEST, (start - SIGNED - TITLES) / lines)
        across = (self.width - GUTTER) / columns
        for column in range(columns):
            x = column * (across + GUTTER)
            self.draw_titles(x, start - TITLES, across)
            for line, pool_line in enumerate(page.lines[column * lines : (column + 1) * lines], start=1):
                left = "" if pool_line.deck is None else str(pool_line.card.quantity - pool_line.deck)
                values = (
                    str(pool_line.card.quantity),
                    "" if pool_line.deck is None else str(pool_line.deck),
                    left,
                )
                name = pool_line.card.name or _("not named")
                self.draw_line(
                    values, name, pool_line.card.where, x, start - TITLES - line * row, across, row
                )
        self.draw_sum()

    def draw_titles(self, x: float, y: float, across: float) -> None:
        for at, title in enumerate((_("Pool"), _("Deck"), pgettext("column", "Unused"))):
            put(self.canv, x + LEFT + at * EACH, y + 3, title, size=LEAST, align="center", room=EACH)
        put(self.canv, x + NAME, y + 3, _("Card"), size=LEAST)
        self.canv.setLineWidth(1)
        self.canv.line(x, y, x + across, y)

    def draw_line(
        self, values: tuple[str, ...], name: str, where: str, x: float, y: float, across: float, row: float
    ) -> None:
        size, up = min(10.0, row * 0.7), y + row * 0.28
        for at, value in enumerate(values):
            font = BOLD if at == 0 else TEXT
            put(
                self.canv,
                x + LEFT + at * EACH,
                up,
                "" if value == "0" else value,
                font=font,
                size=size,
                align="center",
            )
        taken = put(self.canv, x + across, up, where, size=size * 0.9, align="right")
        put(self.canv, x + NAME, up, name, size=size, room=across - NAME - 4 - taken)
        self.canv.setLineWidth(0.3)
        self.canv.line(x, y, x + across, y)

    def draw_sum(self) -> None:
        """Draw the sum of the pool (R-058), and who registered and verified it."""
        page = self.page
        self.canv.setFillGray(BAND)
        self.canv.rect(0, SIGNED - 28, self.width, 20, stroke=0, fill=1)
        self.canv.setFillGray(0)
        total = _("Pool %(total)d") % {"total": page.row.total}
        taken = put(self.canv, self.width - 6, SIGNED - 22, total, font=DISPLAY, size=12, align="right")
        sentence = _("No deck list yet.")
        if page.deck is not None:
            words = _(
                "Deck %(deck)d, of which %(supplied)d Energy supplied; unused %(unused)d; total %(sum)d"
            )
            facts = {"deck": page.deck, "supplied": page.supplied or 0, "unused": page.unused or 0}
            sentence = words % {**facts, "sum": page.deck - (page.supplied or 0) + (page.unused or 0)}
        put(self.canv, 6, SIGNED - 22, sentence, size=10, room=self.width - taken - 20, least=LEAST)
        opened = _("Pool of %(name)s") % {"name": page.row.name}
        verified = (
            _("Verified by %(name)s") % {"name": page.row.verified}
            if page.row.verified
            else _("Not verified")
        )
        number = _("Version %(number)d") % {"number": page.row.number}
        verified = _("Count differs") if page.row.state == "discrepancy" else verified
        line = " · ".join((opened, verified, number))
        put_value(self.canv, 0, SIGNED - 42, line, font=TEXT, size=8, room=self.width, up=8.5, drop=3)
        _field(self.canv, _("For the judge"), "", 0, 20, self.width)


def most_across(cards: Sequence[ChecklistCard], across: float) -> int:
    """The most columns of these cards side by side: one fewer if a name would be cut."""
    room = (across - GUTTER * 0.5 * (MORE_ACROSS - 1)) / MORE_ACROSS - 2 * BOX - 22
    longest = max((width(card.name, TEXT, LEAST) for card in cards), default=0)
    return MORE_ACROSS if longest <= room else ACROSS


def _most_rows(height: float, row: float) -> int:
    """Rows of a column on a page of this height."""
    return int((height - PERSON - SIGNED - TITLES) / row)


def _field(canvas: Canvas, label: str, value: str, x: float, y: float, across: float) -> None:
    put(canvas, x, y, label, size=8, room=across)
    put_value(canvas, x + 2, y - 16, value, room=across - 4)
    canvas.setLineWidth(0.7)
    canvas.line(x, y - 21, x + across, y - 21)
