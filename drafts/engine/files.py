"""A draft as data that can be replayed: its set-up, seed, moves, and resulting piles (R-092–094)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, cast

from core.engine.refused import Refused
from drafts.engine.blank import MOST_NAMES, TRACKED, played, start
from drafts.engine.protocol import Draft
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import LEAVINGS, Leaving, Move

WHAT = "draft log"
VERSION = 1
MOST_PACKS, LARGEST_PACK, MOST_MOVES = 36, 60, 5000
FEWEST_SEATS, MOST_SEATS = 2, 8
KINDS = ("open", "pick", "undo_move", "rename", "short", "extra", "leave")


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of replaying a file: the draft as far as it goes, and where the file differs.

    `stopped`: index of the first impossible move, `why`: its refusal; `differ`: seats whose piles are not as stated, in
    order.
    """

    draft: Draft
    moves: int
    stopped: int | None = None
    why: Refused | None = None
    differ: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every move is possible and all piles are as stated."""
        return self.stopped is None and not self.differ


def data_of(
    draft: Draft, *, subtype: str, packs_each: int, pack_size: int, seed: int, first: int | None
) -> Mapping[str, Any]:
    """A draft of unknown packs as plain values. `seed`: that of the pod; `first` won the coin flip."""
    return {
        "what": WHAT,
        "version": VERSION,
        "subtype": subtype,
        "seats": draft.seats,
        "packs_each": packs_each,
        "pack_size": pack_size,
        "seed": seed,
        "first": first,
        "moves": [asdict(move) | {"names": list(move.names)} for move in draft.moves],
        "piles": piles(draft),
    }


def piles(draft: Draft) -> dict[str, list[str]]:
    """The names each seat has drafted, in order of picks; "" for a card taken at random, unseen."""
    return {str(seat): [card.name for card in cards] for seat, cards in sorted(draft.pools.items())}


def replayed(data: object) -> Draft:
    """Replay the draft of a file. Refused DRAFT_FILE_WRONG, and what a move is refused for."""
    draft, moves = _read(data)
    for move in moves:
        draft = played(draft, move)
    return draft


def proof(data: object) -> Proof:
    """Verify a file by replaying it. Refused DRAFT_FILE_WRONG if it is not a log."""
    draft, moves = _read(data)
    for at, move in enumerate(moves):
        try:
            draft = played(draft, move)
        except Refused as refused:
            return Proof(draft, len(moves), at, refused)
    stated = data.get("piles") if isinstance(data, Mapping) else None
    stated = stated if isinstance(stated, Mapping) else {}
    actual = piles(draft)
    return Proof(
        draft, len(moves), differ=tuple(int(seat) for seat in actual if actual[seat] != stated.get(seat))
    )


def moves_of(data: Mapping[str, Any]) -> list[Move]:
    """The moves of a file. Refused DRAFT_FILE_WRONG."""
    return _read(data)[1]


def _read(data: object) -> tuple[Draft, list[Move]]:
    """The draft before its first move, and the moves."""
    if not isinstance(data, Mapping) or data.get("what") != WHAT or data.get("version") != VERSION:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    moves = data.get("moves")
    if data.get("subtype") not in TRACKED or not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    first = None if data.get("first") is None else _number(data["first"], FEWEST_SEATS)
    numbers = {
        name: _number(data.get(name), most)
        for name, most in (("packs_each", MOST_PACKS), ("pack_size", LARGEST_PACK))
    }
    seats = _number(data.get("seats"), MOST_SEATS)
    if seats < FEWEST_SEATS:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    try:
        draft = start(data["subtype"], seats, **numbers, seed=_number(data.get("seed")), first=first)
    except Refused as refused:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG) from refused
    return draft, [_move(move) for move in moves]


def agrees(data: Mapping[str, Any]) -> bool:
    """Whether the moves of a file give the piles it states. Refused as `replayed`."""
    return bool(piles(replayed(data)) == data.get("piles"))


def _move(data: object) -> Move:
    if not isinstance(data, Mapping) or data.get("kind") not in KINDS:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    names = data.get("names") or []
    way = data.get("way") or ""
    if (
        not isinstance(names, list)
        or len(names) > MOST_NAMES
        or not all(isinstance(name, str) for name in names)
    ):
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    if way not in ("", *LEAVINGS):
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    card, of = (None if data.get(name) is None else _number(data[name]) for name in ("card", "of"))
    return Move(data["kind"], _number(data.get("seat")), card, of, tuple(names), cast(Leaving, way))


def _number(value: object, most: int = 2**63) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Refused(DraftRefusal.DRAFT_FILE_WRONG)
    return value
