"""Replay a round: `python -m pairings.engine.replay inputs.json`, in the folder of Stadium.

Reads the inputs offered by the page of the round, draws again, and compares with the original draw.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from pairings.engine import pods
from pairings.engine.swiss import Draw, Field, Options, lone, pair


def replay(given: dict[str, Any]) -> Draw:
    """The draw of these inputs: ids, points, byes (one of each per player), met and their rounds, options, seed, pods.

    Rounds paired before repeats were weighed have had_bye (yes or no) and no rounds, and are drawn by the former rules.
    """
    field = Field(
        ids=np.array(given["ids"], dtype=np.int64),
        points=np.array(given["points"], dtype=np.int64),
        byes=np.array(given["byes"] if "byes" in given else given["had_bye"], dtype=np.int64),
        met=np.array(given["met"], dtype=np.int64).reshape(-1, 2),
        rounds=np.array(given["rounds"], dtype=np.int64) if "rounds" in given else None,
    )
    if len(field.ids) == 1:
        return lone(field, seed=given["seed"])
    wished = given["options"]
    options = Options(
        fewest_pair_downs=wished["fewest_pair_downs"],
        by_standing=None if wished["by_standing"] is None else tuple(wished["by_standing"]),
        forbidden=tuple((one, two) for one, two in wished["forbidden"]),
        avoid=tuple((one, two) for one, two in wished["avoid"]),
        weigh_repeats=wished.get("weigh_repeats", False),
    )
    if given.get("pods"):
        return pods.pair(field, dict(given["pods"]), seed=given["seed"], options=options).draw
    return pair(field, seed=given["seed"], options=options)


def same(given: dict[str, Any]) -> bool:
    """Whether the inputs give the original pairs and bye."""
    drawn = replay(given)
    return bool([list(one) for one in drawn.pairs] == given["pairs"] and drawn.bye == given["bye"])


if __name__ == "__main__":
    agree = same(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    sys.stdout.write("same pairings\n" if agree else "different pairings\n")
    sys.exit(0 if agree else 1)
