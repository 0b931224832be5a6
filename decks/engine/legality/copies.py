"""How many copies of one name a deck may contain (R-061 to R-069, R-076, M-041)."""

import re
from collections.abc import Iterator

from cards.engine.editions import is_basic_energy
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine, copies, numbers
from decks.engine.legality.checking import Checking, by_key
from decks.engine.legality.context import Facts, Problem

ANY_NUMBER = 0
_ENERGY = re.compile(r"energ|énerg|エネルギー|에너지|能量|能源|[{\[(]", re.IGNORECASE)
UNOWN = "Unown"


def copy_limit(checking: Checking) -> Iterator[Problem]:
    """Report too many copies of one English name over all printings; basic Energy is exempt (R-061, R-062).

    A lower limit in a card's own text applies, in Limited too (R-052, R-076).
    """
    usual, rule = checking.context.rules.copies, checking.context.rules.copies_rule
    for key, entries in by_key(_counted(checking)):
        # Unown's limit is separate, as it covers all letters.
        limits = (_own_limit(checking, entry) for entry in entries if not _unown(entry))
        own = min((limit for limit in limits if limit), default=None)
        limit = min((number for number in (own, usual) if number is not None), default=None)
        if limit is not None and copies(entries) > limit:
            yield _over(key, entries, limit, "R-076" if limit == own else rule, by_text=limit == own)


def unknown_copies(checking: Checking) -> Iterator[Problem]:
    """Report more copies of an unknown name than any card but basic Energy allows (R-061).

    A card that the catalogue should have is an error anyway.
    """
    context = checking.context
    usual = context.rules.copies
    if usual is None:
        return
    unknown = (entry for entry in checking.unresolved if checking.may_be_missing(entry))
    for key, entries in by_key(entry for entry in unknown if _may_not_be_energy(checking, entry)):
        same = [entry for entry in checking.known if entry.key.casefold() == key.casefold()]
        counted = [entry for entry in same if not checking.basic_energy(entry)]
        if copies(counted) <= usual < copies((*counted, *entries)):
            name = entries[0].line.name
            yield _over(name, (*counted, *entries), usual, context.rules.copies_rule)


def _may_not_be_energy(checking: Checking, entry: CardLine) -> bool:
    """Whether an unknown line can be neither basic Energy nor a card allowed in any number."""
    near = [card for name in entry.candidates for card in checking.catalogue.named(name)]
    energy = entry.line.section == "energy" or _ENERGY.search(entry.line.name)
    unlimited = any(checking.catalogue.copy_limit(card) == ANY_NUMBER for card in near)
    basic = any(is_basic_energy(card, checking.context.rulebook) for card in near)
    return not energy and not unlimited and not basic


def unown_limit(checking: Checking) -> Iterator[Problem]:
    """Report more Unown of all letters than one of them allows, usually 4 (R-076); not in Limited (R-052)."""
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


def _own_limit(checking: Checking, entry: CardLine) -> int | None:
    """The limit in the card's own text; None for a name whose printings differ."""
    limits = {checking.catalogue.copy_limit(printing) for printing in entry.printings}
    return limits.pop() if len(limits) == 1 else None


def _over(
    key: str, entries: tuple[CardLine, ...], limit: int, rule: str, *, by_text: bool = False
) -> Problem:
    count = copies(entries)
    facts: Facts = {"card": key, "copies": count, "limit": limit, "over": count - limit}
    if by_text:
        facts["by_text"] = True
    return Problem(DeckFault.COPIES_OVER_LIMIT, lines=numbers(entries), rule=rule, facts=facts)
