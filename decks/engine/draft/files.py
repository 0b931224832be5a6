"""A draft as data that anybody can replay: its set-up, its seed, its moves, and the piles they gave (R-092–094)."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, cast

from decks.engine.draft.blank import MOST_NAMES, TRACKED, played, start
from decks.engine.draft.protocol import Draft
from decks.engine.draft.values import Leaving, Move
from tournaments.engine.refused import Refused

WHAT = "draft log"
VERSION = 1
MOST_PACKS, LARGEST_PACK, MOST_MOVES = 36, 60, 5000
KINDS = ("open", "pick", "take_back", "rename", "short", "extra", "leave")


def data_of(
    draft: Draft, *, subtype: str, packs_each: int, pack_size: int, seed: int, first: int | None
) -> dict[str, Any]:
    """A draft of packs nobody knew, as plain values. `seed` is that of the pod, `first` won the coin flip."""
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
    """The names each seat has drafted, in order of picks; "" for a card the lot took unseen."""
    return {str(seat): [card.name for card in cards] for seat, cards in sorted(draft.pools.items())}


def replayed(data: object) -> Draft:
    """The draft a file tells of, move by move. Refused DRAFT_FILE_WRONG, and what a move is refused for."""
    if not isinstance(data, Mapping) or data.get("what") != WHAT or data.get("version") != VERSION:
        raise Refused("DRAFT_FILE_WRONG")
    moves = data.get("moves")
    if data.get("subtype") not in TRACKED or not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise Refused("DRAFT_FILE_WRONG")
    first = data.get("first")
    draft = start(
        data["subtype"],
        _number(data.get("seats"), 8),
        packs_each=_number(data.get("packs_each"), MOST_PACKS),
        pack_size=_number(data.get("pack_size"), LARGEST_PACK),
        seed=_number(data.get("seed")),
        first=None if first is None else _number(first, 2),
    )
    for move in moves:
        draft = played(draft, _move(move))
    return draft


def agrees(data: Mapping[str, Any]) -> bool:
    """Whether the moves of a file give the piles it tells of. Refused as `replayed`."""
    return bool(piles(replayed(data)) == data.get("piles"))


def _move(data: object) -> Move:
    if not isinstance(data, Mapping) or data.get("kind") not in KINDS:
        raise Refused("DRAFT_FILE_WRONG")
    names = data.get("names") or []
    way = data.get("way") or ""
    if (
        not isinstance(names, list)
        or len(names) > MOST_NAMES
        or not all(isinstance(one, str) for one in names)
    ):
        raise Refused("DRAFT_FILE_WRONG")
    if way not in ("", "skip", "lot"):
        raise Refused("DRAFT_FILE_WRONG")
    card, of = (None if data.get(name) is None else _number(data[name]) for name in ("card", "of"))
    return Move(data["kind"], _number(data.get("seat")), card, of, tuple(names), cast(Leaving, way))


def _number(value: object, most: int = 2**63) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Refused("DRAFT_FILE_WRONG")
    return value
