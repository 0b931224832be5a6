"""Check whether a round could have been paired better, using only earlier results."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pairings.engine import pods, swiss
from pairings.engine.outcomes import Outcome
from pairings.engine.swiss import Field, Options
from pairings.engine.swiss.matching import repeat_weights
from pairings.models import Match, Round
from pairings.queries.rounds import engine_fields, round_review

Met = Mapping[frozenset[int], tuple[int, ...]]
"""Rounds in which each pair met, in order."""
UNWEIGHED = (0,)


@dataclass(frozen=True, slots=True)
class PairingCost:
    """Cost of a pairing, one field per objective.

    `again` and `newest` are the costs of repeated matches by number and age (`repeat_weights`). `bye` is
    the match points of the player with the bye, None in an even field. `gaps` is the sum of the squared
    gaps of all pairs, and `outside` the number of pairs with a gap.
    """

    rematches: int
    again: int
    newest: int
    bye: int | None
    gaps: int
    outside: int


@dataclass(frozen=True, slots=True)
class CheckedPairing:
    """The pairing of a round compared with the best one for its players.

    `second_bye` means that a player got another bye although other players had fewer. `fewest_pair_downs` and
    `by_standing` are the options of the draw, which determine how gaps are measured.
    """

    players: int
    ours: PairingCost
    best: PairingCost
    second_bye: bool
    fewest_pair_downs: bool
    by_standing: bool

    @property
    def none_better(self) -> bool:
        """Whether no pairing costs less and the bye went to a player with the fewest byes."""
        return not self.second_bye and self.ours == self.best


def check_pairing(round_: Round) -> CheckedPairing | None:
    """Compare the cost of a Swiss round with the minimum possible cost.

    Private options are ignored, since they can only raise the cost. Return None for a round without
    matches or with several byes. Two queries, and the players are paired once more.
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
    field, met = _field_before(round_, ids)
    draw_options = round_.draw_inputs.get("options", {})
    standing_order = draw_options.get("by_standing")
    if standing_order is not None and set(ids.tolist()) - set(standing_order):
        standing_order = None
    # Pairs that must not meet are private, and ignoring them can only lower the minimum cost.
    options = Options(
        fewest_pair_downs=bool(draw_options.get("fewest_pair_downs")),
        by_standing=tuple(standing_order) if standing_order is not None else None,
        weigh_repeats=draw_weighs_repeated_matches(round_),
    )
    # Within draft pods, compare only with pairings that have the fewest matches across pods.
    by_pod = round_.draw_inputs.get("pods")
    if by_pod:
        best = pods.pair_in_pods(field, dict(by_pod), seed=0, options=options).draw
    else:
        best = swiss.pair_field(field, seed=0, options=options)
    points = dict(zip(field.ids.tolist(), field.points.tolist(), strict=True))
    # Gaps count places if the round was drawn by standing, points otherwise.
    if options.by_standing is None:
        scale = points
    else:
        present_by_place = [entry for entry in options.by_standing if entry in points]
        scale = {entry: -place for place, entry in enumerate(present_by_place)}
    byes_by_entry = dict(zip(field.ids.tolist(), field.byes.tolist(), strict=True))
    return CheckedPairing(
        players=len(ids),
        ours=_cost_of(pairs, byes[0] if byes else None, scale, points, met),
        best=_cost_of(best.pairs, best.bye, scale, points, met),
        second_bye=bool(byes) and byes_by_entry[byes[0]] > min(byes_by_entry.values()),
        fewest_pair_downs=options.fewest_pair_downs,
        by_standing=options.by_standing is not None,
    )


def _field_before(round_: Round, ids: engine_fields.Ints) -> tuple[Field, Met]:
    """Load these players with their points, byes and opponents before the round.

    Points stored with the draw take precedence. If the draw did not weigh repeats, several byes of a player count
    as one, and all earlier meetings as equal.
    """
    results = engine_fields.swiss_results(round_.division, until=round_.number - 1)
    weighed = draw_weighs_repeated_matches(round_)
    met, byes = round_review.meetings_and_byes(round_)
    drawn_points = {
        entry: points for points, entries in round_.draw_inputs.get("by_points", ()) for entry in entries
    }
    current_points = engine_fields.match_points_of(ids, results)
    points = [
        drawn_points.get(entry, current)
        for entry, current in zip(ids.tolist(), current_points.tolist(), strict=True)
    ]
    rows = [(*sorted(pair), number) for pair, numbers in met.items() for number in numbers]
    meeting_rows = np.array(rows, dtype=np.int64).reshape(-1, 3)
    byes_by_player = np.array(
        [byes[pk] if weighed else min(byes[pk], 1) for pk in ids.tolist()], dtype=np.int64
    )
    field = Field(
        ids, np.array(points, dtype=np.int64), byes_by_player, meeting_rows[:, :2], meeting_rows[:, 2]
    )
    return field, {pair: numbers if weighed else UNWEIGHED for pair, numbers in met.items()}


def draw_weighs_repeated_matches(round_: Round) -> bool:
    """Return whether the draw considered the number and age of repeated matches.

    Draws of earlier versions did not. The result is True for a round that Stadium did not draw.
    """
    draw_options = round_.draw_inputs.get("options")
    return not round_.draw.get("proof") if draw_options is None else bool(draw_options.get("weigh_repeats"))


def _cost_of(
    pairs: list[tuple[int, int]] | tuple[tuple[int, int], ...],
    bye: int | None,
    scale: Mapping[int, int],
    points: Mapping[int, int],
    met: Met,
) -> PairingCost:
    """Return the cost of a pairing.

    Gaps are differences of `scale`, and `points` are match points, both by entry key. `bye` is the entry
    with the bye, or None.
    """
    gaps = [abs(scale[left] - scale[right]) for left, right in pairs]
    repeated = [met[frozenset(pair)] for pair in pairs if frozenset(pair) in met]
    times = np.array([len(numbers) for numbers in repeated], dtype=np.int64)
    age_costs, count_costs = repeat_weights(
        times, np.array([numbers[-1] for numbers in repeated], dtype=np.int64)
    )
    return PairingCost(
        rematches=len(repeated),
        again=int(count_costs.sum()),
        newest=int(age_costs.sum()),
        bye=None if bye is None else points[bye],
        gaps=sum(gap**2 for gap in gaps),
        outside=sum(gap > 0 for gap in gaps),
    )
