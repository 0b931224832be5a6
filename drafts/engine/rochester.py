"""Rochester Draft: two packs face up, picks in snake order, the next opener to the left (R-093)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.engine.refused import Refused
from drafts.engine.booster import check_packs, check_seats
from drafts.engine.packs import TOGETHER, Card, Pack, opened, shares
from drafts.engine.protocol import Draft
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import State


def opener_of(opening: int, seats: int) -> int:
    """The seat that opens, openings counted from 1."""
    return (opening - 1) % seats + 1


def snake(seats: int, opener: int, cards: int) -> tuple[int, ...]:
    """The seats that pick, card by card: clockwise from the opener, the last one twice, back, the opener twice."""
    there = [(opener - 1 + turn) % seats + 1 for turn in range(seats)]
    both = [*there, *reversed(there)]
    return tuple(both[turn % len(both)] for turn in range(cards))


@dataclass(frozen=True)
class Rochester:
    """The procedure of one table. `packs` are ordered by seat."""

    seats: int
    packs: tuple[Pack, ...]

    @cached_property
    def openings(self) -> tuple[tuple[Pack, ...], ...]:
        """Two packs of the opener at a time, round the table repeatedly."""
        owned = shares(self.packs, self.seats)
        each = len(owned[0])
        return tuple(share[at : at + TOGETHER] for at in range(0, each, TOGETHER) for share in owned)

    @property
    def face_up(self) -> bool:
        return True

    def coming(self, state: State) -> tuple[int, ...]:
        """The openings to come, without packs of seats that left."""
        openings = range(state.opening + 1, len(self.openings) + 1)
        return tuple(opening for opening in openings if self.opener(opening) not in state.dropped)

    def opener(self, opening: int) -> int:
        return opener_of(opening, self.seats)

    def begun(self, state: State) -> State:
        packs = self.openings[state.opening - 1]
        return replace(state, table=tuple(card for pack in packs for card in pack))

    def turns(self, state: State) -> tuple[int, ...]:
        return (self._turn(state)[1],)

    def choices(self, state: State, seat: int) -> tuple[Card, ...]:
        return state.table

    def taken(self, state: State, seat: int, card: Card) -> State:
        table = tuple(held for held in state.table if held.number != card.number)
        turn = self._turn(state)[0] + 1
        return replace(state.given(seat, [card]), table=table, taken=state.taken + 1, turn=turn)

    def settled(self, state: State) -> State:
        # If every player has left, the cards on the table stay there.
        return replace(state, table=()) if len(state.dropped) == self.seats else state

    def stack(self, state: State) -> tuple[Card, ...]:
        return ()

    def looks_at(self, seat: int, owner: int) -> bool:
        return True

    def _turn(self, state: State) -> tuple[int, int]:
        """The next position in the snake and its seat, skipping seats that left."""
        order = snake(self.seats, self.opener(state.opening), state.turn + 2 * self.seats)
        place = next(at for at in range(state.turn, len(order)) if order[at] not in state.dropped)
        return place, order[place]


def start(seats: int, packs: Sequence[Sequence[str]]) -> Draft:
    """A table of 2 to 8 with its packs ordered by seat. Refused as in Booster, and ODD_PACKS_FOR_ROCHESTER."""
    check_seats(seats)
    check_packs(seats, packs)
    each = len(packs) // seats
    if each % TOGETHER:
        raise Refused(DraftRefusal.ODD_PACKS_FOR_ROCHESTER, packs_each=each, less=each - 1, more=each + 1)
    return Draft(Rochester(seats, opened(packs)))
