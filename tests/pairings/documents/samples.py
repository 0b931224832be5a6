"""Rows to print: people by name, and rounds of any size."""

from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome


def person(number: int, first: str = "", last: str = "", *, dropped: bool = False) -> EntryPerson:
    name = (first or f"First{number}", last or f"{chr(65 + number % 26)}last{number}")
    return EntryPerson(number, *name, points=9, record="3-1-0", age_division="Masters", dropped=dropped)


def match(table: int, left: EntryPerson, right: EntryPerson, outcome: Outcome = Outcome.PENDING) -> MatchRow:
    return MatchRow(table, table, left, right, outcome)


def bye(who: EntryPerson, outcome: Outcome = Outcome.BYE) -> MatchRow:
    return MatchRow(10_000 + who.entry_id, None, who, None, outcome)


def a_round(players: int) -> list[MatchRow]:
    """Return a round of players 1, 2, 3 … at tables 1, 2 …; of an odd number, the last one has a bye."""
    people = [person(number) for number in range(1, players + 1)]
    pairs = zip(people[::2], people[1::2], strict=False)
    rows = [match(table, *pair) for table, pair in enumerate(pairs, start=1)]
    return [*rows, bye(people[-1])] if players % 2 else rows
