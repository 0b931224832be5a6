"""Criteria that decide a place, each a `Metric` in `ORDER` (M-010, M-016, M-019 to M-021)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairings.engine.standings.competitors import Ints
    from pairings.engine.standings.figures import StandingFigures

TieBreaks = Mapping[str, float]
"""Tie-breaks as fractions of one by metric key, in the order they apply."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One criterion of the order.

    `of` returns one whole number per competitor, in the order of `Figures.ids`; the competitor with the larger number
    ranks first. Tie-breaks are counted in units of 1 / `Figures.scale`, and the lines of the standings store them
    under `key` as fractions of one.
    """

    key: str
    of: Callable[[StandingFigures], Ints]
    is_tie_break: bool = False


ORDER = (
    Metric("points", attrgetter("points")),
    Metric("day_two", lambda figures: -figures.stayed_on_day_one),
    Metric("late", lambda figures: -figures.each("late")),
    Metric("owp", attrgetter("owp"), is_tie_break=True),
    Metric("oowp", attrgetter("oowp"), is_tie_break=True),
)
"""The criteria before head-to-head between exactly two players and the tie-break number."""

TIE_BREAKS = tuple(metric.key for metric in ORDER if metric.is_tie_break)
"""Tie-break keys, as used in stored standings, files, the API and webhooks."""


def tie_breaks_of(figures: StandingFigures, positions: Ints) -> list[TieBreaks]:
    """Return the tie-breaks of the competitors at these positions of `Figures.ids`."""
    columns = [metric.of(figures)[positions] / figures.scale for metric in ORDER if metric.is_tie_break]
    return [
        dict(zip(TIE_BREAKS, fractions, strict=True))
        for fractions in zip(*(column.tolist() for column in columns), strict=True)
    ]
