"""A verdict as plain values: the list as read, its problems, and which of them a judge has ruled on (R-002)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, cast

from decks.engine import legality
from decks.engine.faults import DeckFault
from decks.engine.legality import Card, Problem, Rest
from decks.engine.lists import Deck, Line, Listed, ReadList, listed
from decks.engine.lists.values import Source
from decks.engine.pools import PoolCard

FOR_HEAD_JUDGE = (DeckFault.UNRELEASED_REPRINT_NEEDS_JUDGE,)
"""Problems that the head judge decides before the event starts."""

Settled = Collection[tuple[str, str]]
"""Code and subject of every problem ruled on."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A deck, the unused cards if stated, and every problem.

    With a registered pool, `rest` is what the deck leaves of it, and `leaves` the same as cards.
    """

    deck: Deck
    problems: tuple[Problem, ...]
    unused: Deck | None = None
    rest: Rest | None = None
    leaves: tuple[PoolCard, ...] | None = None

    @property
    def rows(self) -> tuple[Listed, ...]:
        return listed(self.deck)

    def legal(self, settled: Settled = ()) -> bool:
        return is_legal(self.problems, settled)

    def unknown_cards(self, settled: Settled = ()) -> int:
        return unknown_cards(self.problems, settled)

    def open_questions(self, settled: Settled = ()) -> int:
        return open_questions(self.problems, settled)


def is_legal(problems: Iterable[Problem], settled: Settled = ()) -> bool:
    """Whether a list with these problems may be played, given a judge's rulings."""
    return not any(
        problem.severity == "error" and (problem.code, subject(problem)) not in settled
        for problem in problems
    )


def unknown_cards(problems: Iterable[Problem], settled: Settled = ()) -> int:
    """Cards of unknown legality, in a list without other errors."""
    problems = tuple(problems)
    if not is_legal(problems, settled):
        return 0
    return legality.unknown_cards(
        problem for problem in problems if (problem.code, subject(problem)) not in settled
    )


def open_questions(problems: Iterable[Problem], settled: Settled = ()) -> int:
    """Questions for the head judge without an answer: doubtful reprints (R-013)."""
    return sum(
        problem.code in FOR_HEAD_JUDGE and (problem.code, subject(problem)) not in settled
        for problem in problems
    )


def subject(problem: Problem) -> str:
    """The subject of a problem, specific enough that a ruling on it covers nothing worse: "5 Koffing", "59".

    A ruling on 5 copies does not allow 12.
    """
    facts = problem.facts
    card = facts.get("card")
    name = (
        card if isinstance(card, str) else ", ".join(map(str, card)) if isinstance(card, tuple | list) else ""
    )
    count = facts.get("copies", facts.get("total"))
    return " ".join(part for part in (str(count) if isinstance(count, int) else "", name) if part)[:200]


def problem_values(problem: Problem) -> dict[str, Any]:
    """A problem with its facts as stored values."""
    return asdict(problem)


def problem_of(values: Mapping[str, Any]) -> Problem:
    """A problem from stored values."""
    return Problem(
        values["code"],
        values["severity"],
        tuple(values["lines"]),
        values["rule"],
        dict(values["facts"]),
        values["setting"],
    )


def read_values(read: ReadList) -> dict[str, Any]:
    """A list as read, as stored values."""
    return asdict(read)


def read_of(values: Mapping[str, Any]) -> ReadList:
    """A list as read, from stored values."""
    return ReadList(
        tuple(Line(**line) for line in values["lines"]),
        tuple((number, text) for number, text in values["ignored"]),
        values["announced_total"],
        cast(Source, values["source"]),
    )


def row_values(row: Listed) -> dict[str, Any]:
    """One row of a printed list as stored values."""
    return asdict(row)


def row_of(values: Mapping[str, Any]) -> Listed:
    """One row of a printed list from stored values."""
    return Listed(**{**values, "lines": tuple(values["lines"])})


def cards_of(deck: Deck) -> tuple[Card, ...]:
    """The cards of a list as part of a pool."""
    return tuple(
        Card(
            card.line.copies,
            card.key,
            card.printing.expansion if card.printing and card.how == "number" else "",
            card.printing.number if card.printing and card.how == "number" else "",
        )
        for card in deck.cards
        if card.line.copies
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """A card whose copies differ between two versions."""

    name: str
    before: int
    now: int

    @property
    def more(self) -> int:
        return self.now - self.before


def differences(before: Iterable[Listed], now: Iterable[Listed]) -> tuple[Difference, ...]:
    """What changed between two versions, card by card, sorted by name."""
    old, new = _counted(before), _counted(now)
    names = sorted({*old, *new}, key=str.casefold)
    changed = (Difference(name, old.get(name, 0), new.get(name, 0)) for name in names)
    return tuple(difference for difference in changed if difference.more)


def _counted(rows: Iterable[Listed]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for row in rows:
        name = " ".join(part for part in (row.name, row.set_code, row.card_number) if part)
        counted[name] = counted.get(name, 0) + max(row.quantity or 0, 0)
    return counted
