"""Limited: only cards supplied at the event (R-051, R-054, R-058)."""

from collections import Counter
from collections.abc import Iterator

from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Card, Problem
from decks.engine.legality.entries import Entry, copies, numbers

Slot = tuple[str, str]
"""What is counted: a printing, or ("", name) for a card of the pool without its number."""


def only_from_pool(checking: Checking) -> Iterator[Problem]:
    """Cards that are not in the pool, and more copies than the pool holds.

    Supplied basic Energy comes on top (R-051). Nothing is said where the pool is not known.
    """
    held = checking.context.pool
    if held is None or not checking.context.rules.supplied_only:
        return
    pooled = Pooled(checking, held)
    groups: dict[Slot | None, list[Entry]] = {}
    for entry in checking.known:
        if not (checking.context.energy_provided and checking.basic_energy(entry)):
            groups.setdefault(pooled.slot(entry), []).append(entry)
    for slot, entries in groups.items():
        yield from _missing(entries) if slot is None else _too_many(entries, pooled.held[slot])


def mixed_pool(checking: Checking) -> Iterator[Problem]:
    """R-054: boosters of one expansion; a mixed pool is an error of the event, on a deck a warning."""
    held = checking.context.pool
    if held is None or not checking.context.rules.supplied_only:
        return
    names = dict.fromkeys(name for card in held if (name := _boosters_of(checking, card)))
    if len(names) > 1:
        yield Problem("POOL_MIXED_EXPANSIONS", "warning", (), "R-054", {"expansions": tuple(names)})


class Pooled:
    """The pool, by what is printed on the cards where it is known, otherwise by name."""

    def __init__(self, checking: Checking, cards: tuple[Card, ...]) -> None:
        self.held: Counter[Slot] = Counter()
        for card in cards:
            printing = checking.catalogue.printing(card.expansion, card.number) if card.number else None
            self.held[printing.ref if printing else ("", card.key)] += card.quantity

    def slot(self, entry: Entry) -> Slot | None:
        """Where a line of the deck takes its copies from; None where the pool has none."""
        for printing in entry.printings:
            if printing.ref in self.held:
                return printing.ref
        named = ("", entry.key)
        return named if named in self.held else None


def _boosters_of(checking: Checking, card: Card) -> str:
    """The expansion whose boosters hold a card; "" for basic Energy. Galleries come in the boosters of their code."""
    printing = checking.catalogue.printing(card.expansion, card.number)
    home = checking.catalogue.expansions.get(printing.expansion) if printing else None
    if printing is None or home is None or printing.basic_energy:
        return ""
    main = checking.catalogue.expansion(home.code) or home
    return main.name


def _missing(entries: list[Entry]) -> Iterator[Problem]:
    for entry in entries:
        facts = {"card": entry.name, "copies": entry.copies}
        yield Problem("CARD_NOT_IN_POOL", "error", (entry.number,), "R-051", facts)


def _too_many(entries: list[Entry], held: int) -> Iterator[Problem]:
    count = copies(entries)
    if count > held:
        facts = {"card": entries[0].name, "copies": count, "held": held, "over": count - held}
        yield Problem("POOL_EXCEEDED", "error", numbers(entries), "R-051", facts)
