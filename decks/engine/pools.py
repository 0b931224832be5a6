"""Read, merge and sort the cards of a registered pool, and compare them with a list (R-051, R-058)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypedDict, TypeVar

from cards.engine import card_names, collector_numbers
from cards.engine.cards import Catalogue, Printing
from cards.engine.collector_numbers import format_card_number
from decks.engine.legality import Card, PoolRest
from decks.engine.lists import Deck
from decks.engine.lists.deck_list import counting_key_of_unknown_card

MAX_COPIES = 99
MAX_NAME_LENGTH = 120

PickedName = str | tuple[str, str, str]
"""A picked card: either a name, or name, set and number. The name is "" while it is unknown."""


@dataclass(frozen=True, slots=True)
class PoolCard:
    """Copies of one card.

    `code` and `number`: as written in lists, "" if only the name is known; `name`: "" while a picked card has no name.
    """

    quantity: int
    name: str
    code: str = ""
    number: str = ""

    @property
    def where(self) -> str:
        """Set code and number as in lists, the set code only without a number, or ""."""
        return format_card_number(self.code, self.number) if self.code and self.number else self.code

    @property
    def line(self) -> str:
        """The card as written in a list, with its quantity."""
        return " ".join(part for part in (str(self.quantity), self.name, self.where) if part)


Cards = tuple[PoolCard, ...]


@dataclass(frozen=True, slots=True)
class AvailablePool:
    """The cards a player may build from: the pool of the latest draft and those of earlier ones (R-095, S6)."""

    pool: Cards
    earlier: Cards = ()

    @property
    def cards(self) -> Cards:
        return (*self.pool, *self.earlier)


def merge_cards(cards: Iterable[PoolCard]) -> Cards:
    """Merge equal cards and sort them in binder order, unnamed cards last. Cards with quantity zero are dropped."""
    copies_by_card: dict[PoolCard, int] = {}
    for card in cards:
        without_quantity = replace(card, quantity=0)
        copies_by_card[without_quantity] = copies_by_card.get(without_quantity, 0) + card.quantity
    return tuple(
        sorted(
            (replace(card, quantity=copies) for card, copies in copies_by_card.items() if copies > 0),
            key=lambda card: (
                not card.name,
                not card.number,
                card.code,
                collector_numbers.binder_order(card.number),
                card_names.fold_card_name_loosely(card.name),
            ),
        )
    )


def count_cards(cards: Iterable[PoolCard]) -> int:
    return sum(card.quantity for card in cards)


def count_unnamed(cards: Iterable[PoolCard]) -> int:
    """Return the number of copies without a name."""
    return sum(card.quantity for card in cards if not card.name)


def only_names_added(before: Iterable[PoolCard], after: Iterable[PoolCard]) -> bool:
    """Return whether `after` differs from `before` only in names for unnamed cards."""
    before, after = tuple(before), tuple(after)
    copies_after = {replace(card, quantity=0): card.quantity for card in merge_cards(after)}
    return count_cards(before) == count_cards(after) and all(
        copies_after.get(replace(card, quantity=0), 0) >= card.quantity
        for card in merge_cards(before)
        if card.name
    )


class PoolCardValues(TypedDict):
    """A card as stored."""

    name: str
    set: str
    number: str
    quantity: int


def card_values(cards: Iterable[PoolCard]) -> list[PoolCardValues]:
    """Return cards as stored values."""
    return [
        {"name": card.name, "set": card.code, "number": card.number, "quantity": card.quantity}
        for card in cards
    ]


def cards_from_values(rows: Iterable[Mapping[str, Any]]) -> Cards:
    """Read cards from stored values."""
    return tuple(PoolCard(row["quantity"], row["name"], row["set"], row["number"]) for row in rows)


class NumberedCard(Protocol):
    """Protocol for objects with a set code and a collector number."""

    @property
    def code(self) -> str: ...
    @property
    def number(self) -> str: ...


Row = TypeVar("Row", bound=NumberedCard)


def cards_matching_number(rows: Iterable[Row], typed: str) -> list[Row]:
    """Return the cards that match a typed number ("166", "006", "tg5"), or set and number ("PAR 166")."""
    code, _space, number = " ".join(typed.upper().split()).rpartition(" ")
    return [
        row
        for row in rows
        if row.number
        and collector_numbers.plain_collector_number(row.number)
        == collector_numbers.plain_collector_number(number)
        and (not code or row.code.upper() == code)
    ]


def list_text(cards: Iterable[PoolCard]) -> str:
    """Write the named cards as a list, which can be read back as the same cards."""
    return "\n".join(card.line for card in cards if card.name)


def pool_card_of_printing(printing: Printing, quantity: int, catalogue: Catalogue) -> PoolCard:
    """Return copies of a printing as a card of a pool."""
    return PoolCard(quantity, printing.name, catalogue.set_code(printing), printing.number)


def pool_cards_of_deck(deck: Deck, catalogue: Catalogue, boosters: Sequence[Printing]) -> Cards:
    """Return the cards of a typed list as a pool, at most MAX_COPIES per line.

    A name without a number means the card of that name in the packs (`boosters`). If the packs have none or
    several, only the name is stored. Unknown cards stay as typed.
    """
    printings_by_key: dict[str, list[Printing]] = {}
    for printing in boosters:
        printings_by_key.setdefault(printing.key, []).append(printing)
    cards = []
    for card in deck.cards:
        copies, line = min(card.line.copies, MAX_COPIES), card.line
        printings = (
            [card.printing] if card.printing and card.how == "number" else printings_by_key.get(card.key, [])
        )
        if card.is_left_out or card.printing is None:
            # No card in the catalogue has a longer name, set code or number.
            name, code, number = line.name[:MAX_NAME_LENGTH], line.set_code[:20], line.card_number[:12]
            cards.append(PoolCard(copies, name, code, number))
        elif len(printings) == 1:
            cards.append(pool_card_of_printing(printings[0], copies, catalogue))
        else:
            cards.append(PoolCard(copies, card.key))
    return merge_cards(cards)


def picked_card(picked: PickedName, catalogue: Catalogue, boosters: Sequence[Printing]) -> PoolCard:
    """Return a picked card by its set and number, or else as the only printing of its name in the packs.

    A card that cannot be identified in this way is returned as it was picked.
    """
    if not isinstance(picked, str):
        name, code, number = picked
        printing = catalogue.printing(code, number) if code and number else None
        return pool_card_of_printing(printing, 1, catalogue) if printing else PoolCard(1, name, code, number)
    name = picked.strip()[:MAX_NAME_LENGTH]
    printings = (
        [
            card
            for card in boosters
            if card_names.fold_card_name_loosely(card.name) == card_names.fold_card_name_loosely(name)
        ]
        if name
        else []
    )
    return pool_card_of_printing(printings[0], 1, catalogue) if len(printings) == 1 else PoolCard(1, name)


def pool_cards_for_deck_rules(cards: Iterable[PoolCard], catalogue: Catalogue) -> tuple[Card, ...]:
    """Return the named cards of a pool in the form that the deck rules use."""
    return tuple(
        Card(card.quantity, counting_key(card, catalogue), card.code if card.number else "", card.number)
        for card in cards
        if card.name
    )


def counting_key(card: PoolCard, catalogue: Catalogue) -> str:
    """Return the name under which copies of the card are counted."""
    exact_printing = catalogue.printing(card.code, card.number) if card.number else None
    if exact_printing is not None:
        return exact_printing.key
    keys = {printing.key for printing in catalogue.printings_with_name(card.name)}
    return keys.pop() if len(keys) == 1 else counting_key_of_unknown_card(card.name)


def unused_cards(cards: Sequence[PoolCard], rest: PoolRest) -> Cards:
    """Return the cards of a pool that are not in the deck. `rest`: `legality.rest_of_pool` of the same cards."""
    named_cards = [card for card in cards if card.name]
    leftovers = (
        replace(card, quantity=copies_left) for card, copies_left in zip(named_cards, rest.left, strict=True)
    )
    return merge_cards(leftovers)
