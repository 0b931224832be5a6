"""Draw Swiss rounds with the pairing options, and store the facts to explain and replay them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from random import Random
from typing import Any, TypedDict

from pairings.engine import pods, swiss
from pairings.engine.outcomes import Outcome
from pairings.engine.swiss import Draw, Field, Options, kept_apart
from pairings.engine.swiss.draw_values import Pair
from pairings.models import Round
from pairings.queries.rounds import options
from pairings.queries.rounds.options import DivisionWishes
from pairings.services.rounds import table_numbers
from pairings.services.rounds.match_seating import Place


class PodInputs(TypedDict, total=False):
    """Additional inputs of a draw inside draft pods.

    `pods` has each player's pod, and `crossings` the pairs of players from different pods.
    """

    pods: list[tuple[int, int]]
    crossings: tuple[Pair, ...]


class DrawInputs(TypedDict):
    """Inputs of a draw: players by points, earlier byes, options."""

    by_points: list[tuple[int, list[int]]]
    byes: list[tuple[int, int]]
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """Matches to seat, and the facts for `Round.draw`.

    `seed` is the seed of the draw. It differs from the requested seed if several seeds were tried to satisfy the
    options.
    """

    places: list[Place]
    facts: Mapping[str, object]
    seed: int


def draw_swiss_round(round_: Round, field: Field, *, seed: int, awarded_bye_count: int = 0) -> SwissDraw:
    """Draw `field` with the options of the division.

    `awarded_bye_count` is the number of players with an awarded bye. If only one other player is present, that
    player gets the bye. Refused: whatever `swiss.pair_field` refuses, NOT_ENOUGH_TABLES.
    """
    requests = options.wishes_of(round_.division)
    draw_options = options.options_for_draw(round_, field.ids, requests)
    pod_inputs: PodInputs = {}
    if awarded_bye_count and len(field.ids) == 1:
        pairing = swiss.pair_lone_player(field, seed=seed)
    else:
        pairing, draw_options, pod_inputs = draw_pairs(round_, field, requests, draw_options, seed=seed)
    # Pairs are numbered by points, highest first, or shuffled with the same seed.
    pairs = list(pairing.pairs)
    if requests.random_tables:
        Random(f"tables {pairing.seed}").shuffle(pairs)
    numbering = table_numbers.number_round_tables(round_, pairs, requests)
    pairs_by_table = sorted(zip(numbering.tables, pairs, strict=True))
    places = [
        Place(position, left, right, table) for position, (table, (left, right)) in enumerate(pairs_by_table)
    ]
    if pairing.bye is not None:
        places.append(Place(len(places), pairing.bye, None, None, Outcome.BYE))
    facts = {
        **{column.name: getattr(pairing, column.name) for column in fields(pairing)},
        "inputs": {**draw_inputs(field, draw_options), **pod_inputs},
        "random_tables": requests.random_tables,
        "unmet_tables": numbering.unmet,
    }
    return SwissDraw(places, facts, pairing.seed)


def draw_pairs(
    round_: Round, field: Field, wishes: DivisionWishes, draw_options: Options, *, seed: int
) -> tuple[Draw, Options, PodInputs]:
    """Draw a field, inside its draft pods if it has any.

    Return the draw, the options needed to replay it, and the additional inputs of pods.
    """
    pod_draw = draw_inside_pods(round_, field, wishes, draw_options, seed=seed)
    if pod_draw is None:
        return *kept_apart.pair_apart(field, seed=seed, options=draw_options), {}
    return pod_draw[0], draw_options, pod_draw[1]


def draw_inside_pods(
    round_: Round, field: Field, wishes: DivisionWishes, draw_options: Options, *, seed: int
) -> tuple[Draw, PodInputs] | None:
    """Draw inside the pods (R-091). Return the draw with its inputs `pods` and `crossings`.

    Return None for a round without pods.
    """
    pod_of = options.pods_of_round(round_, wishes)
    pod_by_entry = {entry: pod_of[entry] for entry in field.ids.tolist() if entry in pod_of}
    if not pod_by_entry:
        return None
    pod_pairing = pods.pair_in_pods(field, pod_by_entry, seed=seed, options=draw_options)
    return pod_pairing.draw, {"pods": sorted(pod_by_entry.items()), "crossings": pod_pairing.crossings}


def draw_inputs(field: Field, draw_options: Options) -> DrawInputs:
    """Return the inputs of a draw, except earlier pairs, which never change."""
    by_points: dict[int, list[int]] = {}
    for entry, points in sorted(zip(field.ids.tolist(), field.points.tolist(), strict=True)):
        by_points.setdefault(points, []).append(entry)
    return {
        "by_points": sorted(by_points.items(), reverse=True),
        "byes": sorted(
            (entry, byes) for entry, byes in zip(field.ids.tolist(), field.byes.tolist(), strict=True) if byes
        ),
        "options": asdict(draw_options),
    }
