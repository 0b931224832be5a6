"""The order of the standings."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

import numpy as np

from pairings.engine.outcomes import Result
from pairings.engine.standings.figures import RESULTS, Figures
from pairings.engine.standings.values import TOM, Competitor, Ints, Line, Played, Results, Rules

Category = TypeVar("Category", bound=Hashable)
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

    Match points; late below equals; opponents' win percentage; their opponents'; head-to-head between
    exactly two; lot. `rounds_planned` tells who dropped before the end; without it the last round seen is the
    end. Disqualified players are opponents still but have no line. ValueError for matches of strangers.
    """
    results = played if isinstance(played, Results) else Results.of(played)
    return lines_of(Figures(competitors, results, rounds_planned, rules))


def lines_of(figures: Figures) -> tuple[Line, ...]:
    """The lines of figures already computed."""
    if not len(figures.ids):
        return ()
    order, rungs = _climb(figures)
    beaten = _beaten(figures, rungs) if figures.rules.head_to_head else {}
    placed = [one for rung in _groups(order, rungs) for one in _settle(rung, figures, beaten)]
    return tuple(_lines(figures, placed, rungs, beaten))


def _climb(figures: Figures) -> tuple[Ints, Ints]:
    """Positions of the ranked players in order, and the rung of every position (0 is the highest)."""
    competitors = figures.competitors
    late = np.array([one.late for one in competitors])
    lot = np.array([one.lot for one in competitors])
    keys = (-figures.points, late, -figures.owp, -figures.oowp)
    order = np.lexsort((figures.ids, lot, *reversed(keys)))
    new_rung = np.zeros(len(order), dtype=bool)
    for key in keys:
        new_rung[1:] |= np.diff(key[order].astype(np.int64)) != 0
    rungs = np.empty(len(order), dtype=np.int64)
    rungs[order] = np.cumsum(new_rung)
    ranked = np.array([not one.disqualified for one in competitors])
    return order[ranked[order]], rungs


def _beaten(figures: Figures, rungs: Ints) -> Beaten:
    """Per id, whom of the same rung they beat more often than they lost to."""
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


def _groups(order: Ints, rungs: Ints) -> Iterable[list[int]]:
    ladder = rungs[order].tolist()
    return (
        [one for one, _ in group]
        for _, group in groupby(zip(order.tolist(), ladder, strict=True), lambda two: two[1])
    )


def _settle(rung: list[int], figures: Figures, beaten: Beaten) -> list[int]:
    """One rung, given by lot, in its order: of exactly two, the one who beat the other goes first."""
    if len(rung) == 2:
        first, second = (int(figures.ids[one]) for one in rung)
        if first in beaten.get(second, ()):
            return rung[::-1]
    return rung


def _lines(figures: Figures, placed: list[int], rungs: Ints, beaten: Beaten) -> Iterable[Line]:
    ids, last = figures.ids.tolist(), figures.last_round
    columns = zip(
        placed,
        figures.points[placed].tolist(),
        figures.wins[placed, last].tolist(),
        figures.losses[placed, last].tolist(),
        figures.ties[placed, last].tolist(),
        (figures.share[placed, last] / figures.unit).tolist(),
        (figures.owp[placed] / figures.scale).tolist(),
        (figures.oowp[placed] / figures.scale).tolist(),
        rungs[placed].tolist(),
        strict=True,
    )
    for place, (one, points, wins, losses, ties, share, owp, oowp, rung) in enumerate(columns, start=1):
        who = figures.competitors[one]
        yield Line(
            ids[one], place, points, wins, losses, ties, share, owp, oowp,
            who.late, who.dropped_in is not None, rung, who.lot, beaten.get(who.id, ()),
        )  # fmt: skip


def split(lines: Sequence[Line], category_of: Callable[[Line], Category]) -> dict[Category, tuple[Line, ...]]:
    """The standings of each age category, places from 1 in each (M-031).

    Two who are equal inside their category are told apart by head-to-head even where a third of another
    category is equal too. Categories come in the order of their best player.
    """
    parts: dict[Category, list[Line]] = {}
    for line in lines:
        parts.setdefault(category_of(line), []).append(line)
    return {category: _renumbered(part) for category, part in parts.items()}


def _renumbered(part: list[Line]) -> tuple[Line, ...]:
    settled = [line for _, rung in groupby(part, lambda line: line.rung) for line in _settled(list(rung))]
    return tuple(replace(line, place=place) for place, line in enumerate(settled, start=1))


def _settled(rung: list[Line]) -> list[Line]:
    by_lot = sorted(rung, key=lambda line: (line.lot, line.id)) if len(rung) > 2 else rung
    if len(by_lot) == 2 and by_lot[0].id in by_lot[1].beat:
        return by_lot[::-1]
    return by_lot
