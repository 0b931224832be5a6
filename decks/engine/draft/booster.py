"""Booster Draft: everybody opens a pack in secret, takes one card and passes the rest (R-092)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from decks.engine.draft.protocol import STAFF, Draft, State
from decks.engine.packs import Card, Pack, opened, shares
from decks.engine.pods import LARGEST, SMALLEST
from tournaments.engine.refused import Refused

LEFT, RIGHT = 1, -1


def direction(pack_round: int) -> int:
    """1 where packs go left (clockwise, seat + 1), -1 where they go right; they alternate per pack."""
    return LEFT if pack_round % 2 else RIGHT


def pass_on(seat: int, seats: int, way: int) -> int:
    """The seat a pack goes to."""
    return (seat - 1 + way) % seats + 1


def path(seats: int, opener: int, pack_round: int, cards: int) -> tuple[int, ...]:
    """Who picks from the pack a seat opened, card by card."""
    way = direction(pack_round)
    return tuple((opener - 1 + way * turn) % seats + 1 for turn in range(cards))


@dataclass(frozen=True)
class Booster:
    """The procedure of one pod. `packs` come seat by seat."""

    seats: int
    packs: tuple[Pack, ...]

    @cached_property
    def openings(self) -> tuple[tuple[Pack, ...], ...]:
        """One pack of each seat at a time."""
        return tuple(zip(*shares(self.packs, self.seats), strict=True))

    def opener(self, opening: int) -> int:
        return STAFF

    def begun(self, state: State) -> State:
        packs = self.openings[state.opening - 1]
        return replace(state, hands=dict(enumerate(packs, start=1)), picked=frozenset())

    def turns(self, state: State) -> tuple[int, ...]:
        return tuple(
            seat for seat in range(1, self.seats + 1) if state.hand(seat) and seat not in state.picked
        )

    def choices(self, state: State, seat: int) -> tuple[Card, ...]:
        return state.hand(seat)

    def taken(self, state: State, seat: int, card: Card) -> State:
        rest = tuple(one for one in state.hand(seat) if one != card)
        after = replace(
            state.given(seat, [card]),
            hands={**(state.hands or {}), seat: rest},
            picked=state.picked | {seat},
            taken=state.taken + 1,
        )
        return after if self.turns(after) else self._passed(after)

    def looks_at(self, seat: int, owner: int) -> bool:
        return seat == owner

    def _passed(self, state: State) -> State:
        """Once everybody has picked, every pack moves one seat."""
        way = direction(state.opening)
        hands = {pass_on(seat, self.seats, way): state.hand(seat) for seat in range(1, self.seats + 1)}
        return replace(state, hands=hands, picked=frozenset())


def start(seats: int, packs: Sequence[Sequence[str]]) -> Draft:
    """A pod of 2 to 8 with its packs seat by seat, as many to each. Refused PODS_NOT_EQUAL or PACKS_NOT_EVEN."""
    check_seats(seats)
    check_packs(seats, packs)
    return Draft(Booster(seats, opened(packs)))


def check_seats(seats: int) -> None:
    if not SMALLEST <= seats <= LARGEST:
        raise Refused("PODS_NOT_EQUAL", players=seats, largest=LARGEST)


def check_packs(seats: int, packs: Sequence[Sequence[str]]) -> None:
    """Everybody has the same number of packs, and no pack is empty."""
    if not packs or len(packs) % seats or not all(packs):
        raise Refused("PACKS_NOT_EVEN", packs=len(packs), seats=seats)
