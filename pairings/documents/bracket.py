"""The bracket on paper: landscape, names as large as the boxes allow, in two lines if long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from core.documents import marks
from core.documents.fonts import BOLD, DISPLAY, TEXT, line_count, put, width, wrapped
from core.documents.sheet import Paper, Part, Sheet, new_paragraph
from core.engine.heads import SheetHead
from pairings.engine.rows import BracketBox, BracketRound, BracketSide, Person

BODY = 425.0
"""Height of the story on a small sheet; larger paper has larger boxes and names."""
NAME, LEAST_NAME, LEAST_WINNER = 16.0, 9.0, 12.0
TITLE = 24.0
TALLEST, LOWEST = 58.0, 37.0
"""Height of a box in points: at least two lines of the smallest name on each side."""
SHARE = 0.62
"""The part of a half's height that a single line takes."""
LINE, WHITE = LEAST_NAME * 1.05, 3.0
"""Points of one line of the smallest name, and of the white space around a name of several lines."""
MOST_WINNER = 4
"""Lines of the name above the winner's line."""
LEAST_SLOT = 40.0
"""Points of a box with the white space around it."""
FILLED = 0.94
"""The most of its height that a box takes."""
FEWEST = 2
"""Boxes of the first column of a page: with only one no part would lead to the next."""
LINK = 0.14
PILL, WORD = 22.0, 9.0
EMPTY = _("The bracket appears once the top cut is paired.")

Rounds = Sequence[BracketRound]


class Bracket(Sheet):
    """Columns from the first round to the winner, the match for third place below the final.

    Where a column has more matches than boxes fit, the bracket takes several pages, one for each part and a last one.
    Names are never cut: a box with long names takes height from the others, and where that is not enough a page has
    fewer boxes.
    """

    what = _("Bracket")
    landscape = True

    def __init__(
        self,
        head: SheetHead,
        rounds: Rounds,
        *,
        third: BracketBox | None = None,
        champion: Person | None = None,
        note: str = "",
        paper: Paper = "a4",
    ) -> None:
        """`champion`: the player in first place, not always the winner of the final; `note` says why."""
        super().__init__(head, paper=paper)
        self.rounds, self.third, self.champion, self.note = rounds, third, champion, note

    def story(self) -> Iterator[Flowable]:
        trees = self.trees()
        for number, tree in enumerate(trees, start=1):
            if number > 1:
                yield PageBreak()
            if len(trees) > 1:
                yield Part(_("part %(part)d of %(parts)d") % {"part": number, "parts": len(trees)})
            tree.champion, tree.note = self.champion, self.note
            yield tree

    def trees(self) -> list["Tree"]:
        """The pages: with as many boxes as are legible, or fewer until every name has its lines."""
        # As many boxes in a column as have room, a power of two: 8 on A4, 16 on A3.
        most = 1
        while (self.body[3] - TITLE) / (2 * most) >= LEAST_SLOT:
            most *= 2
        while True:
            pages = parts(self.rounds, most)
            last = len(pages) - 1
            trees = [
                Tree(rounds, self.body[2:], last=at == last, third=self.third if at == last else None)
                for at, rounds in enumerate(pages)
            ]
            if most <= FEWEST or all(tree.holds_all for tree in trees):
                return trees
            most //= 2


def parts(rounds: Rounds, most: int) -> list[Rounds]:
    """The bracket divided into pages of at most `most` boxes a column; the column where parts meet is on both."""
    count = len(rounds[0].boxes) // most if rounds else 0
    if count < 2:
        return [rounds]
    inside = [round_ for round_ in rounds if len(round_.boxes) >= count]
    cut: list[Rounds] = []
    for part in range(count):
        sizes = [(round_, len(round_.boxes) // count) for round_ in inside]
        cut.append(
            [
                BracketRound(round_.title, round_.boxes[part * size : (part + 1) * size])
                for round_, size in sizes
            ]
        )
    return [*cut, *parts(rounds[len(inside) - 1 :], most)]


@dataclass(frozen=True, slots=True)
class Frame:
    """The position of a box: left edge, middle line, width, height, and the height allowed for long names."""

    x: float
    middle: float
    width: float
    height: float
    most: float
    scale: float = 1.0


class Tree(Flowable):
    """One page of the bracket."""

    def __init__(
        self, rounds: Rounds, room: tuple[float, float], *, last: bool = True, third: BracketBox | None = None
    ) -> None:
        super().__init__()
        self.rounds, self.third, self.last = rounds, third, last
        self.champion: Person | None = None
        self.note = ""
        self.width, self.height = room
        self.column = self.width / (len(rounds) + (0.9 if self.ends else 0)) if rounds else self.width
        self.scale = max(1.0, self.height / BODY)
        most = max((len(round_.boxes) for round_ in rounds), default=1)
        self.slot = (self.height - TITLE) / most
        self.tall = tall_in(self.slot, self.scale)
        self.slots = self._slots()
        self.tall = min(self.tall, tall_in(min(self.slots[0], default=self.slot), self.scale))

    @property
    def ends(self) -> bool:
        """Whether the final is on this page."""
        return self.last and bool(self.rounds) and len(self.rounds[-1].boxes) == 1

    def wrap(self, *_room: float) -> tuple[float, float]:
        return self.width, self.height - 1

    def draw(self) -> None:
        self.canv.saveState()
        if not self.rounds:
            put(self.canv, 0, self.height - TITLE, str(EMPTY), size=11)
        if self.ends:
            self.draw_winner()
        for number, round_ in enumerate(self.rounds):
            self.draw_round(number, round_)
        if self.third:
            self.draw_third(self.third)
        self.canv.restoreState()

    @property
    def holds_all(self) -> bool:
        """Whether every name of this page has as many lines as it needs."""
        return all(
            needed(self.frame(column, place), box) <= self.frame(column, place).most + 0.01
            for column, round_ in enumerate(self.rounds)
            for place, box in enumerate(round_.boxes)
        )

    def _slots(self) -> list[list[float]]:
        """The height of each box with the white space around it, by column.

        Equal, unless a box of the first column needs more: then the others share the rest. A later box has the height
        of the two it comes from.
        """
        if not self.rounds:
            return [[]]
        frame = Frame(0, 0, self.column * (1 - LINK), self.tall, self.height, self.scale)
        wanted = [needed(frame, box) / FILLED for box in self.rounds[0].boxes]
        slots = [shared(self.height - TITLE, wanted, LEAST_SLOT * self.scale)]
        for _column in self.rounds[1:]:
            before = slots[-1]
            slots.append([sum(pair) for pair in zip(before[::2], before[1::2], strict=True)])
        return slots

    def middle(self, column: int, box: int) -> float:
        """The height of the line that leaves a box: its middle, in later columns the middle of the two before."""
        if column:
            return (self.middle(column - 1, 2 * box) + self.middle(column - 1, 2 * box + 1)) / 2
        return self.height - TITLE - sum(self.slots[0][:box]) - self.slots[0][box] / 2

    def frame(self, column: int, box: int) -> Frame:
        top = self.height - TITLE - sum(self.slots[column][:box])
        middle = self.middle(column, box)
        most = 2 * min(top - middle, middle - top + self.slots[column][box]) * FILLED
        if self.third and column == len(self.rounds) - 1:
            most = min(most, middle)
        return Frame(
            column * self.column,
            middle,
            self.column * (1 - LINK),
            self.tall,
            max(self.tall, most),
            self.scale,
        )

    def draw_round(self, number: int, round_: BracketRound) -> None:
        x, room = number * self.column, self.column * (1 - LINK)
        new_paragraph(self.canv)
        put(self.canv, x, self.height - 13, round_.title, font=DISPLAY, size=13, room=room)
        for place, box in enumerate(round_.boxes):
            new_paragraph(self.canv)
            frame = self.frame(number, place)
            if number + 1 < len(self.rounds):
                self.draw_link(frame, self.frame(number + 1, place // 2))
            draw_box(self.canv, frame, box)

    def draw_link(self, start: Frame, end: Frame) -> None:
        right, turn = start.x + start.width, start.x + self.column * (1 - LINK / 2)
        self.canv.setLineWidth(1)
        self.canv.lines(
            [
                (right, start.middle, turn, start.middle),
                (turn, start.middle, turn, end.middle),
                (turn, end.middle, end.x, end.middle),
            ]
        )

    def draw_winner(self) -> None:
        final = self.frame(len(self.rounds) - 1, 0)
        x, room = len(self.rounds) * self.column, self.column * 0.9
        put(self.canv, x, self.height - 13, str(_("Winner")), font=DISPLAY, size=13, room=room)
        self.canv.setLineWidth(1)
        self.canv.line(final.x + final.width, final.middle, x, final.middle)
        self.canv.setLineWidth(2)
        self.canv.line(x, final.middle, x + room, final.middle)
        if self.champion:
            name, size = self.champion.name, 20 * self.scale
            lines, size = wrapped(name, DISPLAY, size, room - 8, LEAST_WINNER, most=MOST_WINNER)
            for at, text in enumerate(reversed(lines)):
                put(self.canv, x + 4, final.middle + 7 + at * size * 1.1, text, font=DISPLAY, size=size)
        for line, text in enumerate(simpleSplit(self.note, TEXT, 9, room) if self.note else ()):
            put(self.canv, x + 4, final.middle - 14 - 12 * line, text, size=9, room=room)

    def draw_third(self, third: BracketBox) -> None:
        frame = self.frame(len(self.rounds) - 1, 0)
        most = max(self.tall, frame.middle / 2 - TITLE - 8)
        low = Frame(frame.x, 0, frame.width, self.tall, most, self.scale)
        tall = sum(heights(low, *(half.needs(low) for half in halves(third))))
        put(self.canv, low.x, tall + 8, str(_("Third place")), font=DISPLAY, size=13, room=low.width)
        draw_box(self.canv, replace(low, middle=tall / 2 + 2), third)


def tall_in(slot: float, scale: float) -> float:
    """The default height of a box in a slot."""
    return min(TALLEST * scale, max(slot * 0.84, min(LOWEST, slot * FILLED)))


def shared(height: float, wanted: Sequence[float], least: float) -> list[float]:
    """A height shared equally, with more for those that need it; all equal if others would get less than `least`."""
    alike, large = height / len(wanted), set[int]()
    left = alike
    while more := {at for at, need in enumerate(wanted) if at not in large and need > left}:
        large |= more
        if len(large) == len(wanted):
            return [alike] * len(wanted)
        left = (height - sum(wanted[at] for at in large)) / (len(wanted) - len(large))
        if left < min(least, alike):
            return [alike] * len(wanted)
    return [need if at in large else left for at, need in enumerate(wanted)]


@dataclass(frozen=True, slots=True)
class Half:
    """One player's half of a box; `word` is at its end where there are neither games nor a tick."""

    text: str
    side: BracketSide
    word: str

    @property
    def font(self) -> str:
        return BOLD if self.side.won else TEXT

    def span(self, frame: Frame, size: float) -> tuple[float, float]:
        """The start and end of the name, between the seed and the end of the half."""
        left, right = frame.x + size * 1.9, frame.x + frame.width - 7
        if self.side.games is not None:
            return left, right - width(str(self.side.games), DISPLAY, size) - 7
        if self.side.won:
            return left, right - size * 0.8 - 6
        return left, right - (min(width(self.word, BOLD, WORD), 60) + 5 if self.word else 0)

    def needs(self, frame: Frame) -> float:
        """The least height for the whole name, in the smallest letters."""
        left, right = self.span(frame, size_in(frame, frame.height / 2))
        lines = line_count(self.text, self.font, LEAST_NAME, right - left)
        return lines * LINE + WHITE if lines > 1 else LEAST_NAME / SHARE


def size_in(frame: Frame, height: float) -> float:
    """The size of a name in one line of a half of this height."""
    return min(NAME * frame.scale, height * SHARE)


def halves(box: BracketBox) -> tuple[Half, Half]:
    loser = box.right if box.left.won else box.left

    def half(side: BracketSide) -> Half:
        text = side.person.name if side.person else str(_("Bye")) if box.bye else ""
        return Half(
            text, side, str(pgettext("bracket", "Did not play")) if box.by_walkover and side is loser else ""
        )

    return half(box.left), half(box.right)


def draw_box(canvas: Canvas, frame: Frame, box: BracketBox) -> None:
    """Draw two halves; if a name needs more lines than its half has, the box grows and the line between them moves."""
    upper, lower = halves(box)
    high, deep = heights(frame, upper.needs(frame), lower.needs(frame))
    low = frame.middle - (high + deep) / 2
    canvas.setLineWidth(1.1)
    canvas.roundRect(frame.x, low, frame.width, high + deep, min(6, frame.height / 4))
    canvas.setLineWidth(0.6)
    canvas.line(frame.x, low + deep, frame.x + frame.width, low + deep)
    draw_half(canvas, frame, upper, low + deep, high)
    draw_half(canvas, frame, lower, low, deep)
    if box.table is not None and not box.by_walkover:
        draw_table(canvas, frame, box.table)


def needed(frame: Frame, box: BracketBox) -> float:
    """The least height of a box for both whole names."""
    return sum(half.needs(frame) for half in halves(box))


def heights(frame: Frame, upper: float, lower: float) -> tuple[float, float]:
    """The heights of both halves, from what they need; equal where that is enough."""
    half = frame.height / 2
    if max(upper, lower) <= half:
        return half, half
    short, long = sorted((upper, lower))
    whole = min(frame.most, max(frame.height, max(short, half) + long))
    less = min(max(short, whole - long), whole / 2)
    if long <= whole / 2 or lines_in(whole - less) == lines_in(whole / 2):
        return whole / 2, whole / 2
    return (less, whole - less) if upper <= lower else (whole - less, less)


def lines_in(height: float) -> int:
    """The number of lines of the smallest name in a half: two, or more."""
    return max(2, int((height - WHITE) / LINE + 0.001))


def draw_half(canvas: Canvas, frame: Frame, half: Half, bottom: float, height: float) -> None:
    """One player with their seed, and at the end their games, a tick, or a word."""
    side, size = half.side, size_in(frame, min(height, frame.height / 2))
    left, end = half.span(frame, size)
    base, right = bottom + height / 2 - size * 0.35, frame.x + frame.width - 7
    if side.seed is not None:
        put(canvas, left - size * 0.5, base, str(side.seed), size=size * 0.7, align="right")
    if side.games is not None:
        put(canvas, right, base, str(side.games), font=DISPLAY, size=size, align="right")
    elif side.won:
        marks.tick(canvas, right - size * 0.8, base, size * 0.8)
    elif half.word:
        put(canvas, right, base, half.word, font=BOLD, size=WORD, room=60, align="right")
    struck, most = bool(side.person and side.person.dropped), lines_in(height)
    lines, size = wrapped(half.text, half.font, size, end - left, LEAST_NAME, most=most)
    base, between = bottom + height / 2 - size * 0.36, min(size * 1.05, height * 0.47)
    for number, line in enumerate(lines):
        y = base + between * ((len(lines) - 1) / 2 - number)
        put(canvas, left, y, line, font=half.font, size=size, struck=struck)


def draw_table(canvas: Canvas, frame: Frame, table: int) -> None:
    """Draw the table number in its pill, on the line that leaves the box."""
    x, y = frame.x + frame.width + 1, frame.middle
    canvas.setFillGray(1)
    canvas.setLineWidth(0.8)
    canvas.roundRect(x, y - 6, PILL, 12, 6, stroke=1, fill=1)
    canvas.setFillGray(0)
    put(canvas, x + PILL / 2, y - 3, str(table), font=BOLD, size=WORD, room=PILL - 6, align="center")
