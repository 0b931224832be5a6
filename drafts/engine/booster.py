"""Booster Draft: everyone opens a pack in secret, takes one card and passes the rest (R-092)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.engine.refused import Refused
from drafts.engine.packs import Card, Pack, opened, shares
from drafts.engine.pods import LARGEST, SMALLEST
from drafts.engine.protocol import Draft
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import STAFF, State

LEFT, RIGHT = 1, -1


def direction(pack_round: int) -> int:
    """1 if packs go left (clockwise, seat + 1), -1 if right; they alternate per pack."""
    return LEFT if pack_round % 2 else RIGHT


def pass_on(seat: int, seats: int, way: int) -> int:
    """The seat a pack goes to."""
    return (seat - 1 + way) % seats + 1


def path(seats: int, opener: int, pack_round: int, cards: int) -> tuple[int, ...]:
    """The seats that pick from a pack, card by card."""
    way = direction(pack_round)
    return tuple((opener - 1 + way * turn) % seats + 1 for turn in range(cards))


def rest(state: State, openings: int) -> tuple[int, ...]:
    """The numbers of the openings still to come."""
    return tuple(range(state.opening + 1, openings + 1))


@dataclass(frozen=True)
class Booster:
    """The procedure of one pod. `packs` are ordered by seat."""

    seats: int
    packs: tuple[Pack, ...]

    @cached_property
    def openings(self) -> tuple[tuple[Pack, ...], ...]:
        """One pack per seat in each opening."""
        return tuple(zip(*shares(self.packs, self.seats), strict=True))

    @property
    def face_up(self) -> bool:
        return False

    def coming(self, state: State) -> tuple[int, ...]:
        return () if len(state.dropped) == self.seats else rest(state, len(self.openings))

    def opener(self, opening: int) -> int:
        return STAFF

    def begun(self, state: State) -> State:
        # Packs of players who left stay closed.
        packs = enumerate(self.openings[state.opening - 1], start=1)
        return replace(
            state, hands={seat: pack for seat, pack in packs if seat not in state.dropped}, picked=frozenset()
        )

    def turns(self, state: State) -> tuple[int, ...]:
        return tuple(
            seat for seat in range(1, self.seats + 1) if state.hand(seat) and seat not in state.picked
        )

    def choices(self, state: State, seat: int) -> tuple[Card, ...]:
        return state.hand(seat)

    def taken(self, state: State, seat: int, card: Card) -> State:
        rest = tuple(held for held in state.hand(seat) if held.number != card.number)
        after = replace(
            state.given(seat, [card]),
            hands={**(state.hands or {}), seat: rest},
            picked=state.picked | {seat},
            taken=state.taken + 1,
        )
        return self.settled(after)

    def settled(self, state: State) -> State:
        """Pass every pack to the next seat still in the draft once all have picked; a pack without one is dropped."""
        if self.turns(state) or state.idle:
            return state
        there = [seat for seat in range(1, self.seats + 1) if seat not in state.dropped]
        left = direction(state.opening) == LEFT
        onward = there[1:] + there[:1] if left else there[-1:] + there[:-1]
        hands = {to: state.hand(seat) for seat, to in zip(there, onward, strict=True)}
        return replace(state, hands=hands, picked=frozenset(), turn=state.turn + 1)

    def stack(self, state: State) -> tuple[Card, ...]:
        return ()

    def looks_at(self, seat: int, owner: int) -> bool:
        return seat == owner


def start(seats: int, packs: Sequence[Sequence[str]]) -> Draft:
    """A pod of 2 to 8 with its packs ordered by seat, the same number for each.

    Refused POD_TOO_BIG, PODS_NOT_EQUAL or PACKS_NOT_EVEN.
    """
    check_seats(seats)
    check_packs(seats, packs)
    return Draft(Booster(seats, opened(packs)))


def check_seats(seats: int) -> None:
    """Refused: POD_TOO_BIG (size, largest), PODS_NOT_EQUAL (players, largest)."""
    if seats > LARGEST:
        raise Refused(DraftRefusal.POD_TOO_BIG, size=seats, largest=LARGEST)
    if seats < SMALLEST:
        raise Refused(DraftRefusal.PODS_NOT_EQUAL, players=seats, largest=LARGEST)


def check_packs(seats: int, packs: Sequence[Sequence[str]]) -> None:
    """Require the same number of packs for each seat, none empty. Refused PACKS_NOT_EVEN."""
    if not packs or len(packs) % seats or not all(packs):
        raise Refused(DraftRefusal.PACKS_NOT_EVEN, packs=len(packs), seats=seats)
