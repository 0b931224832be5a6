"""Rochester Draft: two packs face up, picks in snake order, and the next opener is the player to the left (R-093)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.engine.refused import Refused
from drafts.engine.draft_game import DraftGame
from drafts.engine.moves import Card, DraftingState, Pack
from drafts.engine.packs import TOGETHER, numbered_packs, packs_by_seat, require_equal_packs_per_seat
from drafts.engine.pods import require_valid_seat_count
from drafts.engine.refusals import DraftRefusal


def opener_of(opening: int, seats: int) -> int:
    """Return the seat that opens packs. `opening` is counted from 1."""
    return (opening - 1) % seats + 1


def snake_order(seats: int, opener: int, cards: int) -> tuple[int, ...]:
    """Return the seats that pick, card by card.

    Picks go clockwise from the opener to the last seat, which picks twice, then back to the opener, who picks twice.
    """
    clockwise = [(opener - 1 + turn) % seats + 1 for turn in range(seats)]
    round_trip = [*clockwise, *reversed(clockwise)]
    return tuple(round_trip[turn % len(round_trip)] for turn in range(cards))


@dataclass(frozen=True)
class RochesterProcedure:
    """The procedure of one Rochester table. `packs` are ordered by seat."""

    seats: int
    packs: tuple[Pack, ...]

    @cached_property
    def openings(self) -> tuple[tuple[Pack, ...], ...]:
        """Two packs per opening, from each seat in turn, until all packs are opened."""
        owned = packs_by_seat(self.packs, self.seats)
        packs_each = len(owned[0])
        return tuple(
            share[start : start + TOGETHER] for start in range(0, packs_each, TOGETHER) for share in owned
        )

    @property
    def packs_lie_face_up(self) -> bool:
        return True

    def coming_openings(self, state: DraftingState) -> tuple[int, ...]:
        """Return the numbers of the remaining openings, without those of seats whose players left."""
        openings = range(state.opening + 1, len(self.openings) + 1)
        return tuple(opening for opening in openings if self.seat_that_opens(opening) not in state.dropped)

    def seat_that_opens(self, opening: int) -> int:
        """Return the seat that opens the packs of an opening."""
        return opener_of(opening, self.seats)

    def state_after_opening(self, state: DraftingState) -> DraftingState:
        """Return the state with both packs of the opening that has just begun face up."""
        packs = self.openings[state.opening - 1]
        return replace(state, table=tuple(card for pack in packs for card in pack))

    def seats_to_pick(self, state: DraftingState) -> tuple[int, ...]:
        """Return the one seat that picks next in the snake order."""
        return (self._next_turn(state)[1],)

    def cards_to_pick_from(self, state: DraftingState, seat: int) -> tuple[Card, ...]:
        return state.table

    def state_after_pick(self, state: DraftingState, seat: int, card: Card) -> DraftingState:
        """Return the state after a pick from the face-up cards."""
        table = tuple(table_card for table_card in state.table if table_card.number != card.number)
        turn = self._next_turn(state)[0] + 1
        return replace(state.with_drafted(seat, [card]), table=table, taken=state.taken + 1, turn=turn)

    def state_after_passing(self, state: DraftingState) -> DraftingState:
        """Return the state, without the face-up cards once every player has left."""
        return replace(state, table=()) if len(state.dropped) == self.seats else state

    def remaining_stack(self, state: DraftingState) -> tuple[Card, ...]:
        """Return no cards, as packs belong to seats."""
        return ()

    def may_see_pile(self, seat: int, owner: int) -> bool:
        """Return whether a seat may look at a pile; everyone sees all piles."""
        return True

    def _next_turn(self, state: DraftingState) -> tuple[int, int]:
        """Return the next position in the snake order and its seat, skipping seats whose players left."""
        # Long enough to contain every seat after the current turn.
        order = snake_order(self.seats, self.seat_that_opens(state.opening), state.turn + 2 * self.seats)
        position = next(
            candidate for candidate in range(state.turn, len(order)) if order[candidate] not in state.dropped
        )
        return position, order[position]


def start_rochester_draft(seats: int, packs: Sequence[Sequence[str]]) -> DraftGame:
    """Start a table of 2 to 8 seats, with packs ordered by seat.

    Refused: ODD_PACKS_FOR_ROCHESTER, and whatever `require_valid_seat_count` and `require_equal_packs_per_seat` refuse.
    """
    require_valid_seat_count(seats)
    require_equal_packs_per_seat(seats, packs)
    packs_each = len(packs) // seats
    if packs_each % TOGETHER:
        raise Refused(
            DraftRefusal.ODD_PACKS_FOR_ROCHESTER,
            packs_each=packs_each,
            less=packs_each - 1,
            more=packs_each + 1,
        )
    return DraftGame(RochesterProcedure(seats, numbered_packs(packs)))
