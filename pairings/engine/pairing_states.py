"""Read the state of an event before a round from other programs, and write the round for them.

    {"players": [{"id": 7, "points": 6, "opponents": [3, 9], "had_bye": false, "dropped": false}], "seed": 1}

Byes are no opponents. Ids are numbers or texts. Where matches must be repeated, those played least often and longest
ago are: `opponents` are in the order they were met, listed once for each match. `byes` is the number of byes a player
had, `had_bye` only whether there was one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypedDict, TypeGuard

import numpy as np

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.swiss import Draw, Field
from pairings.engine.swiss.values import Pair

Id = int | str
MOST_POINTS = 10_000
MOST_BYES = 1_000
WIDEST_ID = 2**62


@dataclass(frozen=True, eq=False)
class State:
    """The input of `swiss.pair`, and the original ids by their numbers."""

    field: Field
    seed: int
    ids: Mapping[int, Id]


class _Row(TypedDict):
    id: Id
    points: int
    had_bye: bool
    byes: int
    dropped: bool
    opponents: list[Id]


class Answer(TypedDict):
    """The pairs and the bye of a draw."""

    pairs: list[list[Id]]
    bye: Id | None


def read(state: object) -> State:
    """Parse one state. Whole-number ids stay the same, so that a seed gives the same pairs as here.

    Refused: STATE_NOT_OBJECT, STATE_MISSING (name), STATE_WRONG (name, value), STATE_ID_TWICE (id).
    """
    if not isinstance(state, dict):
        raise Refused(PairingRefusal.STATE_NOT_OBJECT)
    if "players" not in state:
        raise Refused(PairingRefusal.STATE_MISSING, name="players")
    players, seed = state["players"], state.get("seed", 0)
    if not isinstance(players, list):
        raise Refused(PairingRefusal.STATE_WRONG, name="players", value=players)
    if not _is_integer(seed):
        raise Refused(PairingRefusal.STATE_WRONG, name="seed", value=seed)
    rows = [_player(player) for player in players]
    ids = [row["id"] for row in rows]
    seen: set[Id] = set()
    for player_id in ids:
        if player_id in seen:
            raise Refused(PairingRefusal.STATE_ID_TWICE, id=player_id)
        seen.add(player_id)
    # A number for each id: itself, or its index in order where one of them is a text.
    if all(isinstance(player_id, int) for player_id in ids):
        number = {player_id: int(player_id) for player_id in ids}
    else:
        ordered = sorted(ids, key=lambda player_id: (isinstance(player_id, str), player_id))
        number = {player_id: turn for turn, player_id in enumerate(ordered)}
    playing = [row for row in rows if not row["dropped"]]
    met = _meetings(rows, number)
    field = Field(
        ids=np.array([number[row["id"]] for row in playing], dtype=np.int64),
        points=np.array([row["points"] for row in playing], dtype=np.int64),
        byes=np.array([max(row["byes"], row["had_bye"]) for row in playing], dtype=np.int64),
        met=np.array([two for two, _ in met], dtype=np.int64).reshape(-1, 2),
        rounds=np.array([at for _, at in met], dtype=np.int64),
    )
    return State(field, seed, {number[player_id]: player_id for player_id in ids})


def answer(state: State, draw: Draw) -> Answer:
    """The pairs and the bye of a draw, with the ids of the state."""
    ids = state.ids
    return {
        "pairs": [[ids[left], ids[right]] for left, right in draw.pairs],
        "bye": None if draw.bye is None else ids[draw.bye],
    }


def _meetings(rows: Sequence[_Row], number: Mapping[Id, int]) -> list[tuple[Pair, int]]:
    """The pairs that met, each with the earliest possible round: the larger count of opponents of the two by then.

    Both list each other, so the first listing by one is the first by the other.
    """
    meetings: dict[Pair, list[list[int]]] = {}
    for row in rows:
        seen: dict[Pair, list[int]] = {}
        for turn, other in enumerate(row["opponents"], start=1):
            if other in number:
                low, high = sorted((number[row["id"]], number[other]))
                seen.setdefault((low, high), []).append(turn)
        for pair, turns in seen.items():
            meetings.setdefault(pair, []).append(turns)
    return [
        (pair, max(turns)) for pair, both in meetings.items() for turns in zip_longest(*both, fillvalue=0)
    ]


def _player(player: object) -> _Row:
    if not isinstance(player, dict):
        raise Refused(PairingRefusal.STATE_WRONG, name="players", value=player)
    for name in ("id", "points"):
        if name not in player:
            raise Refused(PairingRefusal.STATE_MISSING, name=name)
    row: Mapping[str, Any] = {"had_bye": False, "byes": 0, "dropped": False, "opponents": []} | player
    right = {
        "id": _is_id(row["id"]),
        "points": _is_integer(row["points"]) and abs(row["points"]) <= MOST_POINTS,
        "had_bye": isinstance(row["had_bye"], bool),
        "byes": _is_integer(row["byes"]) and 0 <= row["byes"] <= MOST_BYES,
        "dropped": isinstance(row["dropped"], bool),
        "opponents": isinstance(row["opponents"], list) and all(map(_is_id, row["opponents"])),
    }
    wrong = next((name for name, fits in right.items() if not fits), None)
    if wrong is not None:
        raise Refused(PairingRefusal.STATE_WRONG, name=wrong, value=row[wrong])
    return _Row(
        id=row["id"],
        points=row["points"],
        had_bye=row["had_bye"],
        byes=row["byes"],
        dropped=row["dropped"],
        opponents=row["opponents"],
    )


def _is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_id(value: object) -> bool:
    return isinstance(value, str) or (_is_integer(value) and abs(value) < WIDEST_ID)
