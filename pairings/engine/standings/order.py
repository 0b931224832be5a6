"""Order the standings."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby, repeat
from typing import TypeVar

import numpy as np

from pairings.engine.metrics import ORDER, tie_breaks_of
from pairings.engine.outcomes import Result
from pairings.engine.standings.competitors import (
    TOM,
    Competitor,
    Ints,
    PlayedMatch,
    ResultColumns,
    Rules,
    StandingLine,
)
from pairings.engine.standings.figures import AFTER_ALL_ROUNDS, RESULTS, StandingFigures

AgeDivision = TypeVar("AgeDivision", bound=Hashable)
Beaten = dict[int, tuple[int, ...]]

WON, LOST = RESULTS.index(Result.WIN), RESULTS.index(Result.LOSS)


def rank_competitors(
    competitors: Sequence[Competitor],
    played: Iterable[PlayedMatch] | ResultColumns,
    *,
    rounds_planned: int | None = None,
    rules: Rules = TOM,
) -> tuple[StandingLine, ...]:
    """Rank the competitors after the Swiss rounds played so far, best first (M-010, M-019 to M-025).

    Criteria in order: match points; qualified for the second day; not late; opponents' win percentage;
    opponents' opponents' win percentage; head-to-head between exactly two; tie-break number. `rounds_planned`
    decides which drops are early; by default, the last round in `played` is the end. Disqualified players
    count as opponents but get no line.

    Raises ValueError if a match has a player who is no competitor.
    """
    results = played if isinstance(played, ResultColumns) else ResultColumns.of(played)
    return rank_figures(StandingFigures(competitors, results, rounds_planned, rules))


def rank_figures(figures: StandingFigures) -> tuple[StandingLine, ...]:
    """Return the standings for computed figures."""
    if not len(figures.ids):
        return ()
    keys = [-metric.of(figures) for metric in ORDER]
    order = np.lexsort((figures.ids, figures.each("tie_break_number"), *reversed(keys)))
    # Players tied in all criteria of ORDER share a rung; 0 is the highest.
    new_rung = np.zeros(len(order), dtype=bool)
    for key in keys:
        new_rung[1:] |= key[order][1:] != key[order][:-1]
    rungs = np.empty(len(order), dtype=np.int64)
    rungs[order] = np.cumsum(new_rung)
    order = order[~figures.disqualified[order]]

    # Two players can meet more than once, so a win counts only if it is not offset by a loss.
    beaten: Beaten = {}
    if figures.rules.head_to_head:
        seats = figures.seats
        decided_seats = np.flatnonzero(
            ((seats.result == WON) | (seats.result == LOST)) & (rungs[seats.player] == rungs[seats.opponent])
        )
        net_wins: dict[tuple[int, int], int] = {}
        for seat in decided_seats.tolist():
            pair = int(figures.ids[seats.player[seat]]), int(figures.ids[seats.opponent[seat]])
            net_wins[pair] = net_wins.get(pair, 0) + (1 if seats.result[seat] == WON else -1)
        for (winner, loser), wins in sorted(net_wins.items()):
            if wins > 0:
                beaten[winner] = (*beaten.get(winner, ()), loser)

    # Head-to-head decides between exactly two players on a rung, before tie-break numbers.
    sorted_rungs, placed_order = rungs[order], order.copy()
    first_of_pairs = np.flatnonzero(np.bincount(sorted_rungs)[sorted_rungs] == 2)[::2] if beaten else ()
    for position in first_of_pairs:
        upper_id, lower_id = figures.ids[order[position : position + 2]].tolist()
        if upper_id in beaten.get(lower_id, ()):
            placed_order[position : position + 2] = order[position : position + 2][::-1]
    return _standing_lines(figures, placed_order, rungs, beaten)


def _standing_lines(
    figures: StandingFigures, placed: Ints, rungs: Ints, beaten: Beaten
) -> tuple[StandingLine, ...]:
    """Build the lines in the order of `placed`, a list of positions in `Figures.ids`."""
    last_round = figures.last_round
    record_columns = (
        figures.ids[placed],
        np.arange(1, len(placed) + 1),
        figures.points[placed],
        figures.wins[placed, last_round],
        figures.losses[placed, last_round],
        figures.ties[placed, last_round],
        figures.share[placed, last_round] / figures.unit,
    )
    other_columns = (
        figures.each("late")[placed] > 0,
        figures.dropped_in[placed] != AFTER_ALL_ROUNDS,
        rungs[placed],
        figures.each("tie_break_number")[placed],
    )
    beaten_by_line = (
        [beaten.get(player, ()) for player in figures.ids[placed].tolist()] if beaten else repeat(())
    )
    return tuple(
        map(
            StandingLine,
            *(column.tolist() for column in record_columns),
            tie_breaks_of(figures, placed),
            *(column.tolist() for column in other_columns),
            beaten_by_line,
        )
    )


def split_by_age_division(
    lines: Sequence[StandingLine], age_division_of: Callable[[StandingLine], AgeDivision]
) -> dict[AgeDivision, tuple[StandingLine, ...]]:
    """Split the standings by age division, with places from 1 in each (M-031).

    Head-to-head separates two tied players of an age division even if a third player, of another age division,
    is tied with them. Age divisions are sorted by their best player.
    """
    lines_by_age_division: dict[AgeDivision, list[StandingLine]] = {}
    for line in lines:
        lines_by_age_division.setdefault(age_division_of(line), []).append(line)
    standings_by_age_division = {}
    for age_division, age_division_lines in lines_by_age_division.items():
        ordered: list[StandingLine] = []
        for _, rung in groupby(age_division_lines, lambda line: line.rung):
            tied = list(rung)
            if len(tied) > 2:
                tied.sort(key=lambda line: (line.tie_break_number, line.id))
            elif len(tied) == 2 and tied[0].id in tied[1].beat:
                tied.reverse()
            ordered += tied
        standings_by_age_division[age_division] = tuple(
            line._replace(place=place) for place, line in enumerate(ordered, start=1)
        )
    return standings_by_age_division
