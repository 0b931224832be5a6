"""One match slip: two players face to face across the table number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from reportlab.pdfgen.canvas import Canvas

from pairings.documents import paper_words
from pairings.engine.rows import MatchRow, Person
from tournaments.documents import marks
from tournaments.documents.fonts import BOLD, DISPLAY, TEXT, put, width, wrapped
from tournaments.documents.sheet import BAND, Text
from tournaments.engine.kinds import EDITIONS, LATEST_EDITION
from tournaments.engine.team_entries import SEATS, Member
from tournaments.wording import age_division_label

MIDDLE = 92.0
GAP = 14.0
TICK = 12.0
HEADLINE = 15.0
STAFF_ROW = 15.0
STAFF = 2 * STAFF_ROW
LABEL, LEAST = 9.0, 8.0
"""Words on a slip, and how small they may get."""
LEADING, BLANK = 8.2, 22.0
"""From one line of a label to the next, and the width of a line to write a number on."""
TURN = 30.0
LEAST_NAME = 9.0
LEAST_ROOM = 155.0
"""Points of height from which a slip has full space to sign and full boxes."""

RESULT: tuple[Text, ...] = (_("I won"), _("Tie"), _("I lost"))
EXTRA: tuple[Text, ...] = (_("I went first"), _("I drop from the event"))
CUT_RESULT: tuple[Text, ...] = (_("I won"), _("I lost"), _("I went first"))
"""In elimination nobody ties, and who lost is out."""
TEAM_RESULT: tuple[Text, ...] = (_("We won"), _("Tie"), _("We lost"))
TEAM_CUT_RESULT: tuple[Text, ...] = (_("We won"), _("We lost"))
"""A result is the team's; which of its players begins is ticked by seat (R-103)."""
DECIDED_BY: dict[str, Text] = {"2017": _("I won Sudden Death"), "2026": _("I won the tiebreaker game")}
"""The game that decides where Prize cards do not: R-134 to R-141 of 2017, M-065 of today."""
STAFF_TICKS: tuple[Text, ...] = (_("Player 1 did not show"), _("Player 2 did not show"), _("Both lose"))


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
    teams: Mapping[int, Sequence[Member]] = field(default_factory=dict)
    """The players of teams by entry; nobody where players play alone."""

    @property
    def of_teams(self) -> bool:
        return any(one and one.entry_id in self.teams for one in (self.match.left, self.match.right))

    def choices(self) -> tuple[Choice, ...]:
        """Lines each player ticks: games only where there is more than one, Prize cards only where they decide
        (R-132, R-147, M-064).
        """
        games = tuple(str(number) for number in range(self.best_of // 2 + 2))
        played = (Choice(games, lead=_("Games I won")),) if self.best_of > 1 else ()
        if self.of_teams:
            first = Choice(SEATS, lead=_("First player"))
            return Choice(TEAM_CUT_RESULT if self.elimination else TEAM_RESULT), *played, first
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
        blank = SlipFace(self.canvas, self.left, self.right, 0, self.top - self.low)
        alike = (slip.event, slip.subject, slip.best_of, slip.elimination, slip.edition, slip.of_teams)
        size = (blank.left, blank.right, round(blank.top, 3))
        marks.draw_shared(
            self.canvas,
            (alike, bool(slip.link), bool(slip.note), size),
            self.low,
            lambda: blank.draw_blank_slip(slip),
        )
        self.draw_match(slip, slip.match.right)

    def draw_blank_slip(self, slip: Slip) -> None:
        """What all slips of a sheet have in common: everything but the names, the table and its code."""
        self.draw_head(slip)
        self.draw_table(slip)
        for x in (self.left, self.right - self.half):
            self.draw_choices(x, slip.choices())
        self.draw_staff(slip)

    def draw_match(self, slip: Slip, right: Person) -> None:
        match, top = slip.match, self.top - 12
        table = "–" if match.table is None else str(match.table)
        put(
            self.canvas,
            self.middle,
            top - 27,
            table,
            font=DISPLAY,
            size=28,
            room=68,
            least=14,
            align="center",
        )
        if slip.link:
            side = self.code_side
            marks.qr(self.canvas, self.middle - side / 2, top - 40 - side, side, slip.link)
        for x, person in ((self.left, match.left), (self.right - self.half, right)):
            if person.entry_id in slip.teams:
                self.draw_team(x, person, slip.teams[person.entry_id])
            else:
                self.draw_person(x, person)
        if slip.note:
            x, y = self.extension_at(slip), self.low + 4.8
            room = self.right - 6 - x
            put(self.canvas, x, y, str(slip.note), font=BOLD, size=LABEL, room=room, least=LEAST)

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
        if slip.link:
            caption, y = str(_("Desk: scan to enter")), top - 48 - self.code_side
            put(canvas, middle, y, caption, size=8, room=MIDDLE + GAP, least=LEAST, align="center")

    @property
    def code_side(self) -> float:
        return min(72.0, self.top - self.low - 64 - STAFF)

    def draw_person(self, x: float, person: Person) -> None:
        """The name in one line or two, and how the person stands."""
        top = self.top - HEADLINE
        lines, size = wrapped(person.name, BOLD, 14, self.half, LEAST_NAME)
        base = top - 14 if len(lines) == 1 else top - 9
        for number, line in enumerate(lines):
            y = base - number * (LEAST_NAME + 0.5)
            put(self.canvas, x, y, line, font=BOLD, size=size, struck=person.dropped)
        y = top - 26 if len(lines) == 1 else top - 28
        put(self.canvas, x, y, standing(person), size=LABEL, room=self.half)

    def draw_team(self, x: float, person: Person, members: Sequence[Member]) -> None:
        """The team with its points in one line, its players by seat in the next; in more where they are long. A long
        name leaves no room for the points.
        """
        top, score = self.top - HEADLINE, score_text(person)
        room, alone = self.half - width(score, TEXT, LABEL) - 8, False
        if width(person.name, BOLD, LEAST_NAME) > room:
            room, alone = self.half, True
        name, struck = person.name, person.dropped
        put(self.canvas, x, top - 9, name, font=BOLD, size=12, room=room, least=8, struck=struck)
        if not alone:
            put(self.canvas, x + self.half, top - 9, score, size=LABEL, align="right")
        for number, (line, size) in enumerate(self.member_lines(members)):
            put(self.canvas, x, top - 18.5 - 8.5 * number, line, size=size, room=self.half, least=8)

    def member_lines(self, members: Sequence[Member]) -> list[tuple[str, float]]:
        """Who sits where, with the size of each line: together, else a line each, and one more where there is room."""
        texts = [f"{one.seat} {one.name}" for one in members]
        together = " · ".join(texts)
        if width(together, TEXT, LABEL) <= self.half:
            return [(together, LABEL)]
        parted = [wrapped(text, TEXT, LABEL, self.half, 8) for text in texts]
        lines = [(line, size) for some, size in parted for line in some]
        return lines if self.roomy and len(lines) <= len(texts) + 1 else [(text, LABEL) for text in texts]

    def draw_choices(self, x: float, choices: tuple[Choice, ...]) -> None:
        canvas, top, sign = self.canvas, self.top - HEADLINE, self.low + STAFF + 9
        step = (top - 30 - sign - (18 if self.roomy else 14)) / len(choices)
        for number, choice in enumerate(choices, start=1):
            self.draw_choice(x, top - 30 - number * step + (step - self.tick) / 2, choice)
        canvas.setLineWidth(0.6)
        canvas.line(x, sign, x + self.half, sign)
        put(canvas, x, sign - 6.8, str(_("Signature")), size=LEAST)

    @property
    def tick(self) -> float:
        """The side of a box."""
        return TICK if self.roomy else TICK - 2

    def draw_choice(self, x: float, y: float, choice: Choice) -> None:
        room = self.half
        if choice.lead:
            share = room * 0.38 if choice.blank else self.lead_room(choice)
            taken = self.draw_label(x, y + self.tick / 2, choice.lead, share)
            share += 6
            if choice.blank:
                self.draw_blank(x + taken + 4, y, BLANK)
                share = taken + BLANK + 12
            x, room = x + share, room - share
        for label, across in zip(choice.labels, self.shares(choice.labels, room), strict=True):
            self.draw_tick(x, y, label, across - 6)
            x += across

    def lead_room(self, choice: Choice) -> float:
        """A third for the words before the boxes, more where they need it and the boxes leave it."""
        left = self.half - sum(self.tick_width(label) for label in choice.labels)
        return max(self.half / 3 - 6, min(width(str(choice.lead), TEXT, LABEL), left - 6))

    def shares(self, labels: Sequence[Text], room: float) -> list[float]:
        """Boxes with their words stand at equal distances; where one is longer than that, with equal gaps."""
        needs = [self.tick_width(label) for label in labels]
        alike = room / len(labels)
        if max(needs) <= alike:
            return [alike] * len(labels)
        gap = (room - sum(needs)) / len(labels)
        return [need + gap for need in needs] if gap >= 0 else [alike] * len(labels)

    def tick_width(self, label: Text) -> float:
        """A box with its words and the white behind it."""
        return self.tick + 4 + width(str(label), TEXT, LABEL) + 6

    def draw_blank(self, x: float, y: float, across: float) -> None:
        """A line to write on."""
        self.canvas.setLineWidth(0.6)
        self.canvas.line(x, y, x + across, y)

    def draw_tick(self, x: float, y: float, label: Text, room: float) -> None:
        side = self.tick
        marks.box(self.canvas, x, y, side)
        self.draw_label(x + side + 4, y + side / 2, label, room - side - 4)

    def draw_label(self, x: float, middle: float, label: Text, room: float) -> float:
        """Words in one line or two around this height; returns how wide they are."""
        lines, size = wrapped(str(label), TEXT, LABEL, room, LEAST)
        base = middle - 3.2 + (len(lines) - 1) * LEADING / 2
        return max(
            put(self.canvas, x, base - number * LEADING, line, size=size) for number, line in enumerate(lines)
        )

    def draw_staff(self, slip: Slip) -> None:
        """Two rows for the staff: who did not show, and what happened when time was called."""
        canvas, y = self.canvas, self.low + STAFF_ROW + 2
        canvas.setFillGray(BAND)
        canvas.rect(self.left, self.low, self.right - self.left, STAFF, stroke=0, fill=1)
        canvas.setFillGray(0)
        put(canvas, self.left + 6, y + 2.8, str(_("Staff")), font=BOLD, size=LABEL)
        x, across = self.staff_columns
        for number, label in enumerate(STAFF_TICKS):
            self.draw_tick(x + number * across, y, label, across - 6)
        self.draw_line_for(x + across * len(STAFF_TICKS), y, _("Judge"), self.right - 6)
        self.draw_after_time(slip)

    @property
    def staff_columns(self) -> tuple[float, float]:
        """Where the boxes of the staff begin, and how wide one is."""
        x = self.left + 18 + width(str(_("Staff")), BOLD, LABEL)
        return x, (self.right - x) / (len(STAFF_TICKS) + 1)

    @property
    def turns_at(self) -> float:
        """Where the boxes of the extra turns begin, after their words."""
        x, across = self.staff_columns
        taken = min(width(str(_("Extra turns")), TEXT, LABEL), across - 6)
        return x + max(taken + 8, across / 2)

    def extension_at(self, slip: Slip) -> float:
        """Where the time extension stands, after the boxes of the extra turns."""
        x, across = self.staff_columns
        return max(self.turns_at + TURN * EDITIONS[slip.edition].extra_turns + 6, x + across * 1.5)

    def draw_after_time(self, slip: Slip) -> None:
        """Extra turns to tick (R-121, M-061), and a line for the time extension where it is not known (R-113)."""
        y, (x, across) = self.low + 2, self.staff_columns
        put(self.canvas, x, y + 2.8, str(_("Extra turns")), size=LABEL, room=across - 6, least=LEAST)
        for number in range(EDITIONS[slip.edition].extra_turns):
            self.draw_tick(self.turns_at + number * TURN, y, str(number + 1), TURN)
        if not slip.note:
            minutes = put(self.canvas, self.right - 6, y + 2.8, str(_("min")), size=LABEL, align="right")
            self.draw_line_for(self.extension_at(slip), y, _("Time extension"), self.right - 10 - minutes)

    def draw_line_for(self, x: float, y: float, label: Text, end: float) -> None:
        """A word and a line to write on that goes to `end`."""
        taken = put(self.canvas, x, y + 2.8, str(label), size=LABEL, room=end - x - 30, least=LEAST)
        self.draw_blank(x + taken + 5, y, end - x - taken - 5)


def score_text(person: Person) -> str:
    """ "9 points · 3–1–0"; nothing on an empty slip."""
    if not person.entry_id:
        return ""
    points = ngettext("%(points)d point", "%(points)d points", person.points) % {"points": person.points}
    return f"{points} · {paper_words.record(person)}"


def standing(person: Person) -> str:
    """Points, record and age division under the name: "9 points · 3–1–0 · Masters"."""
    if not person.entry_id:
        return ""
    points = ngettext("%(points)d point", "%(points)d points", person.points) % {"points": person.points}
    return " · ".join(
        part for part in (points, paper_words.record(person), age_division_label(person.age_division)) if part
    )
