"""The bracket on paper: landscape, names as large as the boxes let them be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from pairings.engine.rows import BracketBox, BracketRound, BracketSide, Person
from tournaments.documents import marks
from tournaments.documents.fonts import BOLD, DISPLAY, TEXT, put
from tournaments.documents.sheet import Paper, Part, Sheet
from tournaments.engine.rows import SheetHead

MOST_BOXES = 16
BODY = 425.0
"""Height of the story on a small sheet; larger paper has larger boxes and names."""
NAME = 16.0
TITLE = 24.0
TALLEST = 58.0
LINK = 0.14
EMPTY = _("The bracket appears when the cut is drawn.")

Rounds = Sequence[BracketRound]


class Bracket(Sheet):
    """Columns from the first round to the winner, the match for third place below the final.

    More than 16 matches in a column go on several pages, one for each part of the bracket and a last one.
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
        pages = parts(self.rounds)
        for number, rounds in enumerate(pages):
            if number:
                yield PageBreak()
            last = number == len(pages) - 1
            if len(pages) > 1:
                yield Part(_("part %(part)d of %(parts)d") % {"part": number + 1, "parts": len(pages)})
            tree = Tree(rounds, self.body[2:], last=last, third=self.third if last else None)
            tree.champion, tree.note = self.champion, self.note
            yield tree


def parts(rounds: Rounds) -> list[Rounds]:
    """The bracket cut into pages; the column where parts meet stands on both."""
    count = len(rounds[0].boxes) // MOST_BOXES if rounds else 0
    if count < 2:
        return [rounds]
    inside = [one for one in rounds if len(one.boxes) >= count]
    cut = [[slice_of(one, part, count) for one in inside] for part in range(count)]
    return [*cut, *parts(rounds[len(inside) - 1 :])]


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
        self.tall = min(TALLEST * self.scale, self.slot * 0.84)

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
        for number, one in enumerate(self.rounds):
            self.draw_round(number, one)
        if self.ends:
            self.draw_winner()
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
            draw_box(self.canv, frame, box)
            if number + 1 < len(self.rounds):
                self.draw_link(frame, self.frame(number + 1, place // 2))

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
            y, name = final.middle + 7, self.champion.name
            put(self.canv, x + 4, y, name, font=DISPLAY, size=20 * self.scale, room=room - 8, least=10)
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
    for side, bottom in ((box.left, frame.middle), (box.right, low)):
        draw_side(canvas, frame, side, bottom, waits=box.bye and side.person is None)
    if box.by_walkover and frame.height >= 30:
        draw_pill(canvas, frame, str(_("Walkover")))
    elif box.table is not None and frame.height >= 30:
        draw_table(canvas, frame, box.table)


def draw_side(canvas: Canvas, frame: Frame, side: BracketSide, bottom: float, *, waits: bool) -> None:
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
    text = side.person.name if side.person else str(_("Bye")) if waits else ""
    font, struck = BOLD if side.won else TEXT, bool(side.person and side.person.dropped)
    put(canvas, left, base, text, font=font, size=size, room=right - left, least=6, struck=struck)


def draw_table(canvas: Canvas, frame: Frame, table: int) -> None:
    """The table number as a small pill on the upper edge of the box."""
    draw_pill(canvas, frame, str(_("Table %(table)d") % {"table": table}))


def draw_pill(canvas: Canvas, frame: Frame, text: str) -> None:
    x, y = frame.x + frame.width - 52, frame.middle
    canvas.setFillGray(1)
    canvas.setLineWidth(0.8)
    top = y + frame.height / 2
    canvas.roundRect(x, top - 6, 46, 12, 6, stroke=1, fill=1)
    canvas.setFillGray(0)
    put(canvas, x + 23, top - 3, text, font=BOLD, size=8, room=40, align="center")
