"""How many copies of one name a deck may hold (R-061 to R-069, R-076, M-041)."""

from collections.abc import Iterator

from decks.engine.legality.checking import Checking, by_key
from decks.engine.legality.context import Problem
from decks.engine.legality.entries import Entry, copies, numbers

ANY_NUMBER = 0
UNOWN = "Unown"


def copy_limit(checking: Checking) -> Iterator[Problem]:
    """At most so many copies of one English name over all printings; basic Energy is exempt (R-061, R-062)."""
    limit = checking.context.rules.copies
    if limit is None:
        return
    for key, entries in by_key(_counted(checking)):
        if copies(entries) > limit:
            yield _over(key, entries, limit, checking.context.rules.copies_rule)


def unown_limit(checking: Checking) -> Iterator[Problem]:
    """At most 4 Unown of all letters, where one of them says so (R-076); not in Limited (R-052)."""
    entries = [entry for entry in _counted(checking) if entry.key.split()[:1] == [UNOWN]]
    limit = min((limit for entry in entries if (limit := _own_limit(entry))), default=None)
    if checking.context.rules.copies is not None and limit is not None and copies(entries) > limit:
        yield _over(UNOWN, tuple(entries), limit, "R-076")


def _counted(checking: Checking) -> Iterator[Entry]:
    return (
        entry
        for entry in checking.known
        if not checking.basic_energy(entry) and _own_limit(entry) != ANY_NUMBER
    )


def _own_limit(entry: Entry) -> int | None:
    """What the card itself says; a name alone says nothing."""
    limits = {printing.limit for printing in entry.printings}
    return limits.pop() if len(limits) == 1 else None


def _over(key: str, entries: tuple[Entry, ...], limit: int, rule: str) -> Problem:
    count = copies(entries)
    facts = {"card": key, "copies": count, "limit": limit, "over": count - limit}
    return Problem("COPIES_OVER_LIMIT", lines=numbers(entries), rule=rule, facts=facts)
