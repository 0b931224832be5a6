"""Booster Draft: everyone opens a pack in secret, takes one card and passes the rest (R-092)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from drafts.engine.draft_game import DraftGame
from drafts.engine.moves import STAFF, Card, DraftingState, Pack
from drafts.engine.packs import numbered_packs, packs_by_seat, require_equal_packs_per_seat
from drafts.engine.pods import require_valid_seat_count
from drafts.engine.procedures.procedure import later_openings

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
    def packs_lie_face_up(self) -> bool:
        return False

    def coming_openings(self, state: DraftingState) -> tuple[int, ...]:
        """Return the numbers of the remaining openings, in order; none once all players have left."""
        return () if len(state.dropped) == self.seats else later_openings(state, len(self.openings))

    def seat_that_opens(self, opening: int) -> int:
        """Return 0, as all players open their packs on a signal by staff."""
        return STAFF

    def state_after_opening(self, state: DraftingState) -> DraftingState:
        """Return the state in which each player has a pack of the opening that has just begun."""
        # The packs of players who have left stay closed.
        packs = enumerate(self.openings[state.opening - 1], start=1)
        return replace(
            state, hands={seat: pack for seat, pack in packs if seat not in state.dropped}, picked=frozenset()
        )

    def seats_to_pick(self, state: DraftingState) -> tuple[int, ...]:
        """Return the seats with a pack that have not picked from it yet."""
        return tuple(
            seat for seat in range(1, self.seats + 1) if state.hand(seat) and seat not in state.picked
        )

    def cards_to_pick_from(self, state: DraftingState, seat: int) -> tuple[Card, ...]:
        return state.hand(seat)

    def state_after_pick(self, state: DraftingState, seat: int, card: Card) -> DraftingState:
        """Return the state after a pick, with packs passed on once everyone has picked."""
        remaining = tuple(held_card for held_card in state.hand(seat) if held_card.number != card.number)
        picked = replace(
            state.with_drafted(seat, [card]),
            hands={**(state.hands or {}), seat: remaining},
            picked=state.picked | {seat},
            taken=state.taken + 1,
        )
        return self.state_after_passing(picked)

    def state_after_passing(self, state: DraftingState) -> DraftingState:
        """Pass each pack to the next seat still in the draft, once all have picked."""
        if self.seats_to_pick(state) or state.idle:
            return state
        seats = [seat for seat in range(1, self.seats + 1) if seat not in state.dropped]
        passes_left = direction(state.opening) == LEFT
        receivers = seats[1:] + seats[:1] if passes_left else seats[-1:] + seats[:-1]
        hands = {receiver: state.hand(seat) for seat, receiver in zip(seats, receivers, strict=True)}
        return replace(state, hands=hands, picked=frozenset(), turn=state.turn + 1)

    def remaining_stack(self, state: DraftingState) -> tuple[Card, ...]:
        """Return no cards, as packs belong to seats."""
        return ()

    def may_see_pile(self, seat: int, owner: int) -> bool:
        """Return whether a seat may look at a pile; players see only their own."""
        return seat == owner


def start_booster_draft(seats: int, packs: Sequence[Sequence[str]]) -> DraftGame:
    """Start a pod of 2 to 8 seats. `packs` are ordered by seat, the same number for each.

    Refused: POD_TOO_BIG, PODS_NOT_EQUAL, PACKS_NOT_EVEN.
    """
    require_valid_seat_count(seats)
    require_equal_packs_per_seat(seats, packs)
    return DraftGame(BoosterProcedure(seats, numbered_packs(packs)))
