"""The cards of a registered pool: read, merged, sorted, compared with a list (R-051, R-058)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypedDict, TypeVar

from cards.engine import names, numbers
from cards.engine.cards import Catalogue, Printing
from cards.engine.numbers import card_number
from decks.engine.legality import Card, Rest
from decks.engine.lists import Deck
from decks.engine.lists.values import Resolved, key_of_unknown

MOST_COPIES = 99
LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class PoolCard:
    """`quantity` copies of one card.

    `code` and `number` as written in lists, "" if only the name is known; `name` "" for picked cards without a name
    yet.
    """

    quantity: int
    name: str
    code: str = ""
    number: str = ""

    @property
    def where(self) -> str:
        return card_number(self.code, self.number) if self.code and self.number else self.code

    @property
    def line(self) -> str:
        """The card as written in a list, with its quantity."""
        return " ".join(part for part in (str(self.quantity), self.name, self.where) if part)


Cards = tuple[PoolCard, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """What a player may build from: the pool of the latest draft and those of all earlier ones (R-095, S6)."""

    pool: Cards
    earlier: Cards = ()

    @property
    def cards(self) -> Cards:
        return (*self.pool, *self.earlier)


def together(cards: Iterable[PoolCard]) -> Cards:
    """Equal cards merged, in binder order, unnamed ones last, without zero quantities."""
    counted: dict[PoolCard, int] = {}
    for card in cards:
        same = replace(card, quantity=0)
        counted[same] = counted.get(same, 0) + card.quantity
    added = (replace(card, quantity=number) for card, number in counted.items() if number > 0)
    return tuple(
        sorted(
            added,
            key=lambda card: (
                not card.name,
                not card.number,
                card.code,
                numbers.order(card.number),
                names.loose(card.name),
            ),
        )
    )


def total(cards: Iterable[PoolCard]) -> int:
    return sum(card.quantity for card in cards)


def unnamed(cards: Iterable[PoolCard]) -> int:
    """How many cards are unnamed."""
    return sum(card.quantity for card in cards if not card.name)


def only_named(before: Iterable[PoolCard], after: Iterable[PoolCard]) -> bool:
    """Whether `after` are the same cards, with names for some unnamed ones."""
    before, after = tuple(before), tuple(after)
    there = {replace(card, quantity=0): card.quantity for card in together(after)}
    stay = (
        there.get(replace(card, quantity=0), 0) >= card.quantity for card in together(before) if card.name
    )
    return total(before) == total(after) and all(stay)


class PoolCardValues(TypedDict):
    """One card as stored."""

    name: str
    set: str
    number: str
    quantity: int


def values(cards: Iterable[PoolCard]) -> list[PoolCardValues]:
    """Cards as stored values."""
    return [
        {"name": card.name, "set": card.code, "number": card.number, "quantity": card.quantity}
        for card in cards
    ]


def of_values(rows: Iterable[Mapping[str, Any]]) -> Cards:
    """Cards from stored values."""
    return tuple(PoolCard(row["quantity"], row["name"], row["set"], row["number"]) for row in rows)


class Numbered(Protocol):
    """An object with a set code and a collector number."""

    @property
    def code(self) -> str: ...
    @property
    def number(self) -> str: ...


Row = TypeVar("Row", bound=Numbered)


def by_number(rows: Iterable[Row], typed: str) -> list[Row]:
    """The cards matching a typed number ("166", "006", "tg5"), or set and number ("PAR 166")."""
    code, _space, number = " ".join(typed.upper().split()).rpartition(" ")
    wanted = numbers.plain(number)
    return [
        row
        for row in rows
        if row.number and numbers.plain(row.number) == wanted and (not code or row.code.upper() == code)
    ]


def text_of(cards: Iterable[PoolCard]) -> str:
    """Cards as list text that reads back to the same cards, without unnamed ones."""
    return "\n".join(card.line for card in cards if card.name)


def of_printing(printing: Printing, quantity: int, catalogue: Catalogue) -> PoolCard:
    home = catalogue.expansions.get(printing.expansion)
    return PoolCard(quantity, printing.name, home.code if home else printing.expansion, printing.number)


def of_deck(deck: Deck, catalogue: Catalogue, boosters: Sequence[Printing]) -> Cards:
    """A typed list as cards of a pool.

    A name alone is the card of that name in the packs; unknown cards stay as typed.
    """
    by_key: dict[str, list[Printing]] = {}
    for printing in boosters:
        by_key.setdefault(printing.key, []).append(printing)
    return together(_of_line(card, catalogue, by_key) for card in deck.cards if card.line.copies)


def named(name: str, catalogue: Catalogue, boosters: Sequence[Printing]) -> PoolCard:
    """One card by its name."""
    plain = name.strip()[:LONGEST_NAME]
    printings = [card for card in boosters if names.loose(card.name) == names.loose(plain)] if plain else []
    return of_printing(printings[0], 1, catalogue) if len(printings) == 1 else PoolCard(1, plain)


def context_cards(cards: Iterable[PoolCard], catalogue: Catalogue) -> tuple[Card, ...]:
    """A pool as deck rules count it, without unnamed cards."""
    return tuple(
        Card(card.quantity, key_of(card, catalogue), card.code if card.number else "", card.number)
        for card in cards
        if card.name
    )


def key_of(card: PoolCard, catalogue: Catalogue) -> str:
    """The name the card is counted by."""
    exact = catalogue.printing(card.code, card.number) if card.number else None
    if exact is not None:
        return exact.key
    keys = {printing.key for printing in catalogue.named(card.name)}
    return keys.pop() if len(keys) == 1 else key_of_unknown(card.name)


def left_over(cards: Sequence[PoolCard], rest: Rest) -> Cards:
    """The cards of a pool a deck leaves; `rest` is the result of `legality.left_of_pool` for the same cards."""
    named_cards = [card for card in cards if card.name]
    left = (replace(card, quantity=number) for card, number in zip(named_cards, rest.left, strict=True))
    return together(left)


def _of_line(card: Resolved, catalogue: Catalogue, by_key: Mapping[str, list[Printing]]) -> PoolCard:
    copies, line = min(card.line.copies, MOST_COPIES), card.line
    if card.lost or card.printing is None:
        return PoolCard(copies, line.name[:LONGEST_NAME], line.set_code[:20], line.card_number[:12])
    if card.how == "number":
        return of_printing(card.printing, copies, catalogue)
    printings = by_key.get(card.key, [])
    return of_printing(printings[0], copies, catalogue) if len(printings) == 1 else PoolCard(copies, card.key)
