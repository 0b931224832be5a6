"""The printed sheet of a deck check: the list with fields for counting, the items of R-034, and the outcome."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext
from reportlab.platypus import Flowable, PageBreak

from cards.engine.collector_numbers import format_card_number
from checks.engine.check_sheet import STEPS, group_by_section
from checks.models import DeckCheck
from checks.queries.paper_checks import PaperCheck
from checks.words.check_words import SECTION_WORDS, STEP_HINTS, STEP_WORDS, card_copy_steps
from core.documents import drawn_shapes, qr_codes
from core.documents.drawn_text import draw_text, draw_value
from core.documents.fonts import BOLD, DISPLAY, TEXT, text_width
from core.documents.sheet import BAND, GUTTER, MARGIN, Paper, PartMarker, Sheet, SheetCanvas, Text
from core.documents.text_fitting import fit_in_lines
from core.engine.sheet_heads import SheetHead
from decks.engine.lists import PrintedListRow
from decks.engine.lists.deck_list import Section
from decks.words.copy_words import mark_texts
from decks.words.proxy_words import proxy_text
from pairings.words import round_names

PERSON, STEP, FINDING, LABEL, QR_SIDE = 82.0, 15.0, 17.0, 8.0, 58.0
MAX_ROW_HEIGHT, MIN_ROW_HEIGHT = 19.0, 15.0
"""Row heights in points. If the list needs smaller rows, it continues on another page."""

FINDING_LINES, MARKED_LINES = 4, 2
"""Number of empty lines for missing or surplus cards, and for marked cards."""

MAX_BOXES, MAX_PROXIES = 4, 5
PROXY_HEIGHT, MIN_SIZE = 17.0, 7.0
"""Height in points of a proxy, which may need two lines, and size of the smallest text."""

MIN_HINT_WIDTH = 90.0
"""Minimum width in points for the hint of an item."""

BOX = 9.0
BOTTOM_HEIGHT = 178.0 + FINDING_LINES * FINDING
"""Height in points of everything below the list except the proxies."""

WITHOUT_LIST = ("sleeves", "total", "proxies")
"""Items that need no list."""


@dataclass(frozen=True, slots=True)
class CheckSheetHeading:
    """The heading of a section. `again` is true if it is repeated in another column or on another page."""

    section: Section
    cards: int
    again: bool = False

    @property
    def text(self) -> str:
        text = f"{SECTION_WORDS[self.section]} · {self.cards}"
        return str(_("%(heading)s, continued") % {"heading": text}) if self.again else text


Line = PrintedListRow | CheckSheetHeading
"""A row of the list, or a section heading."""


class CheckSheets(Sheet):
    """One sheet per check, with `links` to enter the results and the `titles` of cut rounds."""

    what = _("Deck check")
    for_staff = True

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
        """Printable area of a page, which has no footer. The QR code is beside the player."""
        page_width, page_height = self.page
        return MARGIN, MARGIN, page_width - 2 * MARGIN, page_height - 2 * MARGIN - 50

    def draw_foot(self, canvas: SheetCanvas) -> None:
        """Draw no footer, because sheets are only for judges."""

    def story(self) -> Iterator[Flowable]:
        is_first = True
        for check in self.checks:
            link, number = self.links.get(check.check.pk, ""), check.check.round_number
            round_name = round_names.round_title(self.titles, check.check.entry.division_id, number)
            for page in pages_of_check(check, link, round_name, self.body[3]):
                if not is_first:
                    yield PageBreak()
                is_first = False
                yield PartMarker(str(check.check.entry))
                yield page


def lines_with_headings(rows: Sequence[PrintedListRow]) -> list[Line]:
    """Return the rows in order, with section headings."""
    lines: list[Line] = []
    for section in group_by_section(rows):
        lines += [CheckSheetHeading(section.code, section.cards), *(row for _, row in section.rows)]
    return lines


def with_repeated_heading(lines: Sequence[Line], earlier: Sequence[Line]) -> list[Line]:
    """Return lines that continue `earlier` ones, with a repeated section heading if necessary."""
    if not lines or isinstance(lines[0], CheckSheetHeading):
        return list(lines)
    heading = next((line for line in reversed(earlier) if isinstance(line, CheckSheetHeading)), None)
    return [replace(heading, again=True), *lines] if heading else list(lines)


def steps_on_sheet(check: PaperCheck) -> list[tuple[str, str]]:
    """Return the items of R-034, then the items about copies, each with its text.

    Without a list, the only items of R-034 are those in WITHOUT_LIST.
    """
    steps = [(step, str(STEP_WORDS[step])) for step in STEPS if check.number or step in WITHOUT_LIST]
    return [*steps, *card_copy_steps(check.languages)]


def pages_of_check(check: PaperCheck, link: str, round_name: str, height: float) -> Iterator["CheckPage"]:
    """Yield the pages that the list needs. The last page has the fields to fill in after counting."""
    remaining, is_first = lines_with_headings(check.rows), True
    steps_height = len(steps_on_sheet(check)) * STEP + 12
    bottom_height = BOTTOM_HEIGHT + proxies_height(check)
    while True:
        available_height = height - PERSON - (steps_height if is_first else 0)
        if len(remaining) <= count_fitting_lines(available_height - bottom_height):
            yield CheckPage(check, link, round_name, tuple(remaining), first=is_first, last=True)
            return
        line_count = count_fitting_lines(available_height)
        yield CheckPage(check, link, round_name, tuple(remaining[:line_count]), first=is_first)
        remaining, is_first = with_repeated_heading(remaining[line_count:], remaining[:line_count]), False


def count_fitting_lines(available_height: float) -> int:
    """Return the number of lines that fit into two columns of this height in points."""
    return max(0, 2 * int((available_height - 8) / MIN_ROW_HEIGHT) - 1)


def proxies_height(check: PaperCheck) -> float:
    return PROXY_HEIGHT * min(len(check.proxies), MAX_PROXIES + 1) + 12


class CheckPage(Flowable):
    """One page of a sheet, with a part of the list. The first page has the items, the last one the outcome."""

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

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        self.width, self.height = available_width, available_height - 0.1
        return self.width, self.height

    def draw(self) -> None:
        self.canv.saveState()
        self.draw_person()
        y = self.height - PERSON
        if self.first:
            y = self.draw_steps(y)
        bottom = BOTTOM_HEIGHT + proxies_height(self.paper_check) if self.last else 0.0
        self.draw_list(y - 8, bottom)
        if self.last:
            spare_lines = 0 if self.lines else max(0, int((y - 8 - bottom) / FINDING))
            self.draw_bottom(bottom + spare_lines * FINDING, FINDING_LINES + spare_lines)
        self.canv.restoreState()

    def draw_text(
        self, x: float, y: float, text: Text, max_width: float, *, size: float = 9.5, bold: bool = False
    ) -> float:
        font = BOLD if bold else TEXT
        return draw_text(
            self.canv, x, y, str(text), font=font, size=size, max_width=max_width, min_size=MIN_SIZE
        )

    def draw_hint(self, x: float, y: float, text: str, max_width: float) -> None:
        """Draw the hint of an item in one or two small lines. Omit a longer hint."""
        lines, size = fit_in_lines(text, TEXT, MIN_SIZE, max_width, MIN_SIZE)
        first_baseline = y + (len(lines) - 1) / 2 * size
        fits = len(lines) < 3 and not any("…" in line for line in lines)
        for number, line in enumerate(lines if fits else ()):
            draw_text(self.canv, x, first_baseline - number * size, line, size=size)

    def draw_two_lines(self, x: float, y: float, text: str, max_width: float, *, size: float = 9.5) -> None:
        """Draw a text in one or two lines, vertically centered on a baseline."""
        lines, size = fit_in_lines(text, TEXT, size, max_width, MIN_SIZE)
        for number, line in enumerate(lines):
            draw_text(self.canv, x, y + ((len(lines) - 1) / 2 - number) * size * 1.02, line, size=size)

    def draw_rule(self, x: float, y: float, length: float) -> None:
        self.canv.setLineWidth(0.5)
        self.canv.line(x, y, x + length, y)

    def draw_blank(self, label: Text, x: float, y: float, available_width: float) -> None:
        """Draw a label, followed by a line to write on."""
        label_width = self.draw_text(x, y, label, available_width * 0.8, size=LABEL)
        self.draw_rule(x + label_width + 4, y - 2, available_width - label_width - 4)

    def draw_person(self) -> None:
        """Draw the table, the player, the list's version, fields for the times, and the QR code."""
        check, entry, top = self.paper_check.check, self.paper_check.check.entry, self.height
        max_width = self.width - QR_SIDE - 30
        x = 0.0
        if check.table is not None:
            drawn_shapes.draw_pill(self.canv, 0, top - 38, 72, 34, line=1.6)
            draw_text(self.canv, 36, top - 13, str(_("Table")), size=LABEL, max_width=44, align="center")
            draw_text(
                self.canv, 36, top - 33, str(check.table), font=DISPLAY, size=22, max_width=60, align="center"
            )
            x = 84
        draw_value(
            self.canv, x, top - 22, str(entry), max_width=max_width - x, size=18, min_size=10, leading=11
        )
        facts = [
            str(entry.division),
            self.round_name,
            f"{_('Player ID')} {entry.player_number}" if entry.player_number else "",
        ]
        self.draw_text(x, top - 38, " · ".join(fact for fact in facts if fact), max_width - x)
        list_sentence = _("Checked against version %(number)d of the list, %(total)d cards")
        facts_of_list = {"number": self.paper_check.number, "total": self.paper_check.total}
        no_list_sentence = _("No list for this player: count the cards and note them below.")
        self.draw_text(
            0,
            top - 54,
            list_sentence % facts_of_list if self.paper_check.number else no_list_sentence,
            max_width,
        )
        third_width = (max_width - 20) / 3
        if self.first:
            blanks_end = max_width - text_width(str(_("min")), TEXT, LABEL) - 4
            for index, label in enumerate((_("Began at"), _("Ended at"), _("Time extension"))):
                x = index * (third_width + 10)
                self.draw_blank(label, x, top - 74, min(third_width, blanks_end - x))
            draw_text(self.canv, blanks_end + 4, top - 74, str(_("min")), size=LABEL)
        if self.link:
            qr_codes.draw_qr(self.canv, self.width - QR_SIDE, top - QR_SIDE - 2, QR_SIDE, self.link)
            hint, right = str(_("Scan to enter the result")), self.width
            lines, size = fit_in_lines(hint, TEXT, LABEL, QR_SIDE + 20, MIN_SIZE)
            for number, line in enumerate(lines):
                draw_text(self.canv, right, top - QR_SIDE - 10 - number * 7.5, line, size=size, align="right")

    def draw_steps(self, top: float) -> float:
        """Draw the items of R-034 in the order of the rule, then the items about copies. Return the lower edge."""
        self.canv.setFillGray(BAND)
        steps = steps_on_sheet(self.paper_check)
        self.canv.rect(0, top - len(steps) * STEP - 2, self.width, len(steps) * STEP + 4, stroke=0, fill=1)
        self.canv.setFillGray(0)
        y, right, ticks = top, self.width - 6, (pgettext("check", "OK"), pgettext("check", "Not OK"))
        tick_widths = [text_width(str(label), TEXT, 9) + BOX + 16 for label in ticks]
        for number, (step, words) in enumerate(steps, start=1):
            y -= STEP
            x = right - sum(tick_widths)
            text_end = x - 118 if step == "total" else x - 12
            text = f"{number}. {words}" if step in STEPS else words
            drawn_width = self.draw_text(6, y + 4, text, text_end - 10, bold=step == "total")
            if (hint := STEP_HINTS.get(step)) and text_end - drawn_width > MIN_HINT_WIDTH:
                self.draw_hint(drawn_width + 14, y + 4, str(hint), text_end - drawn_width - 18)
            if step == "total":
                total_text = (
                    str(_("of %(total)d") % {"total": self.paper_check.total})
                    if self.paper_check.number
                    else ""
                )
                drawn_width = draw_text(self.canv, x - 12, y + 4, total_text, size=9, align="right")
                self.draw_rule(text_end + 6, y + 2, 96 - drawn_width)
            for label, tick_width in zip(ticks, tick_widths, strict=True):
                drawn_shapes.draw_box(self.canv, x, y + 3, BOX)
                self.draw_text(x + BOX + 4, y + 4, label, tick_width - BOX - 4, size=9)
                x += tick_width
        return y - 4

    def draw_list(self, top: float, bottom: float) -> None:
        """Draw the lines in two columns, starting with the left one."""
        second_start, column_width = self.second_column_start(), (self.width - GUTTER) / 2
        columns = (
            self.lines[:second_start],
            with_repeated_heading(self.lines[second_start:], self.lines[:second_start]),
        )
        most_lines = max(len(column) for column in columns)
        if not most_lines:
            return
        height = min(MAX_ROW_HEIGHT, (top - bottom - 8) / most_lines)
        for index, column in enumerate(columns):
            x, y = index * (column_width + GUTTER), top
            for line in column:
                y -= height
                if isinstance(line, CheckSheetHeading):
                    title_width, right = column_width - 60, x + column_width
                    draw_text(self.canv, x, y + 4, line.text, font=DISPLAY, size=11, max_width=title_width)
                    counted = pgettext("copies of a card", "Found")
                    draw_text(self.canv, right, y + 4, counted, size=LABEL, max_width=58, align="right")
                    self.canv.setLineWidth(0.9)
                    self.canv.line(x, y, x + column_width, y)
                else:
                    self.draw_row(line, x, y, column_width, height)

    def second_column_start(self) -> int:
        """Return the index at which the second column begins.

        The columns have equal length, but a heading is never separated from its first row.
        """
        half = (len(self.lines) + 1) // 2
        return half - 1 if half and isinstance(self.lines[half - 1], CheckSheetHeading) else half

    def draw_row(self, row: PrintedListRow, x: float, y: float, column_width: float, height: float) -> None:
        """Draw the number of copies, the card, up to four boxes, and a field for the counted number."""
        baseline = y + height * 0.3
        copies = "?" if row.quantity is None else str(row.quantity)
        draw_text(self.canv, x + 18, baseline, copies, font=BOLD, size=10.5, align="right")
        name = " · ".join([row.label, *mark_texts(row)])
        number = format_card_number(row.set_code, row.card_number) if row.set_code else ""
        boxes = row.quantity if row.quantity and row.quantity <= MAX_BOXES else 0
        field_x = x + column_width - 26
        boxes_x = field_x - 6 - MAX_BOXES * (BOX + 2.5)
        number_width = (
            draw_text(self.canv, boxes_x - 6, baseline, number, size=8, align="right") if number else 0.0
        )
        self.draw_two_lines(x + 24, baseline, name, boxes_x - x - 36 - number_width)
        for index in range(boxes):
            drawn_shapes.draw_box(self.canv, boxes_x + index * (BOX + 2.5), y + (height - BOX) / 2, BOX)
        self.canv.setLineWidth(0.5)
        self.canv.rect(field_x, y + 1.2, 26, height - 2.4)
        self.draw_rule(x, y, column_width - 30)

    def draw_bottom(self, top: float, findings: int) -> None:
        """Draw the fields to fill in after counting. `findings` is the number of lines for missing or surplus cards."""
        column_width = (self.width - GUTTER) / 2
        left_title, right_title = pgettext("cards", "Missing"), str(_("Not on the list"))
        if not self.paper_check.number:
            left_title, right_title = str(_("Cards in the deck")), ""
        for x, title in ((0.0, left_title), (column_width + GUTTER, right_title)):
            self.draw_text(x, top - 12, title, column_width, bold=True, size=9)
            for line_number in range(1, findings + 1):
                self.draw_rule(x, top - 12 - line_number * FINDING, 22)
                self.draw_rule(x + 28, top - 12 - line_number * FINDING, column_width - 28)
        y = top - 28 - findings * FINDING
        self.draw_text(0, y, _("Marked cards and their pattern"), self.width - 140, bold=True, size=9)
        self.draw_blank(_("Sleeves replaced"), self.width - 130, y, 130)
        for _line in range(MARKED_LINES):
            y -= FINDING
            self.draw_rule(0, y, self.width)
        y = self.draw_proxies(y - 14)
        self.draw_outcome(y - 12)

    def draw_proxies(self, y: float) -> float:
        """Draw the player's proxies, each with a checkbox for its original card (R-037). Return the lower edge."""
        title_width = self.draw_text(0, y, _("Proxies"), self.width / 2, bold=True, size=9)
        visible = list(self.paper_check.proxies[:MAX_PROXIES])
        if not visible:
            self.draw_text(title_width + 12, y, pgettext("proxies", "None."), self.width / 2, size=9)
        for proxy in visible:
            y -= PROXY_HEIGHT
            drawn_shapes.draw_box(self.canv, 0, y - 1, BOX)
            self.draw_text(14, y, _("Original shown"), 86, size=8)
            self.draw_two_lines(104, y, proxy_text(proxy), self.width - 104, size=9)
        if omitted := len(self.paper_check.proxies) - len(visible):
            y -= PROXY_HEIGHT
            omitted_text = _("and %(n)d more, see the screen") % {"n": omitted}
            self.draw_text(104, y, omitted_text, self.width - 104, size=9)
        return y

    def draw_outcome(self, y: float) -> None:
        self.draw_text(0, y - 4, _("Outcome"), 100, bold=True, size=9)
        labels = [
            *(label for _code, label in DeckCheck.Outcome.choices),
            _("The player must rewrite the list"),
        ]
        column_width = self.width / 3
        for index, label in enumerate(labels):
            x, baseline = index % 3 * column_width, y - 22 - index // 3 * 16
            drawn_shapes.draw_box(self.canv, x, baseline - 1.5, BOX + 1)
            self.draw_text(x + BOX + 6, baseline, label, column_width - BOX - 14)
        self.draw_blank(_("Note"), 0, y - 58, self.width)
        signature_width = (self.width - GUTTER) / 2
        for x, label in ((0.0, _("Judge’s signature")), (signature_width + GUTTER, _("Player’s signature"))):
            self.draw_rule(x, y - 90, signature_width)
            self.draw_text(x, y - 99, label, signature_width, size=LABEL)
