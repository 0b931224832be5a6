"""Sealed Deck: packs are handed out at the start and opened together on the organizer's signal (R-097)."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.engine.refused import Refused
from drafts.engine.booster import check_packs, later_openings
from drafts.engine.moves import STAFF, Card, Pack, State, numbered_packs, packs_by_seat
from drafts.engine.protocol import Draft
from drafts.engine.refusals import DraftRefusal


@dataclass(frozen=True)
class Sealed:
    """The procedure of Sealed: players open their packs, and there are no picks."""

    seats: int
    packs: tuple[Pack, ...]

    @property
    def openings(self) -> tuple[tuple[Pack, ...], ...]:
        """The only opening, of all packs."""
        return (self.packs,)

    @property
    def face_up(self) -> bool:
        return False

    def coming(self, state: State) -> tuple[int, ...]:
        """Return the opening of all packs, unless it has begun."""
        return later_openings(state, len(self.openings))

    def opener(self, opening: int) -> int:
        """Return 0, as all players open their packs on a signal by staff."""
        return STAFF

    def begun(self, state: State) -> State:
        """Return the state with the cards of all packs in the piles of their seats."""
        for seat, share in enumerate(packs_by_seat(self.packs, self.seats), start=1):
            state = state.with_drafted(seat, [card for pack in share for card in pack])
        return state

    def turns(self, state: State) -> tuple[int, ...]:
        return ()

    def choices(self, state: State, seat: int) -> tuple[Card, ...]:
        return ()

    def taken(self, state: State, seat: int, card: Card) -> State:
        raise AssertionError("Sealed has no picks")

    def settled(self, state: State) -> State:
        """Return the state unchanged, as no packs are passed."""
        return state

    def stack(self, state: State) -> tuple[Card, ...]:
        """Return no cards, as packs belong to seats."""
        return ()

    def looks_at(self, seat: int, owner: int) -> bool:
        """Return whether a seat may look at a pile; players see only their own."""
        return seat == owner


def start_draft(seats: int, packs: Sequence[Sequence[str]]) -> Draft:
    """Start a Sealed field with the same number of packs for each seat. Refused: TOO_FEW_TO_DRAFT, PACKS_NOT_EVEN."""
    if seats < 2:
        raise Refused(DraftRefusal.TOO_FEW_TO_DRAFT, players=seats)
    check_packs(seats, packs)
    return Draft(Sealed(seats, numbered_packs(packs)))
