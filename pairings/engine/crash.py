"""The results of all players so far, short enough to pair from by hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pairings.engine.outcomes import LOSSES, TIES, WINS, result_of
from pairings.engine.rows import MatchRow, Person

BYE = "bye"
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
    """The players in the order given, with their marks of each round. Points are those of the rounds given."""
    numbers = {person.entry_id: number for number, person in enumerate(people, start=1)}
    marks: dict[int, list[str]] = {key: [AWAY] * len(rounds) for key in numbers}
    for place, matches in enumerate(rounds):
        for match in matches:
            left = match.left.entry_id
            if match.right is None:
                result = result_of(match.outcome, left=True)
                both = [(left, LOST if result in LOSSES else BYE)]
            else:
                right = match.right.entry_id
                both = [
                    (left, f"{numbers.get(right, AWAY)}{_sign(match, left=True)}"),
                    (right, f"{numbers.get(left, AWAY)}{_sign(match, left=False)}"),
                ]
            for entry, mark in both:
                if entry in marks:
                    marks[entry][place] = mark
    played = []
    for key, number in numbers.items():
        own = marks[key]
        wins = sum(mark == BYE or mark.endswith(WON) for mark in own)
        losses = sum(mark.endswith(LOST) for mark in own)
        ties = sum(mark.endswith(TIED) for mark in own)
        person = replace(people[number - 1], points=3 * wins + ties)
        played.append(Played(number, person, wins, losses, ties, tuple(own)))
    return played


def _sign(match: MatchRow, *, left: bool) -> str:
    result = result_of(match.outcome, left=left)
    if result in WINS:
        return WON
    if result in LOSSES:
        return LOST
    return TIED if result in TIES else OPEN
