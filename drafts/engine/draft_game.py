"""The part that all drafts share: append-only moves, a state replayed from them, and the view of each seat."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.engine.refused import Refused
from drafts.engine import other_moves
from drafts.engine.moves import (
    START,
    DraftingState,
    Hands,
    Move,
    View,
    build_pick_move,
    normalized_card_name,
    undo_by_undone_move,
)
from drafts.engine.procedures.procedure import DraftProcedure
from drafts.engine.refusals import DraftRefusal


@dataclass(frozen=True)
class DraftGame:
    """A draft in progress. Immutable: `play` returns the draft after a move."""

    procedure: DraftProcedure
    moves: tuple[Move, ...] = ()
    state: DraftingState = START

    @property
    def seats(self) -> int:
        return self.procedure.seats

    @property
    def over(self) -> bool:
        """Whether all cards are picked and no more packs are to be opened."""
        return self.state.idle and not self.procedure.coming_openings(self.state)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; 0 means staff."""
        if self.over:
            return ()
        if self.state.idle:
            return (self.procedure.seat_that_opens(self.procedure.coming_openings(self.state)[0]),)
        return self.procedure.seats_to_pick(self.state)

    @property
    def pools(self) -> Hands:
        """The cards each seat has drafted so far."""
        return {seat: self.state.pile(seat) for seat in range(1, self.seats + 1)}

    def options(self, seat: int) -> tuple[Move, ...]:
        """Return every opening or pick that a seat may make now; empty if it may not act."""
        if seat not in self.to_act:
            return ()
        if self.state.idle:
            return (Move("open", seat),)
        return tuple(
            build_pick_move(seat, card) for card in self.procedure.cards_to_pick_from(self.state, seat)
        )

    @property
    def forced(self) -> Move | None:
        """The forced pick of the last face-up card of an opening (R-093, R-094), or None.

        It is None if the card is unnamed, if a judge picks for the seat, or if it is the very last card of the draft.
        That card has to be tapped, so that the previous pick can still be undone.
        """
        table = self.state.table
        if len(table) != 1 or not table[0].name or not self.procedure.coming_openings(self.state):
            return None
        (seat,) = self.procedure.seats_to_pick(self.state)
        return None if seat in self.state.at_random else build_pick_move(seat, table[0])

    def play(self, move: Move) -> "DraftGame":
        """Return the draft after one more move.

        Refused: DRAFT_OVER, NOT_YOUR_MOVE, CARD_NOT_OFFERED, CARD_UNNAMED, NAMES_NOT_WANTED, CARD_NOT_YOURS,
        PACK_NOT_THERE, SEAT_NOT_FOUND, LEAVING_UNKNOWN, MOVE_NOT_THERE, MOVE_BUILT_UPON.
        """
        if move.kind == "undo_move":
            new_state = self._state_after_undo(move)
        elif move.kind not in ("open", "pick"):
            new_state = other_moves.state_after_other_move(self.procedure, self.state, move)
        elif self.over:
            raise Refused(DraftRefusal.DRAFT_OVER)
        elif move.seat not in self.to_act or (move.kind == "open") is not self.state.idle:
            raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=move.seat, to_act=self.to_act)
        elif replace(move, names=(), way="") not in self.options(move.seat):
            raise Refused(DraftRefusal.CARD_NOT_OFFERED, seat=move.seat, card=move.card)
        else:
            new_state = (
                self._state_after_opening(move) if move.kind == "open" else self._state_after_pick(move)
            )
        return DraftGame(self.procedure, (*self.moves, move), new_state)

    def view(self, seat: int) -> View:
        """Return the draft as a seat may see it; seat 0 sees only public information."""
        state, seats = self.state, range(1, self.seats + 1)
        table = state.table
        hand = (
            self.procedure.cards_to_pick_from(state, seat) if seat in self.to_act and not state.idle else ()
        )
        return View(
            seat,
            self.to_act,
            () if table else hand,
            table,
            {owner: state.pile(owner) for owner in seats if self.procedure.may_see_pile(seat, owner)},
            {owner: len(state.pile(owner)) for owner in seats},
            {owner: len(state.hand(owner)) for owner in seats},
            sum(
                len(pack)
                for opening in self.procedure.coming_openings(state)
                for pack in self.procedure.openings[opening - 1]
            ),
            self.over,
        )

    def _state_after_opening(self, move: Move) -> DraftingState:
        """Return the state with the next packs opened, and face-up cards named. Refused: NAMES_NOT_WANTED."""
        opening = self.procedure.coming_openings(self.state)[0]
        state = self.procedure.state_after_opening(replace(self.state, opening=opening, taken=0, turn=0))
        if not any(move.names):
            return state
        if not self.procedure.packs_lie_face_up or len(move.names) > len(state.table):
            raise Refused(DraftRefusal.NAMES_NOT_WANTED, cards=len(state.table), names=len(move.names))
        for card, name in zip(state.table, move.names, strict=False):
            if name and not card.name:
                state = state.named(card.number, normalized_card_name(name))
        return state

    def _state_after_pick(self, move: Move) -> DraftingState:
        """Return the state after a pick. The card is named if it had no name.

        A random pick may stay unnamed. Refused: CARD_UNNAMED, CARD_NOT_OFFERED if the card has another name.
        """
        choices = self.procedure.cards_to_pick_from(self.state, move.seat)
        card = next(card for card in choices if card.number == move.card)
        name = normalized_card_name(move.names[0]) if move.names else ""
        is_random = move.way == "random" or move.seat in self.state.at_random
        if not (card.name or name or is_random):
            raise Refused(DraftRefusal.CARD_UNNAMED, seat=move.seat)
        if card.name and name and name != card.name:
            raise Refused(DraftRefusal.CARD_NOT_OFFERED, seat=move.seat, card=move.card)
        return self.procedure.state_after_pick(self.state, move.seat, replace(card, name=card.name or name))

    def _state_after_undo(self, move: Move) -> DraftingState:
        """Return the state without a move; later moves must stay legal. Refused: MOVE_NOT_THERE, MOVE_BUILT_UPON."""
        undone = undo_by_undone_move(self.moves)
        effective = [
            index
            for index, earlier in enumerate(self.moves)
            if index not in undone and earlier.kind != "undo_move"
        ]
        if move.of not in effective:
            raise Refused(DraftRefusal.MOVE_NOT_THERE, of=move.of)
        remaining = [self.moves[index] for index in effective if index != move.of]
        try:
            return replay_moves(self.procedure, remaining).state
        except Refused as refused:
            raise Refused(DraftRefusal.MOVE_BUILT_UPON, of=move.of, later=len(effective) - 1) from refused


def replay_moves(procedure: DraftProcedure, moves: Iterable[Move]) -> DraftGame:
    """Return the draft after playing these moves from the beginning. Refused: whatever `DraftGame.play` refuses."""
    draft = DraftGame(procedure)
    for move in moves:
        draft = draft.play(move)
    return draft
