"""Check whether a round could have been paired better, from the earlier results alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pairings.engine import pods, swiss
from pairings.engine.outcomes import Outcome
from pairings.engine.swiss import Field, Options
from pairings.engine.swiss.matching import repeat_weights
from pairings.models import Match, Round
from pairings.queries.rounds import fields, unposted

Met = Mapping[frozenset[int], tuple[int, ...]]
"""The rounds in which two players met, in order."""
UNWEIGHED = (0,)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a pairing, objective by objective: `bye` is the points of the player with it, None in an even field.

    `again`, `newest`: the cost of repeated matches by their number and age (`repeat_weights`).
    """

    rematches: int
    again: int
    newest: int
    bye: int | None
    gaps: int
    outside: int


@dataclass(frozen=True, slots=True)
class Checked:
    """The pairing of a round and the best one of its players. `second_bye`: one was given while others had fewer.

    `fewest_pair_downs`, `by_standing`: the options the round was drawn by; gaps count accordingly.
    """

    players: int
    ours: Cost
    best: Cost
    second_bye: bool
    fewest_pair_downs: bool
    by_standing: bool

    @property
    def none_better(self) -> bool:
        return not self.second_bye and self.ours == self.best


def checked(round_: Round) -> Checked | None:
    """The cost of a Swiss round and the least possible one; None with fewer than two players.

    Private options are ignored: they can only raise the cost. Two queries and one draw.
    """
    rows = list(
        Match.objects.filter(round=round_)
        .exclude(outcome__in=[Outcome.AWARDED_BYE.value, Outcome.LATE_LOSS.value])
        .values_list("left_id", "right_id")
    )
    pairs = [(left, right) for left, right in rows if right is not None]
    byes = [left for left, right in rows if right is None]
    ids = np.array(sorted({entry for row in rows for entry in row if entry is not None}), dtype=np.int64)
    if not pairs or len(byes) > 1:
        return None
    field, met = _field(round_, ids)
    wished = _inputs(round_).get("options", {})
    standing = wished.get("by_standing")
    if standing is not None and set(ids.tolist()) - set(standing):
        standing = None
    # The public options of the organizer, without pairs to keep apart.
    options = Options(
        fewest_pair_downs=bool(wished.get("fewest_pair_downs")),
        by_standing=tuple(standing) if standing is not None else None,
        weigh_repeats=weighs_repeats(round_),
    )
    # The best pairing; for a round inside draft pods the best of those with as few matches across.
    by_pod = _inputs(round_).get("pods")
    if by_pod:
        best = pods.pair(field, dict(by_pod), seed=0, options=options).draw
    else:
        best = swiss.pair(field, seed=0, options=options)
    points = dict(zip(field.ids.tolist(), field.points.tolist(), strict=True))
    # The scale of gaps: points, or places.
    if options.by_standing is None:
        scale = points
    else:
        here = [entry for entry in options.by_standing if entry in points]
        scale = {entry: -place for place, entry in enumerate(here)}
    had = dict(zip(field.ids.tolist(), field.byes.tolist(), strict=True))
    return Checked(
        players=len(ids),
        ours=_cost(pairs, byes[0] if byes else None, scale, points, met),
        best=_cost(best.pairs, best.bye, scale, points, met),
        second_bye=bool(byes) and had[byes[0]] > min(had.values()),
        fewest_pair_downs=options.fewest_pair_downs,
        by_standing=options.by_standing is not None,
    )


def _field(round_: Round, ids: fields.Ints) -> tuple[Field, Met]:
    """These players with points, byes and opponents before the round; points as stored in the draw, if any."""
    results = fields.swiss_results(round_.division, until=round_.number - 1)
    weighed = weighs_repeats(round_)
    met, byes = unposted.meetings(round_)
    stored = {entry: points for points, entries in _inputs(round_).get("by_points", ()) for entry in entries}
    now = fields.points_of(ids, results)
    points = [stored.get(entry, won) for entry, won in zip(ids.tolist(), now.tolist(), strict=True)]
    rows = [(*sorted(two), number) for two, numbers in met.items() for number in numbers]
    together = np.array(rows, dtype=np.int64).reshape(-1, 3)
    had = np.array([byes[pk] if weighed else min(byes[pk], 1) for pk in ids.tolist()], dtype=np.int64)
    field = Field(ids, np.array(points, dtype=np.int64), had, together[:, :2], together[:, 2])
    return field, {two: numbers if weighed else UNWEIGHED for two, numbers in met.items()}


def weighs_repeats(round_: Round) -> bool:
    """Whether the number and age of repeated matches counts: for all rounds but those paired here before it did."""
    wished = _inputs(round_).get("options")
    return not round_.draw.get("proof") if wished is None else bool(wished.get("weigh_repeats"))


def _inputs(round_: Round) -> Mapping[str, Any]:
    inputs: Mapping[str, Any] = round_.draw.get("inputs", {})
    return inputs


def _cost(
    pairs: list[tuple[int, int]] | tuple[tuple[int, int], ...],
    bye: int | None,
    scale: Mapping[int, int],
    points: Mapping[int, int],
    met: Met,
) -> Cost:
    gaps = [abs(scale[left] - scale[right]) for left, right in pairs]
    repeated = [met[frozenset(two)] for two in pairs if frozenset(two) in met]
    times = np.array([len(numbers) for numbers in repeated], dtype=np.int64)
    newest, again = repeat_weights(times, np.array([numbers[-1] for numbers in repeated], dtype=np.int64))
    return Cost(
        rematches=len(repeated),
        again=int(again.sum()),
        newest=int(newest.sum()),
        bye=None if bye is None else points[bye],
        gaps=sum(gap**2 for gap in gaps),
        outside=sum(gap > 0 for gap in gaps),
    )
