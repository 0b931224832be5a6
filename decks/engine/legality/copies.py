"""How many copies of one name a deck may hold (R-061 to R-069, R-076, M-041)."""

from collections.abc import Iterator

from decks.engine.legality.card_lines import CardLine, copies, numbers
from decks.engine.legality.checking import Checking, by_key
from decks.engine.legality.context import Problem

ANY_NUMBER = 0
UNOWN = "Unown"


def copy_limit(checking: Checking) -> Iterator[Problem]:
    """At most so many copies of one English name over all printings; basic Energy is exempt (R-061, R-062).

    A card whose text allows fewer of its name holds them to that, in Limited too (R-052, R-076).
    """
    usual, rule = checking.context.rules.copies, checking.context.rules.copies_rule
    for key, entries in by_key(_counted(checking)):
        own = _limit_of_text(checking, entries)
        limit = min((one for one in (own, usual) if one is not None), default=None)
        if limit is not None and copies(entries) > limit:
            yield _over(key, entries, limit, "R-076" if limit == own else rule, by_text=limit == own)


def unown_limit(checking: Checking) -> Iterator[Problem]:
    """At most 4 Unown of all letters, where one of them says so (R-076); not in Limited (R-052)."""
    entries = [entry for entry in _counted(checking) if _unown(entry)]
    limit = min((limit for entry in entries if (limit := _own_limit(checking, entry))), default=None)
    if checking.context.rules.copies is not None and limit is not None and copies(entries) > limit:
        yield _over(UNOWN, tuple(entries), limit, "R-076")


def _counted(checking: Checking) -> Iterator[CardLine]:
    return (
        entry
        for entry in checking.known
        if not checking.basic_energy(entry) and _own_limit(checking, entry) != ANY_NUMBER
    )


def _unown(entry: CardLine) -> bool:
    return entry.key.split()[:1] == [UNOWN]


def _limit_of_text(checking: Checking, entries: tuple[CardLine, ...]) -> int | None:
    """The lowest limit that a card of this name gives itself; that of Unown is one of all letters."""
    limits = (_own_limit(checking, entry) for entry in entries if not _unown(entry))
    return min((limit for limit in limits if limit), default=None)


def _own_limit(checking: Checking, entry: CardLine) -> int | None:
    """What the card itself says; a name alone says nothing where its printings differ."""
    limits = {checking.catalogue.copy_limit(printing) for printing in entry.printings}
    return limits.pop() if len(limits) == 1 else None


def _over(
    key: str, entries: tuple[CardLine, ...], limit: int, rule: str, *, by_text: bool = False
) -> Problem:
    count = copies(entries)
    facts: dict[str, object] = {"card": key, "copies": count, "limit": limit, "over": count - limit}
    if by_text:
        facts["by_text"] = True
    return Problem("COPIES_OVER_LIMIT", lines=numbers(entries), rule=rule, facts=facts)
