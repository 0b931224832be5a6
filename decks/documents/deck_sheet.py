"""Printed deck lists: one page each, laid out like the official form (M-050), with extra fields for the judge."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.platypus import Flowable, PageBreak

from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY, TEXT
from core.documents.sheet import BAND, GUTTER, MARGIN, Paper, Sheet, SheetCanvas, Text
from core.documents.text_fitting import fit_in_lines
from core.engine.sheet_heads import SheetHead
from decks.documents import person_fields
from decks.documents.person_fields import MIN_SIZE, PERSON
from decks.engine.lists import PrintedListRow
from decks.engine.lists.deck_list import Section
from decks.engine.lists.printed_list import section_rows
from decks.queries.lists.deck_pages import DeckPage
from decks.words.copy_words import mark_texts
from decks.words.list_words import list_verdict_text
from decks.words.proxy_words import proxy_text

SPARE_LINES = 3
"""Number of empty lines per section, for handwritten additions."""

MAX_ROW_HEIGHT, MIN_ROW_HEIGHT = 16.0, 9.8
"""Row heights in points. A list that needs smaller rows gets no spare lines and, if that is not enough, omits lines."""

MIN_CARD_SIZE, CARD = 7.0, 0.72
"""The smallest card text, and the height of a card's text as a share of its row."""

HEADING = 27.0
JUDGE = 96.0
"""Heights in points of a section heading and of the judge's fields."""
PROXY_LINE_HEIGHT, MAX_PROXIES = 11.0, 6
"""Line height of the proxy log in points, and its maximum number of lines."""

CARD_COLUMNS: tuple[tuple[Text, float], ...] = (
    (gettext_lazy("Qty"), 0.10),
    (gettext_lazy("Name"), 0.50),
    (gettext_lazy("Set"), 0.15),
    (gettext_lazy("Coll. #"), 0.14),
    (gettext_lazy("Reg."), 0.11),
)
NAME_COLUMNS: tuple[tuple[Text, float], ...] = ((gettext_lazy("Qty"), 0.10), (gettext_lazy("Name"), 0.90))


class DeckSheet(Sheet):
    """One page per player, in the order of `pages`."""

    what = gettext_lazy("Deck list")

    def __init__(
        self,
        head: SheetHead,
        pages: Sequence[DeckPage],
        *,
        paper: Paper = "a4",
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Build the sheet. `progress` is called with the number of the drawn page and the total."""
        super().__init__(head, paper=paper)
        self.pages, self.progress = pages, progress

    @property
    def body(self) -> tuple[float, float, float, float]:
        """Printable area of a page, which has no footer."""
        page_width, page_height = self.page
        return MARGIN, MARGIN, page_width - 2 * MARGIN, page_height - 2 * MARGIN - 50

    def draw_foot(self, canvas: SheetCanvas) -> None:
        """Draw no footer, because the list is only for judges."""

    def story(self) -> Iterator[Flowable]:
        for number, page in enumerate(self.pages):
            if number:
                yield PageBreak()
            progress = partial(self.progress, number + 1, len(self.pages)) if self.progress else None
            yield PrintedDeckForm(page, progress)


@dataclass(frozen=True, slots=True)
class FormSection:
    """A section of the form: its rows, the number of omitted rows, and the number of spare lines."""

    section: Section
    title: str
    rows: tuple[PrintedListRow, ...]
    left_out: int = 0
    spare: int = SPARE_LINES

    @classmethod
    def fitting(
        cls, section: Section, title: str, rows: tuple[PrintedListRow, ...], *, max_lines: int, spare: int
    ) -> Self:
        """Build a section of at most `max_lines` lines. If rows do not fit, the last line says how many are omitted."""
        if len(rows) <= max_lines:
            return cls(section, title, rows, spare=spare)
        return cls(section, title, rows[: max_lines - 1], len(rows) - max_lines + 1, spare=0)

    @property
    def count(self) -> int:
        return sum(max(row.quantity or 0, 0) for row in self.rows)

    @property
    def count_text(self) -> str:
        return str(self.count)

    @property
    def lines(self) -> int:
        return len(self.rows) + self.spare + bool(self.left_out)


class PrintedDeckForm(Flowable):
    """The form of one player, which fills the page."""

    pokemon_columns: Sequence[tuple[Text, float]] = CARD_COLUMNS
    max_row_height = MAX_ROW_HEIGHT

    def __init__(self, page: DeckPage, progress: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.page, self.progress = page, progress

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        self.width, self.height = available_width, available_height - 0.1
        return self.width, self.height

    def draw(self) -> None:
        if self.progress:
            self.progress()
        self.canv.saveState()
        person_fields.draw_person(self.canv, self.page, self.height, self.width)
        left, right = self.blocks()
        half, top = (self.width - GUTTER) / 2, self.height - PERSON
        row_height = self.row_height(top - JUDGE - self.proxies_height, left, right)
        self.draw_sections(left, 0, half * 1.12, row_height)
        self.draw_sections(right, half * 1.12 + GUTTER, half * 0.88, row_height)
        self.draw_proxies()
        self.draw_judge_fields((*left, *right))
        self.canv.restoreState()

    @property
    def proxies_height(self) -> float:
        """Height of the proxy log in points."""
        lines = len(self.proxy_lines())
        return (lines + 1) * PROXY_LINE_HEIGHT + 6 if lines else 0.0

    def blocks(self) -> tuple[list[FormSection], list[FormSection]]:
        """Return the sections of each column, unknown cards last. Rows that do not fit are left out."""
        unknown = section_rows(self.page.rows, "")
        headings_height = (3 if unknown else 2) * (HEADING + 8)
        column_lines = (
            int((self.height - PERSON - JUDGE - self.proxies_height - headings_height) / MIN_ROW_HEIGHT) - 2
        )
        unknown_lines = min(len(unknown), column_lines // 3)
        shared_lines = column_lines - unknown_lines
        trainers = section_rows(self.page.rows, "trainer")
        energy = section_rows(self.page.rows, "energy")
        pokemon = section_rows(self.page.rows, "pokemon")
        energy_lines = min(len(energy), max(shared_lines // 4, shared_lines - len(trainers)))
        left_spare = max(0, min(SPARE_LINES, column_lines - len(pokemon)))
        right_spare = max(0, min(SPARE_LINES, (shared_lines - len(trainers) - len(energy)) // 2))
        left = [
            FormSection.fitting("pokemon", _("Pokémon"), pokemon, max_lines=column_lines, spare=left_spare)
        ]
        right = [
            FormSection.fitting(
                "trainer", _("Trainer"), trainers, max_lines=shared_lines - energy_lines, spare=right_spare
            ),
            FormSection.fitting("energy", _("Energy"), energy, max_lines=energy_lines, spare=right_spare),
        ]
        if unknown:
            right.append(
                FormSection.fitting("", _("Unknown cards"), unknown, max_lines=unknown_lines, spare=0)
            )
        return left, right

    def row_height(self, available_height: float, *columns: Sequence[FormSection]) -> float:
        """Return the row height at which the longest column fits into the available height."""
        return min(
            self.max_row_height,
            *(
                (available_height - len(blocks) * (HEADING + 8)) / sum(block.lines for block in blocks)
                for blocks in columns
            ),
        )

    def draw_sections(
        self,
        blocks: Sequence[FormSection],
        x: float,
        available_width: float,
        row_height: float,
    ) -> None:
        top = self.height - PERSON
        for block in blocks:
            columns = self.pokemon_columns if block.section == "pokemon" else NAME_COLUMNS
            top = self.draw_section(block, x, top, available_width, row_height, columns) - 8

    def draw_section(
        self,
        block: FormSection,
        x: float,
        top: float,
        available_width: float,
        row_height: float,
        columns: Sequence[tuple[Text, float]],
    ) -> float:
        """Draw one section with its lines, and return its lower edge."""
        draw_text(self.canv, x, top - 12, block.title, font=DISPLAY, size=13)
        draw_text(
            self.canv, x + available_width, top - 12, block.count_text, font=DISPLAY, size=13, align="right"
        )
        y = top - HEADING
        self.draw_titles(columns, x, y, available_width)
        for number in range(block.lines):
            y -= row_height
            if number < len(block.rows):
                self.draw_card(block.rows[number], columns, x, y, available_width, row_height)
            elif block.left_out and number == len(block.rows):
                more = _("and %(lines)d more lines, see the list on the screen") % {"lines": block.left_out}
                draw_text(
                    self.canv,
                    x + 4,
                    y + row_height * 0.28,
                    more,
                    size=9,
                    max_width=available_width - 8,
                    min_size=MIN_CARD_SIZE,
                )
            self.canv.setLineWidth(0.35)
            self.canv.line(x, y, x + available_width, y)
        return y

    def draw_titles(
        self, columns: Sequence[tuple[Text, float]], x: float, y: float, available_width: float
    ) -> None:
        column_x = x
        for title, share in columns:
            draw_text(
                self.canv,
                column_x + 3,
                y + 3,
                str(title),
                size=MIN_SIZE,
                max_width=available_width * share - 4,
            )
            column_x += available_width * share
        self.canv.setLineWidth(1)
        self.canv.line(x, y + 0.5, x + available_width, y + 0.5)

    def draw_card(
        self,
        row: PrintedListRow,
        columns: Sequence[tuple[Text, float]],
        x: float,
        y: float,
        available_width: float,
        height: float,
    ) -> None:
        """Draw a row of the list. Without a column for the number, an unreadable row shows its original text."""
        quantity = "?" if row.quantity is None else str(row.quantity)
        name = row.text if row.lost and len(columns) < len(CARD_COLUMNS) else row.name
        name = " · ".join([name, *mark_texts(row)])
        values = (quantity, name, row.set_code, row.card_number, row.mark)
        size = min(height * CARD, 10.5)
        for value, (_title, share) in zip(values, columns, strict=False):
            draw_text(
                self.canv, x + 3, y + height * 0.28, value, size=size, max_width=available_width * share - 5
            )
            x += available_width * share

    def proxy_lines(self) -> list[str]:
        """Return the lines of the proxy log, wrapped to the page width."""
        proxies = self.page.proxies
        visible = proxies if len(proxies) <= MAX_PROXIES else proxies[: MAX_PROXIES - 1]
        texts = [proxy_text(proxy) for proxy in visible]
        if omitted := len(proxies) - len(visible):
            texts.append(_("and %(n)d more, see the screen") % {"n": omitted})
        return [
            line for text in texts for line in fit_in_lines(text, TEXT, MIN_SIZE, self.width, MIN_SIZE)[0]
        ]

    def draw_proxies(self) -> None:
        """Draw the cards a judge replaced, and where the originals are (R-016, R-037)."""
        y = JUDGE - 4 + self.proxies_height - PROXY_LINE_HEIGHT
        if not self.page.proxies:
            return
        draw_text(self.canv, 0, y, _("Proxies"), font=BOLD, size=MIN_SIZE)
        for line in self.proxy_lines():
            y -= PROXY_LINE_HEIGHT
            draw_text(self.canv, 0, y, line, size=MIN_SIZE)

    def draw_judge_fields(self, blocks: Sequence[FormSection]) -> None:
        """Draw the totals, and the fields that the judge fills in."""
        available_width = self.width
        total = self.total_text()
        self.canv.setFillGray(BAND)
        self.canv.rect(0, JUDGE - 28, available_width, 20, stroke=0, fill=1)
        self.canv.setFillGray(0)
        used_width = draw_text(
            self.canv, available_width - 6, JUDGE - 22, total, font=DISPLAY, size=12, align="right"
        )
        counts_text = " · ".join(self.count_texts(blocks))
        draw_text(
            self.canv,
            6,
            JUDGE - 22,
            counts_text,
            size=10,
            max_width=available_width - used_width - 20,
            min_size=MIN_CARD_SIZE,
        )
        left = draw_text(self.canv, 0, JUDGE - 42, _("For the judge"), font=BOLD, size=8) + 12
        submission = self.submission_text()
        right = draw_text(self.canv, available_width, JUDGE - 42, submission, size=8, align="right") + 12
        order_sentence = _("The deck is laid out in the order of this list.")
        draw_text(
            self.canv,
            left,
            JUDGE - 42,
            order_sentence,
            size=8,
            max_width=available_width - left - right,
            min_size=MIN_SIZE,
        )
        labels = (_("Round"), _("Table"), _("Checked by"), _("Result"))
        column_x = 0.0
        for label, share in zip(labels, (0.12, 0.12, 0.28, 0.48), strict=True):
            draw_text(self.canv, column_x, JUDGE - 60, label, size=8)
            self.canv.setLineWidth(0.7)
            self.canv.line(column_x, 6, column_x + available_width * share - 10, 6)
            column_x += available_width * share

    def total_text(self) -> str:
        return _("Total %(total)d") % {"total": self.page.total}

    def count_texts(self, blocks: Sequence[FormSection]) -> list[str]:
        """Return the cards of each section, and the sum of the pool if unused cards are stated."""
        texts, page = [f"{block.title} {block.count_text}" for block in blocks], self.page
        pool = page.total - page.supplied + page.unused
        return [*texts, pool_text(page.supplied, page.unused, pool)] if page.unused else texts

    def submission_text(self) -> str:
        """Return the version number, "late", and any verdict but legal; "" if the list was not submitted."""
        page = self.page
        if not page.number:
            return ""
        parts = [_("Version %(number)d") % {"number": page.number}]
        parts += [_("late")] if page.late else []
        parts += [] if page.legal and not page.unknown else [list_verdict_text(page.legal, page.unknown)]
        return ", ".join(parts)


def pool_text(supplied: object, unused: object, pool: object) -> str:
    """Return the sum of a pool: (deck − Energy supplied) + unused = pool (R-058)."""
    words = _("Energy supplied %(supplied)s · unused %(unused)s · pool %(pool)s")
    return words % {"supplied": supplied, "unused": unused, "pool": pool}
