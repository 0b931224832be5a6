"""Solomon Draft: two players, one stack, four cards at a time, picked 1–2–1 with the roles swapped (R-094)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from core.engine.refused import Refused
from drafts.engine.booster import check_packs, rest
from drafts.engine.packs import Card, Pack, opened
from drafts.engine.pods import PAIR
from drafts.engine.protocol import Draft
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import State

GROUP = 4


def turner_of(group: int, first: int = 1) -> int:
    """The seat that turns a group over and picks first, groups counted from 1."""
    return first if group % 2 else PAIR + 1 - first


def picks_of(turner: int, cards: int) -> tuple[int, ...]:
    """One, the other, the other, one; cut off in a last group of fewer cards (S13)."""
    other = PAIR + 1 - turner
    return (turner, other, other, turner)[:cards]


def groups(stack: int) -> tuple[int, ...]:
    """The size of each group of a stack."""
    return tuple(min(GROUP, stack - at) for at in range(0, stack, GROUP))


@dataclass(frozen=True)
class Solomon:
    """The procedure of one pair. `cards` are shuffled; `first` won the coin flip and is player 1 of the rules."""

    cards: Pack
    first: int
    seats: int = PAIR

    @cached_property
    def openings(self) -> tuple[tuple[Pack, ...], ...]:
        return tuple((self.cards[at : at + GROUP],) for at in range(0, len(self.cards), GROUP))

    @property
    def face_up(self) -> bool:
        return True

    def coming(self, state: State) -> tuple[int, ...]:
        # Nothing once a player has left: a judge decides about the rest of the stack.
        return () if state.dropped else rest(state, len(self.openings))

    def opener(self, opening: int) -> int:
        return turner_of(opening, self.first)

    def begun(self, state: State) -> State:
        return replace(state, table=self.openings[state.opening - 1][0])

    def turns(self, state: State) -> tuple[int, ...]:
        order = picks_of(self.opener(state.opening), GROUP)
        return (order[state.turn % len(order)],)

    def choices(self, state: State, seat: int) -> tuple[Card, ...]:
        return state.table

    def taken(self, state: State, seat: int, card: Card) -> State:
        table = tuple(held for held in state.table if held.number != card.number)
        taken, turn = state.taken + 1, state.turn + 1
        return replace(state.given(seat, [card]), table=table, taken=taken, turn=turn)

    def settled(self, state: State) -> State:
        return replace(state, table=()) if state.dropped else state

    def stack(self, state: State) -> tuple[Card, ...]:
        closed = (card for opening in self.coming(state) for card in self.openings[opening - 1][0])
        return (*state.table, *closed)

    def looks_at(self, seat: int, owner: int) -> bool:
        return seat == owner


def start(seats: int, packs: Sequence[Sequence[str]], *, seed: int, first: int | None = None) -> Draft:
    """A pair with all its packs, shuffled by a stored seed.

    `first`: the seat that won the coin flip; None lets the seed flip it. Refused NOT_A_PAIR or PACKS_NOT_EVEN.
    """
    if seats != PAIR:
        raise Refused(DraftRefusal.NOT_A_PAIR, players=seats, pairs=seats // PAIR, left=seats % PAIR)
    check_packs(seats, packs)
    chance = Random(seed)
    stack = [card for pack in opened(packs) for card in pack]
    chance.shuffle(stack)
    coin = chance.randint(1, PAIR)
    return Draft(Solomon(tuple(stack), first or coin))
