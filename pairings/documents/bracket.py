"""The bracket on paper: landscape, names as large as the boxes let them be, in two lines where they are long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from pairings.engine.rows import BracketBox, BracketRound, BracketSide, Person
from tournaments.documents import marks
from tournaments.documents.fonts import BOLD, DISPLAY, TEXT, put, wrapped
from tournaments.documents.sheet import Paper, Part, Sheet
from tournaments.engine.rows import SheetHead

BODY = 425.0
"""Height of the story on a small sheet; larger paper has larger boxes and names."""
NAME, LEAST_NAME, LEAST_WINNER = 16.0, 9.0, 12.0
TITLE = 24.0
TALLEST, LOWEST = 58.0, 37.0
"""Points of a box: at least two lines of the smallest name on each side."""
LEAST_SLOT = 40.0
"""Points of a box with the white around it."""
LINK = 0.14
PILL, WORD = 20.0, 8.0
EMPTY = _("The bracket appears once the top cut is paired.")

Rounds = Sequence[BracketRound]


class Bracket(Sheet):
    """Columns from the first round to the winner, the match for third place below the final.

    Where a column has more matches than boxes fit, the bracket goes on several pages, one for each part and a last one.
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
        """`champion`: who has the first place, not always who won the final; `note` says why."""
        super().__init__(head, paper=paper)
        self.rounds, self.third, self.champion, self.note = rounds, third, champion, note

    def story(self) -> Iterator[Flowable]:
        pages = parts(self.rounds, most_boxes(self.body[3]))
        for number, rounds in enumerate(pages):
            if number:
                yield PageBreak()
            last = number == len(pages) - 1
            if len(pages) > 1:
                yield Part(_("part %(part)d of %(parts)d") % {"part": number + 1, "parts": len(pages)})
            tree = Tree(rounds, self.body[2:], last=last, third=self.third if last else None)
            tree.champion, tree.note = self.champion, self.note
            yield tree


def most_boxes(height: float) -> int:
    """How many boxes stand below one another on a page, a power of two: 8 on A4, 16 on A3."""
    most = 1
    while (height - TITLE) / (2 * most) >= LEAST_SLOT:
        most *= 2
    return most


def parts(rounds: Rounds, most: int) -> list[Rounds]:
    """The bracket cut into pages of at most so many boxes a column; the column where parts meet stands on both."""
    count = len(rounds[0].boxes) // most if rounds else 0
    if count < 2:
        return [rounds]
    inside = [one for one in rounds if len(one.boxes) >= count]
    cut = [[slice_of(one, part, count) for one in inside] for part in range(count)]
    return [*cut, *parts(rounds[len(inside) - 1 :], most)]


def slice_of(one: BracketRound, part: int, count: int) -> BracketRound:
    size = len(one.boxes) // count
    return BracketRound(one.title, one.boxes[part * size : (part + 1) * size])


@dataclass(frozen=True, slots=True)
class Frame:
    """Where one box stands: left edge, middle line, width, height."""

    x: float
    middle: float
    width: float
    height: float
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
        most = max((len(one.boxes) for one in rounds), default=1)
        self.slot = (self.height - TITLE) / most
        self.tall = min(TALLEST * self.scale, max(self.slot * 0.84, min(LOWEST, self.slot * 0.94)))

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
        for number, one in enumerate(self.rounds):
            self.draw_round(number, one)
        if self.third:
            self.draw_third(self.third)
        self.canv.restoreState()

    def frame(self, column: int, box: int) -> Frame:
        high = (self.height - TITLE) / len(self.rounds[column].boxes)
        middle = self.height - TITLE - high * (box + 0.5)
        return Frame(column * self.column, middle, self.column * (1 - LINK), self.tall, self.scale)

    def draw_round(self, number: int, one: BracketRound) -> None:
        x, room = number * self.column, self.column * (1 - LINK)
        put(self.canv, x, self.height - 13, one.title, font=DISPLAY, size=13, room=room)
        for place, box in enumerate(one.boxes):
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
            lines, size = wrapped(name, DISPLAY, size, room - 8, LEAST_WINNER)
            for at, text in enumerate(reversed(lines)):
                put(self.canv, x + 4, final.middle + 7 + at * size * 1.1, text, font=DISPLAY, size=size)
        for line, text in enumerate(simpleSplit(self.note, TEXT, 9, room) if self.note else ()):
            put(self.canv, x + 4, final.middle - 14 - 12 * line, text, size=9, room=room)

    def draw_third(self, third: BracketBox) -> None:
        frame = self.frame(len(self.rounds) - 1, 0)
        low = Frame(frame.x, self.tall / 2 + 2, frame.width, self.tall, self.scale)
        put(self.canv, low.x, self.tall + 8, str(_("Third place")), font=DISPLAY, size=13, room=low.width)
        draw_box(self.canv, low, third)


def draw_box(canvas: Canvas, frame: Frame, box: BracketBox) -> None:
    low, half = frame.middle - frame.height / 2, frame.height / 2
    canvas.setLineWidth(1.1)
    canvas.roundRect(frame.x, low, frame.width, frame.height, min(6, half / 2))
    canvas.setLineWidth(0.6)
    canvas.line(frame.x, frame.middle, frame.x + frame.width, frame.middle)
    loser = box.right if box.left.won else box.left
    for side, bottom in ((box.left, frame.middle), (box.right, low)):
        word = str(_("Walkover")) if box.by_walkover and side is loser else ""
        draw_side(canvas, frame, side, bottom, word=word, waits=box.bye and side.person is None)
    if box.table is not None and not box.by_walkover:
        draw_table(canvas, frame, box.table)


def draw_side(
    canvas: Canvas, frame: Frame, side: BracketSide, bottom: float, *, word: str, waits: bool
) -> None:
    """One player with their seed, and at the end their games, a tick, or a word."""
    half = frame.height / 2
    size = min(NAME * frame.scale, half * 0.62)
    base, left, right = bottom + half / 2 - size * 0.35, frame.x + size * 1.9, frame.x + frame.width - 7
    if side.seed is not None:
        put(canvas, left - size * 0.5, base, str(side.seed), size=size * 0.7, align="right")
    if side.games is not None:
        right -= put(canvas, right, base, str(side.games), font=DISPLAY, size=size, align="right") + 7
    elif side.won:
        marks.tick(canvas, right - size * 0.8, base, size * 0.8)
        right -= size * 0.8 + 6
    elif word:
        right -= put(canvas, right, base, word, font=BOLD, size=WORD, room=60, align="right") + 5
    text = side.person.name if side.person else str(_("Bye")) if waits else ""
    font, struck = BOLD if side.won else TEXT, bool(side.person and side.person.dropped)
    lines, size = wrapped(text, font, size, right - left, LEAST_NAME)
    base, between = bottom + half / 2 - size * 0.36, min(size * 1.05, half * 0.47)
    for number, line in enumerate(lines):
        y = base + between * ((len(lines) - 1) / 2 - number)
        put(canvas, left, y, line, font=font, size=size, struck=struck)


def draw_table(canvas: Canvas, frame: Frame, table: int) -> None:
    """The table number in its pill, on the line that leaves the box."""
    x, y = frame.x + frame.width + 1, frame.middle
    canvas.setFillGray(1)
    canvas.setLineWidth(0.8)
    canvas.roundRect(x, y - 6, PILL, 12, 6, stroke=1, fill=1)
    canvas.setFillGray(0)
    put(canvas, x + PILL / 2, y - 3, str(table), font=BOLD, size=WORD, room=PILL - 6, align="center")
