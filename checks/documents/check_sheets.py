"""The sheet of a deck check on paper: the list in order with room to count, the items, the outcome."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext
from reportlab.platypus import Flowable, PageBreak

from cards.engine.numbers import card_number
from checks.engine.check_sheet import STEPS, sections_of
from checks.models import DeckCheck
from checks.queries.paper_checks import PaperCheck
from checks.words.check_words import SECTION_WORDS, STEP_HINTS, STEP_WORDS, copy_steps
from core.documents import marks
from core.documents.fonts import BOLD, DISPLAY, TEXT, put, put_value, width, wrapped
from core.documents.sheet import BAND, GUTTER, MARGIN, Pages, Paper, Part, Sheet, Text
from core.engine.heads import SheetHead
from decks.engine.lists import Listed
from decks.engine.lists.values import Section
from decks.words.copy_words import mark_texts
from decks.words.proxy_words import proxy_text
from pairings.words import result_words

PERSON, STEP, FINDING, LABEL = 82.0, 15.0, 17.0, 8.0
CODE = 58.0
TALLEST, SMALLEST = 19.0, 15.0
"""Row heights in points; if rows would be smaller, the sheet continues on another page."""

FINDINGS, MARKED = 4, 2
"""Empty lines for missing or surplus cards, and for marked cards."""

MOST_BOXES, MOST_PROXIES = 4, 5
PROXY, LEAST = 17.0, 7.0
"""Points of a proxy, which may take two lines, and the smallest text."""

LEAST_HINT = 90.0
"""Least room of what an item asks."""

BOX = 9.0
BOTTOM = 178.0 + FINDINGS * FINDING
"""Height of everything below the list, without the proxies."""

WITHOUT_LIST = ("sleeves", "total", "proxies")
"""Items that need no list."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a section; `again` if its rows continue in another column or page."""

    section: Section
    cards: int
    again: bool = False

    @property
    def text(self) -> str:
        text = f"{SECTION_WORDS[self.section]} · {self.cards}"
        return str(_("%(heading)s, continued") % {"heading": text}) if self.again else text


Line = Listed | Heading
"""A row of the list, or a section heading."""


class CheckSheets(Sheet):
    """One sheet per check, each on a new page.

    `links`: the URL to enter the result, by check; `titles`: see `cuts.round_titles`.
    """

    what = _("Deck check")

    def __init__(
        self,
        head: SheetHead,
        checks: Sequence[PaperCheck],
        *,
        links: Mapping[int, str],
        titles: Mapping[tuple[int, int], str],
        paper: Paper = "a4",
    ) -> None:
        super().__init__(head, paper=paper)
        self.checks, self.links, self.titles = checks, links, titles

    @property
    def body(self) -> tuple[float, float, float, float]:
        """The area without a foot; the QR code is beside the player."""
        across, up = self.page
        return MARGIN, MARGIN, across - 2 * MARGIN, up - 2 * MARGIN - 50

    def draw_foot(self, canvas: Pages) -> None:
        """Draw no foot: a list is for the judges only."""

    def story(self) -> Iterator[Flowable]:
        first = True
        for check in self.checks:
            link, number = self.links.get(check.check.pk, ""), check.check.round_number
            round_name = result_words.round_title(self.titles, check.check.entry.division_id, number)
            for page in pages_of(check, link, round_name, self.body[3]):
                if not first:
                    yield PageBreak()
                first = False
                yield Part(str(check.check.entry))
                yield page


def lines_of(rows: Sequence[Listed]) -> list[Line]:
    """The rows in order, below their section headings."""
    lines: list[Line] = []
    for section in sections_of(rows):
        lines += [Heading(section.code, section.cards), *(row for _, row in section.rows)]
    return lines


def continued(lines: Sequence[Line], earlier: Sequence[Line]) -> list[Line]:
    """Lines that follow earlier ones, below the repeated heading of their section."""
    if not lines or isinstance(lines[0], Heading):
        return list(lines)
    heading = next((line for line in reversed(earlier) if isinstance(line, Heading)), None)
    return [replace(heading, again=True), *lines] if heading else list(lines)


def steps_of(check: PaperCheck) -> list[tuple[str, str]]:
    """The items of R-034, without a list those that need none, then those about the copies; each with its words.

    Only those of R-034 are numbered.
    """
    steps = [(step, str(STEP_WORDS[step])) for step in STEPS if check.number or step in WITHOUT_LIST]
    return [*steps, *copy_steps(check.languages)]


def pages_of(check: PaperCheck, link: str, round_name: str, height: float) -> Iterator["CheckPage"]:
    """As many pages as the list needs; fields to fill in at the end are on the last one."""
    rest, first = lines_of(check.rows), True
    steps, bottom = len(steps_of(check)) * STEP + 12, BOTTOM + proxy_room(check)
    while True:
        room = height - PERSON - (steps if first else 0)
        if len(rest) <= fitting(room - bottom):
            yield CheckPage(check, link, round_name, tuple(rest), first=first, last=True)
            return
        yield CheckPage(check, link, round_name, tuple(rest[: fitting(room)]), first=first)
        rest, first = continued(rest[fitting(room) :], rest[: fitting(room)]), False


def fitting(room: float) -> int:
    """Lines that fit into two columns."""
    return max(0, 2 * int((room - 8) / SMALLEST) - 1)


def proxy_room(check: PaperCheck) -> float:
    return PROXY * min(len(check.proxies), MOST_PROXIES + 1) + 12


class CheckPage(Flowable):
    """One page of a sheet, filling the page: its part of the list, the items on the first, the rest on the last."""

    def __init__(
        self,
        check: PaperCheck,
        link: str,
        round_name: str,
        lines: Sequence[Line],
        *,
        first: bool,
        last: bool = False,
    ) -> None:
        super().__init__()
        self.paper_check, self.link, self.round_name, self.lines = check, link, round_name, lines
        self.first, self.last = first, last

    def wrap(self, across: float, up: float) -> tuple[float, float]:
        self.width, self.height = across, up - 0.1
        return self.width, self.height

    def draw(self) -> None:
        self.canv.saveState()
        self.draw_person()
        y = self.height - PERSON
        if self.first:
            y = self.draw_steps(y)
        low = BOTTOM + proxy_room(self.paper_check) if self.last else 0.0
        self.draw_list(y - 8, low)
        if self.last:
            free = 0 if self.lines else max(0, int((y - 8 - low) / FINDING))
            self.draw_bottom(low + free * FINDING, FINDINGS + free)
        self.canv.restoreState()

    def text(
        self, x: float, y: float, text: Text, *, room: float, size: float = 9.5, bold: bool = False
    ) -> float:
        return put(self.canv, x, y, str(text), font=BOLD if bold else TEXT, size=size, room=room, least=LEAST)

    def hint(self, x: float, y: float, text: str, *, room: float) -> None:
        """Draw what an item asks beside it, in one or two small lines; nothing where it needs more room."""
        lines, size = wrapped(text, TEXT, LEAST, room, LEAST)
        first = y + (len(lines) - 1) / 2 * size
        fits = len(lines) < 3 and not any("…" in line for line in lines)
        for number, line in enumerate(lines if fits else ()):
            put(self.canv, x, first - number * size, line, size=size)

    def two_lines(self, x: float, y: float, text: str, *, room: float, size: float = 9.5) -> None:
        """Draw a text in one or two lines, vertically centered on this baseline."""
        lines, size = wrapped(text, TEXT, size, room, LEAST)
        for number, line in enumerate(lines):
            put(self.canv, x, y + ((len(lines) - 1) / 2 - number) * size * 1.02, line, size=size)

    def rule(self, x: float, y: float, across: float) -> None:
        self.canv.setLineWidth(0.5)
        self.canv.line(x, y, x + across, y)

    def blank(self, label: Text, x: float, y: float, across: float) -> None:
        """Draw a label and a line to write on."""
        taken = self.text(x, y, label, room=across * 0.8, size=LABEL)
        self.rule(x + taken + 4, y - 2, across - taken - 4)

    # Who

    def draw_person(self) -> None:
        check, entry, top = self.paper_check.check, self.paper_check.check.entry, self.height
        room = self.width - CODE - 30
        x = 0.0
        if check.table is not None:
            marks.pill(self.canv, 0, top - 38, 72, 34, line=1.6)
            put(self.canv, 36, top - 13, str(_("Table")), size=LABEL, room=44, align="center")
            put(self.canv, 36, top - 33, str(check.table), font=DISPLAY, size=22, room=60, align="center")
            x = 84
        put_value(self.canv, x, top - 22, str(entry), room=room - x, size=18, least=10, up=11)
        facts = [
            str(entry.division),
            self.round_name,
            f"{_('Player ID')} {entry.player_number}" if entry.player_number else "",
        ]
        self.text(x, top - 38, " · ".join(fact for fact in facts if fact), room=room - x)
        held = _("Checked against version %(number)d of the list, %(total)d cards")
        facts_of_list = {"number": self.paper_check.number, "total": self.paper_check.total}
        none = _("No list for this player: the cards are counted and noted below.")
        self.text(0, top - 54, held % facts_of_list if self.paper_check.number else none, room=room)
        third = (room - 20) / 3
        if self.first:
            end = room - width(str(_("min")), TEXT, LABEL) - 4
            for at, label in enumerate((_("Began at"), _("Ended at"), _("Time extension"))):
                x = at * (third + 10)
                self.blank(label, x, top - 74, min(third, end - x))
            put(self.canv, end + 4, top - 74, str(_("min")), size=LABEL)
        if self.link:
            marks.qr(self.canv, self.width - CODE, top - CODE - 2, CODE, self.link)
            words, right = str(_("Scan to enter the result")), self.width
            lines, size = wrapped(words, TEXT, LABEL, CODE + 20, LEAST)
            for number, line in enumerate(lines):
                put(self.canv, right, top - CODE - 10 - number * 7.5, line, size=size, align="right")

    # The items

    def draw_steps(self, top: float) -> float:
        """Draw the items of R-034 in the order of its text, then those about the copies; returns their lower edge."""
        self.canv.setFillGray(BAND)
        steps = steps_of(self.paper_check)
        self.canv.rect(0, top - len(steps) * STEP - 2, self.width, len(steps) * STEP + 4, stroke=0, fill=1)
        self.canv.setFillGray(0)
        y, right, ticks = top, self.width - 6, (pgettext("check", "OK"), pgettext("check", "Not OK"))
        rooms = [width(str(label), TEXT, 9) + BOX + 16 for label in ticks]
        for number, (step, words) in enumerate(steps, start=1):
            y -= STEP
            x = right - sum(rooms)
            counted = x - 118 if step == "total" else x - 12
            text = f"{number}. {words}" if step in STEPS else words
            taken = self.text(6, y + 4, text, room=counted - 10, bold=step == "total")
            if (hint := STEP_HINTS.get(step)) and counted - taken > LEAST_HINT:
                self.hint(taken + 14, y + 4, str(hint), room=counted - taken - 18)
            if step == "total":
                of = (
                    str(_("of %(total)d") % {"total": self.paper_check.total})
                    if self.paper_check.number
                    else ""
                )
                taken = put(self.canv, x - 12, y + 4, of, size=9, align="right")
                self.rule(counted + 6, y + 2, 96 - taken)
            for label, room in zip(ticks, rooms, strict=True):
                marks.box(self.canv, x, y + 3, BOX)
                self.text(x + BOX + 4, y + 4, label, room=room - BOX - 4, size=9)
                x += room
        return y - 4

    # The list

    def draw_list(self, top: float, low: float) -> None:
        """Draw the lines in two columns, one after the other, to preserve the order of the list."""
        half, across = self.second(), (self.width - GUTTER) / 2
        columns = (self.lines[:half], continued(self.lines[half:], self.lines[:half]))
        longest = max(len(column) for column in columns)
        if not longest:
            return
        height = min(TALLEST, (top - low - 8) / longest)
        for at, column in enumerate(columns):
            x, y = at * (across + GUTTER), top
            for line in column:
                y -= height
                if isinstance(line, Heading):
                    put(self.canv, x, y + 4, line.text, font=DISPLAY, size=11, room=across - 60)
                    counted = pgettext("copies of a card", "Found")
                    put(
                        self.canv, x + across, y + 4, counted, size=LABEL, room=58, least=LEAST, align="right"
                    )
                    self.canv.setLineWidth(0.9)
                    self.canv.line(x, y, x + across, y)
                else:
                    self.draw_row(line, x, y, across, height)

    def second(self) -> int:
        """The index where the second column begins: half way, never directly below a heading."""
        half = (len(self.lines) + 1) // 2
        return half - 1 if half and isinstance(self.lines[half - 1], Heading) else half

    def draw_row(self, row: Listed, x: float, y: float, across: float, height: float) -> None:
        """Draw copies, card, a box for each of up to four copies, and a field for the number found."""
        base = y + height * 0.3
        copies = "?" if row.quantity is None else str(row.quantity)
        put(self.canv, x + 18, base, copies, font=BOLD, size=10.5, align="right")
        name = " · ".join([row.text if row.lost else row.name, *mark_texts(row)])
        number = card_number(row.set_code, row.card_number) if row.set_code else ""
        boxes = row.quantity if row.quantity and row.quantity <= MOST_BOXES else 0
        written = x + across - 26
        ticks = written - 6 - MOST_BOXES * (BOX + 2.5)
        taken = put(self.canv, ticks - 6, base, number, size=8, align="right") if number else 0.0
        self.two_lines(x + 24, base, name, room=ticks - x - 36 - taken)
        for at in range(boxes):
            marks.box(self.canv, ticks + at * (BOX + 2.5), y + (height - BOX) / 2, BOX)
        self.canv.setLineWidth(0.5)
        self.canv.rect(written, y + 1.2, 26, height - 2.4)
        self.rule(x, y, across - 30)

    # What came of it

    def draw_bottom(self, top: float, findings: int) -> None:
        """Draw the fields filled in after counting. `findings`: lines for missing or surplus cards."""
        half = (self.width - GUTTER) / 2
        left, right = pgettext("cards", "Missing"), str(_("Not on the list"))
        if not self.paper_check.number:
            left, right = str(_("Cards of the deck")), ""
        for x, title in ((0.0, left), (half + GUTTER, right)):
            self.text(x, top - 12, title, room=half, bold=True, size=9)
            for at in range(1, findings + 1):
                self.rule(x, top - 12 - at * FINDING, 22)
                self.rule(x + 28, top - 12 - at * FINDING, half - 28)
        y = top - 28 - findings * FINDING
        self.text(0, y, _("Marked cards and their pattern"), room=self.width - 140, bold=True, size=9)
        self.blank(_("Sleeves replaced"), self.width - 130, y, 130)
        for _line in range(MARKED):
            y -= FINDING
            self.rule(0, y, self.width)
        y = self.draw_proxies(y - 14)
        self.draw_outcome(y - 12)

    def draw_proxies(self, y: float) -> float:
        """Draw the player's proxies, each with a box for its original (R-037); returns their lower edge."""
        taken = self.text(0, y, _("Proxies"), room=self.width / 2, bold=True, size=9)
        lines = list(self.paper_check.proxies[:MOST_PROXIES])
        if not lines:
            self.text(taken + 12, y, pgettext("proxies", "None."), room=self.width / 2, size=9)
        for row in lines:
            y -= PROXY
            marks.box(self.canv, 0, y - 1, BOX)
            self.text(14, y, _("Original shown"), room=86, size=8)
            self.two_lines(104, y, proxy_text(row), room=self.width - 104, size=9)
        if more := len(self.paper_check.proxies) - len(lines):
            y -= PROXY
            self.text(
                104, y, _("and %(n)d more, see the screen") % {"n": more}, room=self.width - 104, size=9
            )
        return y

    def draw_outcome(self, y: float) -> None:
        self.text(0, y - 4, _("Outcome"), room=100, bold=True, size=9)
        labels = [
            *(label for _code, label in DeckCheck.Outcome.choices),
            _("The player must rewrite the list"),
        ]
        third = self.width / 3
        for at, label in enumerate(labels):
            x, line = at % 3 * third, y - 22 - at // 3 * 16
            marks.box(self.canv, x, line - 1.5, BOX + 1)
            self.text(x + BOX + 6, line, label, room=third - BOX - 14)
        self.blank(_("Note"), 0, y - 58, self.width)
        half = (self.width - GUTTER) / 2
        for x, label in ((0.0, _("Judge’s signature")), (half + GUTTER, _("Player’s signature"))):
            self.rule(x, y - 90, half)
            self.text(x, y - 99, label, room=half, size=LABEL)
