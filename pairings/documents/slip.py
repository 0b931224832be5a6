"""One match slip: two players face to face across the table number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext_lazy as _
from reportlab.pdfgen.canvas import Canvas

from core.documents import marks
from core.documents.fonts import BOLD, DISPLAY, TEXT, Align, put, width, wrapped
from core.documents.sheet import BAND, Text
from core.wording import labelled
from pairings.documents.slip_lines import (
    LABEL,
    LEAST,
    MOST_LINES,
    Line,
    Lines,
    end,
    lines_about,
    lines_of_head,
)
from pairings.engine.rows import MatchRow
from tournaments.engine.kinds import EDITIONS, LATEST_EDITION
from tournaments.engine.team_entries import SEATS, Member

MIDDLE = 92.0
GAP = 14.0
TICK = 12.0
HEADLINE = 15.0
STAFF_ROW = 15.0
STAFF = 2 * STAFF_ROW
LEADING, BLANK = 8.2, 22.0
"""The height of a label's line, and the width of a line to write a number on."""
TURN = 30.0
APART = 8.0
"""The space between a rule and the box after it."""
LEAST_ROOM = 155.0
"""Points of height from which a slip has full space to sign and full boxes."""

PEOPLE = 30.0
"""Points from the headline down to the boxes: a name and the player's points. More lines move the boxes down."""

RESULT: tuple[Text, ...] = (_("I won"), _("Tie"), _("I lost"))
EXTRA: tuple[Text, ...] = (_("I went first"), _("I drop from the event"))
CUT_RESULT: tuple[Text, ...] = (_("I won"), _("I lost"), _("I went first"))
"""An elimination has no ties, and its loser is out."""
TEAM_RESULT: tuple[Text, ...] = (_("We won"), _("Tie"), _("We lost"))
TEAM_CUT_RESULT: tuple[Text, ...] = (_("We won"), _("We lost"))
TEAM_DROP: Text = _("We drop")
"""A result is the team's; the player who goes first is ticked by seat (R-103)."""
DECIDED_BY: dict[str, Text] = {"2017": _("I won Sudden Death"), "2026": _("I won the tiebreaker game")}
"""The game that decides where Prize cards do not: R-134 to R-141 of 2017, M-065 of the current rules."""
SIGNATURES: tuple[Text, ...] = (_("Signature of Player 1"), _("Signature of Player 2"))
TEAM_SIGNATURES: tuple[Text, ...] = (_("Signature of team 1"), _("Signature of team 2"))
WRITTEN: tuple[Text, ...] = (_("Player 1"), _("Player 2"))
"""The labels of the lines for names on an empty slip."""
STAFF_TICKS: tuple[Text, ...] = (_("Player 1 did not show"), _("Player 2 did not show"), _("Double loss"))
TEAM_STAFF_TICKS: tuple[Text, ...] = (_("Team 1 did not show"), _("Team 2 did not show"), _("Double loss"))


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of boxes to tick, after an optional word.

    `blank`: with a line to write a number on first. `apart`: a box behind a rule, which is no answer to that word.
    """

    labels: tuple[Text, ...]
    lead: Text = ""
    blank: bool = False
    apart: Text = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """The content of one slip. `link` opens the result and may be empty; `note` is a word for the staff: extra time.

    `elimination`: a match of the cut, decided by Prize cards or one more game, by `edition` of the rules.
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
    """The players of teams by entry; empty where players play alone."""

    @property
    def empty(self) -> bool:
        """Whether round, table and names are written by hand."""
        return not self.match.left.entry_id

    @property
    def of_teams(self) -> bool:
        return any(side and side.entry_id in self.teams for side in (self.match.left, self.match.right))

    def choices(self) -> tuple[Choice, ...]:
        """The lines each player ticks (R-132, R-147, M-064).

        Games only if there is more than one, Prize cards only where they decide.
        """
        games = tuple(str(number) for number in range(self.best_of // 2 + 2))
        won = _("Games we won") if self.of_teams else _("Games I won")
        played = (Choice(games, lead=won),) if self.best_of > 1 else ()
        if self.of_teams:
            first = Choice(SEATS, lead=_("First player"), apart="" if self.elimination else TEAM_DROP)
            return Choice(TEAM_CUT_RESULT if self.elimination else TEAM_RESULT), *played, first
        if self.elimination:
            decided = Choice((DECIDED_BY[self.edition],), lead=_("Prize cards I have left"), blank=True)
            return Choice(CUT_RESULT), *played, decided
        return Choice(RESULT), *played, Choice(EXTRA)


@dataclass(frozen=True, slots=True)
class SlipFace:
    """The strip of a page for one slip, in points."""

    canvas: Canvas
    left: float
    right: float
    low: float
    top: float
    side: float = 0
    """The side of a box, 0 for the default."""
    head_lines: int = 1
    """The number of lines of its head: the last is in the strip, the others in the white space above it."""

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def half(self) -> float:
        """The width of one player's half."""
        return (self.right - self.left - MIDDLE) / 2 - GAP

    def draw(self, slip: Slip) -> None:
        if slip.match.right is None:
            raise ValueError("a bye has no slip")
        sides = [
            lines_about(side, slip.teams.get(side.entry_id, ()), self.half)
            for side in (slip.match.left, slip.match.right)
        ]
        down = max(PEOPLE, *(end(lines[-1]) for lines in sides))
        self.below_head(slip, down).draw_below_head(slip, sides, down)

    def draw_below_head(self, slip: Slip, sides: Sequence[Sequence[Line]], down: float) -> None:
        """The whole slip below its head. `down`: from the headline to the boxes."""
        blank = replace(self, low=0, top=self.top - self.low)
        alike = (
            slip.event,
            slip.subject,
            slip.best_of,
            slip.elimination,
            slip.edition,
            slip.of_teams,
            slip.empty,
        )
        size = (blank.left, blank.right, round(blank.top, 3))
        marks.draw_shared(
            self.canvas,
            (alike, bool(slip.link), bool(slip.note), size, down),
            self.low,
            lambda: blank.draw_blank_slip(slip, down),
        )
        for x, lines in zip((self.left, self.right - self.half), sides, strict=True):
            self.draw_lines(x, lines)
        self.draw_match(slip)

    def below_head(self, slip: Slip, down: float) -> "SlipFace":
        """Lowered by each line the head needs beyond `head_lines`, while the boxes keep their height."""
        most = max(len(lines) for lines, _size in self.head_of(slip, MOST_LINES))
        for lines in range(most, self.head_lines, -1):
            lower = replace(self, top=self.top - (lines - self.head_lines) * LEADING, head_lines=lines)
            if lower.choice_step(len(slip.choices()), down) >= LEAST:
                return lower
        return self

    def draw_blank_slip(self, slip: Slip, down: float) -> None:
        """Draw what all slips of a sheet share: everything but the names, the table and its code.

        `down`: from the headline to the boxes.
        """
        self.draw_head(slip)
        self.draw_table(slip)
        signatures = TEAM_SIGNATURES if slip.of_teams else SIGNATURES
        for x, player, signature in zip(
            (self.left, self.right - self.half), WRITTEN, signatures, strict=True
        ):
            if slip.empty:
                self.draw_line_for(x, self.top - HEADLINE - 20, player, x + self.half)
            self.draw_choices(x, slip.choices(), down, signature)
        self.draw_staff(slip)

    def draw_match(self, slip: Slip) -> None:
        match, top = slip.match, self.top - 12
        table = str(match.table or ("" if slip.empty else "–"))
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
        if slip.note:
            x, y = self.extension_at(slip), self.low + 4.8
            room = self.right - 6 - x
            note = labelled(_("Time extension"), slip.note)
            put(self.canvas, x, y, note, font=BOLD, size=LABEL, room=room, least=LEAST)

    @property
    def roomy(self) -> bool:
        return self.top - self.low >= LEAST_ROOM

    def head_of(self, slip: Slip, most: int) -> tuple[Lines, Lines]:
        """The lines of event and round, at most `most` each."""
        whole = self.right - self.left
        half = (whole - width(str(_("Table")), BOLD, LABEL)) / 2 - 10
        return (
            lines_of_head(slip.event, slip.subject, whole, half, most),
            lines_of_head(slip.subject, slip.event, whole, half, most),
        )

    def draw_head(self, slip: Slip) -> None:
        """Event and round: their last lines beside the table, the others above."""
        aligns: tuple[tuple[float, Align], ...] = ((self.left, "left"), (self.right, "right"))
        for (x, align), (lines, size) in zip(aligns, self.head_of(slip, self.head_lines), strict=True):
            for above, line in zip(reversed(range(len(lines))), lines, strict=True):
                put(self.canvas, x, self.top - 7 + above * LEADING, line, font=BOLD, size=size, align=align)

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

    def draw_lines(self, x: float, lines: Sequence[Line]) -> None:
        top = self.top - HEADLINE
        for line in lines:
            put(
                self.canvas, x, top - line.down, line.text, font=line.font, size=line.size, struck=line.struck
            )
            if line.score:
                put(self.canvas, x + self.half, top - line.down, line.score, size=LABEL, align="right")

    def draw_choices(self, x: float, choices: tuple[Choice, ...], down: float, signature: Text) -> None:
        canvas, top, sign = self.canvas, self.top - HEADLINE, self.sign
        step = self.choice_step(len(choices), down)
        face = replace(self, side=min(self.tick, step - 1))
        for number, choice in enumerate(choices, start=1):
            face.draw_choice(x, top - down - number * step + (step - face.tick) / 2, choice)
        canvas.setLineWidth(0.6)
        canvas.line(x, sign, x + self.half, sign)
        put(canvas, x, sign - 6.8, str(signature), size=LEAST)

    @property
    def sign(self) -> float:
        """The height where the players sign."""
        return self.low + STAFF + 10

    def choice_step(self, count: int, down: float) -> float:
        """The height of each of `count` lines of boxes."""
        white = (18 if self.roomy else 14) - min(8.0, (down - PEOPLE) / 3)
        return (self.top - HEADLINE - down - self.sign - white) / count

    @property
    def tick(self) -> float:
        """The side of a box."""
        return self.side or (TICK if self.roomy else TICK - 2)

    @property
    def label(self) -> float:
        """The size of the words beside it."""
        return LABEL if self.tick >= LEAST else LEAST

    def draw_choice(self, x: float, y: float, choice: Choice) -> None:
        room = self.half
        if choice.apart:
            room = self.draw_apart(x, y, choice.apart)
        if choice.lead:
            share = room * 0.38 if choice.blank else self.lead_room(choice, room)
            taken = self.draw_label(x, y + self.tick / 2, choice.lead, share)
            share += 6
            if choice.blank:
                self.draw_blank(x + taken + 4, y, BLANK)
                share = taken + BLANK + 12
            x, room = x + share, room - share
        for label, across in zip(choice.labels, self.shares(choice.labels, room), strict=True):
            self.draw_tick(x, y, label, across - 6)
            x += across

    def draw_apart(self, x: float, y: float, label: Text) -> float:
        """Draw a box behind a rule in the last third, or from where it fits; returns the width left before it."""
        at = min(self.half * 2 / 3, self.half - self.tick_width(label) + 6)
        self.draw_tick(x + at, y, label, self.half - at)
        self.canvas.setLineWidth(0.6)
        self.canvas.line(x + at - APART, y, x + at - APART, y + self.tick)
        return at - APART

    def lead_room(self, choice: Choice, room: float) -> float:
        """A third for the words before the boxes, more if they need it and the boxes leave it."""
        left = room - sum(self.tick_width(label) for label in choice.labels)
        return max(self.half / 3 - 6, min(width(str(choice.lead), TEXT, LABEL), left - 6))

    def shares(self, labels: Sequence[Text], room: float) -> list[float]:
        """The widths of boxes with their words: equal distances, or equal gaps if one is longer than that."""
        needs = [self.tick_width(label) for label in labels]
        alike = room / len(labels)
        if max(needs) <= alike:
            return [alike] * len(labels)
        gap = (room - sum(needs)) / len(labels)
        return [need + gap for need in needs] if gap >= 0 else [alike] * len(labels)

    def tick_width(self, label: Text) -> float:
        """The width of a box with its words and the white space after it."""
        return self.tick + 4 + width(str(label), TEXT, LABEL) + 6

    def draw_blank(self, x: float, y: float, across: float) -> None:
        """Draw a line to write on."""
        self.canvas.setLineWidth(0.6)
        self.canvas.line(x, y, x + across, y)

    def draw_tick(self, x: float, y: float, label: Text, room: float) -> None:
        side = self.tick
        marks.box(self.canvas, x, y, side)
        self.draw_label(x + side + 4, y + side / 2, label, room - side - 4)

    def draw_label(self, x: float, middle: float, label: Text, room: float) -> float:
        """Draw words in one or two lines around this height; returns their width."""
        lines, size = wrapped(str(label), TEXT, self.label, room, LEAST)
        base = middle - 3.2 + (len(lines) - 1) * LEADING / 2
        return max(
            put(self.canvas, x, base - number * LEADING, line, size=size) for number, line in enumerate(lines)
        )

    def draw_staff(self, slip: Slip) -> None:
        """Draw two rows for the staff: no-shows, and what happened when time was called."""
        canvas, y = self.canvas, self.low + STAFF_ROW + 2
        canvas.setFillGray(BAND)
        canvas.rect(self.left, self.low, self.right - self.left, STAFF, stroke=0, fill=1)
        canvas.setFillGray(0)
        put(canvas, self.left + 6, y + 2.8, str(_("Staff")), font=BOLD, size=LABEL)
        x, across = self.staff_columns
        for number, label in enumerate(TEAM_STAFF_TICKS if slip.of_teams else STAFF_TICKS):
            self.draw_tick(x + number * across, y, label, across - 6)
        self.draw_line_for(x + across * len(STAFF_TICKS), y, _("Judge"), self.right - 6)
        self.draw_after_time(slip)

    @property
    def staff_columns(self) -> tuple[float, float]:
        """The start of the staff's boxes, and the width of one."""
        x = self.left + 18 + width(str(_("Staff")), BOLD, LABEL)
        return x, (self.right - x) / (len(STAFF_TICKS) + 1)

    @property
    def turns_at(self) -> float:
        """The start of the boxes of the extra turns, after their words."""
        x, across = self.staff_columns
        taken = min(width(str(_("Extra turns")), TEXT, LABEL), across - 6)
        return x + max(taken + 8, across / 2)

    def extension_at(self, slip: Slip) -> float:
        """The start of the time extension, after the boxes of the extra turns."""
        x, across = self.staff_columns
        return max(self.turns_at + TURN * EDITIONS[slip.edition].extra_turns + 6, x + across * 1.5)

    def draw_after_time(self, slip: Slip) -> None:
        """Draw extra turns to tick (R-121, M-061), and a line for an unknown time extension (R-113)."""
        y, (x, across) = self.low + 2, self.staff_columns
        put(self.canvas, x, y + 2.8, str(_("Extra turns")), size=LABEL, room=across - 6, least=LEAST)
        for number in range(EDITIONS[slip.edition].extra_turns):
            self.draw_tick(self.turns_at + number * TURN, y, str(number + 1), TURN)
        if not slip.note:
            minutes = put(self.canvas, self.right - 6, y + 2.8, str(_("min")), size=LABEL, align="right")
            self.draw_line_for(self.extension_at(slip), y, _("Time extension"), self.right - 10 - minutes)

    def draw_line_for(self, x: float, y: float, label: Text, end: float) -> None:
        """Draw a word and a line to write on that ends at `end`."""
        taken = put(self.canvas, x, y + 2.8, str(label), size=LABEL, room=end - x - 30, least=LEAST)
        self.draw_blank(x + taken + 5, y, end - x - taken - 5)
