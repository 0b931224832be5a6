"""Input and output of a Swiss pairing."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Field:
    """Players to pair, one position per player in the first three arrays, in any order.

    ids: entry ids, unique.
    points: match points (M-010).
    byes: number of earlier byes (M-018); booleans count as 0 and 1.
    met: shape (k, 2), ids that played each other; any order, with repeats and ids of absent players allowed.
    rounds: shape (k,), round of each row of `met`. If None, each pair counts as one meeting, and all meetings as
    equally old.
    """

    ids: Ints
    points: Ints
    byes: Bools | Ints
    met: Ints
    rounds: Ints | None = None


@dataclass(frozen=True)
class Options:
    """Organizer's options beyond the default objective.

    fewest_pair_downs: prefer fewer players outside their group over smaller gaps.
    by_standing: ids from first place to last; pairs first with second and so on. Gaps then are numbers of places.
    forbidden: pairs that must not meet; refused if unavoidable.
    avoid: pairs that should not meet if possible (family, team); the last objective before chance.
    weigh_repeats: if matches must be repeated, consider the number and age of meetings, and the number of byes.
    False replays rounds of earlier versions, in which all repeated matches and all further byes cost the same.
    """

    fewest_pair_downs: bool = False
    by_standing: tuple[int, ...] | None = None
    forbidden: tuple[Pair, ...] = ()
    avoid: tuple[Pair, ...] = ()
    weigh_repeats: bool = True

    def __post_init__(self) -> None:
        if self.fewest_pair_downs and self.by_standing is not None:
            raise ValueError("fewest_pair_downs has no meaning when pairing by standing")


@dataclass(frozen=True)
class Draw:
    """One drawn round, and the facts that explain it.

    pairs: (left, right) in table order, highest points first; left has at least the points of right.
    bye: player with the bye, None in an even field.
    bye_group: match points of that player.
    bye_candidates: number of players of that group who could have it.
    second_bye: whether everyone had a bye before, so that a player with the fewest byes gets another.
    gap_cost: sum of squared gaps, in match points (in places with Options.by_standing).
    bound: the minimum sum if earlier meetings are ignored, which no pairing can beat (with
    Options.fewest_pair_downs: no pairing with as few players outside their group).
    rematches, avoided: pairs that met before, and pairs of Options.avoid, that were unavoidable.
    pair_downs: (id, own points, opponent's points) of each player paired below their group.
    groups: (points, players), highest first.
    proof: why no pairing is better. "bound": the cost equals the bound. "window": an exact matching in which
    all but the `examined` players could meet anyone has the same cost. "field": the same, with the whole
    field examined.
    """

    pairs: tuple[Pair, ...]
    bye: int | None
    seed: int
    gap_cost: int
    bound: int
    rematches: tuple[Pair, ...]
    avoided: tuple[Pair, ...]
    pair_downs: tuple[tuple[int, int, int], ...]
    groups: tuple[Pair, ...]
    bye_group: int | None
    bye_candidates: int
    second_bye: bool
    proof: Literal["bound", "window", "field"]
    examined: tuple[int, ...]
