"""Verifying the file of a log: what holds, where it stops, which piles differ, and what is not a log."""

import json
from random import Random
from typing import Any

import pytest

from core.engine.refused import Refused
from drafts.engine import draft_files
from tests.drafts.engine.test_draft_log import KINDS, by_chance


def data_of(kind: tuple[str, int, int, int] = KINDS[0], seed: int = 4) -> dict[str, Any]:
    subtype, _seats, packs, size = kind
    draft = by_chance(*kind, seed=seed)
    data = draft_files.unplayed_draft_data(
        draft, subtype=subtype, packs_each=packs, pack_size=size, seed=seed, first=None
    )
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
@pytest.mark.parametrize("seed", range(6))
def test_the_file_of_any_log_holds(kind: tuple[str, int, int, int], seed: int) -> None:
    data = data_of(kind, seed)
    found = draft_files.verify_draft_file(data)
    assert found.holds
    assert found.moves == len(data["moves"])
    assert draft_files.card_names_by_seat(found.game) == data["piles"]


def test_a_changed_pile_is_told_by_its_seat() -> None:
    data = data_of()
    data["piles"]["2"] = ["Mewtwo"]
    del data["piles"]["3"]
    found = draft_files.verify_draft_file(data)
    assert not found.holds
    assert found.differ == (2, 3)
    assert draft_files.verify_draft_file(data | {"piles": None}).differ == (1, 2, 3, 4)


def test_a_move_that_cannot_be_made_stops_the_replay() -> None:
    data = data_of()
    at = next(at for at, move in enumerate(data["moves"]) if move["kind"] == "pick")
    data["moves"][at]["card"] = 999
    found = draft_files.verify_draft_file(data)
    assert (found.stopped, found.holds) == (at, False)
    assert found.why is not None
    assert found.why.code == "CARD_NOT_OFFERED"
    assert len(found.game.moves) == at


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": "deck"},
        {"version": 2},
        {"subtype": "sealed"},
        {"subtype": ["booster"]},
        {"seats": 0},
        {"seats": 1},
        {"seats": 9},
        {"seats": True},
        {"packs_each": 0},
        {"pack_size": 10**9},
        {"seed": "1"},
        {"first": 3},
        {"moves": None},
        {"moves": [{"kind": "fly"}]},
        {"moves": [7]},
        {"moves": [{"kind": "pick", "seat": -1}]},
    ],
)
def test_what_is_no_log_is_refused(wrong: dict[str, object]) -> None:
    for read in (draft_files.verify_draft_file, draft_files.replay_draft_file):
        with pytest.raises(Refused, match="DRAFT_FILE_WRONG"):
            read(data_of() | wrong)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
@pytest.mark.parametrize("seed", range(40))
def test_a_file_with_any_fault_is_answered(kind: tuple[str, int, int, int], seed: int) -> None:
    chance = Random(seed)
    data = data_of(kind, seed % 5)
    for _fault in range(3):
        move = chance.choice(data["moves"])
        name = chance.choice(["kind", "seat", "card", "of", "names", "way"])
        odd: dict[str, list[object]] = {
            "kind": [*draft_files.KINDS],
            "seat": [0, 1, 9, 10**6],
            "card": [None, 0, 5, 10**6],
            "of": [None, 0, 3, 10**6],
            "names": [[], ["x"] * 60, [""]],
            "way": ["", "skip", "random"],
        }
        move[name] = chance.choice(odd[name])
    data["packs_each"], data["pack_size"] = chance.choice([(2, 1), (2, 4), (36, 60)])
    assert draft_files.verify_draft_file(data).moves == len(data["moves"])
