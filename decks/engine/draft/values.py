"""The values of a draft: its moves, where it stands, what a seat sees, and what a procedure answers.

Seats are numbered clockwise from 1; the player to the left of seat s sits at s + 1. Seat 0 is the staff: it gives
the signal to open packs and takes moves back, and its view is that of somebody who walks by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from decks.engine.packs import Card, Pack

STAFF = 0
Kind = Literal["open", "pick", "undo_move", "rename", "short", "extra", "leave"]
Leaving = Literal["", "skip", "half", "rest", "random"]
SHARED: tuple[Leaving, ...] = ("half", "rest")
"""Ways to leave a common stack that give cards of it to the player who stays."""

LEAVINGS: tuple[Leaving, ...] = ("skip", *SHARED, "random")
Hands = Mapping[int, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Move:
    """One line of the log. `card` is the number of the card picked, `of` the index of the move taken back.

    Where nobody knew what is in the packs (`blank`), `names` tells it: of the card picked or named anew, or of the
    cards that were opened face up, "" for those still to be named. `short` and `extra` are a card fewer or more in
    the pack a seat holds, seat 0 for what lies on the table. `leave` is a player who is gone: `way` "skip" goes on
    without the seat, "random" lets the staff pick at random; with a common stack "half" gives the player who stays as
    many cards as half of the stack, "rest" all that are left.
    """

    kind: Kind
    seat: int = STAFF
    card: int | None = None
    of: int | None = None
    names: tuple[str, ...] = ()
    way: Leaving = ""


def pick(seat: int, card: Card | int, name: str = "") -> Move:
    """A pick; with a name where nobody knew the card."""
    names = (name,) if name else ()
    return Move("pick", seat, card.number if isinstance(card, Card) else card, names=names)


def undo_move(of: int) -> Move:
    return Move("undo_move", of=of)


@dataclass(frozen=True)
class State:
    """Where a draft stands.

    `opening`: how many openings have begun. `closed`: the openings to come. `hands`: what each seat holds and picks
    from. `table`: what lies face up. `taken`: picks made in this opening. `picked`: seats that picked while the
    others still do. `drafted`: what each seat has. `turn`: the place in the order of picks of this opening; in
    Booster how often the packs were passed. `dropped`: seats the draft goes on without. `at_random`: seats the staff
    picks for. `more`: cards that packs held beyond their size.
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
        """Nothing lies open: it is time for the next packs."""
        return not self.table and not any((self.hands or {}).values())

    def given(self, seat: int, cards: Sequence[Card]) -> "State":
        """With cards added to what a seat has drafted."""
        return replace(self, drafted={**(self.drafted or {}), seat: (*self.pile(seat), *cards)})

    def named(self, number: int, name: str) -> "State":
        """With another name on one card, wherever it lies."""

        def renamed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
            return tuple(replace(one, name=name) if one.number == number else one for one in cards)

        return replace(
            self,
            hands={seat: renamed(cards) for seat, cards in (self.hands or {}).items()},
            table=renamed(self.table),
            drafted={seat: renamed(cards) for seat, cards in (self.drafted or {}).items()},
        )


START = State()
"""Before the first pack is open."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see.

    `hand` are the cards it picks from in secret, `table` those face up, `drafted` the piles it may look at,
    `counts` the cards each seat has drafted, `held` those each seat still has to pass, `closed` those not seen yet.
    `to_act` are the seats whose move it is, 0 for a signal of the staff.
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
    """How one kind of draft goes. `openings` are the cards of each opening, in order."""

    @property
    def seats(self) -> int: ...
    @property
    def openings(self) -> tuple[tuple[Pack, ...], ...]: ...
    @property
    def face_up(self) -> bool:
        """Whether all see the cards an opening shows."""
        ...

    def coming(self, state: State) -> tuple[int, ...]:
        """The openings still to begin, in order."""
        ...

    def opener(self, opening: int) -> int:
        """Who begins an opening, 0 for a signal of the staff."""
        ...

    def begun(self, state: State) -> State:
        """The state once the packs of `state.opening` (already counted) are open."""
        ...

    def settled(self, state: State) -> State:
        """The state once a pack has changed or a player is gone: passed on where everybody has picked."""
        ...

    def turns(self, state: State) -> tuple[int, ...]:
        """The seats that pick now."""
        ...

    def choices(self, state: State, seat: int) -> tuple[Card, ...]:
        """What a seat whose turn it is picks from."""
        ...

    def taken(self, state: State, seat: int, card: Card) -> State:
        """The state after a pick."""
        ...

    def stack(self, state: State) -> tuple[Card, ...]:
        """What is left of a stack that belongs to nobody, the cards face up first; none where packs have owners."""
        ...

    def looks_at(self, seat: int, owner: int) -> bool:
        """Whether a seat may look at what another has drafted."""
        ...
