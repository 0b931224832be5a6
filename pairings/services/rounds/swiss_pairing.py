"""A Swiss draw with the pairing options, and the facts stored to explain and replay it."""

from dataclasses import asdict, dataclass, fields
from random import Random

from pairings.engine import pods, swiss
from pairings.engine.outcomes import Outcome
from pairings.engine.swiss import Draw, Field, Options, apart
from pairings.engine.swiss.values import Pair
from pairings.models import Round
from pairings.queries.rounds import options
from pairings.queries.rounds.options import Wishes
from pairings.services.rounds import table_numbers
from pairings.services.rounds.seating import Place


@dataclass(frozen=True, slots=True)
class Drawn:
    """Matches to seat, and the facts for `Round.draw`.

    `seed` is that of the draw: another one than requested where several were tried to meet the options.
    """

    places: list[Place]
    facts: dict[str, object]
    seed: int


def draw(round_: Round, field: Field, *, seed: int, beside: int = 0) -> Drawn:
    """Draw `field` with the options of the division.

    `beside`: the number of players with an awarded bye; a single player beside them has the bye. Refused: as
    `swiss.pair`, NOT_ENOUGH_TABLES.
    """
    wishes = options.wishes_of(round_.division)
    wanted = options.for_draw(round_, field.ids, wishes)
    about: dict[str, object] = {}
    if beside and len(field.ids) == 1:
        drawn = swiss.lone(field, seed=seed)
    else:
        drawn, wanted, about = pair(round_, field, wishes, wanted, seed=seed)
    pairs = in_table_order(drawn, wishes)
    numbered = table_numbers.numbering(round_, pairs, wishes)
    seated = sorted(zip(numbered.tables, pairs, strict=True))
    places = [Place(spot, left, right, table) for spot, (table, (left, right)) in enumerate(seated)]
    if drawn.bye is not None:
        places.append(Place(len(places), drawn.bye, None, None, Outcome.BYE))
    facts = {one.name: getattr(drawn, one.name) for one in fields(drawn)} | {
        "inputs": inputs(field, wanted) | about,
        "random_tables": wishes.random_tables,
        "unmet_tables": numbered.unmet,
    }
    return Drawn(places, facts, drawn.seed)


def pair(
    round_: Round, field: Field, wishes: Wishes, wanted: Options, *, seed: int
) -> tuple[Draw, Options, dict[str, object]]:
    """The draw of a field, inside its draft pods if set; with the options used and further inputs."""
    inside = inside_pods(round_, field, wishes, wanted, seed=seed)
    if inside is None:
        return *apart.pair(field, seed=seed, options=wanted), {}
    return inside[0], wanted, inside[1]


def inside_pods(
    round_: Round, field: Field, wishes: Wishes, wanted: Options, *, seed: int
) -> tuple[Draw, dict[str, object]] | None:
    """The draw inside the pods with `pods` and `crossings` (R-091); None for a round without pods."""
    known = options.pods_for(round_, wishes)
    here = {entry: known[entry] for entry in field.ids.tolist() if entry in known}
    if not here:
        return None
    found = pods.pair(field, here, seed=seed, options=wanted)
    return found.draw, {"pods": sorted(here.items()), "crossings": found.crossings}


def in_table_order(drawn: Draw, wishes: Wishes) -> list[Pair]:
    """The pairs by points, highest first, or shuffled by the same seed."""
    pairs = list(drawn.pairs)
    if wishes.random_tables:
        Random(f"tables {drawn.seed}").shuffle(pairs)
    return pairs


def inputs(field: Field, wanted: Options) -> dict[str, object]:
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
