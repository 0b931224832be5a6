"""Types of a draft: cards, moves, the state, and the view of a seat.

Seats are numbered clockwise from 1; the player to the left of seat s sits at s + 1. Seat 0 means staff, who give the
signal to open packs and who undo moves. They see the same as spectators.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

STAFF = 0
Kind = Literal["open", "pick", "undo_move", "rename", "short", "extra", "leave"]
Leaving = Literal["", "skip", "half", "rest", "random"]
SHARED: tuple[Leaving, ...] = ("half", "rest")
"""Ways of leaving after which the remaining player gets cards of the common stack."""

LEAVINGS: tuple[Leaving, ...] = ("skip", *SHARED, "random")
"""All ways in which a player can leave; see `Move`."""

MAX_NAME_LENGTH = 120
"""Maximum length of a card's name, in characters."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card in a pack. `number` only distinguishes copies, and reveals nothing about the card."""

    number: int
    name: str
    pack: int


Pack = tuple[Card, ...]

Hands = Mapping[int, Pack]
"""Cards by seat."""


@dataclass(frozen=True, slots=True)
class Move:
    """One line of the log. `card`: number of the picked card. `of`: index of the undone move.

    `names`: for packs of unknown cards, the name of the picked or renamed card, or the names of the cards opened face
    up, "" for cards without a name yet. Kind `short` or `extra`: a card is missing or surplus in the pack of a seat
    or, for seat 0, on the table. Kind `leave`: a player left, and `way` says how the draft continues: "skip" without
    the seat, "random" with random picks by staff; with a common stack, the remaining player gets up to half of all
    cards ("half") or the rest of the stack ("rest"). Kind `pick` with `way` "random": a judge assigned the
    card at random because the time was over, so it may have no name yet.
    """

    kind: Kind
    seat: int = STAFF
    card: int | None = None
    of: int | None = None
    names: tuple[str, ...] = ()
    way: Leaving = ""


def build_pick_move(seat: int, card: Card | int, name: str = "") -> Move:
    """Build a pick. `name`: the name of a previously unknown card."""
    names = (name,) if name else ()
    return Move("pick", seat, card.number if isinstance(card, Card) else card, names=names)


def build_undo_move(number: int) -> Move:
    """Build the move that undoes the move with this index."""
    return Move("undo_move", of=number)


def undo_by_undone_move(moves: Iterable[Move]) -> dict[int, int]:
    """Map the index of each undone move to the index of the move that undid it."""
    return {
        move.of: index for index, move in enumerate(moves) if move.kind == "undo_move" and move.of is not None
    }


def normalized_card_name(typed: str) -> str:
    """Normalize a typed name for storage: single spaces, at most MAX_NAME_LENGTH characters."""
    return " ".join(typed.split())[:MAX_NAME_LENGTH]


@dataclass(frozen=True)
class DraftingState:
    """The state of a draft.

    - `opening`: number of openings so far.
    - `hands`: the cards in each seat's hand, from which the seat picks.
    - `table`: face-up cards.
    - `taken`: picks made in this opening.
    - `picked`: seats that have picked while others are still picking.
    - `drafted`: the pile of each seat.
    - `turn`: position in the pick order of this opening; in Booster, how often packs were passed.
    - `dropped`: skipped seats.
    - `at_random`: seats for which staff pick at random.
    - `more`: number of surplus cards in packs.
    """

    opening: int = 0
    hands: Hands | None = None
    table: tuple[Card, ...] = ()
    taken: int = 0
    picked: frozenset[int] = frozenset()
    drafted: Hands | None = None
    turn: int = 0
    dropped: frozenset[int] = frozenset()
    at_random: frozenset[int] = frozenset()
    more: int = 0

    def pile(self, seat: int) -> tuple[Card, ...]:
        return (self.drafted or {}).get(seat, ())

    def hand(self, seat: int) -> tuple[Card, ...]:
        return (self.hands or {}).get(seat, ())

    @property
    def idle(self) -> bool:
        """Whether no cards are open, so that the next packs can be opened."""
        return not self.table and not any((self.hands or {}).values())

    def with_drafted(self, seat: int, cards: Sequence[Card]) -> "DraftingState":
        """Return the state with cards added to a seat's pile."""
        return replace(self, drafted={**(self.drafted or {}), seat: (*self.pile(seat), *cards)})

    def named(self, number: int, name: str) -> "DraftingState":
        """Return the state with the card of this number renamed in all its places."""

        def renamed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
            return tuple(replace(card, name=name) if card.number == number else card for card in cards)

        return replace(
            self,
            hands={seat: renamed(cards) for seat, cards in (self.hands or {}).items()},
            table=renamed(self.table),
            drafted={seat: renamed(cards) for seat, cards in (self.drafted or {}).items()},
        )


START = DraftingState()
"""The state before the first pack is opened."""


@dataclass(frozen=True, slots=True)
class View:
    """A draft as one seat may see it.

    `to_act`: the seats that may act, 0 for a signal by staff. `hand`: the cards that the seat picks from in secret.
    `table`: the face-up cards. `drafted`: the piles that the seat may look at. `counts`: number of cards drafted by
    each seat. `held`: number of cards in each seat's hand. `closed`: number of unopened cards.
    """

    seat: int
    to_act: tuple[int, ...]
    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    drafted: Hands
    counts: Mapping[int, int]
    held: Mapping[int, int]
    closed: int
    over: bool

    @property
    def seen(self) -> tuple[Card, ...]:
        """Every card that the seat can see: in its hand, on the table and in piles."""
        return (*self.hand, *self.table, *(card for pile in self.drafted.values() for card in pile))
