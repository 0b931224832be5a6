"""The sheet of a deck check, with a result that is replayed from append-only taps (R-033, R-034).

A tap sets a value, and the latest tap on a subject applies. Two judges may therefore tap at the same time,
and a repeated tap has no effect.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from decks.engine.lists import PrintedListRow
from decks.engine.lists.deck_list import SECTIONS, Section

STEPS = ("legible", "sleeves", "total", "contents", "proxies")
"""The steps of R-034, in the order of the rule."""

TAPPED_STEPS = ("legible", "sleeves", "proxies")
"""Steps that judges answer; total and contents follow from the count."""

COPY_STEPS = ("languages", "unsigned", "backs")
"""Steps about the copies: their languages, if the event limits them (R-017), signatures (R-018) and backs (R-019)."""

ANSWERED = (*TAPPED_STEPS, *COPY_STEPS)
"""All steps that judges answer with OK or not OK."""

KINDS = ("step", "total", "line", "other", "replaced", "pattern")
MAX_NUMBER = 999
"""Maximum of the number in a tap."""
MAX_CARD_LENGTH = 120
MAX_MARKS_LENGTH = 59
"""Maximum length of each half of a note about marked cards."""

MARKS_SEPARATOR = "\n"
"""Separator between the marking and the cards in a note. It cannot be typed into a single-line field."""

WITHDRAWN, NO_PATTERN, PATTERN = 0, 1, 2
"""Values of a note about marked cards: withdrawn, no pattern, a pattern (R-025, R-039)."""

Mark = Literal["", "fine", "wrong"]
MARKS: tuple[Mark, ...] = ("", "fine", "wrong")


@dataclass(frozen=True, slots=True)
class SheetSection:
    """The rows of a section, each with its index in the list. Section "" contains the unknown cards."""

    code: Section
    rows: tuple[tuple[int, PrintedListRow], ...]

    @property
    def cards(self) -> int:
        """Number of cards; rows without a readable quantity do not count."""
        return sum(row.quantity or 0 for _, row in self.rows)


def group_by_section(rows: Sequence[PrintedListRow]) -> list[SheetSection]:
    """Return the nonempty sections of a list. Unknown cards are in section "", regardless of their heading."""
    rows_by_section: dict[Section, list[tuple[int, PrintedListRow]]] = {code: [] for code in (*SECTIONS, "")}
    for index, row in enumerate(rows):
        rows_by_section["" if row.kind == "unknown" else row.section].append((index, row))
    return [
        SheetSection(code, tuple(numbered_rows))
        for code, numbered_rows in rows_by_section.items()
        if numbered_rows
    ]


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap of a judge, by `kind`.

    - step: `subject` is one of ANSWERED, `number` the index in MARKS.
    - total: `number` of cards.
    - line: `subject` is the index of a row of the list, `number` its counted copies, or -1 if not counted.
    - other: `subject` is the name of a card that is not on the list, `number` its copies.
    - replaced: `number` of sleeves.
    - pattern: `subject` is the marking and the cards, from `marks_subject`; `number` is one of WITHDRAWN,
      NO_PATTERN, PATTERN.
    """

    kind: str
    subject: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class MarkedCards:
    """A note about marked cards: the marking, the cards, and whether there is a pattern."""

    what: str
    cards: str
    pattern: bool


@dataclass(frozen=True, slots=True)
class CountedDeck:
    """The result of the taps.

    - `expected`: copies by row of the list, empty without a list.
    - `marks`: answered step -> its mark.
    - `total`: counted cards of the deck, or None.
    - `found`: counted copies by row, only for counted rows.
    - `others`: copies of cards that are not on the list, by name.
    - `replaced`: number of replaced sleeves.
    - `size`: the deck size at this event, which is the expected total if there is no list.
    """

    expected: tuple[int, ...]
    marks: Mapping[str, Mark] = field(default_factory=dict)
    total: int | None = None
    found: Mapping[int, int] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)
    replaced: int = 0
    marked: tuple[MarkedCards, ...] = ()
    size: int = 0

    @property
    def expected_total(self) -> int:
        """The number of cards on the list or, without a list, the deck size at this event."""
        return sum(self.expected) if self.expected else self.size

    @property
    def cards(self) -> int:
        """The number of cards counted so far, including those not on the list."""
        return sum(self.found.values()) + sum(self.others.values())

    @property
    def is_counted(self) -> bool:
        """Whether the deck was compared with its list or has a wrong total.

        Without a list, whether its cards were counted.
        """
        if not self.expected:
            return self.total is not None
        steps = self.steps
        return steps["contents"] != "" or steps["total"] == "wrong"

    @property
    def differing(self) -> tuple[int, ...]:
        """Indexes of the rows whose counted copies differ from the list."""
        return tuple(row for row, number in sorted(self.found.items()) if number != self.expected[row])

    @property
    def steps(self) -> dict[str, Mark]:
        """The result of each step, or "" while it is open."""
        steps = {step: self.marks.get(step, "") for step in STEPS}
        if self.total is not None and self.expected_total:
            steps["total"] = "fine" if self.total == self.expected_total else "wrong"
        if self.differing or self.others:
            steps["contents"] = "wrong"
        elif self.expected and len(self.found) == len(self.expected):
            steps["contents"] = "fine"
        return steps


def marks_subject(what: str, cards: str) -> str:
    """Return the subject of a note about marked cards, each half truncated to MAX_MARKS_LENGTH."""
    return MARKS_SEPARATOR.join(" ".join(half.split())[:MAX_MARKS_LENGTH] for half in (what, cards))


def is_invalid_check_tap(tap: Tap, row_count: int) -> bool:
    """Return whether a tap does not fit the sheet of a list with `row_count` rows."""
    minimum, maximum = (
        (-1, MAX_NUMBER) if tap.kind == "line" else (0, PATTERN if tap.kind == "pattern" else MAX_NUMBER)
    )
    if tap.kind == "step":
        return tap.subject not in ANSWERED or not 0 <= tap.number < len(MARKS)
    if tap.kind not in KINDS or not minimum <= tap.number <= maximum:
        return True
    if tap.kind == "line":
        # At most four digits, so that no huge number is parsed.
        is_row_index = tap.subject.isascii() and tap.subject.isdigit() and len(tap.subject) < 5
        return not is_row_index or int(tap.subject) >= row_count
    if tap.kind == "pattern":
        what, _between, cards = tap.subject.partition(MARKS_SEPARATOR)
        return not what or tap.subject != marks_subject(what, cards)
    return tap.kind == "other" and not 0 < len(tap.subject) <= MAX_CARD_LENGTH


def replay_check_taps(taps: Iterable[Tap], expected: Sequence[int], size: int = 0) -> CountedDeck:
    """Return the result of these taps, oldest first.

    - `expected`: the copies of each row on the list.
    - `size`: see `CountedDeck`.
    """
    latest_numbers = {(tap.kind, tap.subject): tap.number for tap in taps}
    found = {
        int(row): number for (kind, row), number in latest_numbers.items() if kind == "line" and number >= 0
    }
    return CountedDeck(
        expected=tuple(expected),
        marks={step: MARKS[number] for (kind, step), number in latest_numbers.items() if kind == "step"},
        total=latest_numbers.get(("total", "")),
        found=found,
        others={
            card: number for (kind, card), number in latest_numbers.items() if kind == "other" and number
        },
        replaced=latest_numbers.get(("replaced", ""), 0),
        marked=tuple(
            MarkedCards(*subject.partition(MARKS_SEPARATOR)[::2], number == PATTERN)
            for (kind, subject), number in latest_numbers.items()
            if kind == "pattern" and number != WITHDRAWN
        ),
        size=size,
    )
