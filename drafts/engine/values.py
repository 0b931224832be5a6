"""The values of a draft: its moves, its state, what a seat sees, and the procedure protocol.

Seats are numbered clockwise from 1; the player to the left of seat s sits at s + 1. Seat 0 is staff: it signals to open
packs and undoes moves, and sees what a passer-by sees.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from drafts.engine.packs import Card, Pack

STAFF = 0
Kind = Literal["open", "pick", "undo_move", "rename", "short", "extra", "leave"]
Leaving = Literal["", "skip", "half", "rest", "random"]
SHARED: tuple[Leaving, ...] = ("half", "rest")
"""Ways of leaving that give cards of a common stack to the player who stays."""

LEAVINGS: tuple[Leaving, ...] = ("skip", *SHARED, "random")
Hands = Mapping[int, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Move:
    """One line of the log. `card`: number of the card picked; `of`: index of the move undone.

    For unknown packs (`blank`), `names` names the card picked or renamed, or the cards opened face up, "" for those not
    yet named. `short` and `extra`: a card fewer or more in the pack of a seat, seat 0 for the table. `leave`: a player
    left; `way` "skip" goes on without the seat, "random" lets staff pick at random; with a common stack "half" gives
    the player who stays up to half of the stack, "rest" all that is left.
    """

    kind: Kind
    seat: int = STAFF
    card: int | None = None
    of: int | None = None
    names: tuple[str, ...] = ()
    way: Leaving = ""


def pick(seat: int, card: Card | int, name: str = "") -> Move:
    """A pick, with the name of a previously unknown card."""
    names = (name,) if name else ()
    return Move("pick", seat, card.number if isinstance(card, Card) else card, names=names)


def undo_move(of: int) -> Move:
    return Move("undo_move", of=of)


@dataclass(frozen=True)
class State:
    """The state of a draft.

    `opening`: number of openings begun. `hands`: what each seat holds and picks from. `table`: face-up cards. `taken`:
    picks made in this opening. `picked`: seats that picked while others still do. `drafted`: what each seat has.
    `turn`: position in the order of picks of this opening; in Booster how often the packs were passed. `dropped`: seats
    the draft skips. `at_random`: seats staff pick for. `more`: cards in packs beyond their size.
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
        """Whether no cards are open: the next packs are due."""
        return not self.table and not any((self.hands or {}).values())

    def given(self, seat: int, cards: Sequence[Card]) -> "State":
        """The state with cards added to a seat's pile."""
        return replace(self, drafted={**(self.drafted or {}), seat: (*self.pile(seat), *cards)})

    def named(self, number: int, name: str) -> "State":
        """The state with one card renamed, wherever it is."""

        def renamed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
            return tuple(replace(card, name=name) if card.number == number else card for card in cards)

        return replace(
            self,
            hands={seat: renamed(cards) for seat, cards in (self.hands or {}).items()},
            table=renamed(self.table),
            drafted={seat: renamed(cards) for seat, cards in (self.drafted or {}).items()},
        )


START = State()
"""The state before the first pack is opened."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see.

    `hand`: the cards it picks from in secret; `table`: those face up; `drafted`: the piles it may look at; `counts`:
    cards each seat has drafted; `held`: those each seat still has to pass; `closed`: number of those not opened yet.
    `to_act`: the seats to act, 0 for a signal of staff.
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
        """Every card shown."""
        return (*self.hand, *self.table, *(card for pile in self.drafted.values() for card in pile))


class Procedure(Protocol):
    """How one format drafts. `openings`: the cards of each opening, in order."""

    @property
    def seats(self) -> int: ...
    @property
    def openings(self) -> tuple[tuple[Pack, ...], ...]: ...
    @property
    def face_up(self) -> bool:
        """Whether everyone sees the opened cards."""
        ...

    def coming(self, state: State) -> tuple[int, ...]:
        """The openings to come, in order."""
        ...

    def opener(self, opening: int) -> int:
        """The seat that begins an opening, 0 for a signal of staff."""
        ...

    def begun(self, state: State) -> State:
        """The state once the packs of `state.opening` (already counted) are open."""
        ...

    def settled(self, state: State) -> State:
        """The state after a pack changed or a player left; packs are passed once all have picked."""
        ...

    def turns(self, state: State) -> tuple[int, ...]:
        """The seats that pick now."""
        ...

    def choices(self, state: State, seat: int) -> tuple[Card, ...]:
        """The cards a seat to act picks from."""
        ...

    def taken(self, state: State, seat: int, card: Card) -> State:
        """The state after a pick."""
        ...

    def stack(self, state: State) -> tuple[Card, ...]:
        """What is left of a common stack, face-up cards first; empty where packs have owners."""
        ...

    def looks_at(self, seat: int, owner: int) -> bool:
        """Whether a seat may look at what another has drafted."""
        ...
