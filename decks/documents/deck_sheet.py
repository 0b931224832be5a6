"""Deck lists on paper: order and fields of the official form (M-050), one page each, with room for the judge."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.platypus import Flowable, PageBreak

from core.documents import marks
from core.documents.fonts import BOLD, DISPLAY, TEXT, put, put_value, width, wrapped
from core.documents.sheet import BAND, GUTTER, MARGIN, Pages, Paper, Sheet, Text
from core.engine.heads import SheetHead
from decks.engine.lists import Listed
from decks.engine.lists.order import section_rows
from decks.engine.lists.values import Section
from decks.queries.lists.sheets import DeckPage
from decks.words.copy_words import mark_texts
from decks.words.list_words import verdict_text
from decks.words.proxy_words import proxy_text
from tournaments.models import Entry, Tournament

LETTER_COUNTRIES = frozenset(("US", "CA", "MX"))
SPARE = 3
"""Empty lines per section, for additions by hand."""

TALLEST, SMALLEST = 16.0, 9.8
"""Row heights in points; a list needing smaller rows has no spare lines, then reports how many lines are left out."""

LEAST, LEAST_CARD, CARD = 8.0, 7.0, 0.72
"""The smallest text, the smallest card text, and the share of a row its text takes."""

HEADING = 27.0
PERSON = 104.0
JUDGE = 96.0
PROXY, MOST_PROXIES = 11.0, 6
"""Points per line of the log of proxies, and its most lines."""

CARD_COLUMNS: tuple[tuple[Text, float], ...] = (
    (gettext_lazy("Qty"), 0.10),
    (gettext_lazy("Name"), 0.50),
    (gettext_lazy("Set"), 0.15),
    (gettext_lazy("Number"), 0.14),
    (gettext_lazy("Mark"), 0.11),
)
NAME_COLUMNS: tuple[tuple[Text, float], ...] = ((gettext_lazy("Qty"), 0.10), (gettext_lazy("Name"), 0.90))


def usual_paper(event: Tournament) -> Paper:
    """Letter in North America, A4 elsewhere."""
    return paper_in(str(event.country))


def paper_in(country: str) -> Paper:
    """The paper of a country by its ISO code."""
    return "letter" if country in LETTER_COUNTRIES else "a4"


def sheet_head(event: Tournament) -> SheetHead:
    """The head of every page: the event, and the time of printing in its timezone."""
    return SheetHead(event.name, "", "", timezone.now().astimezone(ZoneInfo(event.timezone)))


class DeckSheet(Sheet):
    """One page per player, in the given order."""

    what = gettext_lazy("Deck list")

    def __init__(
        self,
        head: SheetHead,
        pages: Sequence[DeckPage],
        *,
        paper: Paper = "a4",
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Build the sheet; `progress` is called with the number of the page drawn and the number of pages."""
        super().__init__(head, paper=paper)
        self.pages, self.progress = pages, progress

    @property
    def body(self) -> tuple[float, float, float, float]:
        """The area without a foot."""
        across, up = self.page
        return MARGIN, MARGIN, across - 2 * MARGIN, up - 2 * MARGIN - 50

    def draw_foot(self, canvas: Pages) -> None:
        """Draw no foot: a list is for the judges only."""

    def story(self) -> Iterator[Flowable]:
        for number, page in enumerate(self.pages):
            if number:
                yield PageBreak()
            yield DeckForm(
                page, partial(self.progress, number + 1, len(self.pages)) if self.progress else None
            )


@dataclass(frozen=True, slots=True)
class Block:
    """One section of the form: its rows, spare ones, and how many did not fit."""

    section: Section
    title: str
    rows: tuple[Listed, ...]
    left_out: int = 0
    spare: int = SPARE

    @property
    def count(self) -> int:
        return sum(max(row.quantity or 0, 0) for row in self.rows)

    @property
    def count_text(self) -> str:
        return str(self.count)

    @property
    def lines(self) -> int:
        return len(self.rows) + self.spare + bool(self.left_out)


class DeckForm(Flowable):
    """The form of one player, filling the page."""

    pokemon_columns: Sequence[tuple[Text, float]] = CARD_COLUMNS

    def __init__(self, page: DeckPage, progress: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.page, self.progress = page, progress

    def wrap(self, across: float, up: float) -> tuple[float, float]:
        self.width, self.height = across, up - 0.1
        return self.width, self.height

    def draw(self) -> None:
        if self.progress:
            self.progress()
        self.canv.saveState()
        self.draw_person()
        left, right = self.blocks()
        half, top = (self.width - GUTTER) / 2, self.height - PERSON
        row = self.row_height(top - JUDGE - self.log, left, right)
        self.draw_blocks(left, 0, half * 1.12, row, self.pokemon_columns)
        self.draw_blocks(right, half * 1.12 + GUTTER, half * 0.88, row, NAME_COLUMNS)
        self.draw_proxies()
        self.draw_judge((*left, *right))
        self.canv.restoreState()

    @property
    def log(self) -> float:
        """Height of the log of proxies."""
        lines = len(self.proxy_lines())
        return (lines + 1) * PROXY + 6 if lines else 0.0

    def blocks(self) -> tuple[list[Block], list[Block]]:
        """The sections of each column, with unknown cards last, so that none is missing on paper."""
        unknown = section_rows(self.page.rows, "")
        headings = (3 if unknown else 2) * (HEADING + 8)
        room = int((self.height - PERSON - JUDGE - self.log - headings) / SMALLEST) - 2
        for_unknown = min(len(unknown), room // 3)
        most = room - for_unknown
        trainers = section_rows(self.page.rows, "trainer")
        energy = section_rows(self.page.rows, "energy")
        pokemon = section_rows(self.page.rows, "pokemon")
        for_energy = min(len(energy), max(most // 4, most - len(trainers)))
        below = max(0, min(SPARE, (most - len(trainers) - len(energy)) // 2))
        return [_block("pokemon", _("Pokémon"), pokemon, room, max(0, min(SPARE, room - len(pokemon))))], [
            _block("trainer", _("Trainer"), trainers, most - for_energy, below),
            _block("energy", _("Energy"), energy, for_energy, below),
            *([_block("", _("Unknown cards"), unknown, for_unknown, 0)] if unknown else []),
        ]

    def row_height(self, room: float, *columns: Sequence[Block]) -> float:
        """The row height at which the longest column fits."""
        return min(
            TALLEST,
            *((room - len(blocks) * (HEADING + 8)) / sum(b.lines for b in blocks) for blocks in columns),
        )

    def draw_person(self) -> None:
        page, top, across = self.page, self.height - 14, self.width
        self.field(_("Name"), page.name, 0, top, across * 0.46)
        self.field(_("Player ID"), page.player_id, across * 0.49, top, across * 0.24)
        # The year alone if no more is known; without either the date is left to write by hand.
        if isinstance(page.born, int):
            label, born = _("Born in"), str(page.born)
        else:
            label, born = _("Date of birth"), date_format(page.born, "j F Y") if page.born else ""
        self.field(label, born, across * 0.76, top, across * 0.24)
        boxes = [(str(label), code == page.age_division) for code, label in Entry.AgeDivision.choices]
        self.choices(_("Age division"), boxes, 0, top - 46, across * 0.47)
        constructed = page.style == Tournament.PlayStyle.CONSTRUCTED
        formats = [
            (str(name), constructed and code == page.card_format)
            for code, name in Tournament.CardFormat.choices
        ]
        formats.append((_("Limited"), page.style in ("limited", "thirty_limited")))
        self.choices(_("Format"), formats, across * 0.49, top - 46, across * 0.51)

    def field(self, label: str, value: str, x: float, y: float, across: float) -> None:
        put(self.canv, x, y, label, size=8)
        put_value(self.canv, x + 2, y - 18, value, size=13, room=across - 4, least=LEAST)
        self.canv.setLineWidth(0.7)
        self.canv.line(x, y - 23, x + across, y - 23)

    def choices(
        self, label: str, boxes: Sequence[tuple[str, bool]], x: float, y: float, across: float
    ) -> None:
        """Draw boxes in one line, closer together if their labels are long."""
        put(self.canv, x, y + 9, label, size=8)
        taken = sum(14 + width(text, TEXT, 10) for text, _ticked in boxes)
        between = min(12.0, (across - taken) / (len(boxes) - 1))
        for text, ticked in boxes:
            marks.box(self.canv, x, y - 8, 10, ticked=ticked)
            x += 14 + put(self.canv, x + 14, y - 6, text, size=10) + between

    def draw_blocks(
        self,
        blocks: Sequence[Block],
        x: float,
        across: float,
        row: float,
        columns: Sequence[tuple[Text, float]],
    ) -> None:
        top = self.height - PERSON
        for block in blocks:
            top = self.draw_block(block, x, top, across, row, columns) - 8

    def draw_block(
        self,
        block: Block,
        x: float,
        top: float,
        across: float,
        row: float,
        columns: Sequence[tuple[Text, float]],
    ) -> float:
        """Draw one section with its lines; returns its lower edge."""
        put(self.canv, x, top - 12, block.title, font=DISPLAY, size=13)
        put(self.canv, x + across, top - 12, block.count_text, font=DISPLAY, size=13, align="right")
        y = top - HEADING
        self.titles(columns, x, y, across)
        for number in range(block.lines):
            y -= row
            if number < len(block.rows):
                self.card(block.rows[number], columns, x, y, across, row)
            elif block.left_out and number == len(block.rows):
                more = _("and %(lines)d more lines, see the list on the screen") % {"lines": block.left_out}
                put(self.canv, x + 4, y + row * 0.28, more, size=9, room=across - 8, least=LEAST_CARD)
            self.canv.setLineWidth(0.35)
            self.canv.line(x, y, x + across, y)
        return y

    def titles(self, columns: Sequence[tuple[Text, float]], x: float, y: float, across: float) -> None:
        at = x
        for title, share in columns:
            put(self.canv, at + 3, y + 3, str(title), size=LEAST, room=across * share - 4)
            at += across * share
        self.canv.setLineWidth(1)
        self.canv.line(x, y + 0.5, x + across, y + 0.5)

    def card(
        self,
        row: Listed,
        columns: Sequence[tuple[Text, float]],
        x: float,
        y: float,
        across: float,
        height: float,
    ) -> None:
        quantity = "?" if row.quantity is None else str(row.quantity)
        name = row.text if row.lost and len(columns) < len(CARD_COLUMNS) else row.name
        name = " · ".join([name, *mark_texts(row)])
        values = (quantity, name, row.set_code, row.card_number, row.mark)
        size = min(height * CARD, 10.5)
        for value, (_title, share) in zip(values, columns, strict=False):
            put(self.canv, x + 3, y + height * 0.28, value, size=size, room=across * share - 5)
            x += across * share

    def proxy_lines(self) -> list[str]:
        """The log of proxies, wrapped."""
        proxies = self.page.proxies
        listed = proxies if len(proxies) <= MOST_PROXIES else proxies[: MOST_PROXIES - 1]
        texts = [proxy_text(row) for row in listed]
        if more := len(proxies) - len(listed):
            texts.append(_("and %(n)d more, see the screen") % {"n": more})
        return [line for text in texts for line in wrapped(text, TEXT, LEAST, self.width, LEAST)[0]]

    def draw_proxies(self) -> None:
        """Draw the cards a judge replaced, and where the originals are (R-016, R-037)."""
        y = JUDGE - 4 + self.log - PROXY
        if not self.page.proxies:
            return
        put(self.canv, 0, y, _("Proxies"), font=BOLD, size=LEAST)
        for line in self.proxy_lines():
            y -= PROXY
            put(self.canv, 0, y, line, size=LEAST)

    def draw_judge(self, blocks: Sequence[Block]) -> None:
        across = self.width
        total = self.total_text()
        self.canv.setFillGray(BAND)
        self.canv.rect(0, JUDGE - 28, across, 20, stroke=0, fill=1)
        self.canv.setFillGray(0)
        taken = put(self.canv, across - 6, JUDGE - 22, total, font=DISPLAY, size=12, align="right")
        text = " · ".join(self.counted(blocks))
        put(self.canv, 6, JUDGE - 22, text, size=10, room=across - taken - 20, least=LEAST_CARD)
        left = put(self.canv, 0, JUDGE - 42, _("For the judge"), font=BOLD, size=8) + 12
        right = put(self.canv, across, JUDGE - 42, self.handed_in(), size=8, align="right") + 12
        order = _("The deck is laid out in the order of this list.")
        put(self.canv, left, JUDGE - 42, order, size=8, room=across - left - right, least=LEAST)
        labels = (_("Round"), _("Table"), _("Checked by"), _("Result"))
        at = 0.0
        for label, share in zip(labels, (0.12, 0.12, 0.28, 0.48), strict=True):
            put(self.canv, at, JUDGE - 60, label, size=8)
            self.canv.setLineWidth(0.7)
            self.canv.line(at, 6, at + across * share - 10, 6)
            at += across * share

    def total_text(self) -> str:
        return _("Total %(total)d") % {"total": self.page.total}

    def counted(self, blocks: Sequence[Block]) -> list[str]:
        """The cards of each section, and the sum of the pool if unused cards are stated."""
        texts, page = [f"{block.title} {block.count_text}" for block in blocks], self.page
        pool = page.total - page.supplied + page.unused
        return [*texts, pool_text(page.supplied, page.unused, pool)] if page.unused else texts

    def handed_in(self) -> str:
        page = self.page
        if not page.number:
            return ""
        words = [_("Version %(number)d") % {"number": page.number}]
        words += [_("late")] if page.late else []
        words += [] if page.legal and not page.unknown else [verdict_text(page.legal, page.unknown)]
        return ", ".join(words)


def pool_text(supplied: object, unused: object, pool: object) -> str:
    """The sum of a pool: (deck − Energy supplied) + unused = pool (R-058)."""
    words = _("Energy supplied %(supplied)s · unused %(unused)s · pool %(pool)s")
    return words % {"supplied": supplied, "unused": unused, "pool": pool}


def _block(section: Section, title: str, rows: tuple[Listed, ...], most: int, spare: int) -> Block:
    if len(rows) <= most:
        return Block(section, title, rows, spare=spare)
    return Block(section, title, rows[: most - 1], len(rows) - most + 1, spare=0)
