"""One match slip: two players face to face across the table number."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from reportlab.pdfgen.canvas import Canvas

from pairings.documents import paper_words
from pairings.engine.rows import MatchRow, Person
from tournaments.documents import marks
from tournaments.documents.fonts import BOLD, DISPLAY, put, width
from tournaments.documents.sheet import BAND, Text
from tournaments.wording import age_division_label

PAD = 20.0
MIDDLE = 92.0
GAP = 14.0
TICK = 12.0
HEADLINE = 15.0
STAFF = 20.0
LABEL = 9.0

RESULT: tuple[Text, ...] = (_("I won"), _("Tie"), _("I lost"))
EXTRA: tuple[Text, ...] = (_("I went first"), _("I leave the event"))
STAFF_TICKS: tuple[Text, ...] = (_("Left did not show"), _("Right did not show"), _("Both lose"))


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of boxes to tick, after an optional word."""

    labels: tuple[Text, ...]
    lead: Text = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """What one slip says. `link` opens the result and may be empty; `note` is a word for the staff: extra time."""

    match: MatchRow
    event: str
    subject: str
    best_of: int = 1
    link: str = ""
    note: Text = ""

    def choices(self) -> tuple[Choice, ...]:
        """Lines each player ticks; the games only where there is more than one."""
        if self.best_of == 1:
            return Choice(RESULT), Choice(EXTRA)
        games = tuple(str(number) for number in range(self.best_of // 2 + 2))
        return Choice(RESULT), Choice(games, lead=_("Games I won")), Choice(EXTRA)


@dataclass(frozen=True, slots=True)
class SlipFace:
    """The strip of page a slip is drawn into, in points."""

    canvas: Canvas
    left: float
    right: float
    low: float
    top: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def half(self) -> float:
        """Room of one player."""
        return (self.right - self.left - MIDDLE) / 2 - GAP

    def draw(self, slip: Slip) -> None:
        if slip.match.right is None:
            raise ValueError("a bye has no slip")
        self.canvas.saveState()
        self.draw_head(slip)
        self.draw_table(slip)
        self.draw_player(self.left, slip.match.left, slip.choices())
        self.draw_player(self.right - self.half, slip.match.right, slip.choices())
        self.draw_staff(slip.note)
        self.canvas.restoreState()

    def draw_head(self, slip: Slip) -> None:
        room, y = self.half + GAP, self.top - 7
        put(self.canvas, self.left, y, slip.event, font=BOLD, size=LABEL, room=room)
        put(self.canvas, self.right, y, slip.subject, font=BOLD, size=LABEL, room=room, align="right")

    def draw_table(self, slip: Slip) -> None:
        canvas, middle, top = self.canvas, self.middle, self.top - 12
        put(canvas, middle, self.top - 7, str(_("Table")), font=BOLD, size=LABEL, align="center")
        marks.pill(canvas, middle - 42, top - 34, 84, 34, line=1.6)
        table = "–" if slip.match.table is None else str(slip.match.table)
        put(canvas, middle, top - 27, table, font=DISPLAY, size=28, room=68, least=14, align="center")
        if slip.link:
            self.draw_link(slip.link, top - 40)

    def draw_link(self, link: str, top: float) -> None:
        side = min(72.0, top - self.low - STAFF - 12)
        marks.qr(self.canvas, self.middle - side / 2, top - side, side, link, quick=True)
        caption, y = str(_("Desk: scan to enter")), top - side - 8
        put(self.canvas, self.middle, y, caption, size=7, room=MIDDLE + GAP, least=5, align="center")

    def draw_player(self, x: float, person: Person, choices: tuple[Choice, ...]) -> None:
        canvas, top, sign = self.canvas, self.top - HEADLINE, self.low + STAFF + 9
        name, dropped = person.name, person.dropped
        put(canvas, x, top - 14, name, font=BOLD, size=14, room=self.half, least=9, struck=dropped)
        put(canvas, x, top - 26, standing(person), size=LABEL, room=self.half)
        step = (top - 30 - sign - 18) / len(choices)
        for number, choice in enumerate(choices, start=1):
            self.draw_choice(x, top - 30 - number * step + (step - TICK) / 2, choice)
        canvas.setLineWidth(0.6)
        canvas.line(x, sign, x + self.half, sign)
        put(canvas, x, sign - 7.5, str(_("Signature")), size=7)

    def draw_choice(self, x: float, y: float, choice: Choice) -> None:
        room = self.half
        if choice.lead:
            put(self.canvas, x, y + 2.8, str(choice.lead), size=LABEL, room=room / 3 - 6, least=6)
            x, room = x + room / 3, room * 2 / 3
        across = room / len(choice.labels)
        for number, label in enumerate(choice.labels):
            self.draw_tick(x + number * across, y, label, across - 6)

    def draw_tick(self, x: float, y: float, label: Text, room: float) -> None:
        marks.box(self.canvas, x, y, TICK)
        put(self.canvas, x + TICK + 4, y + 2.8, str(label), size=LABEL, room=room - TICK - 4, least=6)

    def draw_staff(self, note: Text = "") -> None:
        canvas, y = self.canvas, self.low + 4
        canvas.setFillGray(BAND)
        canvas.rect(self.left, self.low, self.right - self.left, STAFF, stroke=0, fill=1)
        canvas.setFillGray(0)
        lead = str(_("Staff"))
        put(canvas, self.left + 6, y + 2.8, lead, font=BOLD, size=LABEL)
        x = self.left + 18 + width(lead, BOLD, LABEL)
        across = (self.right - x) / (len(STAFF_TICKS) + 1)
        for number, label in enumerate(STAFF_TICKS):
            self.draw_tick(x + number * across, y, label, across - 6)
        end = self.right - 6
        put(canvas, end, y + 2.8, str(note), font=BOLD, size=LABEL, room=across - 6, least=6, align="right")
        x += across * len(STAFF_TICKS)
        taken = put(canvas, x, y + 2.8, str(_("Judge")), size=LABEL)
        canvas.setLineWidth(0.6)
        canvas.line(x + taken + 5, y, self.right - 6, y)


def standing(person: Person) -> str:
    """Points, record and age division under the name: "9 points · 3–1–0 · Masters"."""
    points = ngettext("%(points)d point", "%(points)d points", person.points) % {"points": person.points}
    return " · ".join(
        part for part in (points, paper_words.record(person), age_division_label(person.age_division)) if part
    )
