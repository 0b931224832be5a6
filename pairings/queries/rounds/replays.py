"""Public inputs of a draw, so that anyone can replay it."""

import hashlib
import json
from typing import TypedDict

from pairings.models import Match, Round, Stage

REQUIRED_DRAW_FIELDS = ("inputs", "pairs", "seed")


def can_replay(round_: Round) -> bool:
    """Return whether the round was drawn by Stadium with stored inputs, unlike imported rounds."""
    return all(name in round_.draw for name in REQUIRED_DRAW_FIELDS)


def has_private_inputs(round_: Round) -> bool:
    """Return whether the inputs reveal forbidden pairs, families or teams, which only staff may see.

    This is rare: nearly every draw satisfies these options without storing them (`engine.swiss.kept_apart`).
    """
    draw_options = round_.draw_inputs.get("options", {})
    return bool(draw_options.get("forbidden") or draw_options.get("avoid"))


class DrawInputs(TypedDict, total=False):
    """Inputs and outcome of a draw, as read by `pairings.engine.replay`. Players are entry keys.

    `points` and `byes` are in the order of `ids`, and `rounds` has the round of each pair in `met`.
    Rounds that older versions paired have `had_bye` instead of `byes`, and no `rounds`.
    """

    round: int
    seed: int
    ids: list[int]
    points: list[int]
    byes: list[int]
    had_bye: list[bool]
    met: list[tuple[int, int]]
    rounds: list[int]
    options: dict[str, list[object]]
    pairs: list[list[int]]
    bye: int | None
    pods: list[list[int]]


def draw_inputs_fingerprint(draw_inputs: DrawInputs) -> str:
    """Return the SHA-256 of the inputs as downloaded, which later proves them unchanged."""
    return hashlib.sha256(draw_inputs_as_json(draw_inputs)).hexdigest()


def draw_inputs_as_json(draw_inputs: DrawInputs) -> bytes:
    """Serialize the inputs as JSON, always to the same bytes."""
    return json.dumps(draw_inputs, separators=(",", ":")).encode()


def draw_inputs_filename(round_: Round) -> str:
    """Return the name of the downloaded file, such as "harbour-cup-masters-5.json"."""
    return f"{round_.division.tournament.slug}-{round_.division.age_division}-{round_.number}.json"


def replay_inputs(round_: Round) -> DrawInputs:
    """Return inputs and outcome of the draw by entry key, without names. One query.

    The newer fields are left out for rounds that older versions paired, since they would change the fingerprint.
    """
    inputs = round_.draw["inputs"]
    players = [(entry, points) for points, entries in inputs["by_points"] for entry in entries]
    earlier_matches = Match.objects.filter(
        round__division=round_.division_id, round__number__lt=round_.number
    )
    earlier_matches = earlier_matches.filter(round__stage__kind=Stage.Kind.SWISS, right__isnull=False)
    meetings = list(
        earlier_matches.order_by("round__number", "position", "id").values_list(
            "round__number", "left_id", "right_id"
        )
    )
    ids = [entry for entry, _ in players]
    # Fingerprints of downloaded files depend on the order of the fields.
    draw_inputs = DrawInputs(
        round=round_.number,
        seed=round_.draw["seed"],
        ids=ids,
        points=[points for _, points in players],
    )
    if "byes" in inputs:
        byes_by_entry = dict(inputs["byes"])
        draw_inputs["byes"] = [byes_by_entry.get(entry, 0) for entry in ids]
    else:
        # Older rounds only stored whether a player had a bye, not the number of byes.
        had_bye = set(inputs["had_bye"])
        draw_inputs["had_bye"] = [entry in had_bye for entry in ids]
    draw_inputs["met"] = [(left, right) for _, left, right in meetings]
    if "byes" in inputs:
        draw_inputs["rounds"] = [number for number, _, _ in meetings]
    draw_inputs["options"] = inputs["options"]
    draw_inputs["pairs"], draw_inputs["bye"] = round_.draw["pairs"], round_.draw["bye"]
    if inputs.get("pods"):
        draw_inputs["pods"] = inputs["pods"]
    return draw_inputs


def matches_changed_since_draw(round_: Round) -> list[tuple[int | None, str, str]]:
    """Return the matches that are not in the draw, as (table, left entry key, right entry key). One query.

    The right key is "–" in a match without an opponent. Awarded byes and losses of late entries are left
    out.
    """
    drawn_pairs = {frozenset(pair) for pair in round_.draw["pairs"]}
    drawn_pairs |= {frozenset((entry,)) for entry in [round_.draw["bye"]] if entry is not None}
    rows = round_.matches.exclude(outcome__in=["awarded_bye", "late_loss"]).order_by("position", "id")
    return [
        (table, str(left), str(right or "–"))
        for table, left, right in rows.values_list("table", "left_id", "right_id")
        if frozenset(entry for entry in (left, right) if entry is not None) not in drawn_pairs
    ]
