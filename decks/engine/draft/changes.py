"""What happens to a draft besides its picks: names given, packs that are short or long, players who leave (R-092–094).

The rules are silent on a pack of the wrong size and on a player who goes; a judge decides (R-002), and the draft
keeps every decision as a move.
"""

from dataclasses import replace

from core.engine.refused import Refused
from decks.engine.draft.values import LEAVINGS, SHARED, STAFF, Move, Procedure, State
from decks.engine.packs import Card
from decks.engine.pods import PAIR

LONGEST_NAME = 120


def named(state: State, card: Card, move: Move) -> Card:
    """The card of a pick, with the name given where nobody knew it.

    Refused CARD_UNNAMED; a pick at random may stay without a name. CARD_NOT_OFFERED where it is another card.
    """
    name = _name(move.names[0]) if move.names else ""
    if not (card.name or name or move.seat in state.at_random):
        raise Refused("CARD_UNNAMED", seat=move.seat)
    if card.name and name and name != card.name:
        raise Refused("CARD_NOT_OFFERED", seat=move.seat, card=move.card)
    return replace(card, name=card.name or name)


def revealed(procedure: Procedure, state: State, names: tuple[str, ...]) -> State:
    """The cards just opened face up, with the names given. Refused NAMES_NOT_WANTED."""
    if not any(names):
        return state
    if not procedure.face_up or len(names) > len(state.table):
        raise Refused("NAMES_NOT_WANTED", cards=len(state.table), names=len(names))
    for card, name in zip(state.table, names, strict=False):
        if name and not card.name:
            state = state.named(card.number, _name(name))
    return state


def changed(procedure: Procedure, state: State, move: Move) -> State:
    """The state after a move that is no pick. Refused as `Draft.play` says."""
    if move.kind == "rename":
        return _renamed(procedure, state, move)
    if not 0 <= move.seat <= procedure.seats:
        raise Refused("NOT_YOUR_MOVE", seat=move.seat, to_act=())
    if move.kind == "leave":
        return _left(procedure, state, move)
    return _resized(procedure, state, move)


def _renamed(procedure: Procedure, state: State, move: Move) -> State:
    """A seat names a card of its own pile anew, the staff any card that was named or lies face up."""
    piles = (state.pile(seat) for seat in range(1, procedure.seats + 1) if move.seat in (STAFF, seat))
    known = {card.number for pile in piles for card in pile}
    if move.seat == STAFF or procedure.face_up:
        known |= {card.number for card in state.table}
    if move.card is None or move.card not in known or not move.names:
        raise Refused("CARD_NOT_YOURS", seat=move.seat, card=move.card)
    name = _name(move.names[0])
    if not name:
        raise Refused("CARD_UNNAMED", seat=move.seat)
    return state.named(move.card, name)


def _left(procedure: Procedure, state: State, move: Move) -> State:
    if move.way not in LEAVINGS or move.seat == STAFF:
        raise Refused("LEAVING_UNKNOWN", seat=move.seat)
    if move.seat in state.dropped or (move.way == "random" and move.seat in state.at_random):
        raise Refused("SEAT_NOT_FOUND", seat=move.seat)
    if move.way == "random":
        return replace(state, at_random=state.at_random | {move.seat})
    if move.way in SHARED:
        state = _shared(procedure, state, move)
    hands = {seat: cards for seat, cards in (state.hands or {}).items() if seat != move.seat}
    after = replace(
        state, dropped=state.dropped | {move.seat}, at_random=state.at_random - {move.seat}, hands=hands
    )
    return procedure.settled(after)


def _shared(procedure: Procedure, state: State, move: Move) -> State:
    """The rest of a common stack, or as much of it as makes half, in the pile of the player who stays.

    Refused LEAVING_UNKNOWN where there is no such stack.
    """
    stays, rest = PAIR + 1 - move.seat, procedure.stack(state)
    if not rest:
        raise Refused("LEAVING_UNKNOWN", seat=move.seat)
    if move.way == "half":
        whole = len(rest) + sum(len(pile) for pile in (state.drafted or {}).values())
        rest = rest[: max(0, whole // PAIR - len(state.pile(stays)))]
    return state.given(stays, rest)


def _resized(procedure: Procedure, state: State, move: Move) -> State:
    """A card fewer or more: in the pack that `seat` holds, or on the table. Refused PACK_NOT_THERE."""
    pack = state.hand(move.seat) if move.seat else state.table
    if not pack:
        raise Refused("PACK_NOT_THERE", seat=move.seat)
    if move.kind == "short":
        removed = next((card for card in reversed(pack) if not card.name), pack[-1])
        pack = tuple(card for card in pack if card != removed)
    else:
        pack = (*pack, Card(_beyond(procedure) + state.more, "", pack[0].pack))
        state = replace(state, more=state.more + 1)
    after = (
        replace(state, hands={**(state.hands or {}), move.seat: pack})
        if move.seat
        else replace(state, table=pack)
    )
    return procedure.settled(after)


def _beyond(procedure: Procedure) -> int:
    """The first number no card of the packs has."""
    return 1 + max(card.number for opening in procedure.openings for pack in opening for card in pack)


def _name(given: str) -> str:
    return " ".join(given.split())[:LONGEST_NAME]
