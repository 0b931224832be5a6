"""Sealed Deck: packs are handed out at the start and opened together on the organizer's signal (R-097)."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.engine.refused import Refused
from drafts.engine.draft_game import DraftGame
from drafts.engine.moves import STAFF, Card, DraftingState, Pack
from drafts.engine.packs import numbered_packs, packs_by_seat, require_equal_packs_per_seat
from drafts.engine.procedures.procedure import later_openings
from drafts.engine.refusals import DraftRefusal


@dataclass(frozen=True)
class SealedProcedure:
    """The procedure of Sealed: players open their packs, and there are no picks."""

    seats: int
    packs: tuple[Pack, ...]

    @property
    def openings(self) -> tuple[tuple[Pack, ...], ...]:
        """The only opening, of all packs."""
        return (self.packs,)

    @property
    def packs_lie_face_up(self) -> bool:
        return False

    def coming_openings(self, state: DraftingState) -> tuple[int, ...]:
        """Return the opening of all packs, unless it has begun."""
        return later_openings(state, len(self.openings))

    def seat_that_opens(self, opening: int) -> int:
        """Return 0, as all players open their packs on a signal by staff."""
        return STAFF

    def state_after_opening(self, state: DraftingState) -> DraftingState:
        """Return the state with the cards of all packs in the piles of their seats."""
        for seat, share in enumerate(packs_by_seat(self.packs, self.seats), start=1):
            state = state.with_drafted(seat, [card for pack in share for card in pack])
        return state

    def seats_to_pick(self, state: DraftingState) -> tuple[int, ...]:
        return ()

    def cards_to_pick_from(self, state: DraftingState, seat: int) -> tuple[Card, ...]:
        return ()

    def state_after_pick(self, state: DraftingState, seat: int, card: Card) -> DraftingState:
        raise AssertionError("Sealed has no picks")

    def state_after_passing(self, state: DraftingState) -> DraftingState:
        """Return the state unchanged, as no packs are passed."""
        return state

    def remaining_stack(self, state: DraftingState) -> tuple[Card, ...]:
        """Return no cards, as packs belong to seats."""
        return ()

    def may_see_pile(self, seat: int, owner: int) -> bool:
        """Return whether a seat may look at a pile; players see only their own."""
        return seat == owner


def start_sealed_draft(seats: int, packs: Sequence[Sequence[str]]) -> DraftGame:
    """Start a Sealed field with the same number of packs for each seat. Refused: TOO_FEW_TO_DRAFT, PACKS_NOT_EVEN."""
    if seats < 2:
        raise Refused(DraftRefusal.TOO_FEW_TO_DRAFT, players=seats)
    require_equal_packs_per_seat(seats, packs)
    return DraftGame(SealedProcedure(seats, numbered_packs(packs)))
