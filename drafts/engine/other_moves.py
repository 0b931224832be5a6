"""Moves other than openings and picks: renamed cards, packs of the wrong size, players who leave (R-092–094).

As the rules do not cover packs of the wrong size or players who leave, a judge decides (R-002). Each decision is a move
of the draft.
"""

from dataclasses import replace

from core.engine.refused import Refused
from drafts.engine.moves import LEAVINGS, SHARED, STAFF, Card, DraftingState, Move, normalized_card_name
from drafts.engine.pods import PAIR
from drafts.engine.procedures.procedure import DraftProcedure
from drafts.engine.refusals import DraftRefusal


def state_after_other_move(procedure: DraftProcedure, state: DraftingState, move: Move) -> DraftingState:
    """Return the state after a move that is neither an opening, a pick nor an undo.

    Refused: NOT_YOUR_MOVE, CARD_NOT_YOURS, CARD_UNNAMED, and whatever `_leave_seat` and `_resize_pack` refuse.
    """
    if move.kind == "rename":
        # A seat may rename the cards in its pile and, if face up, on the table; staff may rename those of all seats.
        piles = (state.pile(seat) for seat in range(1, procedure.seats + 1) if move.seat in (STAFF, seat))
        renamable = {card.number for pile in piles for card in pile}
        if move.seat == STAFF or procedure.packs_lie_face_up:
            renamable |= {card.number for card in state.table}
        if move.card is None or move.card not in renamable or not move.names:
            raise Refused(DraftRefusal.CARD_NOT_YOURS, seat=move.seat, card=move.card)
        name = normalized_card_name(move.names[0])
        if not name:
            raise Refused(DraftRefusal.CARD_UNNAMED, seat=move.seat)
        return state.named(move.card, name)
    if not 0 <= move.seat <= procedure.seats:
        raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=move.seat, to_act=())
    if move.kind == "leave":
        return _leave_seat(procedure, state, move)
    return _resize_pack(procedure, state, move)


def _leave_seat(procedure: DraftProcedure, state: DraftingState, move: Move) -> DraftingState:
    """Return the state after a player left; `move.way` determines how the draft continues.

    Refused: LEAVING_UNKNOWN, SEAT_NOT_FOUND.
    """
    if move.way not in LEAVINGS or move.seat == STAFF:
        raise Refused(DraftRefusal.LEAVING_UNKNOWN, seat=move.seat)
    if move.seat in state.dropped or (move.way == "random" and move.seat in state.at_random):
        raise Refused(DraftRefusal.SEAT_NOT_FOUND, seat=move.seat)
    if move.way == "random":
        return replace(state, at_random=state.at_random | {move.seat})
    if move.way in SHARED:
        # The other player gets the rest of a common stack, or enough of it for half of all cards.
        other_seat, stack = PAIR + 1 - move.seat, procedure.remaining_stack(state)
        if not stack or procedure.seats != PAIR:
            raise Refused(DraftRefusal.LEAVING_UNKNOWN, seat=move.seat)
        if move.way == "half":
            total = len(stack) + sum(len(pile) for pile in (state.drafted or {}).values())
            stack = stack[: max(0, total // PAIR - len(state.pile(other_seat)))]
        state = state.with_drafted(other_seat, stack)
    hands = {seat: cards for seat, cards in (state.hands or {}).items() if seat != move.seat}
    remaining = replace(
        state, dropped=state.dropped | {move.seat}, at_random=state.at_random - {move.seat}, hands=hands
    )
    return procedure.state_after_passing(remaining)


def _resize_pack(procedure: DraftProcedure, state: DraftingState, move: Move) -> DraftingState:
    """Return the state with a card removed from or added to the pack of a seat, or the table for seat 0.

    A card without a name is removed first. Refused: PACK_NOT_THERE.
    """
    pack = state.hand(move.seat) if move.seat else state.table
    if not pack:
        raise Refused(DraftRefusal.PACK_NOT_THERE, seat=move.seat)
    if move.kind == "short":
        removed = next((card for card in reversed(pack) if not card.name), pack[-1])
        pack = tuple(card for card in pack if card != removed)
    else:
        # Number an added card with the first unused number, so that it differs from all cards in packs.
        unused_number = 1 + max(
            card.number for opening in procedure.openings for pack in opening for card in pack
        )
        pack = (*pack, Card(unused_number + state.more, "", pack[0].pack))
        state = replace(state, more=state.more + 1)
    resized = (
        replace(state, hands={**(state.hands or {}), move.seat: pack})
        if move.seat
        else replace(state, table=pack)
    )
    return procedure.state_after_passing(resized)
