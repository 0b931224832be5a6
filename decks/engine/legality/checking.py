"""A deck being checked: its lines, the event, the card pool of each relevant day."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from cards.engine.awaited import is_awaited
from cards.engine.card_pool import CardPool
from cards.engine.cards import Catalogue, Printing
from decks.engine.legality.card_lines import CardLine, copies
from decks.engine.legality.context import Context


@dataclass(frozen=True)
class Checking:
    """The input of every rule. `days`: the first one, or each one of the event (S16)."""

    entries: tuple[CardLine, ...]
    context: Context
    catalogue: Catalogue
    unread: tuple[tuple[int, str], ...] = ()
    """Lines that may be cards but cannot be read: number and text."""

    @cached_property
    def known(self) -> tuple[CardLine, ...]:
        """Lines with a known card and a valid quantity."""
        return tuple(entry for entry in self.entries if entry.known and entry.copies)

    @cached_property
    def unresolved(self) -> tuple[CardLine, ...]:
        return tuple(entry for entry in self.entries if not entry.known)

    @cached_property
    def days(self) -> tuple[date, ...]:
        first, last = self.context.date, self.context.last_date
        if last is None or self.context.choice("S16") == "first_day":
            return (first,)
        return tuple(first + timedelta(days=days) for days in range((last - first).days + 1)) or (first,)

    @cached_property
    def card_pools(self) -> tuple[CardPool, ...]:
        return tuple(CardPool(self.context, self.catalogue, day) for day in self.days)

    @property
    def card_pool(self) -> CardPool:
        return self.card_pools[0]

    def total(self) -> int:
        return copies(self.entries)

    def may_be_missing(self, entry: CardLine) -> bool:
        """Whether an unknown line may be a card that the catalogue does not have yet."""
        if not self.context.complete_catalogue:
            return True
        named = any(printing.announced for printing in self.catalogue.printings(entry.key))
        return named or is_awaited(entry.line.set_code, entry.line.card_number, self.catalogue)

    def basic_energy(self, entry: CardLine) -> bool:
        return entry.basic_energy(self.context.rulebook)

    def name_of(self, printing: Printing) -> str:
        """A printing for display: name, code and number."""
        expansion = self.catalogue.expansions.get(printing.expansion)
        return f"{printing.name} {expansion.code if expansion else printing.expansion} {printing.number}"


def by_key(entries: Iterable[CardLine]) -> Iterator[tuple[str, tuple[CardLine, ...]]]:
    """Lines grouped by name, in the order of their first line."""
    groups: dict[str, list[CardLine]] = {}
    for entry in entries:
        groups.setdefault(entry.key, []).append(entry)
    for key, group in groups.items():
        yield key, tuple(group)
