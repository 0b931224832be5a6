"""Replay a round: `python -m pairings.engine.replay inputs.json`, in the folder of Stadium.

Reads the inputs offered by the page of the round, draws again, and compares with the original draw.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pairings.engine import pods
from pairings.engine.swiss import Draw, Field, Options, lone, pair


def replay(inputs: Mapping[str, Any]) -> Draw:
    """The draw of these inputs: ids, points, byes (one of each per player), met and their rounds, options, seed, pods.

    Rounds paired before repeats were weighed have had_bye (yes or no) and no rounds, and are drawn by the former rules.
    """
    field = Field(
        ids=np.array(inputs["ids"], dtype=np.int64),
        points=np.array(inputs["points"], dtype=np.int64),
        byes=np.array(inputs["byes"] if "byes" in inputs else inputs["had_bye"], dtype=np.int64),
        met=np.array(inputs["met"], dtype=np.int64).reshape(-1, 2),
        rounds=np.array(inputs["rounds"], dtype=np.int64) if "rounds" in inputs else None,
    )
    if len(field.ids) == 1:
        return lone(field, seed=inputs["seed"])
    wished = inputs["options"]
    options = Options(
        fewest_pair_downs=wished["fewest_pair_downs"],
        by_standing=None if wished["by_standing"] is None else tuple(wished["by_standing"]),
        forbidden=tuple((first, second) for first, second in wished["forbidden"]),
        avoid=tuple((first, second) for first, second in wished["avoid"]),
        weigh_repeats=wished.get("weigh_repeats", False),
    )
    if inputs.get("pods"):
        return pods.pair(field, dict(inputs["pods"]), seed=inputs["seed"], options=options).draw
    return pair(field, seed=inputs["seed"], options=options)


def same(inputs: Mapping[str, Any]) -> bool:
    """Whether the inputs give the original pairs and bye."""
    drawn = replay(inputs)
    return bool([list(two) for two in drawn.pairs] == inputs["pairs"] and drawn.bye == inputs["bye"])


if __name__ == "__main__":
    agree = same(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    sys.stdout.write("same pairings\n" if agree else "different pairings\n")
    sys.exit(0 if agree else 1)
