"""Who met whom with what result, short enough to pair by hand from it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person

ALONE = {Outcome.BYE: "bye", Outcome.AWARDED_BYE: "bye", Outcome.LATE_LOSS: "–"}
WON, LOST, TIED, OPEN, AWAY = "+", "–", "=", "?", "·"


@dataclass(frozen=True, slots=True)
class Played:
    """A player with a number by place, from 1, and a mark for each round: "12+" beat number 12."""

    number: int
    person: Person
    wins: int
    losses: int
    ties: int
    marks: tuple[str, ...]


def records(people: Sequence[Person], rounds: Sequence[Iterable[MatchRow]]) -> list[Played]:
    """The players in the order given, with what each round brought them. Points are those of the rounds given."""
    numbers = {person.entry_id: number for number, person in enumerate(people, start=1)}
    marks: dict[int, list[str]] = {key: [AWAY] * len(rounds) for key in numbers}
    for place, matches in enumerate(rounds):
        for match in matches:
            for entry, mark in _marks(match, numbers):
                if entry in marks:
                    marks[entry][place] = mark
    return [_played(number, people[number - 1], marks[key]) for key, number in numbers.items()]


def _marks(match: MatchRow, numbers: dict[int, int]) -> list[tuple[int, str]]:
    if match.right is None:
        return [(match.left.entry_id, ALONE.get(match.outcome, "bye"))]
    left, right = match.left.entry_id, match.right.entry_id
    signs = {
        Outcome.LEFT: (WON, LOST),
        Outcome.RIGHT: (LOST, WON),
        Outcome.TIE: (TIED, TIED),
        Outcome.DOUBLE_LOSS: (LOST, LOST),
    }.get(match.outcome, (OPEN, OPEN))
    return [
        (left, f"{numbers.get(right, AWAY)}{signs[0]}"),
        (right, f"{numbers.get(left, AWAY)}{signs[1]}"),
    ]


def _played(number: int, person: Person, marks: Sequence[str]) -> Played:
    wins = sum(mark == "bye" or mark.endswith(WON) for mark in marks)
    losses = sum(mark.endswith(LOST) for mark in marks)
    ties = sum(mark.endswith(TIED) for mark in marks)
    now = replace(person, points=3 * wins + ties)
    return Played(number, now, wins, losses, ties, tuple(marks))
