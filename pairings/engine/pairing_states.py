"""Pair rounds for other programs: parse the state of an event before a round, and return the pairs.

    {"players": [{"id": 7, "points": 6, "opponents": [3, 9], "had_bye": false, "dropped": false}], "seed": 1}

Ids are numbers or strings. `opponents` lists a player's opponents in the order of the rounds, once per
match, without byes. If matches must be repeated, those played least often are repeated first, and among
these the oldest. `byes` is the number of byes a player has had; `had_bye` only indicates whether there was
one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypedDict, TypeGuard

import numpy as np

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.swiss import Draw, Field
from pairings.engine.swiss.draw_values import Pair

Id = int | str
MAX_POINTS = 10_000
MAX_BYES = 1_000
MAX_ID = 2**62


@dataclass(frozen=True, eq=False)
class State:
    """Input of `swiss.pair_field`, and the original ids by the numbers that replace them."""

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
    """Pairs and bye of a draw."""

    pairs: list[list[Id]]
    bye: Id | None


def parse_pairing_state(state: object) -> State:
    """Parse one state. Dropped players are not paired.

    If all ids are whole numbers, they stay unchanged, so that a seed gives the same pairs as in Stadium.
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
    rows = [_parse_player_of_state(player) for player in players]
    ids = [row["id"] for row in rows]
    seen_ids: set[Id] = set()
    for player_id in ids:
        if player_id in seen_ids:
            raise Refused(PairingRefusal.STATE_ID_TWICE, id=player_id)
        seen_ids.add(player_id)
    # The engine needs numbers, so if any id is a string, all ids are numbered in sorted order.
    if all(isinstance(player_id, int) for player_id in ids):
        number_by_id = {player_id: int(player_id) for player_id in ids}
    else:
        ordered = sorted(ids, key=lambda player_id: (isinstance(player_id, str), player_id))
        number_by_id = {player_id: index for index, player_id in enumerate(ordered)}
    playing_rows = [row for row in rows if not row["dropped"]]
    meetings = _meetings_with_round(rows, number_by_id)
    field = Field(
        ids=np.array([number_by_id[row["id"]] for row in playing_rows], dtype=np.int64),
        points=np.array([row["points"] for row in playing_rows], dtype=np.int64),
        byes=np.array([max(row["byes"], row["had_bye"]) for row in playing_rows], dtype=np.int64),
        met=np.array([pair for pair, _ in meetings], dtype=np.int64).reshape(-1, 2),
        rounds=np.array([round_number for _, round_number in meetings], dtype=np.int64),
    )
    return State(field, seed, {number_by_id[player_id]: player_id for player_id in ids})


def build_pairing_answer(state: State, draw: Draw) -> Answer:
    """Return pairs and bye of a draw with the ids of the state."""
    ids = state.ids
    return {
        "pairs": [[ids[left], ids[right]] for left, right in draw.pairs],
        "bye": None if draw.bye is None else ids[draw.bye],
    }


def _meetings_with_round(rows: Sequence[_Row], number_by_id: Mapping[Id, int]) -> list[tuple[Pair, int]]:
    """Return each meeting of two players with the earliest round it can belong to.

    That round is the later of the positions that the match has in the two lists of opponents. Each player lists
    the other, so the first entries about one another describe the same match.
    """
    meetings: dict[Pair, list[list[int]]] = {}
    for row in rows:
        turns_by_pair: dict[Pair, list[int]] = {}
        for turn, opponent in enumerate(row["opponents"], start=1):
            if opponent in number_by_id:
                low, high = sorted((number_by_id[row["id"]], number_by_id[opponent]))
                turns_by_pair.setdefault((low, high), []).append(turn)
        for pair, turns in turns_by_pair.items():
            meetings.setdefault(pair, []).append(turns)
    return [
        (pair, max(turns))
        for pair, turns_of_both in meetings.items()
        for turns in zip_longest(*turns_of_both, fillvalue=0)
    ]


def _parse_player_of_state(player: object) -> _Row:
    """Parse one player, with defaults for missing optional values.

    Refused: STATE_MISSING (name) without `id` or `points`, STATE_WRONG (name, value).
    """
    if not isinstance(player, dict):
        raise Refused(PairingRefusal.STATE_WRONG, name="players", value=player)
    for name in ("id", "points"):
        if name not in player:
            raise Refused(PairingRefusal.STATE_MISSING, name=name)
    row: Mapping[str, Any] = {"had_bye": False, "byes": 0, "dropped": False, "opponents": []} | player
    valid_by_name = {
        "id": _is_id(row["id"]),
        "points": _is_integer(row["points"]) and abs(row["points"]) <= MAX_POINTS,
        "had_bye": isinstance(row["had_bye"], bool),
        "byes": _is_integer(row["byes"]) and 0 <= row["byes"] <= MAX_BYES,
        "dropped": isinstance(row["dropped"], bool),
        "opponents": isinstance(row["opponents"], list) and all(map(_is_id, row["opponents"])),
    }
    invalid_name = next((name for name, fits in valid_by_name.items() if not fits), None)
    if invalid_name is not None:
        raise Refused(PairingRefusal.STATE_WRONG, name=invalid_name, value=row[invalid_name])
    return _Row(
        id=row["id"],
        points=row["points"],
        had_bye=row["had_bye"],
        byes=row["byes"],
        dropped=row["dropped"],
        opponents=row["opponents"],
    )


def _is_integer(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number; a boolean is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_id(value: object) -> bool:
    """Return whether a value is a valid id: text, or a whole number smaller than MAX_ID."""
    return isinstance(value, str) or (_is_integer(value) and abs(value) < MAX_ID)
