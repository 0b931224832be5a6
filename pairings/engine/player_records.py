"""Summarize the results of all players briefly enough to pair a round by hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import LOSSES, TIES, WINS, Result, result_of_side

BYE = "bye"
WON, LOST, TIED, OPEN, AWAY = "+", "–", "=", "?", "·"
SIGNS = {
    **dict.fromkeys(WINS, WON),
    **dict.fromkeys(LOSSES, LOST),
    **dict.fromkeys(TIES, TIED),
    Result.OPEN: OPEN,
}


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Record of a player, numbered by place from 1, with one mark per round.

    "12+" is a win against number 12, "12–" a loss, "12=" a tie and "12?" an open match. "bye" is a bye, "–"
    a missed round counted as a loss, and "·" a round without a match.
    """

    number: int
    person: EntryPerson
    wins: int
    losses: int
    ties: int
    marks: tuple[str, ...]


def summarize_player_records(
    people: Sequence[EntryPerson], rounds: Sequence[Iterable[MatchRow]]
) -> list[PlayerRecord]:
    """Return the records in the order of `people`, with points that include the matches of all `rounds`."""
    numbers = {person.entry_id: number for number, person in enumerate(people, start=1)}
    marks: dict[int, list[str]] = {key: [AWAY] * len(rounds) for key in numbers}
    for round_index, matches in enumerate(rounds):
        for match in matches:
            left = match.left.entry_id
            if match.right is None:
                result = result_of_side(match.outcome, left=True)
                match_marks = [(left, LOST if result in LOSSES else BYE)]
            else:
                right = match.right.entry_id
                match_marks = [
                    (left, f"{numbers.get(right, AWAY)}{SIGNS[result_of_side(match.outcome, left=True)]}"),
                    (right, f"{numbers.get(left, AWAY)}{SIGNS[result_of_side(match.outcome, left=False)]}"),
                ]
            for entry, mark in match_marks:
                if entry in marks:
                    marks[entry][round_index] = mark
    player_records = []
    for key, number in numbers.items():
        player_marks = marks[key]
        wins = sum(mark == BYE or mark.endswith(WON) for mark in player_marks)
        losses = sum(mark.endswith(LOST) for mark in player_marks)
        ties = sum(mark.endswith(TIED) for mark in player_marks)
        person = replace(people[number - 1], points=3 * wins + ties)
        player_records.append(PlayerRecord(number, person, wins, losses, ties, tuple(player_marks)))
    return player_records
