"""Printed pools: a form to register a pool by hand, and registered pools with their decks (R-051, R-058)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from reportlab.platypus import Flowable, PageBreak

from cards.queries.checklist import ChecklistCard
from core.documents.drawn_text import draw_text, draw_value
from core.documents.fonts import BOLD, DISPLAY, TEXT, text_width
from core.documents.sheet import BAND, GUTTER, MARGIN, Paper, Sheet, SheetCanvas
from core.engine.sheet_heads import SheetHead
from decks.documents.form_fields import draw_energies, draw_field
from decks.models import Draft
from decks.queries.pools.pool_sheets import PoolPage
from decks.queries.pools.pools import PoolRow

PERSON, SIGNATURES = 58.0, 74.0
"""Heights in points of the player's fields and of the signature lines."""
TALLEST, COMFORTABLE, SMALLEST = 15.0, 10.5, 9.8
"""Heights in points of rows to write in. A set that needs rows smaller than SMALLEST continues on another page."""

ACROSS, MORE_ACROSS, ACROSS_BLANK = 3, 4, 2
"""Number of columns: by default, for a set too large to be readable in three, and for handwritten cards."""

BOX = 23.0
"""Width of a box in points, and distance between the centers of the column titles above."""
BLANK_ROWS = 35
TITLES = 14.0
"""Height of the column titles in points."""
MIN_SIZE = 7.0
"""Size in points of titles and of the smallest text."""

LEFT, EACH, NAME = 16.0, 32.0, 100.0
"""Layout of a registered pool in points: x of the first figure, distance between figures, x of the name."""


class FormSheet(Sheet):
    """Forms for players. They have no footer, because only the player, the neighbor and judges see them."""

    @property
    def body(self) -> tuple[float, float, float, float]:
        page_width, page_height = self.page
        # 50 points are the height of the head.
        return MARGIN, MARGIN, page_width - 2 * MARGIN, page_height - 2 * MARGIN - 50

    def draw_foot(self, canvas: SheetCanvas) -> None:
        """Draw no footer, because forms are not public."""


class PoolRegistrationSheet(FormSheet):
    """A registration form for each seat whose player is present, in order.

    Every card that the packs may contain has boxes for the copies owned and played; without `cards`, players
    write the names. `wanted`: the expected size of a pool, or 0 if unknown. `check`: the `Draft.PoolCheck` that
    words the second signature line, or "" if a judge signs there. `energies`: letters of the types of basic
    Energy from the organizer, with boxes on the last page.
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
        energies: Sequence[str] = (),
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.rows, self.cards = [row for row in rows if row.here], cards
        self.about, self.wanted, self.check, self.energies = about, wanted, check, energies

    def subject(self) -> str:
        return self.about

    def story(self) -> Iterator[Flowable]:
        pages = self.cards_by_page()
        forms = [(row, page_index) for row in self.rows for page_index in range(len(pages))]
        for index, (row, page_index) in enumerate(forms):
            if index:
                yield PageBreak()
            person = Person(row, self.wanted, self.check, self.energies)
            yield PrintedPoolRegistrationForm(person, pages[page_index], page_index + 1, len(pages))

    def cards_by_page(self) -> list[Sequence[ChecklistCard]]:
        """Return the checklist cards on each page."""
        most_cards = checklist_column_count(self.cards, self.body[2]) * _rows_that_fit(self.body[3], SMALLEST)
        pages = max(1, ceil(len(self.cards) / most_cards))
        cards_per_page = ceil(len(self.cards) / pages)
        return [self.cards[page * cards_per_page : (page + 1) * cards_per_page] for page in range(pages)]


@dataclass(frozen=True, slots=True)
class Person:
    """The data of a form besides its cards: the player's row, and the settings of `PoolRegistrationSheet`."""

    row: PoolRow
    wanted: int
    check: str
    energies: Sequence[str] = ()


class PrintedPoolRegistrationForm(Flowable):
    """One page of a player's registration, which fills the sheet."""

    def __init__(self, person: Person, cards: Sequence[ChecklistCard], number: int, sheet_count: int) -> None:
        super().__init__()
        self.person, self.cards, self.number, self.sheet_count = person, cards, number, sheet_count

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        self.width, self.height = available_width, available_height - 0.1
        return self.width, self.height

    def draw(self) -> None:
        self.draw_person()
        self.draw_checklist()
        if self.person.energies and self.number == self.sheet_count:
            draw_energies(self.canv, self.person.energies, SIGNATURES - 4, self.width)
        self.draw_signatures()

    def draw_checklist(self) -> None:
        """Draw the part that all forms share once per document, and reuse the drawing on every page."""
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
        row_height = min(TALLEST, (top - SIGNATURES - TITLES) / lines)
        column_width = (self.width - GUTTER * 0.5 * (columns - 1)) / columns
        for column in range(columns):
            x = column * (column_width + GUTTER * 0.5)
            self.draw_titles(x, top - TITLES, column_width)
            part = self.cards[column * lines : (column + 1) * lines] if self.cards else [None] * lines
            for line, card in enumerate(part, start=1):
                self.draw_card(card, x, top - TITLES - line * row_height, column_width, row_height)

    def columns(self) -> int:
        """Return the number of columns in which the cards are listed, or for writing names by hand."""
        if not self.cards:
            return ACROSS_BLANK
        is_readable = len(self.cards) <= ACROSS * _rows_that_fit(self.height, COMFORTABLE)
        return ACROSS if is_readable else checklist_column_count(self.cards, self.width)

    def draw_person(self) -> None:
        row, top, available_width = self.person.row, self.height - 12, self.width
        draw_field(self.canv, _("Name"), row.name, 0, top, available_width * 0.5)
        draw_field(
            self.canv, _("Pod"), str(row.pod or ""), available_width * 0.53, top, available_width * 0.09
        )
        draw_field(
            self.canv, _("Seat"), str(row.seat or ""), available_width * 0.64, top, available_width * 0.09
        )
        cards = _("Total cards, of %(wanted)d") if self.person.wanted else _("Total cards")
        draw_field(
            self.canv,
            cards % {"wanted": self.person.wanted},
            "",
            available_width * 0.76,
            top,
            available_width * 0.24,
        )
        hint = _("Total: how many you have. Deck: how many you play.")
        part = (
            _("Sheet %(number)d of %(of)d") % {"number": self.number, "of": self.sheet_count}
            if self.sheet_count > 1
            else ""
        )
        draw_text(self.canv, 0, top - 38, hint, size=8)
        draw_text(self.canv, available_width, top - 38, part, size=8, align="right")

    def draw_titles(self, x: float, y: float, column_width: float) -> None:
        for index, title in enumerate((_("Total"), _("Deck"))):
            draw_text(self.canv, x + BOX * (index + 0.5), y + 3, title, size=MIN_SIZE, align="center")
        draw_text(self.canv, x + BOX * 2 + 21, y + 3, _("Card"), size=MIN_SIZE)
        self.canv.setLineWidth(1)
        self.canv.line(x, y, x + column_width, y)

    def draw_card(
        self, card: ChecklistCard | None, x: float, y: float, column_width: float, row_height: float
    ) -> None:
        """Draw a checklist card with its boxes, or an empty line for None."""
        self.canv.setLineWidth(0.5)
        self.canv.rect(x + 1, y + 0.8, BOX - 2, row_height - 1.6)
        self.canv.setStrokeGray(0.55)
        self.canv.rect(x + BOX + 1, y + 0.8, BOX - 2, row_height - 1.6)
        self.canv.setStrokeGray(0)
        if card is not None:
            size, baseline = min(9.0, row_height * 0.72), y + row_height * 0.27
            draw_text(
                self.canv,
                x + 2 * BOX + 18,
                baseline,
                card.number,
                font=BOLD,
                size=size,
                align="right",
                max_width=17,
            )
            draw_text(
                self.canv,
                x + 2 * BOX + 21,
                baseline,
                card.name,
                size=size,
                max_width=column_width - 2 * BOX - 22,
            )
        self.canv.setLineWidth(0.25)
        self.canv.line(x + 2 * BOX + 2, y, x + column_width, y)

    def draw_signatures(self) -> None:
        """Draw the signature lines for registering and verifying."""
        half = self.width * 0.5 - 8
        draw_field(self.canv, _("Registered by (signature)"), "", 0, SIGNATURES - 34, half)
        labels = {
            Draft.PoolCheck.VERIFY: _("Counted and given back by (name, signature)"),
            Draft.PoolCheck.PASS_ON: _("Counted and played by (name, signature)"),
        }
        label = (
            labels.get(Draft.PoolCheck(self.person.check), _("Judge")) if self.person.check else _("Judge")
        )
        draw_field(self.canv, label, self.person.row.verifier, self.width * 0.5 + 8, SIGNATURES - 34, half)


class PoolSheet(FormSheet):
    """Every registered pool with the deck built from it: one page per player."""

    what = gettext_lazy("Pool")

    def __init__(self, head: SheetHead, pages: Sequence[PoolPage], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.pages = pages

    def story(self) -> Iterator[Flowable]:
        for index, page in enumerate(self.pages):
            if index:
                yield PageBreak()
            yield PrintedPoolForm(page)


class PrintedPoolForm(Flowable):
    """One pool, which fills the page."""

    def __init__(self, page: PoolPage) -> None:
        super().__init__()
        self.page = page

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        self.width, self.height = available_width, available_height - 0.1
        return self.width, self.height

    def draw(self) -> None:
        page, top = self.page, self.height - 12
        draw_field(self.canv, _("Name"), page.name, 0, top, self.width * 0.46)
        draw_field(self.canv, _("Player ID"), page.player_id, self.width * 0.49, top, self.width * 0.24)
        draw_field(self.canv, _("Pod"), str(page.row.pod), self.width * 0.76, top, self.width * 0.1)
        draw_field(self.canv, _("Seat"), str(page.row.seat), self.width * 0.89, top, self.width * 0.11)
        columns, start = 2, self.height - PERSON + 6
        lines = max(1, ceil(len(page.lines) / columns))
        row_height = min(TALLEST, (start - SIGNATURES - TITLES) / lines)
        column_width = (self.width - GUTTER) / columns
        for column in range(columns):
            x = column * (column_width + GUTTER)
            self.draw_titles(x, start - TITLES, column_width)
            for line, pool_line in enumerate(page.lines[column * lines : (column + 1) * lines], start=1):
                unused = "" if pool_line.deck is None else str(pool_line.card.quantity - pool_line.deck)
                values = (
                    str(pool_line.card.quantity),
                    "" if pool_line.deck is None else str(pool_line.deck),
                    unused,
                )
                name = pool_line.card.name or _("not named")
                self.draw_line(
                    values,
                    name,
                    pool_line.card.where,
                    x,
                    start - TITLES - line * row_height,
                    column_width,
                    row_height,
                )
        self.draw_sum()

    def draw_titles(self, x: float, y: float, column_width: float) -> None:
        for index, title in enumerate((_("Pool"), _("Deck"), pgettext("column", "Unused"))):
            draw_text(
                self.canv,
                x + LEFT + index * EACH,
                y + 3,
                title,
                size=MIN_SIZE,
                align="center",
                max_width=EACH,
            )
        draw_text(self.canv, x + NAME, y + 3, _("Card"), size=MIN_SIZE)
        self.canv.setLineWidth(1)
        self.canv.line(x, y, x + column_width, y)

    def draw_line(
        self,
        values: tuple[str, ...],
        name: str,
        where: str,
        x: float,
        y: float,
        column_width: float,
        row_height: float,
    ) -> None:
        """Draw a card of the pool with its figures, name and number. Zeros stay blank."""
        size, baseline = min(10.0, row_height * 0.7), y + row_height * 0.28
        for index, value in enumerate(values):
            font = BOLD if index == 0 else TEXT
            draw_text(
                self.canv,
                x + LEFT + index * EACH,
                baseline,
                "" if value == "0" else value,
                font=font,
                size=size,
                align="center",
            )
        used_width = draw_text(self.canv, x + column_width, baseline, where, size=size * 0.9, align="right")
        draw_text(
            self.canv, x + NAME, baseline, name, size=size, max_width=column_width - NAME - 4 - used_width
        )
        self.canv.setLineWidth(0.3)
        self.canv.line(x, y, x + column_width, y)

    def draw_sum(self) -> None:
        """Draw the sum of the pool (R-058), and who registered and verified it."""
        page = self.page
        self.canv.setFillGray(BAND)
        self.canv.rect(0, SIGNATURES - 28, self.width, 20, stroke=0, fill=1)
        self.canv.setFillGray(0)
        total = _("Pool %(total)d") % {"total": page.row.total}
        used_width = draw_text(
            self.canv, self.width - 6, SIGNATURES - 22, total, font=DISPLAY, size=12, align="right"
        )
        sentence = _("No deck list yet.")
        if page.deck is not None:
            words = _(
                "Deck %(deck)d, of which %(supplied)d Energy supplied; unused %(unused)d; total %(sum)d"
            )
            facts = {"deck": page.deck, "supplied": page.supplied or 0, "unused": page.unused or 0}
            sentence = words % {**facts, "sum": page.deck - (page.supplied or 0) + (page.unused or 0)}
        draw_text(
            self.canv,
            6,
            SIGNATURES - 22,
            sentence,
            size=10,
            max_width=self.width - used_width - 20,
            min_size=MIN_SIZE,
        )
        opened = _("Pool of %(name)s") % {"name": page.row.name}
        verified = (
            _("Verified by %(name)s") % {"name": page.row.verified}
            if page.row.verified
            else _("Not verified")
        )
        number = _("Version %(number)d") % {"number": page.row.number}
        verified = _("Count differs") if page.row.state == "discrepancy" else verified
        line = " · ".join((opened, verified, number))
        draw_value(
            self.canv,
            0,
            SIGNATURES - 42,
            line,
            font=TEXT,
            size=8,
            max_width=self.width,
            leading=8.5,
            shift_down=3,
        )
        draw_field(self.canv, _("For the judge"), "", 0, 20, self.width)


def checklist_column_count(cards: Sequence[ChecklistCard], available_width: float) -> int:
    """Return MORE_ACROSS as the number of columns if every card name fits, otherwise ACROSS."""
    name_width = (available_width - GUTTER * 0.5 * (MORE_ACROSS - 1)) / MORE_ACROSS - 2 * BOX - 22
    longest_name = max((text_width(card.name, TEXT, MIN_SIZE) for card in cards), default=0)
    return MORE_ACROSS if longest_name <= name_width else ACROSS


def _rows_that_fit(height: float, row_height: float) -> int:
    """Return how many rows of `row_height` fit into a column on a page of this height."""
    return int((height - PERSON - SIGNATURES - TITLES) / row_height)
