"""Solomon Draft: two players pick 1–2–1 from groups of four cards of one stack, in alternating roles (R-094).

The rules do not describe an odd field (S13). In the group of three that a judge may make, the player who turns a group
over also takes its first and its last card, each of the others takes one, and the roles rotate clockwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from core.engine.refused import Refused
from drafts.engine.draft_game import DraftGame
from drafts.engine.moves import Card, DraftingState, Pack
from drafts.engine.packs import numbered_packs, require_equal_packs_per_seat
from drafts.engine.pods import PAIR, TRIO
from drafts.engine.procedures.procedure import later_openings
from drafts.engine.refusals import DraftRefusal

GROUP = 4
"""Number of cards turned over together (R-094)."""


def revealer_of(group: int, first: int = 1, *, seats: int = PAIR) -> int:
    """Return the seat that turns a group over and picks first.

    Groups are counted from 1. `first`: the winner of the coin flip, who turns over the first group.
    """
    return (first + group - 2) % seats + 1


def picking_seats(revealer: int, cards: int, *, seats: int = PAIR) -> tuple[int, ...]:
    """Return the seats in the order in which they pick from a group: revealer, other, other, revealer (S13).

    In a group of three, both other seats pick once. If the last group has fewer cards, the order ends early.
    """
    second = revealer % seats + 1
    third = second if seats == PAIR else second % seats + 1
    return (revealer, second, third, revealer)[:cards]


def group_sizes(stack: int) -> tuple[int, ...]:
    """Return the sizes of the groups into which a stack of this many cards is divided, in order."""
    return tuple(min(GROUP, stack - start) for start in range(0, stack, GROUP))


@dataclass(frozen=True)
class SolomonProcedure:
    """The procedure of one Solomon pair, or of a group of three (S13).

    `cards`: the shuffled stack. `first`: the seat that won the coin flip, player 1 in the rules.
    """

    cards: Pack
    first: int
    seats: int = PAIR

    @cached_property
    def openings(self) -> tuple[tuple[Pack, ...], ...]:
        """One group of four cards per opening; the last may be smaller."""
        return tuple((self.cards[start : start + GROUP],) for start in range(0, len(self.cards), GROUP))

    @property
    def packs_lie_face_up(self) -> bool:
        return True

    def coming_openings(self, state: DraftingState) -> tuple[int, ...]:
        # Once a player has left, no more cards are opened: a judge decides about the rest of the stack.
        return () if state.dropped else later_openings(state, len(self.openings))

    def seat_that_opens(self, opening: int) -> int:
        """Return the seat that turns over the cards of an opening."""
        return revealer_of(opening, self.first, seats=self.seats)

    def state_after_opening(self, state: DraftingState) -> DraftingState:
        """Return the state with the cards of the group that has just been turned over face up."""
        return replace(state, table=self.openings[state.opening - 1][0])

    def seats_to_pick(self, state: DraftingState) -> tuple[int, ...]:
        """Return the one seat that picks next from the group."""
        order = picking_seats(self.seat_that_opens(state.opening), GROUP, seats=self.seats)
        return (order[state.turn % len(order)],)

    def cards_to_pick_from(self, state: DraftingState, seat: int) -> tuple[Card, ...]:
        return state.table

    def state_after_pick(self, state: DraftingState, seat: int, card: Card) -> DraftingState:
        """Return the state after a pick from the face-up cards."""
        table = tuple(table_card for table_card in state.table if table_card.number != card.number)
        taken, turn = state.taken + 1, state.turn + 1
        return replace(state.with_drafted(seat, [card]), table=table, taken=taken, turn=turn)

    def state_after_passing(self, state: DraftingState) -> DraftingState:
        """Return the state, without the face-up cards once a player has left."""
        return replace(state, table=()) if state.dropped else state

    def remaining_stack(self, state: DraftingState) -> tuple[Card, ...]:
        """Return the cards left in the stack, face-up cards first; none once a player has left."""
        closed = (card for opening in self.coming_openings(state) for card in self.openings[opening - 1][0])
        return (*state.table, *closed)

    def may_see_pile(self, seat: int, owner: int) -> bool:
        """Return whether a seat may look at a pile; players see only their own."""
        return seat == owner


def start_solomon_draft(
    seats: int, packs: Sequence[Sequence[str]], *, seed: int, first: int | None = None
) -> DraftGame:
    """Start a pair, or a group of three, with all its packs in one stack, shuffled by a stored seed.

    `first`: the seat that won the coin flip; None lets the seed decide. Refused: NOT_A_PAIR, PACKS_NOT_EVEN.
    """
    if seats not in (PAIR, TRIO):
        raise Refused(DraftRefusal.NOT_A_PAIR, players=seats, pairs=seats // PAIR, left=seats % PAIR)
    require_equal_packs_per_seat(seats, packs)
    random = Random(seed)
    stack = [card for pack in numbered_packs(packs) for card in pack]
    random.shuffle(stack)
    coin = random.randint(1, seats)
    return DraftGame(SolomonProcedure(tuple(stack), first or coin, seats))
