"""A Swiss draw with the pairing options, and the facts stored to explain and replay it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from random import Random
from typing import Any, TypedDict

from pairings.engine import pods, swiss
from pairings.engine.outcomes import Outcome
from pairings.engine.swiss import Draw, Field, Options, apart
from pairings.engine.swiss.values import Pair
from pairings.models import Round
from pairings.queries.rounds import options
from pairings.queries.rounds.options import Wishes
from pairings.services.rounds import table_numbers
from pairings.services.rounds.seating import Place


class PodInputs(TypedDict, total=False):
    """Inputs of a draw inside draft pods: the pod of each player, and the pairs across pods."""

    pods: list[tuple[int, int]]
    crossings: tuple[Pair, ...]


class Inputs(TypedDict):
    """Inputs of a draw: players by their points, byes before, options."""

    by_points: list[tuple[int, list[int]]]
    byes: list[tuple[int, int]]
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Matches to seat, and the facts for `Round.draw`.

    `seed` is that of the draw: another one than requested where several were tried to meet the options.
    """

    places: list[Place]
    facts: Mapping[str, object]
    seed: int


def draw(round_: Round, field: Field, *, seed: int, beside: int = 0) -> Drawn:
    """Draw `field` with the options of the division.

    `beside`: the number of players with an awarded bye; a single player beside them has the bye. Refused: as
    `swiss.pair`, NOT_ENOUGH_TABLES.
    """
    wishes = options.wishes_of(round_.division)
    wanted = options.for_draw(round_, field.ids, wishes)
    pod_inputs: PodInputs = {}
    if beside and len(field.ids) == 1:
        drawn = swiss.lone(field, seed=seed)
    else:
        drawn, wanted, pod_inputs = pair(round_, field, wishes, wanted, seed=seed)
    # By points, highest first, or shuffled by the same seed.
    pairs = list(drawn.pairs)
    if wishes.random_tables:
        Random(f"tables {drawn.seed}").shuffle(pairs)
    numbered = table_numbers.numbering(round_, pairs, wishes)
    seated = sorted(zip(numbered.tables, pairs, strict=True))
    places = [Place(spot, left, right, table) for spot, (table, (left, right)) in enumerate(seated)]
    if drawn.bye is not None:
        places.append(Place(len(places), drawn.bye, None, None, Outcome.BYE))
    facts = {
        **{column.name: getattr(drawn, column.name) for column in fields(drawn)},
        "inputs": {**inputs(field, wanted), **pod_inputs},
        "random_tables": wishes.random_tables,
        "unmet_tables": numbered.unmet,
    }
    return Drawn(places, facts, drawn.seed)


def pair(
    round_: Round, field: Field, wishes: Wishes, wanted: Options, *, seed: int
) -> tuple[Draw, Options, PodInputs]:
    """The draw of a field, inside its draft pods if set; with the options used and further inputs."""
    inside = inside_pods(round_, field, wishes, wanted, seed=seed)
    if inside is None:
        return *apart.pair(field, seed=seed, options=wanted), {}
    return inside[0], wanted, inside[1]


def inside_pods(
    round_: Round, field: Field, wishes: Wishes, wanted: Options, *, seed: int
) -> tuple[Draw, PodInputs] | None:
    """The draw inside the pods with `pods` and `crossings` (R-091); None for a round without pods."""
    pod_of = options.pods_for(round_, wishes)
    here = {entry: pod_of[entry] for entry in field.ids.tolist() if entry in pod_of}
    if not here:
        return None
    inside = pods.pair(field, here, seed=seed, options=wanted)
    return inside.draw, {"pods": sorted(here.items()), "crossings": inside.crossings}


def inputs(field: Field, wanted: Options) -> Inputs:
    """The inputs of a draw, without earlier pairs, which never change."""
    by_points: dict[int, list[int]] = {}
    for entry, points in sorted(zip(field.ids.tolist(), field.points.tolist(), strict=True)):
        by_points.setdefault(points, []).append(entry)
    return {
        "by_points": sorted(by_points.items(), reverse=True),
        "byes": sorted(
            (entry, byes) for entry, byes in zip(field.ids.tolist(), field.byes.tolist(), strict=True) if byes
        ),
        "options": asdict(wanted),
    }
