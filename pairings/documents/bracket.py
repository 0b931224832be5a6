"""The bracket on paper, in landscape format, with names as large as the boxes allow and long names on two lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from core.documents import drawn_shapes
from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY, TEXT, text_width
from core.documents.sheet import Paper, PartMarker, Sheet, new_paragraph
from core.documents.text_fitting import count_lines, fit_in_lines
from core.engine.sheet_heads import SheetHead
from pairings.engine.display_rows import BracketBox, BracketRound, BracketSide, EntryPerson

BODY_HEIGHT = 425.0
"""Height of the content on a small sheet, in points; larger paper gets larger boxes and names."""
NAME_SIZE, MIN_NAME_SIZE, MIN_WINNER_SIZE = 16.0, 9.0, 12.0
"""Regular and smallest size of a name, and smallest size of the winner's name, in points."""
MAX_BOX_HEIGHT, MIN_BOX_HEIGHT = 58.0, 37.0
"""Limits of the height of a box, in points; the lower one fits two lines of the smallest name per side."""
NAME_HEIGHT_SHARE = 0.62
"""Font size of a single line as a share of a half's height."""
LINE_HEIGHT, WHITE_SPACE = MIN_NAME_SIZE * 1.05, 3.0
"""Height of one line of the smallest name, and white space around several lines, in points."""
MIN_SLOT_HEIGHT, TITLE_HEIGHT = 40.0, 24.0
"""Minimum height of a box including its margin, and height of the title above each column, in points."""
MAX_BOX_SHARE, LINK_SHARE = 0.94, 0.14
"""Maximum share of a slot's height for its box, and share of a column's width for the line to the next column."""
MAX_WINNER, MIN_BOXES_PER_PAGE = 4, 2
"""Maximum lines of the winner's name, and minimum boxes in the first column of a page.

With only one box per page, the bracket would never narrow toward the final.
"""
PILL_WIDTH, WORD = 22.0, 9.0
"""Width of the pill with the table number, and size of the words in a box, in points."""
NO_BRACKET_YET = _("The bracket appears once the top cut is paired.")

Rounds = Sequence[BracketRound]


class BracketSheet(Sheet):
    """Columns from the first round to the winner, with the match for third place below the final.

    If a column has more matches than fit, the bracket is split into pages: one per part, and a last page that
    joins them. Names are never cut off: boxes with long names take height from the others, and if that is not
    enough, a page has fewer boxes.
    """

    what = _("Bracket")
    landscape = True

    def __init__(
        self,
        head: SheetHead,
        rounds: Rounds,
        *,
        third: BracketBox | None = None,
        champion: EntryPerson | None = None,
        note: str = "",
        paper: Paper = "a4",
    ) -> None:
        """Create the sheet. `champion` is in first place; `note` explains why without winning the final."""
        super().__init__(head, paper=paper)
        self.rounds, self.third, self.champion, self.note = rounds, third, champion, note

    def story(self) -> Iterator[Flowable]:
        pages = self.trees()
        for number, page in enumerate(pages, start=1):
            if number > 1:
                yield PageBreak()
            if len(pages) > 1:
                yield PartMarker(_("part %(part)d of %(parts)d") % {"part": number, "parts": len(pages)})
            page.champion, page.note = self.champion, self.note
            yield page

    def trees(self) -> list["BracketPosterPage"]:
        """Return the pages, each with as many boxes as fit legibly with every line of every name."""
        # Each column has half as many boxes as the one before, so the maximum is a power of two: 8 on A4, 16 on A3.
        max_boxes = 1
        while (self.body[3] - TITLE_HEIGHT) / (2 * max_boxes) >= MIN_SLOT_HEIGHT:
            max_boxes *= 2
        while True:
            pages = split_bracket(self.rounds, max_boxes)
            last = len(pages) - 1
            bracket_pages = [
                BracketPosterPage(
                    rounds, self.body[2:], last=index == last, third=self.third if index == last else None
                )
                for index, rounds in enumerate(pages)
            ]
            if max_boxes <= MIN_BOXES_PER_PAGE or all(tree.fits_all_names for tree in bracket_pages):
                return bracket_pages
            max_boxes //= 2


def split_bracket(rounds: Rounds, max_boxes: int) -> list[Rounds]:
    """Divide the bracket into pages of at most `max_boxes` boxes per column, and repeat the column where pages join."""
    count = len(rounds[0].boxes) // max_boxes if rounds else 0
    if count < 2:
        return [rounds]
    divided_rounds = [round_ for round_ in rounds if len(round_.boxes) >= count]
    parts: list[Rounds] = []
    for index in range(count):
        sizes = [(round_, len(round_.boxes) // count) for round_ in divided_rounds]
        boxes = [(round_.title, round_.boxes[index * size : (index + 1) * size]) for round_, size in sizes]
        parts.append([BracketRound(title, part) for title, part in boxes])
    return [*parts, *split_bracket(rounds[len(divided_rounds) - 1 :], max_boxes)]


@dataclass(frozen=True, slots=True)
class BoxFrame:
    """Position of a box: its left edge, middle line, width and height, and the maximum height for long names."""

    x: float
    middle: float
    width: float
    height: float
    most: float
    scale: float = 1.0

    def name_font_size(self, height: float) -> float:
        """Return the font size of a one-line name in a half of this height."""
        return min(NAME_SIZE * self.scale, height * NAME_HEIGHT_SHARE)

    def needed_height(self, box: BracketBox) -> float:
        """Return the minimum height of a box that shows both names in full."""
        return sum(half.needs(self) for half in BracketBoxHalf.both(box))

    def half_heights(self, upper: float, lower: float) -> tuple[float, float]:
        """Return the heights of the upper and lower half; they are equal if both names fit that way."""
        half = self.height / 2
        if max(upper, lower) <= half:
            return half, half
        smaller, larger = sorted((upper, lower))
        total = min(self.most, max(self.height, max(smaller, half) + larger))
        lesser = min(max(smaller, total - larger), total / 2)
        if larger <= total / 2 or count_name_lines_in_half(total - lesser) == count_name_lines_in_half(
            total / 2
        ):
            return total / 2, total / 2
        return (lesser, total - lesser) if upper <= lower else (total - lesser, lesser)


class BracketPosterPage(Flowable):
    """One page of the bracket."""

    def __init__(
        self, rounds: Rounds, size: tuple[float, float], *, last: bool = True, third: BracketBox | None = None
    ) -> None:
        super().__init__()
        self.rounds, self.third, self.last = rounds, third, last
        self.champion: EntryPerson | None = None
        self.note = ""
        self.width, self.height = size
        self.column = self.width / (len(rounds) + (0.9 if self.has_final else 0)) if rounds else self.width
        self.scale = max(1.0, self.height / BODY_HEIGHT)
        most_boxes = max((len(round_.boxes) for round_ in rounds), default=1)
        slot = (self.height - TITLE_HEIGHT) / most_boxes
        self.tall = self.box_height(slot)

        # Slots of the first column are equal unless a box needs more; then the others share the remaining height. A
        # slot of a later column is as high as the two slots that feed it.
        self.slots: list[list[float]] = [[]]
        if rounds:
            frame = BoxFrame(0, 0, self.column * (1 - LINK_SHARE), self.tall, self.height, self.scale)
            needed_heights = [frame.needed_height(box) / MAX_BOX_SHARE for box in rounds[0].boxes]
            self.slots = [
                share_height(self.height - TITLE_HEIGHT, needed_heights, MIN_SLOT_HEIGHT * self.scale)
            ]
        for _column in rounds[1:]:
            previous = self.slots[-1]
            self.slots.append([sum(pair) for pair in zip(previous[::2], previous[1::2], strict=True)])
        self.tall = min(self.tall, self.box_height(min(self.slots[0], default=slot)))

    def box_height(self, slot: float) -> float:
        """Return the default height of a box in a slot."""
        return min(MAX_BOX_HEIGHT * self.scale, max(slot * 0.84, min(MIN_BOX_HEIGHT, slot * MAX_BOX_SHARE)))

    @property
    def has_final(self) -> bool:
        """Whether the final is on this page."""
        return self.last and bool(self.rounds) and len(self.rounds[-1].boxes) == 1

    def wrap(self, *_available: float) -> tuple[float, float]:
        return self.width, self.height - 1

    def draw(self) -> None:
        self.canv.saveState()
        if not self.rounds:
            draw_text(self.canv, 0, self.height - TITLE_HEIGHT, str(NO_BRACKET_YET), size=11)
        if self.has_final:
            self.draw_winner()
        for number, round_ in enumerate(self.rounds):
            self.draw_round(number, round_)
        if self.third:
            self.draw_third(self.third)
        self.canv.restoreState()

    @property
    def fits_all_names(self) -> bool:
        """Whether every name on this page has as many lines as it needs."""
        return all(
            self.frame(column, place).needed_height(box) <= self.frame(column, place).most + 0.01
            for column, round_ in enumerate(self.rounds)
            for place, box in enumerate(round_.boxes)
        )

    def middle(self, column: int, box: int) -> float:
        """Return the y coordinate of the line that leaves a box: its middle, or the middle between its feeder boxes."""
        if column:
            return (self.middle(column - 1, 2 * box) + self.middle(column - 1, 2 * box + 1)) / 2
        return self.height - TITLE_HEIGHT - sum(self.slots[0][:box]) - self.slots[0][box] / 2

    def frame(self, column: int, box: int) -> BoxFrame:
        top = self.height - TITLE_HEIGHT - sum(self.slots[column][:box])
        middle = self.middle(column, box)
        most_height = 2 * min(top - middle, middle - top + self.slots[column][box]) * MAX_BOX_SHARE
        if self.third and column == len(self.rounds) - 1:
            most_height = min(most_height, middle)
        return BoxFrame(
            column * self.column,
            middle,
            self.column * (1 - LINK_SHARE),
            self.tall,
            max(self.tall, most_height),
            self.scale,
        )

    def draw_round(self, number: int, round_: BracketRound) -> None:
        x, max_width = number * self.column, self.column * (1 - LINK_SHARE)
        new_paragraph(self.canv)
        draw_text(self.canv, x, self.height - 13, round_.title, font=DISPLAY, size=13, max_width=max_width)
        for place, box in enumerate(round_.boxes):
            new_paragraph(self.canv)
            frame = self.frame(number, place)
            if number + 1 < len(self.rounds):
                self.draw_link(frame, self.frame(number + 1, place // 2))
            self.draw_box(frame, box)

    def draw_box(self, frame: BoxFrame, box: BracketBox) -> None:
        """Draw both halves of a box.

        If a name needs more lines than its half has, the box grows and the line between the halves moves.
        """
        upper, lower = BracketBoxHalf.both(box)
        upper_height, lower_height = frame.half_heights(upper.needs(frame), lower.needs(frame))
        bottom = frame.middle - (upper_height + lower_height) / 2
        self.canv.setLineWidth(1.1)
        self.canv.roundRect(
            frame.x, bottom, frame.width, upper_height + lower_height, min(6, frame.height / 4)
        )
        self.canv.setLineWidth(0.6)
        self.canv.line(frame.x, bottom + lower_height, frame.x + frame.width, bottom + lower_height)
        upper.draw(self.canv, frame, bottom + lower_height, upper_height)
        lower.draw(self.canv, frame, bottom, lower_height)
        if box.table is not None and not box.by_walkover:
            draw_table_number(self.canv, frame, box.table)

    def draw_link(self, start: BoxFrame, end: BoxFrame) -> None:
        right, turn = start.x + start.width, start.x + self.column * (1 - LINK_SHARE / 2)
        self.canv.setLineWidth(1)
        self.canv.lines(
            [
                (right, start.middle, turn, start.middle),
                (turn, start.middle, turn, end.middle),
                (turn, end.middle, end.x, end.middle),
            ]
        )

    def draw_winner(self) -> None:
        """Draw the line from the final to the winner, and the name and note of the winner if decided."""
        final = self.frame(len(self.rounds) - 1, 0)
        x, max_width, title = len(self.rounds) * self.column, self.column * 0.9, str(_("Winner"))
        draw_text(self.canv, x, self.height - 13, title, font=DISPLAY, size=13, max_width=max_width)
        self.canv.setLineWidth(1)
        self.canv.line(final.x + final.width, final.middle, x, final.middle)
        self.canv.setLineWidth(2)
        self.canv.line(x, final.middle, x + max_width, final.middle)
        if self.champion:
            name, size = self.champion.name, 20 * self.scale
            lines, size = fit_in_lines(
                name, DISPLAY, size, max_width - 8, MIN_WINNER_SIZE, max_lines=MAX_WINNER
            )
            for index, text in enumerate(reversed(lines)):
                draw_text(
                    self.canv, x + 4, final.middle + 7 + index * size * 1.1, text, font=DISPLAY, size=size
                )
        for line, text in enumerate(simpleSplit(self.note, TEXT, 9, max_width) if self.note else ()):
            draw_text(self.canv, x + 4, final.middle - 14 - 12 * line, text, size=9, max_width=max_width)

    def draw_third(self, third: BracketBox) -> None:
        """Draw the match for third place below the final."""
        frame = self.frame(len(self.rounds) - 1, 0)
        most_height = max(self.tall, frame.middle / 2 - TITLE_HEIGHT - 8)
        third_frame = BoxFrame(frame.x, 0, frame.width, self.tall, most_height, self.scale)
        height = sum(
            third_frame.half_heights(*(half.needs(third_frame) for half in BracketBoxHalf.both(third)))
        )
        x, title, max_width = third_frame.x, str(_("Third place")), third_frame.width
        draw_text(self.canv, x, height + 8, title, font=DISPLAY, size=13, max_width=max_width)
        self.draw_box(replace(third_frame, middle=height / 2 + 2), third)


def share_height(height: float, needs: Sequence[float], min_height: float) -> list[float]:
    """Divide a height equally, or by `needs` if every share stays at least `min_height`."""
    equal_share, enlarged = height / len(needs), set[int]()
    share = equal_share
    while added := {index for index, need in enumerate(needs) if index not in enlarged and need > share}:
        enlarged |= added
        if len(enlarged) == len(needs):
            return [equal_share] * len(needs)
        share = (height - sum(needs[index] for index in enlarged)) / (len(needs) - len(enlarged))
        if share < min(min_height, equal_share):
            return [equal_share] * len(needs)
    return [need if index in enlarged else share for index, need in enumerate(needs)]


@dataclass(frozen=True, slots=True)
class BracketBoxHalf:
    """One player's half of a box. `word` is shown at the right end if there are no game wins and no check mark."""

    text: str
    side: BracketSide
    word: str

    @classmethod
    def both(cls, box: BracketBox) -> tuple["BracketBoxHalf", "BracketBoxHalf"]:
        """Return the left side of a box as its upper half and the right side as its lower half."""
        loser = box.right if box.left.won else box.left
        halves = []
        for side in (box.left, box.right):
            text = str(_("Bye")) if box.bye else ""
            if side.person:
                text = side.person.name
            word = str(pgettext("bracket", "Did not play")) if box.by_walkover and side is loser else ""
            halves.append(cls(text, side, word))
        upper, lower = halves
        return upper, lower

    @property
    def font(self) -> str:
        return BOLD if self.side.won else TEXT

    def span(self, frame: BoxFrame, size: float) -> tuple[float, float]:
        """Return the x coordinates between which the name is drawn, after the seed."""
        left, right = frame.x + size * 1.9, frame.x + frame.width - 7
        if self.side.games is not None:
            return left, right - text_width(str(self.side.games), DISPLAY, size) - 7
        if self.side.won:
            return left, right - size * 0.8 - 6
        return left, right - (min(text_width(self.word, BOLD, WORD), 60) + 5 if self.word else 0)

    def needs(self, frame: BoxFrame) -> float:
        """Return the minimum height for the whole name at the smallest size."""
        left, right = self.span(frame, frame.name_font_size(frame.height / 2))
        lines = count_lines(self.text, self.font, MIN_NAME_SIZE, right - left)
        return lines * LINE_HEIGHT + WHITE_SPACE if lines > 1 else MIN_NAME_SIZE / NAME_HEIGHT_SHARE

    def draw(self, canvas: Canvas, frame: BoxFrame, bottom: float, height: float) -> None:
        """Draw the seed and the name, then the game wins, a check mark or `word`."""
        side, size = self.side, frame.name_font_size(min(height, frame.height / 2))
        left, end = self.span(frame, size)
        baseline, right = bottom + height / 2 - size * 0.35, frame.x + frame.width - 7
        if side.seed is not None:
            draw_text(canvas, left - size * 0.5, baseline, str(side.seed), size=size * 0.7, align="right")
        if side.games is not None:
            draw_text(canvas, right, baseline, str(side.games), font=DISPLAY, size=size, align="right")
        elif side.won:
            drawn_shapes.draw_tick(canvas, right - size * 0.8, baseline, size * 0.8)
        elif self.word:
            draw_text(canvas, right, baseline, self.word, font=BOLD, size=WORD, max_width=60, align="right")
        is_struck, most_lines = bool(side.person and side.person.dropped), count_name_lines_in_half(height)
        lines, size = fit_in_lines(
            self.text, self.font, size, end - left, MIN_NAME_SIZE, max_lines=most_lines
        )
        baseline, line_distance = bottom + height / 2 - size * 0.36, min(size * 1.05, height * 0.47)
        for number, line in enumerate(lines):
            y = baseline + line_distance * ((len(lines) - 1) / 2 - number)
            draw_text(canvas, left, y, line, font=self.font, size=size, struck=is_struck)


def count_name_lines_in_half(height: float) -> int:
    """Return how many lines of the smallest font fit in a half of this height. The result is at least two."""
    return max(2, int((height - WHITE_SPACE) / LINE_HEIGHT + 0.001))


def draw_table_number(canvas: Canvas, frame: BoxFrame, table: int) -> None:
    """Draw the table number in a pill, on the line that leaves the box."""
    x, y = frame.x + frame.width + 1, frame.middle
    canvas.setFillGray(1)
    canvas.setLineWidth(0.8)
    canvas.roundRect(x, y - 6, PILL_WIDTH, 12, 6, stroke=1, fill=1)
    canvas.setFillGray(0)
    middle, number = x + PILL_WIDTH / 2, str(table)
    draw_text(canvas, middle, y - 3, number, font=BOLD, size=WORD, max_width=PILL_WIDTH - 6, align="center")
