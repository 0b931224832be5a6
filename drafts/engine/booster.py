"""Booster Draft: everyone opens a pack in secret, takes one card and passes the rest (R-092)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.engine.refused import Refused
from drafts.engine.moves import STAFF, Card, DraftingState, Pack, numbered_packs, packs_by_seat
from drafts.engine.pods import LARGEST, SMALLEST
from drafts.engine.protocol import DraftGame
from drafts.engine.refusals import DraftRefusal

LEFT, RIGHT = 1, -1


def direction(pack_round: int) -> int:
    """Return 1 if packs are passed left (clockwise, seat + 1), -1 if right; the direction alternates per pack."""
    return LEFT if pack_round % 2 else RIGHT


def seat_receiving_pack(seat: int, seats: int, way: int) -> int:
    """Return the seat that receives a pack from `seat`. `way`: LEFT or RIGHT."""
    return (seat - 1 + way) % seats + 1


def pick_order(seats: int, opener: int, pack_round: int, cards: int) -> tuple[int, ...]:
    """Return the seats that pick from the pack that `opener` opened, in order, one per card."""
    way = direction(pack_round)
    return tuple((opener - 1 + way * turn) % seats + 1 for turn in range(cards))


def later_openings(state: DraftingState, openings: int) -> tuple[int, ...]:
    """Return the numbers of the openings after the current one. `openings`: their total number."""
    return tuple(range(state.opening + 1, openings + 1))


@dataclass(frozen=True)
class BoosterProcedure:
    """The procedure of one Booster pod. `packs` are ordered by seat."""

    seats: int
    packs: tuple[Pack, ...]

    @cached_property
    def openings(self) -> tuple[tuple[Pack, ...], ...]:
        """One pack per seat in each opening."""
        return tuple(zip(*packs_by_seat(self.packs, self.seats), strict=True))

    @property
    def face_up(self) -> bool:
        return False

    def coming(self, state: DraftingState) -> tuple[int, ...]:
        """Return the numbers of the remaining openings, in order; none once all players have left."""
        return () if len(state.dropped) == self.seats else later_openings(state, len(self.openings))

    def opener(self, opening: int) -> int:
        """Return 0, as all players open their packs on a signal by staff."""
        return STAFF

    def begun(self, state: DraftingState) -> DraftingState:
        """Return the state in which each player has a pack of the opening that has just begun."""
        # The packs of players who have left stay closed.
        packs = enumerate(self.openings[state.opening - 1], start=1)
        return replace(
            state, hands={seat: pack for seat, pack in packs if seat not in state.dropped}, picked=frozenset()
        )

    def turns(self, state: DraftingState) -> tuple[int, ...]:
        """Return the seats with a pack that have not picked from it yet."""
        return tuple(
            seat for seat in range(1, self.seats + 1) if state.hand(seat) and seat not in state.picked
        )

    def choices(self, state: DraftingState, seat: int) -> tuple[Card, ...]:
        return state.hand(seat)

    def taken(self, state: DraftingState, seat: int, card: Card) -> DraftingState:
        """Return the state after a pick, with packs passed on once everyone has picked."""
        remaining = tuple(held_card for held_card in state.hand(seat) if held_card.number != card.number)
        picked = replace(
            state.with_drafted(seat, [card]),
            hands={**(state.hands or {}), seat: remaining},
            picked=state.picked | {seat},
            taken=state.taken + 1,
        )
        return self.settled(picked)

    def settled(self, state: DraftingState) -> DraftingState:
        """Pass each pack to the next seat still in the draft, once all have picked."""
        if self.turns(state) or state.idle:
            return state
        seats = [seat for seat in range(1, self.seats + 1) if seat not in state.dropped]
        passes_left = direction(state.opening) == LEFT
        receivers = seats[1:] + seats[:1] if passes_left else seats[-1:] + seats[:-1]
        hands = {receiver: state.hand(seat) for seat, receiver in zip(seats, receivers, strict=True)}
        return replace(state, hands=hands, picked=frozenset(), turn=state.turn + 1)

    def stack(self, state: DraftingState) -> tuple[Card, ...]:
        """Return no cards, as packs belong to seats."""
        return ()

    def looks_at(self, seat: int, owner: int) -> bool:
        """Return whether a seat may look at a pile; players see only their own."""
        return seat == owner


def start_booster_draft(seats: int, packs: Sequence[Sequence[str]]) -> DraftGame:
    """Start a pod of 2 to 8 seats. `packs` are ordered by seat, the same number for each.

    Refused: POD_TOO_BIG, PODS_NOT_EQUAL, PACKS_NOT_EVEN.
    """
    require_valid_seat_count(seats)
    require_equal_packs_per_seat(seats, packs)
    return DraftGame(BoosterProcedure(seats, numbered_packs(packs)))


def require_valid_seat_count(seats: int) -> None:
    """Require a valid number of seats in a pod.

    Refused: POD_TOO_BIG (size, largest), PODS_NOT_EQUAL (players, largest).
    """
    if seats > LARGEST:
        raise Refused(DraftRefusal.POD_TOO_BIG, size=seats, largest=LARGEST)
    if seats < SMALLEST:
        raise Refused(DraftRefusal.PODS_NOT_EQUAL, players=seats, largest=LARGEST)


def require_equal_packs_per_seat(seats: int, packs: Sequence[Sequence[str]]) -> None:
    """Require the same number of packs for each seat, none of them empty. Refused: PACKS_NOT_EVEN."""
    if not packs or len(packs) % seats or not all(packs):
        raise Refused(DraftRefusal.PACKS_NOT_EVEN, packs=len(packs), seats=seats)
