"""What all drafts share: append-only moves, a state that is their replay, and what each seat may see."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.engine.refused import Refused
from drafts.engine import changes
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import START, Hands, Move, Procedure, State, View, pick


@dataclass(frozen=True)
class Draft:
    """A draft under way. Immutable: `play` returns the next one."""

    procedure: Procedure
    moves: tuple[Move, ...] = ()
    state: State = START

    @property
    def seats(self) -> int:
        return self.procedure.seats

    @property
    def over(self) -> bool:
        return self.state.idle and not self.procedure.coming(self.state)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act; 0 for staff."""
        if self.over:
            return ()
        if self.state.idle:
            return (self.procedure.opener(self.procedure.coming(self.state)[0]),)
        return self.procedure.turns(self.state)

    @property
    def pools(self) -> Hands:
        """What each seat has drafted so far."""
        return {seat: self.state.pile(seat) for seat in range(1, self.seats + 1)}

    def options(self, seat: int) -> tuple[Move, ...]:
        """Every move a seat may make now, without undos by staff."""
        if seat not in self.to_act:
            return ()
        if self.state.idle:
            return (Move("open", seat),)
        return tuple(pick(seat, card) for card in self.procedure.choices(self.state, seat))

    @property
    def forced(self) -> Move | None:
        """The pick of the only card left face up, as its seat has no choice (R-093, R-094).

        None if the card is unnamed, if a judge picks for the seat, and for the very last card of a draft: ending it is
        a tap, and until then the pick before can be undone.
        """
        table = self.state.table
        if len(table) != 1 or not table[0].name or not self.procedure.coming(self.state):
            return None
        (seat,) = self.procedure.turns(self.state)
        return None if seat in self.state.at_random else pick(seat, table[0])

    def play(self, move: Move) -> "Draft":
        """The draft after one more move.

        Refused DRAFT_OVER, NOT_YOUR_MOVE, CARD_NOT_OFFERED, CARD_UNNAMED, NAMES_NOT_WANTED, CARD_NOT_YOURS,
        PACK_NOT_THERE, SEAT_NOT_FOUND, LEAVING_UNKNOWN, MOVE_NOT_THERE or MOVE_BUILT_UPON.
        """
        if move.kind == "undo_move":
            after = self._without(move)
        elif move.kind in ("open", "pick"):
            after = self._played(move)
        else:
            after = changes.changed(self.procedure, self.state, move)
        return Draft(self.procedure, (*self.moves, move), after)

    def view(self, seat: int) -> View:
        """What a seat may see; seat 0 sees only what is open to all."""
        state, everybody = self.state, range(1, self.seats + 1)
        table = state.table
        hand = self.procedure.choices(state, seat) if seat in self.to_act and not state.idle else ()
        return View(
            seat,
            self.to_act,
            () if table else hand,
            table,
            {owner: state.pile(owner) for owner in everybody if self.procedure.looks_at(seat, owner)},
            {owner: len(state.pile(owner)) for owner in everybody},
            {owner: len(state.hand(owner)) for owner in everybody},
            sum(
                len(pack)
                for opening in self.procedure.coming(state)
                for pack in self.procedure.openings[opening - 1]
            ),
            self.over,
        )

    def _played(self, move: Move) -> State:
        """The state after opening packs or a pick."""
        if self.over:
            raise Refused(DraftRefusal.DRAFT_OVER)
        if move.seat not in self.to_act or (move.kind == "open") is not self.state.idle:
            raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=move.seat, to_act=self.to_act)
        if replace(move, names=()) not in self.options(move.seat):
            raise Refused(DraftRefusal.CARD_NOT_OFFERED, seat=move.seat, card=move.card)
        if move.kind == "open":
            following = self.procedure.coming(self.state)[0]
            begun = self.procedure.begun(replace(self.state, opening=following, taken=0, turn=0))
            return changes.revealed(self.procedure, begun, move.names)
        offered = self.procedure.choices(self.state, move.seat)
        card = next(card for card in offered if card.number == move.card)
        return self.procedure.taken(self.state, move.seat, changes.named(self.state, card, move))

    def _without(self, move: Move) -> State:
        """The state without a move; later moves must still be possible. Refused MOVE_NOT_THERE, MOVE_BUILT_UPON."""
        undone = {earlier.of for earlier in self.moves if earlier.kind == "undo_move"}
        counting = [
            at for at, earlier in enumerate(self.moves) if at not in undone and earlier.kind != "undo_move"
        ]
        if move.of not in counting:
            raise Refused(DraftRefusal.MOVE_NOT_THERE, of=move.of)
        remaining = [self.moves[at] for at in counting if at != move.of]
        try:
            return replay(self.procedure, remaining).state
        except Refused as refused:
            raise Refused(DraftRefusal.MOVE_BUILT_UPON, of=move.of, later=len(counting) - 1) from refused


def replay(procedure: Procedure, moves: Iterable[Move]) -> Draft:
    """A draft from its log."""
    draft = Draft(procedure)
    for move in moves:
        draft = draft.play(move)
    return draft
