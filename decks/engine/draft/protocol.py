"""What every draft shares: seats, append-only moves, a state that is their replay, and what each seat may see.

Seats are numbered clockwise from 1; the player to the left of seat s sits at s + 1. Seat 0 is the staff: it gives
the signal to open packs and takes moves back, and its view is that of somebody who walks by.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from decks.engine.packs import Card, Pack
from tournaments.engine.refused import Refused

STAFF = 0
Kind = Literal["open", "pick", "take_back"]
Hands = Mapping[int, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Move:
    """One line of the log. `card` is the number of the card picked, `of` the index of the move taken back."""

    kind: Kind
    seat: int = STAFF
    card: int | None = None
    of: int | None = None


def pick(seat: int, card: Card | int) -> Move:
    return Move("pick", seat, card.number if isinstance(card, Card) else card)


def take_back(of: int) -> Move:
    return Move("take_back", of=of)


@dataclass(frozen=True)
class State:
    """Where a draft stands.

    `opening`: how many openings have begun. `closed`: the openings to come. `hands`: what each seat holds and picks
    from. `table`: what lies face up. `taken`: picks made in this opening. `picked`: seats that picked while the
    others still do. `drafted`: what each seat has.
    """

    opening: int = 0
    hands: Hands | None = None
    table: tuple[Card, ...] = ()
    taken: int = 0
    picked: frozenset[int] = frozenset()
    drafted: Hands | None = None

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
    def opener(self, opening: int) -> int:
        """Who begins an opening, 0 for a signal of the staff."""
        ...

    def begun(self, state: State) -> State:
        """The state once the packs of `state.opening` (already counted) are open."""
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

    def looks_at(self, seat: int, owner: int) -> bool:
        """Whether a seat may look at what another has drafted."""
        ...


@dataclass(frozen=True)
class Draft:
    """A draft under way. Immutable: `play` answers with the next one."""

    procedure: Procedure
    moves: tuple[Move, ...] = ()
    state: State = State()

    @property
    def seats(self) -> int:
        return self.procedure.seats

    @property
    def over(self) -> bool:
        return self.state.idle and self.state.opening == len(self.procedure.openings)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats whose move it is; 0 for the staff."""
        if self.over:
            return ()
        return (
            (self.procedure.opener(self.state.opening + 1),)
            if self.state.idle
            else self.procedure.turns(self.state)
        )

    @property
    def pools(self) -> Hands:
        """What each seat has drafted so far."""
        return {seat: self.state.pile(seat) for seat in range(1, self.seats + 1)}

    def options(self, seat: int) -> tuple[Move, ...]:
        """Every move a seat may make now. What the staff may take back is not among them."""
        if seat not in self.to_act:
            return ()
        if self.state.idle:
            return (Move("open", seat),)
        return tuple(pick(seat, card) for card in self.procedure.choices(self.state, seat))

    def play(self, move: Move) -> "Draft":
        """The draft with one more move.

        Refused DRAFT_OVER, NOT_YOUR_MOVE, CARD_NOT_OFFERED, MOVE_NOT_THERE or MOVE_BUILT_UPON.
        """
        if move.kind == "take_back":
            return Draft(self.procedure, (*self.moves, move), self._without(move))
        self._check(move)
        return Draft(self.procedure, (*self.moves, move), self._after(move))

    def view(self, seat: int) -> View:
        """What a seat may see; seat 0 sees only what is open to all."""
        state, everybody = self.state, range(1, self.seats + 1)
        table = state.table
        hand = self.procedure.choices(state, seat) if seat in self.to_act and not state.idle else ()
        return View(
            seat,
            self.to_act,
            () if table else hand,
            table,
            {owner: state.pile(owner) for owner in everybody if self.procedure.looks_at(seat, owner)},
            {owner: len(state.pile(owner)) for owner in everybody},
            {owner: len(state.hand(owner)) for owner in everybody},
            sum(len(pack) for packs in self.procedure.openings[state.opening :] for pack in packs),
            self.over,
        )

    def _check(self, move: Move) -> None:
        if self.over:
            raise Refused("DRAFT_OVER")
        if move.seat not in self.to_act or (move.kind == "open") is not self.state.idle:
            raise Refused("NOT_YOUR_MOVE", seat=move.seat, to_act=self.to_act)
        if move not in self.options(move.seat):
            raise Refused("CARD_NOT_OFFERED", seat=move.seat, card=move.card)

    def _after(self, move: Move) -> State:
        if move.kind == "open":
            return self.procedure.begun(replace(self.state, opening=self.state.opening + 1, taken=0))
        offered = self.procedure.choices(self.state, move.seat)
        card = next(card for card in offered if card.number == move.card)
        return self.procedure.taken(self.state, move.seat, card)

    def _without(self, move: Move) -> State:
        """The state as if a move had never been made; later moves must still be possible."""
        standing = [index for index, _ in _standing(self.moves)]
        if move.of not in standing:
            raise Refused("MOVE_NOT_THERE", of=move.of)
        kept = [self.moves[index] for index in standing if index != move.of]
        try:
            return replay(self.procedure, kept).state
        except Refused as refused:
            raise Refused("MOVE_BUILT_UPON", of=move.of, later=len(standing) - 1) from refused


def replay(procedure: Procedure, moves: Iterable[Move]) -> Draft:
    """A draft from its log."""
    draft = Draft(procedure)
    for move in moves:
        draft = draft.play(move)
    return draft


def _standing(moves: Sequence[Move]) -> list[tuple[int, Move]]:
    """The moves that were not taken back, with their index in the log."""
    gone = {move.of for move in moves if move.kind == "take_back"}
    return [(at, move) for at, move in enumerate(moves) if at not in gone and move.kind != "take_back"]
