"""Analyze the log of a draft: who picked what, from which pack, and which moves an undo requires (R-002)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.engine.refused import Refused
from drafts.engine.draft_game import DraftGame
from drafts.engine.moves import STAFF, Card, DraftingState, Move, undo_by_undone_move
from drafts.engine.procedures.procedure import DraftProcedure
from drafts.engine.real_packs import game_after_move
from drafts.engine.refusals import DraftRefusal


@dataclass(frozen=True, slots=True)
class Line:
    """One move of the log with its effect.

    `at`: index in the log. `opening`: the opening it belongs to. `pick`: position among the picks of that opening (in
    Booster, of the pack), 0 for other moves. `card`: the picked card, with its current name. `since`: index of the move
    after which the seat could pick. `back`: index of the move that undid this one, None if it was not undone.
    """

    at: int
    move: Move
    opening: int
    pick: int = 0
    card: Card | None = None
    since: int | None = None
    back: int | None = None


@dataclass(frozen=True, slots=True)
class RouteStop:
    """A seat that a face-down pack visited, with `cards` cards in the pack on arrival.

    `at`: index of the pick made from the pack there, None if the seat has not picked yet.
    """

    seat: int
    cards: int
    at: int | None


def games_after_moves(procedure: DraftProcedure, moves: Iterable[Move]) -> tuple[DraftGame, ...]:
    """Return the game before the first move and after each move."""
    games = [DraftGame(procedure)]
    for move in moves:
        games.append(game_after_move(games[-1], move))
    return tuple(games)


def log_lines(games: Sequence[DraftGame]) -> tuple[Line, ...]:
    """Return a line for every move of a log. `games`: the result of `games_after_moves`."""
    final, undos = games[-1], undo_by_undone_move(games[-1].moves)
    cards = opened_cards_by_number(final.state)
    lines: list[Line] = []
    turn_began_at, undone_at = None, dict[int, int]()
    for index, move in enumerate(final.moves):
        before, after = games[index], games[index + 1]
        opening, pick, card, since = after.state.opening, 0, None, None
        if move.kind == "pick":
            opening = before.state.opening
            # Picks are counted per opening if cards are face up, and per pack in Booster.
            pick = 1 + (before.state.taken if before.procedure.packs_lie_face_up else before.state.turn)
            card = opened_cards_by_number(after.state).get(move.card if move.card is not None else -1)
            if card is not None and index not in undos:
                card = cards.get(card.number, card)
            since = max(
                (moment for moment in (turn_began_at, undone_at.get(move.seat)) if moment is not None),
                default=None,
            )
        lines.append(Line(index, move, opening, pick, card, since, undos.get(index)))
        if move.kind == "undo_move" and move.of is not None:
            undone_at[final.moves[move.of].seat] = index
        if (before.state.opening, before.state.turn) != (after.state.opening, after.state.turn):
            turn_began_at = index
    return tuple(lines)


def opened_cards_by_number(state: DraftingState) -> dict[int, Card]:
    """Map numbers to cards that have been opened, with their current names."""
    hands = [card for hand in (state.hands or {}).values() for card in hand]
    piles = [card for pile in (state.drafted or {}).values() for card in pile]
    return {card.number: card for card in (*hands, *state.table, *piles)}


def secret_pack_route(game: DraftGame, pack: int) -> tuple[RouteStop, ...]:
    """Return the seats that a face-down pack visited, in order, with its size and the pick made there.

    The result is empty if the pack was face up. Undone moves are ignored.
    """
    indexes = moves_not_undone(game.moves)
    games = games_after_moves(game.procedure, [game.moves[index] for index in indexes])
    stops: list[RouteStop] = []
    last_turn = -1
    for position, game_then in enumerate(games):
        hands = (game_then.state.hands or {}).items()
        sizes = {seat: sum(card.pack == pack for card in hand) for seat, hand in hands}
        seat = next((seat for seat, size in sizes.items() if size), None)
        if seat is None:
            continue
        if not stops or (seat, game_then.state.turn) != (stops[-1].seat, last_turn):
            stops.append(RouteStop(seat, sizes[seat], None))
            last_turn = game_then.state.turn
        move = games[-1].moves[position] if position < len(indexes) else None
        if move is not None and move.kind == "pick" and move.seat == seat:
            stops[-1] = RouteStop(seat, sizes[seat], indexes[position])
    return tuple(stops)


def pack_opening(procedure: DraftProcedure, pack: int) -> tuple[int, int]:
    """Return the opening in which a pack is opened in secret, and the seat that opens it; (0, 0) if face up."""
    if procedure.packs_lie_face_up:
        return 0, 0
    for opening, packs in enumerate(procedure.openings, start=1):
        for seat, pack_cards in enumerate(packs, start=1):
            if pack_cards and pack_cards[0].pack == pack:
                return opening, seat
    return 0, 0


def visible_card_name(game: DraftGame, number: int, seat: int = STAFF) -> str:
    """Return the name of a card if a seat may currently see it, or "" if it is hidden.

    `seat`: 0 for a spectator. In Solomon, a card picked from the face-up cards is then hidden in a
    face-down pile (R-094).
    """
    return next((card.name for card in game.view(seat).seen if card.number == number), "")


def moves_not_undone(moves: Sequence[Move]) -> tuple[int, ...]:
    """Return the indexes of the moves that were not undone."""
    undone = undo_by_undone_move(moves)
    return tuple(
        index for index, move in enumerate(moves) if move.kind != "undo_move" and index not in undone
    )


def last_pick(moves: Sequence[Move], seat: int) -> int | None:
    """Return the index of a seat's latest pick that was not undone, or None."""
    picks = (
        index
        for index in moves_not_undone(moves)
        if moves[index].kind == "pick" and moves[index].seat == seat
    )
    return max(picks, default=None)


def undos_needed(game: DraftGame, move_index: int) -> tuple[int, ...]:
    """Return the indexes of the moves to undo, in order. The last one is `move_index`.

    If later moves depend on it, the first dependent move and all moves after it are undone first, starting with
    the latest. Refused: MOVE_NOT_THERE.
    """
    indexes = moves_not_undone(game.moves)
    if move_index not in indexes:
        raise Refused(DraftRefusal.MOVE_NOT_THERE, of=move_index)
    replayed, first_dependent = DraftGame(game.procedure), None
    for index in indexes:
        if index == move_index:
            continue
        try:
            replayed = replayed.play(game.moves[index])
        except Refused:
            first_dependent = index
            break
    if first_dependent is None:
        return (move_index,)
    return (
        *(index for index in reversed(indexes) if index >= first_dependent and index != move_index),
        move_index,
    )
