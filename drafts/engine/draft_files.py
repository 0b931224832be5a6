"""Replayable draft files, with set-up, seed, moves and the resulting piles (R-092–094)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, cast

from core.engine.refused import Refused
from drafts.engine.draft_game import DraftGame
from drafts.engine.moves import LEAVINGS, Leaving, Move
from drafts.engine.real_packs import MAX_NAMES, TRACKED, game_after_move, start_draft_of_unnamed_cards
from drafts.engine.refusals import DraftRefusal

WHAT = "draft log"
VERSION = 1
"""The values of `what` and `version` by which a file is recognized."""

MAX_PACKS, MAX_PACK, MAX_MOVES = 36, 60, 5000
MIN_SEATS, MAX_SEATS = 2, 8
KINDS = ("open", "pick", "undo_move", "rename", "short", "extra", "leave")


@dataclass(frozen=True, slots=True)
class ReplayProof:
    """The result of replaying a file.

    `game`: the draft as far as it could be replayed. `moves`: number of moves in the file. `stopped`:
    index of the first illegal move, None if all are legal; `why`: its refusal. `differ`: seats whose piles
    differ from the file, empty if a move is illegal.
    """

    game: DraftGame
    moves: int
    stopped: int | None = None
    why: Refused | None = None
    differ: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every move is legal and all piles match the file."""
        return self.stopped is None and not self.differ


def unplayed_draft_data(
    game: DraftGame, *, subtype: str, packs_each: int, pack_size: int, seed: int, first: int | None
) -> Mapping[str, Any]:
    """Return a draft of unknown packs as JSON values. `seed`: the pod's seed. `first`: the winner of the coin flip."""
    return {
        "what": WHAT,
        "version": VERSION,
        "subtype": subtype,
        "seats": game.seats,
        "packs_each": packs_each,
        "pack_size": pack_size,
        "seed": seed,
        "first": first,
        "moves": [asdict(move) | {"names": list(move.names)} for move in game.moves],
        "piles": card_names_by_seat(game),
    }


def card_names_by_seat(game: DraftGame) -> dict[str, list[str]]:
    """Map each seat to the names of its cards, in order of picks; "" for a random pick that was not looked at."""
    return {str(seat): [card.name for card in cards] for seat, cards in sorted(game.pools.items())}


def replay_draft_file(data: object) -> DraftGame:
    """Replay the draft of a file. Refused: DRAFT_FILE_WRONG, and whatever `game_after_move` refuses."""
    game, moves = _parse_file(data)
    for move in moves:
        game = game_after_move(game, move)
    return game


def verify_draft_file(data: object) -> ReplayProof:
    """Verify a file by replaying it. Refused: DRAFT_FILE_WRONG if it is not a log."""
    game, moves = _parse_file(data)
    for index, move in enumerate(moves):
        try:
            game = game_after_move(game, move)
        except Refused as refused:
            return ReplayProof(game, len(moves), index, refused)
    stated_piles = data.get("piles") if isinstance(data, Mapping) else None
    stated_piles = stated_piles if isinstance(stated_piles, Mapping) else {}
    actual_piles = card_names_by_seat(game)
    return ReplayProof(
        game,
        len(moves),
        differ=tuple(int(seat) for seat in actual_piles if actual_piles[seat] != stated_piles.get(seat)),
    )


def moves_of_draft_file(data: Mapping[str, Any]) -> list[Move]:
    """Return the moves of a file. Refused: DRAFT_FILE_WRONG."""
    return _parse_file(data)[1]


def _parse_file(data: object) -> tuple[DraftGame, list[Move]]:
    """Parse a file into the draft before its first move, and the moves. Refused: DRAFT_FILE_WRONG."""
    if not isinstance(data, Mapping) or data.get("what") != WHAT or data.get("version") != VERSION:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    moves = data.get("moves")
    if data.get("subtype") not in TRACKED or not isinstance(moves, list) or len(moves) > MAX_MOVES:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    first = None if data.get("first") is None else _parse_number(data["first"], MIN_SEATS)
    sizes = {
        name: _parse_number(data.get(name), limit)
        for name, limit in (("packs_each", MAX_PACKS), ("pack_size", MAX_PACK))
    }
    seats = _parse_number(data.get("seats"), MAX_SEATS)
    if seats < MIN_SEATS:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    try:
        game = start_draft_of_unnamed_cards(
            data["subtype"], seats, **sizes, seed=_parse_number(data.get("seed")), first=first
        )
    except Refused as refused:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG) from refused
    return game, [_parse_move(move) for move in moves]


def states_true_piles(data: Mapping[str, Any]) -> bool:
    """Return whether the moves of a file result in the piles that it states.

    Refused: whatever `replay_draft_file` refuses.
    """
    return bool(card_names_by_seat(replay_draft_file(data)) == data.get("piles"))


def _parse_move(data: object) -> Move:
    """Parse one move of a file. Refused: DRAFT_FILE_WRONG."""
    if not isinstance(data, Mapping) or data.get("kind") not in KINDS:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    names = data.get("names") or []
    way = data.get("way") or ""
    if (
        not isinstance(names, list)
        or len(names) > MAX_NAMES
        or not all(isinstance(name, str) for name in names)
    ):
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    if way not in ("", *LEAVINGS):
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    card_number, undone_index = (
        None if data.get(name) is None else _parse_number(data[name]) for name in ("card", "of")
    )
    return Move(
        data["kind"],
        _parse_number(data.get("seat")),
        card_number,
        undone_index,
        tuple(names),
        cast(Leaving, way),
    )


def _parse_number(value: object, limit: int = 2**63) -> int:
    """Return the value if it is a whole number from 0 to `limit`. Refused: DRAFT_FILE_WRONG."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= limit:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    return value
