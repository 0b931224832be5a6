"""The public inputs of the draw of a round, for a replay."""

import hashlib
import json
from typing import Any

from pairings.models import Match, Round, Stage

NEEDED = ("inputs", "pairs", "seed")


def can_replay(round_: Round) -> bool:
    """Whether the round was drawn here with its inputs stored; imported rounds were not."""
    return all(name in round_.draw for name in NEEDED)


def is_private(round_: Round) -> bool:
    """Whether the inputs reveal forbidden pairs, families or teams, which only staff may see.

    Few do: nearly every draw satisfies such options without containing them (`engine.swiss.apart`).
    """
    wished = round_.draw.get("inputs", {}).get("options", {})
    return bool(wished.get("forbidden") or wished.get("avoid"))


def fingerprint(draw_inputs: dict[str, Any]) -> str:
    """SHA-256 of the inputs as downloaded, to prove later that they are unchanged."""
    return hashlib.sha256(as_file(draw_inputs)).hexdigest()


def as_file(draw_inputs: dict[str, Any]) -> bytes:
    """The inputs as JSON, always the same bytes."""
    return json.dumps(draw_inputs, separators=(",", ":")).encode()


def inputs(round_: Round) -> dict[str, Any]:
    """Inputs and outcome of the draw by entry numbers, no names. One query.

    Rounds paired before repeats were weighed have none of the later inputs, so their fingerprint stays.
    """
    inputs = round_.draw["inputs"]
    players = [(entry, points) for points, entries in inputs["by_points"] for entry in entries]
    earlier = Match.objects.filter(round__division=round_.division_id, round__number__lt=round_.number)
    earlier = earlier.filter(round__stage__kind=Stage.Kind.SWISS, right__isnull=False)
    met = list(
        earlier.order_by("round__number", "position", "id").values_list(
            "round__number", "left_id", "right_id"
        )
    )
    ids = [entry for entry, _ in players]
    byes: dict[str, list[int] | list[bool]]
    if "byes" in inputs:
        number_of = dict(inputs["byes"])
        byes = {"byes": [number_of.get(entry, 0) for entry in ids]}
    else:
        # Older rounds know only whether a player had one.
        had_bye = set(inputs["had_bye"])
        byes = {"had_bye": [entry in had_bye for entry in ids]}
    return {
        "round": round_.number,
        "seed": round_.draw["seed"],
        "ids": ids,
        "points": [points for _, points in players],
        **byes,
        "met": [(left, right) for _, left, right in met],
        **({"rounds": [number for number, _, _ in met]} if "byes" in inputs else {}),
        "options": inputs["options"],
        "pairs": round_.draw["pairs"],
        "bye": round_.draw["bye"],
    } | ({"pods": inputs["pods"]} if inputs.get("pods") else {})


def changed_since(round_: Round) -> list[tuple[int | None, str, str]]:
    """Matches that differ from the draw: table and the entries' numbers. One query."""
    drawn = {frozenset(pair) for pair in round_.draw["pairs"]}
    drawn |= {frozenset((entry,)) for entry in [round_.draw["bye"]] if entry is not None}
    rows = round_.matches.exclude(outcome__in=["awarded_bye", "late_loss"]).order_by("position", "id")
    return [
        (table, str(left), str(right or "–"))
        for table, left, right in rows.values_list("table", "left_id", "right_id")
        if frozenset(entry for entry in (left, right) if entry is not None) not in drawn
    ]
