"""The lines of a slip about a player or a team: whole names, in as many lines as they need."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import ngettext

from core.documents.bidi import Shaped
from core.documents.fonts import BOLD, TEXT, first_line, line_count, runs, width, wrapped
from pairings.engine.rows import Person
from tournaments.engine.team_entries import Member
from tournaments.wording import age_division_label

LABEL, LEAST = 9.0, 8.0
"""The size of words on a slip, and the smallest one."""
LEAST_NAME = 9.0
MOST_LINES = 4
"""The most lines of one name: 80 letters twice, the longest there is, in letters of usual width."""

REACH, REACH_TALL, REACH_SHAPED = (0.76, 0.22), (1.0, 0.3), (1.0, 0.42)
"""How far letters extend above and below their baseline: Latin; East Asian or with accents on capitals; Arabic, Thai or
Devanagari.
"""

BLANK = "______"
"""A line to write a few digits on."""

BETWEEN = 0.3
"""The white space between two lines."""

Lines = tuple[tuple[str, ...], float]
"""Lines of one text and their size."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line about a player: its baseline, counted down from the headline. `score` is at its right end."""

    text: str
    down: float
    size: float
    font: str = TEXT
    struck: bool = False
    score: str = ""


def lines_of_head(text: str, beside: str, whole: float, half: float, most: int) -> Lines:
    """One side of a head, `beside` being the other: one or two lines of half its width.

    A longer text begins in a line of the whole width, unless the other side needs that too.
    """
    short = line_count(text, BOLD, LEAST, half) <= 2
    if short or most == 1 or width(beside, BOLD, LEAST) > half:
        return wrapped(text, BOLD, LABEL, half, LEAST, most=most)
    first = first_line(text, BOLD, LEAST, whole)
    rest, _size = wrapped(text[len(first) :].strip(), BOLD, LEAST, half, LEAST, most=most - 1)
    return (first, *rest), LEAST


def lines_about(person: Person, members: Sequence[Member], half: float) -> list[Line]:
    """The lines about one player or team, complete, in as many lines as needed. `half`: the available width."""
    if members:
        return lines_of_team(person, members, half)
    # The name in one line or more, and the player's points and record
    texts, size = parted(person.name, BOLD, 14, LEAST_NAME, half)
    down, least = (14, 12) if len(texts) == 1 else (9, 9.5)
    lines, score = stacked(texts, size, down, person), standing(person)
    return [*lines, Line(score, lines[-1].down + apart(lines[-1], score, TEXT, LABEL, least), LABEL)]


def lines_of_team(person: Person, members: Sequence[Member], half: float) -> list[Line]:
    """The team with its points in one line, its players by seat in the next; in more if they are long.

    With a long name the points are in the first line with room for them.
    """
    score = ""
    if person.entry_id:
        # "9 points · 3-1-0"; empty on an empty slip
        points = ngettext("%(points)d point", "%(points)d points", person.points)
        score = f"{points % {'points': person.points}} · {person.record}"
    room = half - width(score, TEXT, LABEL) - 8
    if width(person.name, BOLD, LEAST_NAME) <= room:
        size = parted(person.name, BOLD, 12, LEAST_NAME, room)[1]
        lines = [Line(person.name, 9, size, BOLD, person.dropped, score)]
    else:
        texts, size = parted(person.name, BOLD, 12, LEAST_NAME, half)
        lines = stacked(texts, size, 9 if len(texts) == 1 else 7.5, person)
    texts = [f"{member.seat} {member.name}" for member in members]
    together = " · ".join(texts)
    if width(together, TEXT, LABEL) <= half:
        texts = [together]
    for text in texts:
        parts, size = parted(text, TEXT, LABEL, LEAST, half)
        for part in parts:
            last = lines[-1]
            lines.append(Line(part, last.down + apart(last, part, TEXT, size), size))
    return lines if lines[0].score else scored(lines, score, half)


def scored(lines: Sequence[Line], score: str, half: float) -> list[Line]:
    """The lines with the points at the end of the first one with room, or below them all."""
    room = half - width(score, TEXT, LABEL) - 8
    for at, line in enumerate(lines):
        if width(line.text, line.font, line.size) <= room:
            return [*lines[:at], replace(line, score=score), *lines[at + 1 :]]
    down = lines[-1].down + apart(lines[-1], score, TEXT, LABEL)
    return [*lines, Line(score, down, LABEL)]


def stacked(texts: Sequence[str], size: float, down: float, person: Person) -> list[Line]:
    """The lines of a long name, the first one `down` below the headline."""
    lines: list[Line] = []
    for text in texts:
        down += apart(lines[-1], text, BOLD, size) if lines else 0
        lines.append(Line(text, down, size, BOLD, person.dropped))
    return lines


def parted(text: str, font: str, size: float, least: float, room: float) -> tuple[Sequence[str], float]:
    """A text in one or two lines down to size `least`; where that is not enough, in more lines of the
    smallest letters.
    """
    if line_count(text, font, least, room) <= 2:
        return wrapped(text, font, size, room, least)
    return wrapped(text, font, LEAST, room, LEAST, most=MOST_LINES)


def apart(upper: Line, text: str, font: str, size: float, least: float = 0) -> float:
    """The distance from a line to the next, so that they do not touch; at least `least`."""
    high, _low = reach(text, font)
    return max(least, end(upper) - upper.down + high * size + BETWEEN)


def end(line: Line) -> float:
    """The lower end of a line, counted down from the headline."""
    return line.down + reach(line.text, line.font)[1] * line.size


def reach(text: str, font: str) -> tuple[float, float]:
    """How far a text extends above and below its baseline, in multiples of its size."""
    if text.isascii():
        return REACH
    pieces = runs(text, font)
    if any(isinstance(piece, Shaped) for _face, piece in pieces):
        return REACH_SHAPED
    latin = all(face == font for face, _piece in pieces) and not any(map(has_accent_above, text))
    return REACH if latin else REACH_TALL


def has_accent_above(letter: str) -> bool:
    """Whether a mark is higher than a capital: "Ǣ", "ễ", not "é"."""
    parts = unicodedata.normalize("NFD", letter)
    return len(parts) > 2 or (len(parts) > 1 and parts[0].isupper())


def standing(person: Person) -> str:
    """Points, record and age division under the name: "9 points · 3-1-0 · Masters"."""
    if not person.entry_id:
        return ""
    points = ngettext("%(points)d point", "%(points)d points", person.points) % {"points": person.points}
    return " · ".join(
        part for part in (points, person.record, age_division_label(person.age_division)) if part
    )
