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
from tournaments.engine.kinds import EDITIONS, LATEST_EDITION
from tournaments.wording import age_division_label

MIDDLE = 92.0
GAP = 14.0
TICK = 12.0
HEADLINE = 15.0
STAFF_ROW = 15.0
STAFF = 2 * STAFF_ROW
LABEL = 9.0
LEAST_ROOM = 155.0
"""Points of height from which a slip has full space to sign and full boxes."""

RESULT: tuple[Text, ...] = (_("I won"), _("Tie"), _("I lost"))
EXTRA: tuple[Text, ...] = (_("I went first"), _("I leave the event"))
CUT_RESULT: tuple[Text, ...] = (_("I won"), _("I lost"), _("I went first"))
"""In elimination nobody ties, and who lost is out."""
DECIDED_BY: dict[str, Text] = {"2017": _("I won Sudden Death"), "2026": _("I won the tiebreaker game")}
"""The game that decides where Prize cards do not: R-134 to R-141 of 2017, M-065 of today."""
STAFF_TICKS: tuple[Text, ...] = (_("Left did not show"), _("Right did not show"), _("Both lose"))


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of boxes to tick, after an optional word. `blank`: a line to write a number on comes first."""

    labels: tuple[Text, ...]
    lead: Text = ""
    blank: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """What one slip says. `link` opens the result and may be empty; `note` is a word for the staff: extra time.

    `elimination`: a match of the cut, decided by Prize cards or one more game, as `edition` of the rules has it.
    """

    match: MatchRow
    event: str
    subject: str
    best_of: int = 1
    link: str = ""
    note: Text = ""
    elimination: bool = False
    edition: str = LATEST_EDITION

    def choices(self) -> tuple[Choice, ...]:
        """Lines each player ticks: games only where there is more than one, Prize cards only where they decide
        (R-132, R-147, M-064).
        """
        games = tuple(str(number) for number in range(self.best_of // 2 + 2))
        played = (Choice(games, lead=_("Games I won")),) if self.best_of > 1 else ()
        if self.elimination:
            decided = Choice((DECIDED_BY[self.edition],), lead=_("Prize cards I have left"), blank=True)
            return Choice(CUT_RESULT), *played, decided
        return Choice(RESULT), *played, Choice(EXTRA)


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
        self.draw_staff(slip)
        self.canvas.restoreState()

    @property
    def roomy(self) -> bool:
        return self.top - self.low >= LEAST_ROOM

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
        step = (top - 30 - sign - (18 if self.roomy else 14)) / len(choices)
        for number, choice in enumerate(choices, start=1):
            self.draw_choice(x, top - 30 - number * step + (step - self.tick) / 2, choice)
        canvas.setLineWidth(0.6)
        canvas.line(x, sign, x + self.half, sign)
        put(canvas, x, sign - 7.5, str(_("Signature")), size=7)

    @property
    def tick(self) -> float:
        """The side of a box."""
        return TICK if self.roomy else TICK - 2

    def draw_choice(self, x: float, y: float, choice: Choice) -> None:
        room = self.half
        if choice.lead:
            share = room * (0.4 if choice.blank else 1 / 3)
            taken = put(self.canvas, x, y + 2.8, str(choice.lead), size=LABEL, room=share - 6, least=6)
            if choice.blank:
                self.draw_blank(x + taken + 4, y, 22)
                share = room * 0.52
            x, room = x + share, room - share
        across = room / len(choice.labels)
        for number, label in enumerate(choice.labels):
            self.draw_tick(x + number * across, y, label, across - 6)

    def draw_blank(self, x: float, y: float, across: float) -> None:
        """A line to write on."""
        self.canvas.setLineWidth(0.6)
        self.canvas.line(x, y, x + across, y)

    def draw_tick(self, x: float, y: float, label: Text, room: float) -> None:
        side = self.tick
        marks.box(self.canvas, x, y, side)
        put(
            self.canvas,
            x + side + 4,
            y + side / 2 - 3.2,
            str(label),
            size=LABEL,
            room=room - side - 4,
            least=6,
        )

    def draw_staff(self, slip: Slip) -> None:
        """Two rows for the staff: who did not show, and what happened when time was called."""
        canvas, y = self.canvas, self.low + STAFF_ROW + 2
        canvas.setFillGray(BAND)
        canvas.rect(self.left, self.low, self.right - self.left, STAFF, stroke=0, fill=1)
        canvas.setFillGray(0)
        lead = str(_("Staff"))
        put(canvas, self.left + 6, y + 2.8, lead, font=BOLD, size=LABEL)
        x = self.left + 18 + width(lead, BOLD, LABEL)
        across = (self.right - x) / (len(STAFF_TICKS) + 1)
        for number, label in enumerate(STAFF_TICKS):
            self.draw_tick(x + number * across, y, label, across - 6)
        self.draw_line_for(x + across * len(STAFF_TICKS), y, _("Judge"), self.right - 6)
        self.draw_after_time(x, across, slip)

    def draw_after_time(self, x: float, across: float, slip: Slip) -> None:
        """Extra turns to tick (R-121, M-061), and the time extension: written by hand, or known (R-113)."""
        y, turns = self.low + 2, EDITIONS[slip.edition].extra_turns
        taken = put(self.canvas, x, y + 2.8, str(_("Extra turns")), size=LABEL, room=across - 6, least=6)
        at = x + max(taken + 8, across / 2)
        for number in range(1, turns + 1):
            self.draw_tick(at, y, str(number), 30)
            at += 30
        at = max(at + 6, x + across * 1.5)
        if slip.note:
            put(
                self.canvas,
                at,
                y + 2.8,
                str(slip.note),
                font=BOLD,
                size=LABEL,
                room=self.right - 6 - at,
                least=6,
            )
            return
        minutes = put(self.canvas, self.right - 6, y + 2.8, str(_("min")), size=LABEL, align="right")
        self.draw_line_for(at, y, _("Time extension"), self.right - 10 - minutes)

    def draw_line_for(self, x: float, y: float, label: Text, end: float) -> None:
        """A word and a line to write on that goes to `end`."""
        taken = put(self.canvas, x, y + 2.8, str(label), size=LABEL, room=end - x - 30, least=6)
        self.draw_blank(x + taken + 5, y, end - x - taken - 5)


def standing(person: Person) -> str:
    """Points, record and age division under the name: "9 points · 3–1–0 · Masters"."""
    if not person.entry_id:
        return ""
    points = ngettext("%(points)d point", "%(points)d points", person.points) % {"points": person.points}
    return " · ".join(
        part for part in (points, paper_words.record(person), age_division_label(person.age_division)) if part
    )
