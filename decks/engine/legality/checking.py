"""The input of the legality rules: a deck's lines, the event, and the legal cards of each relevant day."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from cards.engine.awaited_cards import is_card_awaited
from cards.engine.card_pool import CardPool
from cards.engine.cards import Catalogue, Printing
from decks.engine.legality.card_lines import CardLine
from decks.engine.legality.context import DeckContext

ANY_NUMBER = 0
"""The copy limit of a card that is allowed in any number."""


@dataclass(frozen=True)
class LegalityCheck:
    """The input of every rule: the lines of a deck, its event, and the catalogue."""

    entries: tuple[CardLine, ...]
    context: DeckContext
    catalogue: Catalogue
    unread: tuple[tuple[int, str], ...] = ()
    """Lines that may be cards but cannot be read: number and text."""

    @cached_property
    def known(self) -> tuple[CardLine, ...]:
        """Lines with a known card and a valid quantity."""
        return tuple(entry for entry in self.entries if entry.known and entry.copies)

    @cached_property
    def unresolved(self) -> tuple[CardLine, ...]:
        """Lines whose card is not known."""
        return tuple(entry for entry in self.entries if not entry.known)

    @cached_property
    def copy_limited(self) -> tuple[CardLine, ...]:
        """Known lines other than basic Energy and cards allowed in any number."""
        return tuple(
            entry
            for entry in self.known
            if not self.basic_energy(entry) and self.own_copy_limit(entry) != ANY_NUMBER
        )

    @cached_property
    def days(self) -> tuple[date, ...]:
        """The first day of the event, or all its days unless S16 says that the first day decides."""
        first_day, last_day = self.context.date, self.context.last_date
        if last_day is None or self.context.choice("S16") == "first_day":
            return (first_day,)
        return tuple(
            first_day + timedelta(days=offset) for offset in range((last_day - first_day).days + 1)
        ) or (first_day,)

    @cached_property
    def card_pools(self) -> tuple[CardPool, ...]:
        """The card pool of each of the `days`."""
        return tuple(CardPool(self.context, self.catalogue, day) for day in self.days)

    @property
    def card_pool(self) -> CardPool:
        """The card pool of the first day."""
        return self.card_pools[0]

    def may_be_missing(self, entry: CardLine) -> bool:
        """Return whether a line without a known card may be a card that the catalogue does not have yet.

        That is always so if the catalogue is incomplete, otherwise for announced names and awaited numbers.
        """
        if not self.context.complete_catalogue:
            return True
        announced = any(printing.announced for printing in self.catalogue.printings(entry.key))
        return announced or is_card_awaited(entry.line.set_code, entry.line.card_number, self.catalogue)

    def own_copy_limit(self, entry: CardLine) -> int | None:
        """Return the copy limit in the card's text, or None if it has none.

        If the name alone is listed and its printings have different limits, None is returned as well.
        """
        text_limits = {self.catalogue.copy_limit(printing) for printing in entry.printings}
        return text_limits.pop() if len(text_limits) == 1 else None

    def basic_energy(self, entry: CardLine) -> bool:
        """Return whether a line is basic Energy under the event's rulebook."""
        return entry.basic_energy(self.context.rulebook)

    def printing_name(self, printing: Printing) -> str:
        """Return the display text of a printing: name, set code and number."""
        return f"{printing.name} {self.catalogue.set_code(printing)} {printing.number}"

    def expansion_name(self, printing: Printing) -> str:
        expansion = self.catalogue.expansions.get(printing.expansion)
        return expansion.name if expansion else printing.expansion

    def is_promo(self, printing: Printing) -> bool:
        expansion = self.catalogue.expansions.get(printing.expansion)
        return expansion is not None and expansion.kind == "promo"


def lines_by_card_name(entries: Iterable[CardLine]) -> Iterator[tuple[str, tuple[CardLine, ...]]]:
    """Yield each name with all its lines, in the order in which the names first occur."""
    groups: dict[str, list[CardLine]] = {}
    for entry in entries:
        groups.setdefault(entry.key, []).append(entry)
    for key, group in groups.items():
        yield key, tuple(group)
