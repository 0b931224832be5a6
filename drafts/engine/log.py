"""The log of a draft, analysed: who picked what, from which pack, and what an undo requires (R-002)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.engine.refused import Refused
from drafts.engine.blank import played
from drafts.engine.packs import Card
from drafts.engine.protocol import Draft
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import STAFF, Move, Procedure, State


@dataclass(frozen=True, slots=True)
class Line:
    """One move with its effect.

    `at`: index in the log. `opening`: the opening it belongs to; `pick`: position among the picks of that opening (of
    the pack in Booster), 0 for other moves. `card`: the card taken, with its current name. `since`: index of the move
    after which the seat could pick; `back`: index of the move that undid it.
    """

    at: int
    move: Move
    opening: int
    pick: int = 0
    card: Card | None = None
    since: int | None = None
    back: int | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """A seat that held a pack of `cards` cards, and the index of its pick; None if it has not picked from it."""

    seat: int
    cards: int
    at: int | None


def states(procedure: Procedure, moves: Iterable[Move]) -> tuple[Draft, ...]:
    """The draft before the first move and after each."""
    drafts = [Draft(procedure)]
    for move in moves:
        drafts.append(played(drafts[-1], move))
    return tuple(drafts)


def lines(drafts: Sequence[Draft]) -> tuple[Line, ...]:
    """Every move of a log, from the states before and after each."""
    end, undone_by = drafts[-1], _backs(drafts[-1].moves)
    names = cards(end.state)
    lines: list[Line] = []
    since, free = None, dict[int, int]()
    for at, move in enumerate(end.moves):
        before, after = drafts[at], drafts[at + 1]
        opening, pick, card, ready = after.state.opening, 0, None, None
        if move.kind == "pick":
            opening = before.state.opening
            # The number of the pick in its opening, in Booster in its pack.
            pick = 1 + (before.state.taken if before.procedure.face_up else before.state.turn)
            card = cards(after.state).get(move.card if move.card is not None else -1)
            if card is not None and at not in undone_by:
                card = names.get(card.number, card)
            ready = max((moved for moved in (since, free.get(move.seat)) if moved is not None), default=None)
        lines.append(Line(at, move, opening, pick, card, ready, undone_by.get(at)))
        if move.kind == "undo_move" and move.of is not None:
            free[end.moves[move.of].seat] = at
        if _turn(before.state) != _turn(after.state):
            since = at
    return tuple(lines)


def cards(state: State) -> dict[int, Card]:
    """Every card out of its pack, by number, with its current name."""
    hands = [card for hand in (state.hands or {}).values() for card in hand]
    piles = [card for pile in (state.drafted or {}).values() for card in pile]
    return {card.number: card for card in (*hands, *state.table, *piles)}


def held(draft: Draft, pack: int) -> tuple[Stop, ...]:
    """The path of a pack: each seat that held it in secret, in order, with its pick; empty if it was face up.

    Undone moves are left out.
    """
    whole = standing(draft.moves)
    drafts = states(draft.procedure, [draft.moves[at] for at in whole])
    stops: list[Stop] = []
    turn = -1
    for place, now in enumerate(drafts):
        hands = (now.state.hands or {}).items()
        sizes = {seat: sum(card.pack == pack for card in hand) for seat, hand in hands}
        seat = next((seat for seat, size in sizes.items() if size), None)
        if seat is None:
            continue
        if not stops or (seat, now.state.turn) != (stops[-1].seat, turn):
            stops.append(Stop(seat, sizes[seat], None))
            turn = now.state.turn
        move = drafts[-1].moves[place] if place < len(whole) else None
        if move is not None and move.kind == "pick" and move.seat == seat:
            stops[-1] = Stop(seat, sizes[seat], whole[place])
    return tuple(stops)


def owner(procedure: Procedure, pack: int) -> tuple[int, int]:
    """The opening in which a pack is opened in secret, and by which seat; (0, 0) for face-up packs."""
    if procedure.face_up:
        return 0, 0
    for opening, packs in enumerate(procedure.openings, start=1):
        for seat, inside in enumerate(packs, start=1):
            if inside and inside[0].pack == pack:
                return opening, seat
    return 0, 0


def open_name(after: Draft, number: int, seat: int = STAFF) -> str:
    """The name of a card a seat may see after a move, "" if it is hidden.

    A card picked from those face up is hidden once it is face down (R-094).
    """
    seen = after.view(seat).seen
    return next((card.name for card in seen if card.number == number), "")


def standing(moves: Sequence[Move]) -> tuple[int, ...]:
    """The indexes of the moves not undone."""
    undone = _backs(moves)
    return tuple(at for at, move in enumerate(moves) if move.kind != "undo_move" and at not in undone)


def last_pick(moves: Sequence[Move], seat: int) -> int | None:
    """The index of a seat's latest pick not undone."""
    mine = (at for at in standing(moves) if moves[at].kind == "pick" and moves[at].seat == seat)
    return max(mine, default=None)


def back_to(draft: Draft, of: int) -> tuple[int, ...]:
    """What must be undone, latest first, so that move `of` can be; `of` comes last. Refused MOVE_NOT_THERE.

    Moves before the first that depends on `of` stay.
    """
    whole = standing(draft.moves)
    if of not in whole:
        raise Refused(DraftRefusal.MOVE_NOT_THERE, of=of)
    replayed, built_upon = Draft(draft.procedure), None
    for at in whole:
        if at == of:
            continue
        try:
            replayed = replayed.play(draft.moves[at])
        except Refused:
            built_upon = at
            break
    if built_upon is None:
        return (of,)
    return (*(at for at in reversed(whole) if at >= built_upon and at != of), of)


def _backs(moves: Sequence[Move]) -> dict[int, int]:
    """Index of a move -> index of the move that undid it."""
    return {move.of: at for at, move in enumerate(moves) if move.kind == "undo_move" and move.of is not None}


def _turn(state: State) -> tuple[int, int]:
    return state.opening, state.turn
