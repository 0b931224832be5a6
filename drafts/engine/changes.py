"""Changes to a draft besides picks: naming cards, short or long packs, players who leave (R-092–094).

The rules do not cover a pack of the wrong size or a player who leaves; a judge decides (R-002), and each decision is a
move of the draft.
"""

from dataclasses import replace

from core.engine.refused import Refused
from drafts.engine.packs import Card
from drafts.engine.pods import PAIR
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import LEAVINGS, SHARED, STAFF, Move, Procedure, State

LONGEST_NAME = 120


def named(state: State, card: Card, move: Move) -> Card:
    """The card of a pick, with the given name if it had none.

    Refused CARD_UNNAMED; a random pick may stay unnamed. CARD_NOT_OFFERED if the name differs.
    """
    name = _name(move.names[0]) if move.names else ""
    if not (card.name or name or move.seat in state.at_random):
        raise Refused(DraftRefusal.CARD_UNNAMED, seat=move.seat)
    if card.name and name and name != card.name:
        raise Refused(DraftRefusal.CARD_NOT_OFFERED, seat=move.seat, card=move.card)
    return replace(card, name=card.name or name)


def revealed(procedure: Procedure, state: State, names: tuple[str, ...]) -> State:
    """The state with the cards just opened face up named. Refused NAMES_NOT_WANTED."""
    if not any(names):
        return state
    if not procedure.face_up or len(names) > len(state.table):
        raise Refused(DraftRefusal.NAMES_NOT_WANTED, cards=len(state.table), names=len(names))
    for card, name in zip(state.table, names, strict=False):
        if name and not card.name:
            state = state.named(card.number, _name(name))
    return state


def changed(procedure: Procedure, state: State, move: Move) -> State:
    """The state after a move other than a pick.

    Refused: NOT_YOUR_MOVE, CARD_NOT_YOURS, CARD_UNNAMED, and as `Draft.play`.
    """
    if move.kind == "rename":
        # A seat renames a card of its own pile, staff any that was named or lies face up.
        piles = (state.pile(seat) for seat in range(1, procedure.seats + 1) if move.seat in (STAFF, seat))
        renamable = {card.number for pile in piles for card in pile}
        if move.seat == STAFF or procedure.face_up:
            renamable |= {card.number for card in state.table}
        if move.card is None or move.card not in renamable or not move.names:
            raise Refused(DraftRefusal.CARD_NOT_YOURS, seat=move.seat, card=move.card)
        name = _name(move.names[0])
        if not name:
            raise Refused(DraftRefusal.CARD_UNNAMED, seat=move.seat)
        return state.named(move.card, name)
    if not 0 <= move.seat <= procedure.seats:
        raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=move.seat, to_act=())
    if move.kind == "leave":
        return _left(procedure, state, move)
    return _resized(procedure, state, move)


def _left(procedure: Procedure, state: State, move: Move) -> State:
    if move.way not in LEAVINGS or move.seat == STAFF:
        raise Refused(DraftRefusal.LEAVING_UNKNOWN, seat=move.seat)
    if move.seat in state.dropped or (move.way == "random" and move.seat in state.at_random):
        raise Refused(DraftRefusal.SEAT_NOT_FOUND, seat=move.seat)
    if move.way == "random":
        return replace(state, at_random=state.at_random | {move.seat})
    if move.way in SHARED:
        # The player who stays gets the rest of a common stack, or as much as makes half.
        stays, rest = PAIR + 1 - move.seat, procedure.stack(state)
        if not rest:
            raise Refused(DraftRefusal.LEAVING_UNKNOWN, seat=move.seat)
        if move.way == "half":
            whole = len(rest) + sum(len(pile) for pile in (state.drafted or {}).values())
            rest = rest[: max(0, whole // PAIR - len(state.pile(stays)))]
        state = state.given(stays, rest)
    hands = {seat: cards for seat, cards in (state.hands or {}).items() if seat != move.seat}
    after = replace(
        state, dropped=state.dropped | {move.seat}, at_random=state.at_random - {move.seat}, hands=hands
    )
    return procedure.settled(after)


def _resized(procedure: Procedure, state: State, move: Move) -> State:
    """Remove or add a card in the pack of `seat`, or on the table. Refused PACK_NOT_THERE."""
    pack = state.hand(move.seat) if move.seat else state.table
    if not pack:
        raise Refused(DraftRefusal.PACK_NOT_THERE, seat=move.seat)
    if move.kind == "short":
        removed = next((card for card in reversed(pack) if not card.name), pack[-1])
        pack = tuple(card for card in pack if card != removed)
    else:
        # The first unused card number.
        beyond = 1 + max(card.number for opening in procedure.openings for pack in opening for card in pack)
        pack = (*pack, Card(beyond + state.more, "", pack[0].pack))
        state = replace(state, more=state.more + 1)
    after = (
        replace(state, hands={**(state.hands or {}), move.seat: pack})
        if move.seat
        else replace(state, table=pack)
    )
    return procedure.settled(after)


def _name(typed: str) -> str:
    return " ".join(typed.split())[:LONGEST_NAME]
