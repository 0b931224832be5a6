"""The order of the standings."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby, repeat
from typing import TypeVar

import numpy as np

from pairings.engine.metrics import ORDER, tie_breaks_of
from pairings.engine.outcomes import Result
from pairings.engine.standings.figures import NEVER, RESULTS, Figures
from pairings.engine.standings.values import TOM, Competitor, Ints, Line, Played, Results, Rules

AgeDivision = TypeVar("AgeDivision", bound=Hashable)
Beaten = dict[int, tuple[int, ...]]

WON, LOST = RESULTS.index(Result.WIN), RESULTS.index(Result.LOSS)


def rank(
    competitors: Sequence[Competitor],
    played: Iterable[Played] | Results,
    *,
    rounds_planned: int | None = None,
    rules: Rules = TOM,
) -> tuple[Line, ...]:
    """The standings after the Swiss rounds played so far, best first (M-010, M-019 to M-025).

    Match points; players not in a second day below equals; late below equals; opponents' win percentage; their
    opponents'; head-to-head between exactly two; tie-break number. `rounds_planned` decides which drops are early;
    without it the last round seen is the end. Disqualified players count as opponents but have no line. ValueError for
    matches of unknown players.
    """
    results = played if isinstance(played, Results) else Results.of(played)
    return lines_of(Figures(competitors, results, rounds_planned, rules))


def lines_of(figures: Figures) -> tuple[Line, ...]:
    """The lines of computed figures."""
    if not len(figures.ids):
        return ()
    keys = [-metric.of(figures) for metric in ORDER]
    order = np.lexsort((figures.ids, figures.each("tie_break_number"), *reversed(keys)))
    # The rung of every position; 0 is the highest
    new_rung = np.zeros(len(order), dtype=bool)
    for key in keys:
        new_rung[1:] |= key[order][1:] != key[order][:-1]
    rungs = np.empty(len(order), dtype=np.int64)
    rungs[order] = np.cumsum(new_rung)
    order = order[~figures.disqualified[order]]
    beaten = _beaten(figures, rungs) if figures.rules.head_to_head else {}
    # The order by tie-break numbers, after head-to-head between exactly two on a rung.
    ladder, placed = rungs[order], order.copy()
    firsts = np.flatnonzero(np.bincount(ladder)[ladder] == 2)[::2] if beaten else ()
    for spot in firsts:
        first, second = figures.ids[order[spot : spot + 2]].tolist()
        if first in beaten.get(second, ()):
            placed[spot : spot + 2] = order[spot : spot + 2][::-1]
    return _lines(figures, placed, rungs, beaten)


def _beaten(figures: Figures, rungs: Ints) -> Beaten:
    """For each id, the players of the same rung beaten more often than lost to."""
    seats = figures.seats
    decided = np.flatnonzero(
        ((seats.result == WON) | (seats.result == LOST)) & (rungs[seats.who] == rungs[seats.against])
    )
    net: dict[tuple[int, int], int] = {}
    for seat in decided.tolist():
        pair = int(figures.ids[seats.who[seat]]), int(figures.ids[seats.against[seat]])
        net[pair] = net.get(pair, 0) + (1 if seats.result[seat] == WON else -1)
    beaten: dict[int, list[int]] = {}
    for (winner, loser), wins in sorted(net.items()):
        if wins > 0:
            beaten.setdefault(winner, []).append(loser)
    return {winner: tuple(losers) for winner, losers in beaten.items()}


def _lines(figures: Figures, placed: Ints, rungs: Ints, beaten: Beaten) -> tuple[Line, ...]:
    last = figures.last_round
    record = (
        figures.ids[placed],
        np.arange(1, len(placed) + 1),
        figures.points[placed],
        figures.wins[placed, last],
        figures.losses[placed, last],
        figures.ties[placed, last],
        figures.share[placed, last] / figures.unit,
    )
    rest = (
        figures.each("late")[placed] > 0,
        figures.dropped_in[placed] != NEVER,
        rungs[placed],
        figures.each("tie_break_number")[placed],
    )
    beat = [beaten.get(player, ()) for player in figures.ids[placed].tolist()] if beaten else repeat(())
    return tuple(
        map(
            Line,
            *(column.tolist() for column in record),
            tie_breaks_of(figures, placed),
            *(column.tolist() for column in rest),
            beat,
        )
    )


def split(
    lines: Sequence[Line], age_division_of: Callable[[Line], AgeDivision]
) -> dict[AgeDivision, tuple[Line, ...]]:
    """The standings of each age division, places from 1 in each (M-031).

    Two equal players of an age division are separated by head-to-head even where a third of another age division is
    equal too. Age divisions come in the order of their best player.
    """
    parts: dict[AgeDivision, list[Line]] = {}
    for line in lines:
        parts.setdefault(age_division_of(line), []).append(line)
    divided = {}
    for age_division, part in parts.items():
        settled: list[Line] = []
        for _, rung in groupby(part, lambda line: line.rung):
            equal = list(rung)
            if len(equal) > 2:
                equal.sort(key=lambda line: (line.tie_break_number, line.id))
            elif len(equal) == 2 and equal[0].id in equal[1].beat:
                equal.reverse()
            settled += equal
        divided[age_division] = tuple(
            line._replace(place=place) for place, line in enumerate(settled, start=1)
        )
    return divided
