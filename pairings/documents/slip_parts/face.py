"""One match slip: two players side by side, with the table number between them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _
from reportlab.pdfgen.canvas import Canvas

from core.documents import drawn_shapes, qr_codes
from core.documents.drawn_text import draw_text
from core.documents.fonts import BOLD, DISPLAY, TEXT, Align, text_width
from core.documents.sheet import BAND, Text
from core.documents.text_fitting import count_lines, fit_in_lines
from core.text_parts import text_labeled_with_part
from pairings.documents.slip_parts.boxes import (
    BLANK_LINE_LABELS,
    SIGNATURES,
    STAFF_TICKS,
    TEAM_SIGNATURES,
    TEAM_STAFF_TICKS,
    BoxLine,
    Slip,
)
from pairings.documents.slip_parts.lines import (
    LABEL,
    MAX_LINES,
    MIN_SIZE,
    SlipLine,
    WrappedText,
    slip_lines_of_person,
    wrap_head,
)
from tournaments.engine.kinds import EDITIONS

MIDDLE, GAP = 92.0, 14.0
"""Width of the column with the table number between the players, and of the white space beside it, in points."""
CHECKBOX_SIDE, HEADLINE_HEIGHT, STAFF_ROW_HEIGHT = 12.0, 15.0, 15.0
"""Side of a checkbox, height of the line with event and round, and height of one staff row, in points."""
STAFF_HEIGHT = 2 * STAFF_ROW_HEIGHT
LEADING, BLANK = 8.2, 22.0
"""Line height of a label, and width of a blank line for a number, in points."""
TURN_WIDTH, RULE_GAP = 30.0, 8.0
"""Width of the box for one extra turn, and space between a rule and the box after it, in points."""
MIN_ROOMY_HEIGHT = 155.0
"""Minimum height of a slip with full-size boxes and space to sign, in points."""

TABLE_SIZE, SMALL_TABLE_SIZE, QR_GAP = 28.0, 23.0, 5.0
"""Size of the table number on a roomy slip and on others, and white space above the code, in points."""

MIN_STEP = 11.0
"""Minimum height of a line of boxes below a header of several lines, in points."""

BOXES_DISTANCE = 30.0
"""Distance from the headline to the boxes in points, with room for name and score. More lines move the boxes down."""


@dataclass(frozen=True, slots=True)
class SlipFace:
    """Strip of a page for one slip, in points."""

    canvas: Canvas
    left: float
    right: float
    bottom: float
    top: float
    side: float = 0
    """Side of a box, or 0 for the default."""
    head_lines: int = 1
    """Number of lines of the slip's header; the last is in the strip, the others are in the white space above it."""

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def half_width(self) -> float:
        """Width of one player's half."""
        return (self.right - self.left - MIDDLE) / 2 - GAP

    def draw(self, slip: Slip) -> None:
        if slip.match.right is None:
            raise ValueError("a bye has no slip")
        sides = [
            slip_lines_of_person(
                side, slip.teams.get(side.entry_id, ()), self.half_width, slip.digits_by_seat(side.entry_id)
            )
            for side in (slip.match.left, slip.match.right)
        ]
        down = max(BOXES_DISTANCE, *(lines[-1].lower_end for lines in sides))
        self.lowered_below_head(slip, down).draw_whole_slip(slip, sides, down)

    def draw_whole_slip(self, slip: Slip, sides: Sequence[Sequence[SlipLine]], down: float) -> None:
        """Draw the whole slip below its header; the boxes start `down` points below the headline."""
        origin_face = replace(self, bottom=0, top=self.top - self.bottom)
        content = (
            slip.event,
            slip.subject,
            slip.best_of,
            slip.elimination,
            slip.edition,
            slip.of_teams,
            slip.is_blank,
        )
        size = (origin_face.left, origin_face.right, round(origin_face.top, 3))
        drawn_shapes.draw_repeated_picture(
            self.canvas,
            (content, bool(slip.link), bool(slip.note), size, down),
            self.bottom,
            lambda: origin_face.draw_blank_slip(slip, down),
        )
        for x, lines in zip((self.left, self.right - self.half_width), sides, strict=True):
            self.draw_lines(x, lines)
        self.draw_match(slip)

    def lowered_below_head(self, slip: Slip, down: float) -> "SlipFace":
        """Lower the strip to make room for extra header lines, unless the boxes would become too small."""
        most = max(len(lines) for lines, _size in self.wrapped_heads(slip, MAX_LINES))
        for lines in range(most, self.head_lines, -1):
            lowered_face = replace(self, top=self.top - (lines - self.head_lines) * LEADING, head_lines=lines)
            if lowered_face.choice_step(len(slip.choices()), down) >= MIN_STEP:
                return lowered_face
        return self

    def draw_blank_slip(self, slip: Slip, down: float) -> None:
        """Draw the part that all slips of a sheet share: everything but names, table and code.

        The boxes start `down` points below the headline.
        """
        self.draw_head(slip)
        self.draw_table_number_box(slip)
        signatures = TEAM_SIGNATURES if slip.of_teams else SIGNATURES
        for x, player, signature in zip(
            (self.left, self.right - self.half_width), BLANK_LINE_LABELS, signatures, strict=True
        ):
            if slip.is_blank:
                self.draw_labelled_line(x, self.top - HEADLINE_HEIGHT - 20, player, x + self.half_width)
            self.draw_choices(x, slip.choices(), down, signature)
        self.draw_staff(slip)

    def draw_match(self, slip: Slip) -> None:
        match, top = slip.match, self.top - 12
        table = str(match.table or ("" if slip.is_blank else "–"))
        size = TABLE_SIZE if self.is_roomy else SMALL_TABLE_SIZE
        center, y = self.middle, top - self.pill_height / 2 - size * 0.36
        draw_text(
            self.canvas, center, y, table, font=DISPLAY, size=size, max_width=68, min_size=14, align="center"
        )
        if slip.link:
            side = self.qr_code_side
            y = top - self.pill_height - QR_GAP - side
            qr_codes.draw_qr(self.canvas, self.middle - side / 2, y, side, slip.link)
        if slip.note:
            x, y = self.extension_x(slip), self.bottom + 4.8
            max_width = self.right - 6 - x
            note = text_labeled_with_part(_("Time extension"), slip.note)
            draw_text(self.canvas, x, y, note, font=BOLD, size=LABEL, max_width=max_width, min_size=MIN_SIZE)

    @property
    def is_roomy(self) -> bool:
        return self.top - self.bottom >= MIN_ROOMY_HEIGHT

    def wrapped_heads(self, slip: Slip, max_lines: int) -> tuple[WrappedText, WrappedText]:
        """Return event and round wrapped for the header, at most `max_lines` lines each."""
        full_width = self.right - self.left
        half_width = (full_width - text_width(str(_("Table")), BOLD, LABEL)) / 2 - 10
        return (
            wrap_head(slip.event, slip.subject, full_width, half_width, max_lines),
            wrap_head(slip.subject, slip.event, full_width, half_width, max_lines),
        )

    def draw_head(self, slip: Slip) -> None:
        """Draw event and round: the last line of each beside the table, the others above it."""
        aligns: tuple[tuple[float, Align], ...] = ((self.left, "left"), (self.right, "right"))
        for (x, align), (lines, size) in zip(aligns, self.wrapped_heads(slip, self.head_lines), strict=True):
            for above, line in zip(reversed(range(len(lines))), lines, strict=True):
                draw_text(
                    self.canvas, x, self.top - 7 + above * LEADING, line, font=BOLD, size=size, align=align
                )

    def draw_table_number_box(self, slip: Slip) -> None:
        canvas, middle, top = self.canvas, self.middle, self.top - 12
        draw_text(canvas, middle, self.top - 7, str(_("Table")), font=BOLD, size=LABEL, align="center")
        drawn_shapes.draw_pill(canvas, middle - 42, top - self.pill_height, 84, self.pill_height, line=1.6)
        if slip.link:
            lines, size = balanced_lines(str(_("Staff: scan to enter the result")), MIDDLE + GAP)
            y = top - self.pill_height - QR_GAP - self.qr_code_side - LEADING
            for number, line in enumerate(lines):
                draw_text(canvas, middle, y - number * LEADING, line, size=size, align="center")

    @property
    def pill_height(self) -> float:
        """Height of the frame around the table number."""
        return 34.0 if self.is_roomy else 28.0

    @property
    def qr_code_side(self) -> float:
        """Side of the code between the table number and its caption of up to two lines."""
        others = 12 + self.pill_height + QR_GAP + 2 * LEADING + 2.4 + STAFF_HEIGHT
        return min(72.0, self.top - self.bottom - others)

    def draw_lines(self, x: float, lines: Sequence[SlipLine]) -> None:
        top = self.top - HEADLINE_HEIGHT
        for line in lines:
            draw_text(
                self.canvas, x, top - line.down, line.text, font=line.font, size=line.size, struck=line.struck
            )
            if line.score:
                draw_text(
                    self.canvas, x + self.half_width, top - line.down, line.score, size=LABEL, align="right"
                )

    def draw_choices(self, x: float, choices: tuple[BoxLine, ...], down: float, signature: Text) -> None:
        canvas, top, line_y = self.canvas, self.top - HEADLINE_HEIGHT, self.signature_y
        step = self.choice_step(len(choices), down)
        face = replace(self, side=min(self.box_side, step - 1))
        for number, choice in enumerate(choices, start=1):
            face.draw_choice(x, top - down - number * step + (step - face.box_side) / 2, choice)
        canvas.setLineWidth(0.6)
        canvas.line(x, line_y, x + self.half_width, line_y)
        draw_text(canvas, x, line_y - 6.8, str(signature), size=MIN_SIZE)

    @property
    def signature_y(self) -> float:
        """Height of the line where players sign."""
        return self.bottom + STAFF_HEIGHT + 10

    def choice_step(self, count: int, down: float) -> float:
        """Return the height of each of `count` lines of boxes, which start `down` points below the headline."""
        white = (18 if self.is_roomy else 14) - min(8.0, (down - BOXES_DISTANCE) / 3)
        return (self.top - HEADLINE_HEIGHT - down - self.signature_y - white) / count

    @property
    def box_side(self) -> float:
        """Side of a box."""
        return self.side or (CHECKBOX_SIDE if self.is_roomy else CHECKBOX_SIDE - 2)

    @property
    def label_size(self) -> float:
        """Size of the words beside a box."""
        return LABEL if self.box_side >= MIN_SIZE else MIN_SIZE

    def draw_choice(self, x: float, y: float, choice: BoxLine) -> None:
        max_width = self.half_width
        if choice.apart:
            max_width = self.draw_separate_box(x, y, choice)
        if choice.lead:
            lead_end = max_width * 0.38 if choice.blank else self.lead_width(choice, max_width)
            lead_width = self.draw_label(x, y + self.box_side / 2, choice.lead, lead_end)
            lead_end += 6
            if choice.blank:
                self.draw_writing_line(x + lead_width + 4, y, BLANK)
                lead_end = lead_width + BLANK + 12
            x, max_width = x + lead_end, max_width - lead_end
        for label, box_width in zip(choice.labels, self.box_widths(choice.labels, max_width), strict=True):
            if label not in choice.empty:
                self.draw_box(x, y, label, box_width - 6)
            x += box_width

    def draw_separate_box(self, x: float, y: float, choice: BoxLine) -> float:
        """Draw a box after a vertical rule in the last third or farther left. Return the width left before it."""
        offset = min(self.half_width * 2 / 3, self.half_width - self.box_width(choice.apart) + 6)
        if choice.apart in choice.empty:
            return offset - RULE_GAP
        self.draw_box(x + offset, y, choice.apart, self.half_width - offset)
        self.canvas.setLineWidth(0.6)
        self.canvas.line(x + offset - RULE_GAP, y, x + offset - RULE_GAP, y + self.box_side)
        return offset - RULE_GAP

    def lead_width(self, choice: BoxLine, max_width: float) -> float:
        """Return the width of the words before the boxes: a third of the half, or more if needed and available."""
        width_left = max_width - sum(self.box_width(label) for label in choice.labels)
        return max(self.half_width / 3 - 6, min(text_width(str(choice.lead), TEXT, LABEL), width_left - 6))

    def box_widths(self, labels: Sequence[Text], max_width: float) -> list[float]:
        """Return the widths of boxes with their words: equal widths, or equal gaps if one box needs more."""
        needed_widths = [self.box_width(label) for label in labels]
        equal_width = max_width / len(labels)
        if max(needed_widths) <= equal_width:
            return [equal_width] * len(labels)
        gap = (max_width - sum(needed_widths)) / len(labels)
        return [needed + gap for needed in needed_widths] if gap >= 0 else [equal_width] * len(labels)

    def box_width(self, label: Text) -> float:
        """Return the width of a box with its words and the white space after it."""
        return self.box_side + 4 + text_width(str(label), TEXT, LABEL) + 6

    def draw_writing_line(self, x: float, y: float, length: float) -> None:
        """Draw a blank line for handwriting."""
        self.canvas.setLineWidth(0.6)
        self.canvas.line(x, y, x + length, y)

    def draw_box(self, x: float, y: float, label: Text, max_width: float) -> None:
        side = self.box_side
        drawn_shapes.draw_box(self.canvas, x, y, side)
        self.draw_label(x + side + 4, y + side / 2, label, max_width - side - 4)

    def draw_label(self, x: float, middle: float, label: Text, max_width: float) -> float:
        """Draw a label on one or two lines centered at the height `middle`; return its width."""
        lines, size = fit_in_lines(str(label), TEXT, self.label_size, max_width, MIN_SIZE)
        base = middle - 3.2 + (len(lines) - 1) * LEADING / 2
        return max(
            draw_text(self.canvas, x, base - number * LEADING, line, size=size)
            for number, line in enumerate(lines)
        )

    def draw_staff(self, slip: Slip) -> None:
        """Draw the two staff rows: no-shows and judge, then extra turns and time extension."""
        canvas, y = self.canvas, self.bottom + STAFF_ROW_HEIGHT + 2
        canvas.setFillGray(BAND)
        canvas.rect(self.left, self.bottom, self.right - self.left, STAFF_HEIGHT, stroke=0, fill=1)
        canvas.setFillGray(0)
        draw_text(canvas, self.left + 6, y + 2.8, str(_("Staff")), font=BOLD, size=LABEL)
        x, column_width = self.staff_columns
        for number, label in enumerate(TEAM_STAFF_TICKS if slip.of_teams else STAFF_TICKS):
            self.draw_box(x + number * column_width, y, label, column_width - 6)
        self.draw_labelled_line(x + column_width * len(STAFF_TICKS), y, _("Judge"), self.right - 6)
        self.draw_extra_turns_and_extension(slip)

    @property
    def staff_columns(self) -> tuple[float, float]:
        """Return the x coordinate of the first staff box, and the width of one."""
        x = self.left + 18 + text_width(str(_("Staff")), BOLD, LABEL)
        return x, (self.right - x) / (len(STAFF_TICKS) + 1)

    @property
    def extra_turns_x(self) -> float:
        """Return the x coordinate of the boxes for extra turns, after their label."""
        x, column_width = self.staff_columns
        label_width = min(text_width(str(_("Extra turns")), TEXT, LABEL), column_width - 6)
        return x + max(label_width + 8, column_width / 2)

    def extension_x(self, slip: Slip) -> float:
        """Return the x coordinate of the time extension, after the boxes for extra turns."""
        x, column_width = self.staff_columns
        turns_width = TURN_WIDTH * EDITIONS[slip.edition].extra_turns
        return max(self.extra_turns_x + turns_width + 6, x + column_width * 1.5)

    def draw_extra_turns_and_extension(self, slip: Slip) -> None:
        """Draw boxes for extra turns (R-121, M-061), and a blank line for a later time extension (R-113)."""
        y, (x, column_width) = self.bottom + 2, self.staff_columns
        words, max_width = str(_("Extra turns")), column_width - 6
        draw_text(self.canvas, x, y + 2.8, words, size=LABEL, max_width=max_width, min_size=MIN_SIZE)
        for number in range(EDITIONS[slip.edition].extra_turns):
            self.draw_box(self.extra_turns_x + number * TURN_WIDTH, y, str(number + 1), TURN_WIDTH)
        if not slip.note:
            unit, end = str(_("min")), self.right - 6
            width = draw_text(self.canvas, end, y + 2.8, unit, size=LABEL, align="right")
            self.draw_labelled_line(self.extension_x(slip), y, _("Time extension"), end - 4 - width)

    def draw_labelled_line(self, x: float, y: float, label: Text, end: float) -> None:
        """Draw a label and a blank line that ends at `end`."""
        max_width, text = end - x - 30, str(label)
        width = draw_text(self.canvas, x, y + 2.8, text, size=LABEL, max_width=max_width, min_size=MIN_SIZE)
        self.draw_writing_line(x + width + 5, y, end - x - width - 5)


def balanced_lines(text: str, max_width: float) -> WrappedText:
    """Wrap a text of the smallest size on two lines of about the same width, at most `max_width`."""
    widths = [*range(round(text_width(text, TEXT, MIN_SIZE) / 2), round(max_width), 2), max_width]
    width = next((width for width in widths if count_lines(text, TEXT, MIN_SIZE, width) <= 2), max_width)
    return fit_in_lines(text, TEXT, MIN_SIZE, width, MIN_SIZE)
