"""Replay a round: `python -m pairings.engine.replay inputs.json`, in the folder of Stadium.

Reads the inputs downloaded from the round's page, repeats the draw and compares it with the original.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pairings.engine import pods
from pairings.engine.swiss import Draw, Field, Options, pair_field, pair_lone_player


def replay_draw(inputs: Mapping[str, Any]) -> Draw:
    """Repeat a draw from its inputs.

    The inputs are ids, points and byes by player, meetings with their rounds, options, seed and pods. Inputs
    from versions that ignored how often matches were repeated contain `had_bye` instead of `byes`, and no
    rounds; they are replayed by the old rules.
    """
    field = Field(
        ids=np.array(inputs["ids"], dtype=np.int64),
        points=np.array(inputs["points"], dtype=np.int64),
        byes=np.array(inputs["byes"] if "byes" in inputs else inputs["had_bye"], dtype=np.int64),
        met=np.array(inputs["met"], dtype=np.int64).reshape(-1, 2),
        rounds=np.array(inputs["rounds"], dtype=np.int64) if "rounds" in inputs else None,
    )
    if len(field.ids) == 1:
        return pair_lone_player(field, seed=inputs["seed"])
    draw_options = inputs["options"]
    options = Options(
        fewest_pair_downs=draw_options["fewest_pair_downs"],
        by_standing=None if draw_options["by_standing"] is None else tuple(draw_options["by_standing"]),
        forbidden=tuple((first, second) for first, second in draw_options["forbidden"]),
        avoid=tuple((first, second) for first, second in draw_options["avoid"]),
        weigh_repeats=draw_options.get("weigh_repeats", False),
    )
    if inputs.get("pods"):
        return pods.pair_in_pods(field, dict(inputs["pods"]), seed=inputs["seed"], options=options).draw
    return pair_field(field, seed=inputs["seed"], options=options)


def gives_same_draw(inputs: Mapping[str, Any]) -> bool:
    """Return whether replaying the inputs gives the original pairs and bye."""
    draw = replay_draw(inputs)
    return bool([list(two) for two in draw.pairs] == inputs["pairs"] and draw.bye == inputs["bye"])


if __name__ == "__main__":
    agree = gives_same_draw(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    sys.stdout.write("same pairings\n" if agree else "different pairings\n")
    sys.exit(0 if agree else 1)
