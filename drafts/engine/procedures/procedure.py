"""The protocol of drafting procedures: what each format decides about openings, turns, picks and piles."""

from typing import Protocol

from drafts.engine.moves import Card, DraftingState, Pack


class DraftProcedure(Protocol):
    """The drafting procedure of one format. `openings`: the packs of each opening, in order."""

    @property
    def seats(self) -> int: ...
    @property
    def openings(self) -> tuple[tuple[Pack, ...], ...]: ...
    @property
    def packs_lie_face_up(self) -> bool:
        """Whether everyone sees the opened cards."""
        ...

    def coming_openings(self, state: DraftingState) -> tuple[int, ...]:
        """Return the numbers of the remaining openings, in order."""
        ...

    def seat_that_opens(self, opening: int) -> int:
        """Return the seat that begins an opening, or 0 for a signal by staff."""
        ...

    def state_after_opening(self, state: DraftingState) -> DraftingState:
        """Return the state after opening the packs of `state.opening`, the opening that has just begun."""
        ...

    def state_after_passing(self, state: DraftingState) -> DraftingState:
        """Return the state after packs are passed, if all have picked. Called after a pack changed or a player left."""
        ...

    def seats_to_pick(self, state: DraftingState) -> tuple[int, ...]:
        """Return the seats that pick now."""
        ...

    def cards_to_pick_from(self, state: DraftingState, seat: int) -> tuple[Card, ...]:
        """Return the cards from which a seat may pick. The seat must be allowed to act."""
        ...

    def state_after_pick(self, state: DraftingState, seat: int, card: Card) -> DraftingState:
        """Return the state after a pick."""
        ...

    def remaining_stack(self, state: DraftingState) -> tuple[Card, ...]:
        """Return the remaining common stack, face-up cards first; empty in formats in which packs belong to seats."""
        ...

    def may_see_pile(self, seat: int, owner: int) -> bool:
        """Return whether a seat may look at the pile of another seat."""
        ...


def later_openings(state: DraftingState, openings: int) -> tuple[int, ...]:
    """Return the numbers of the openings after the current one. `openings`: their total number."""
    return tuple(range(state.opening + 1, openings + 1))
