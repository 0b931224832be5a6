"""The sheet of a deck check: append-only taps, whose replay is the finding (R-033, R-034).

A tap states a value, not a change: the latest per subject counts, so two judges may tap at once, and a repeated tap
changes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from decks.engine.lists import Listed
from decks.engine.lists.values import SECTIONS, Section

STEPS = ("legible", "sleeves", "total", "contents", "proxies")
"""The steps of R-034, in the order of its text."""

TAPPED_STEPS = ("legible", "sleeves", "proxies")
"""Steps answered by a judge; total and contents follow from the count."""

COPY_STEPS = ("languages", "unsigned", "backs")
"""Further questions about the copies: their languages, where the event limits them (R-017), signatures (R-018) and
backs (R-019).
"""

ANSWERED = (*TAPPED_STEPS, *COPY_STEPS)
"""Everything a judge answers with OK or not OK."""

KINDS = ("step", "total", "line", "other", "replaced", "pattern")
MOST = 999
LONGEST_CARD = 120
LONGEST_MARKS = 59
"""Characters of each half of a note about marked cards."""

BETWEEN = "\n"
"""Separates what is marked from the cards; cannot be typed into a single line."""

WITHDRAWN, NO_PATTERN, PATTERN = 0, 1, 2
"""Values of a note about marked cards: withdrawn, no pattern, a pattern (R-025, R-039)."""

Mark = Literal["", "fine", "wrong"]
MARKS: tuple[Mark, ...] = ("", "fine", "wrong")


@dataclass(frozen=True, slots=True)
class SheetSection:
    """The rows of a section, each with its index in the list; "" contains unknown cards."""

    code: Section
    rows: tuple[tuple[int, Listed], ...]

    @property
    def cards(self) -> int:
        return sum(row.quantity or 0 for _, row in self.rows)


def sections_of(rows: Sequence[Listed]) -> list[SheetSection]:
    """The sections of a list that have rows, with unknown cards separate from the heading they were typed under."""
    rows_of_section: dict[Section, list[tuple[int, Listed]]] = {code: [] for code in (*SECTIONS, "")}
    for at, row in enumerate(rows):
        rows_of_section["" if row.kind == "unknown" else row.section].append((at, row))
    return [SheetSection(code, tuple(placed)) for code, placed in rows_of_section.items() if placed]


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap of a judge.

    step: `subject` is one of ANSWERED, `number` the index in MARKS. total: `number` of cards. line: `subject` is
    the index of the row in the list from 0, `number` how many were found, -1 for not counted. other: `subject` names a
    card not on the list, `number` of copies. replaced: `number` of sleeves. pattern: `subject` is what is marked and on
    which cards, from `marks_subject`, `number` one of WITHDRAWN, NO_PATTERN, PATTERN.
    """

    kind: str
    subject: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Marked:
    """A note about marked cards: what is marked, on which cards, whether there is a pattern."""

    what: str
    cards: str
    pattern: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """The result of the taps.

    `found`: only counted rows. `size`: cards of a deck at this event, the expected total without a list.
    """

    expected: tuple[int, ...]
    marks: Mapping[str, Mark] = field(default_factory=dict)
    total: int | None = None
    found: Mapping[int, int] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)
    replaced: int = 0
    marked: tuple[Marked, ...] = ()
    size: int = 0

    @property
    def expected_total(self) -> int:
        """Cards on the list; without one, cards of a deck here."""
        return sum(self.expected) if self.expected else self.size

    @property
    def cards(self) -> int:
        """Cards counted so far, including those not on the list."""
        return sum(self.found.values()) + sum(self.others.values())

    @property
    def is_counted(self) -> bool:
        """Whether this deck was compared with its list, or shown to differ; without one, its cards counted."""
        if not self.expected:
            return self.total is not None
        steps = self.steps
        return steps["contents"] != "" or steps["total"] == "wrong"

    @property
    def differing(self) -> tuple[int, ...]:
        """Rows whose count differs from the list."""
        return tuple(row for row, number in sorted(self.found.items()) if number != self.expected[row])

    @property
    def steps(self) -> dict[str, Mark]:
        """The result of each step; empty while it is open."""
        return {step: self._mark(step) for step in STEPS}

    def _mark(self, step: str) -> Mark:
        if step == "total":
            if self.total is None or not self.expected_total:
                return ""
            return "fine" if self.total == self.expected_total else "wrong"
        if step == "contents":
            if self.differing or self.others:
                return "wrong"
            return "fine" if self.expected and len(self.found) == len(self.expected) else ""
        return self.marks.get(step, "")


def marks_subject(what: str, cards: str) -> str:
    """The subject of a note about marked cards, with each half cut to LONGEST_MARKS."""
    return BETWEEN.join(" ".join(half.split())[:LONGEST_MARKS] for half in (what, cards))


def is_odd(tap: Tap, rows: int) -> bool:
    """Whether a tap does not fit this sheet. `rows`: of the list."""
    low, high = (-1, MOST) if tap.kind == "line" else (0, PATTERN if tap.kind == "pattern" else MOST)
    if tap.kind == "step":
        return tap.subject not in ANSWERED or not 0 <= tap.number < len(MARKS)
    if tap.kind not in KINDS or not low <= tap.number <= high:
        return True
    if tap.kind == "line":
        is_row = tap.subject.isascii() and tap.subject.isdigit() and len(tap.subject) < 5
        return not is_row or int(tap.subject) >= rows
    if tap.kind == "pattern":
        what, _between, cards = tap.subject.partition(BETWEEN)
        return not what or tap.subject != marks_subject(what, cards)
    return tap.kind == "other" and not 0 < len(tap.subject) <= LONGEST_CARD


def replay(taps: Iterable[Tap], expected: Sequence[int], size: int = 0) -> Counted:
    """The sheet after these taps, oldest first. `expected`: copies of each row on the list, `size` as in `Counted`."""
    newest = {(tap.kind, tap.subject): tap.number for tap in taps}
    found = {int(row): number for (kind, row), number in newest.items() if kind == "line" and number >= 0}
    return Counted(
        expected=tuple(expected),
        marks={step: MARKS[number] for (kind, step), number in newest.items() if kind == "step"},
        total=newest.get(("total", "")),
        found=found,
        others={card: number for (kind, card), number in newest.items() if kind == "other" and number},
        replaced=newest.get(("replaced", ""), 0),
        marked=tuple(
            Marked(*subject.partition(BETWEEN)[::2], number == PATTERN)
            for (kind, subject), number in newest.items()
            if kind == "pattern" and number != WITHDRAWN
        ),
        size=size,
    )
