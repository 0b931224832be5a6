"""Lines of a slip that show a player or a team: full names, on as many lines as they need."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.documents.bidi import ShapedText, mark_directions
from core.documents.fonts import BOLD, TEXT, split_by_face, text_width
from core.documents.text_fitting import count_lines, cut_first_line, fit_in_lines
from pairings.engine.display_rows import EntryPerson
from tournaments.engine.team_entries import TeamEntryMember
from tournaments.labels import age_division_label

LABEL, MIN_SIZE = 9.0, 8.0
"""Regular and smallest font size on a slip, in points."""
MIN_NAME_SIZE = 9.0
MAX_LINES = 4
"""Maximum lines of one name, enough for first and last names of 80 letters of average width each."""

LATIN_REACH, TALL_REACH, SHAPED_REACH = (0.76, 0.22), (1.0, 0.3), (1.0, 0.42)
"""How far letters extend above and below their baseline, in multiples of their size.

Latin; East Asian or with accents on capitals; Arabic, Thai or Devanagari.
"""

SHORT_BLANK = "______"
"""Blank line for a few digits."""

DIGITS_GAP = 8.0
"""Minimum white space before a text at the end of a line, in points."""

LINE_GAP = 0.3
"""White space between two lines, in points."""

WrappedText = tuple[tuple[str, ...], float]
"""Lines of one text and their size."""


@dataclass(frozen=True, slots=True)
class SlipLine:
    """One line about a player. Its baseline is `down` points below the headline.

    `score` is a text at its right end: points, or the last digits of a Player ID.
    """

    text: str
    down: float
    size: float
    font: str = TEXT
    struck: bool = False
    score: str = ""

    @property
    def lower_end(self) -> float:
        """Distance from the headline to the lower end of the line."""
        return self.down + letter_reach(self.text, self.font)[1] * self.size

    def distance_to(self, text: str, font: str, size: float, min_distance: float = 0) -> float:
        """Return the distance to the next line that keeps the two from touching, at least `min_distance`.

        `text`, `font` and `size` are those of the next line.
        """
        high, _low = letter_reach(text, font)
        return max(min_distance, self.lower_end - self.down + high * size + LINE_GAP)


def wrap_head(
    text: str, other_text: str, full_width: float, half_width: float, max_lines: int
) -> WrappedText:
    """Wrap one side of a header to half its width. `other_text`: the other side.

    A text of more than two lines starts with a line of the full width, unless the other side needs such a line as
    well or `max_lines` is 1.
    """
    is_short = count_lines(text, BOLD, MIN_SIZE, half_width) <= 2
    if is_short or max_lines == 1 or text_width(other_text, BOLD, MIN_SIZE) > half_width:
        return fit_in_lines(text, BOLD, LABEL, half_width, MIN_SIZE, max_lines=max_lines)
    first_part = cut_first_line(text, BOLD, MIN_SIZE, full_width)
    first_part, rest = mark_directions(text, (first_part, text[len(first_part) :].strip()))
    other_parts, _size = fit_in_lines(rest, BOLD, MIN_SIZE, half_width, MIN_SIZE, max_lines=max_lines - 1)
    return (first_part, *other_parts), MIN_SIZE


def slip_lines_of_person(
    person: EntryPerson,
    members: Sequence[TeamEntryMember],
    half_width: float,
    digits_by_seat: Mapping[str, str] | None = None,
) -> list[SlipLine]:
    """Return the lines about one player or team in full, on as many lines as `half_width` requires.

    `digits_by_seat` has the last digits of Player IDs to print, with the seat "" for a player who plays alone.
    """
    digits_by_seat = digits_by_seat or {}
    if members:
        return slip_lines_of_team(person, members, half_width, digits_by_seat)
    digits = player_id_text(digits_by_seat[""]) if "" in digits_by_seat else ""
    max_width = half_width - (text_width(digits, TEXT, LABEL) + DIGITS_GAP if digits else 0)
    if text_width(person.name, BOLD, MIN_NAME_SIZE) > max_width:
        max_width = half_width
    texts, size = wrap_lines(person.name, BOLD, 14, MIN_NAME_SIZE, max_width)
    down, least_distance = (14, 12) if len(texts) == 1 else (9, 9.5)
    lines, score = slip_name_lines(texts, size, down, person), slip_standing_text(person)
    last_line = lines[-1]
    lines.append(
        SlipLine(score, last_line.down + last_line.distance_to(score, TEXT, LABEL, least_distance), LABEL)
    )
    return lines_with_text_at_end(lines, digits, half_width) if digits else lines


def lines_with_text_at_end(lines: Sequence[SlipLine], text: str, half_width: float) -> list[SlipLine]:
    """Return the lines with a text at the right end of the first line with room for it, or on a line of its own."""
    max_width = half_width - text_width(text, TEXT, LABEL) - DIGITS_GAP
    for index, line in enumerate(lines):
        if text_width(line.text, line.font, line.size) <= max_width:
            return [*lines[:index], replace(line, score=text), *lines[index + 1 :]]
    last = lines[-1]
    return [*lines, SlipLine(text, last.down + last.distance_to(text, TEXT, LABEL), LABEL)]


def player_id_text(digits: str) -> str:
    """Return the last digits of a Player ID with their label."""
    return _("ID ends in %(digits)s") % {"digits": digits}


def slip_lines_of_team(
    person: EntryPerson,
    members: Sequence[TeamEntryMember],
    half_width: float,
    digits_by_seat: Mapping[str, str],
) -> list[SlipLine]:
    """Return the lines of a team: its name with the points, then its members by seat, with the digits of their seat.

    Long texts take more lines. After a long name, the points are on the first line with room for them.
    """
    score = ""
    if person.entry_id:
        # On an empty slip there is no score yet.
        points = ngettext("%(points)d point", "%(points)d points", person.points)
        score = f"{points % {'points': person.points}} · {person.record}"
    max_width = half_width - text_width(score, TEXT, LABEL) - DIGITS_GAP
    if text_width(person.name, BOLD, MIN_NAME_SIZE) <= max_width:
        size = wrap_lines(person.name, BOLD, 12, MIN_NAME_SIZE, max_width)[1]
        lines = [SlipLine(person.name, 9, size, BOLD, person.dropped, score)]
    else:
        texts, size = wrap_lines(person.name, BOLD, 12, MIN_NAME_SIZE, half_width)
        lines = slip_name_lines(texts, size, 9 if len(texts) == 1 else 7.5, person)
    texts = [
        f"{member.seat} {member.name} ({player_id_text(digits_by_seat[member.seat])})"
        if member.seat in digits_by_seat
        else f"{member.seat} {member.name}"
        for member in members
    ]
    all_seats = " · ".join(texts)
    if text_width(all_seats, TEXT, LABEL) <= half_width:
        texts = [all_seats]
    for text in texts:
        parts, size = wrap_lines(text, TEXT, LABEL, MIN_SIZE, half_width)
        for wrapped_part in parts:
            last = lines[-1]
            lines.append(SlipLine(wrapped_part, last.down + last.distance_to(wrapped_part, TEXT, size), size))
    return lines if lines[0].score else lines_with_text_at_end(lines, score, half_width)


def slip_name_lines(texts: Sequence[str], size: float, offset: float, person: EntryPerson) -> list[SlipLine]:
    """Return the lines of a long name. `offset`: distance from the headline to the first line, in points."""
    lines: list[SlipLine] = []
    distance = offset
    for text in texts:
        distance += lines[-1].distance_to(text, BOLD, size) if lines else 0
        lines.append(SlipLine(text, distance, size, BOLD, person.dropped))
    return lines


def wrap_lines(
    text: str, font: str, size: float, min_size: float, max_width: float
) -> tuple[Sequence[str], float]:
    """Wrap a text on one or two lines, shrunk to `min_size` if needed.

    If that is not enough, use more lines of the smallest size.
    """
    if count_lines(text, font, min_size, max_width) <= 2:
        return fit_in_lines(text, font, size, max_width, min_size)
    return fit_in_lines(text, font, MIN_SIZE, max_width, MIN_SIZE, max_lines=MAX_LINES)


def letter_reach(text: str, font: str) -> tuple[float, float]:
    """Return how far a text extends above and below its baseline, in multiples of its size."""
    if text.isascii():
        return LATIN_REACH
    pieces = split_by_face(text, font)
    if any(isinstance(piece, ShapedText) for _face, piece in pieces):
        return SHAPED_REACH
    if any(face != font for face, _piece in pieces):
        return TALL_REACH
    for letter in text:
        # Only accents on a capital or on another accent rise above normal letters: "Ǣ", "ễ", but not "é".
        parts = unicodedata.normalize("NFD", letter)
        if len(parts) > 2 or (len(parts) > 1 and parts[0].isupper()):
            return TALL_REACH
    return LATIN_REACH


def slip_standing_text(person: EntryPerson) -> str:
    """Return points, record and age division to show under a name; "" on a blank slip.

    For example "9 points · 3-1-0 · Masters".
    """
    if not person.entry_id:
        return ""
    points = ngettext("%(points)d point", "%(points)d points", person.points) % {"points": person.points}
    return " · ".join(
        part for part in (points, person.record, age_division_label(person.age_division)) if part
    )
