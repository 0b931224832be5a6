"""Standings over two days: players not in day 2 keep their figures of day 1, uncapped, below those in it (M-016,
M-020).
"""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import Competitor, PlayedMatch, StandingLine, rank_competitors
from pairings.engine.standings.competitors import ResultColumns

WON, LOST, TIE = Outcome.LEFT, Outcome.RIGHT, Outcome.TIE

DAY_ONE = [
    PlayedMatch(1, 1, 2, WON), PlayedMatch(1, 3, 4, WON), PlayedMatch(1, 5, 6, WON), PlayedMatch(1, 7, 8, WON),
    PlayedMatch(2, 1, 3, WON), PlayedMatch(2, 5, 7, WON), PlayedMatch(2, 2, 4, WON), PlayedMatch(2, 6, 8, WON),
]  # fmt: skip
DAY_TWO = [
    PlayedMatch(3, 1, 5, WON),
    PlayedMatch(3, 3, 7, LOST),
    PlayedMatch(4, 1, 7, WON),
    PlayedMatch(4, 5, 3, WON),
]
INSIDE = (1, 3, 5, 7)
EVERYBODY = [Competitor(one, tie_break_number=one) for one in range(1, 9)]
TWO_DAYS = [one if one.id in INSIDE else replace(one, through_in=2) for one in EVERYBODY]


def by_id(lines: tuple[StandingLine, ...]) -> dict[int, StandingLine]:
    return {line.id: line for line in lines}


def test_day_two_leaves_the_figures_of_the_others_as_they_were() -> None:
    first = by_id(rank_competitors(EVERYBODY, DAY_ONE, rounds_planned=2))
    both = by_id(rank_competitors(TWO_DAYS, DAY_ONE + DAY_TWO, rounds_planned=4))
    for one in (2, 4, 6, 8):
        assert both[one].tie_breaks == first[one].tie_breaks
        assert both[one].win_pct == first[one].win_pct
    assert any(both[one].tie_breaks["owp"] != first[one].tie_breaks["owp"] for one in INSIDE)


def test_they_rank_below_everybody_of_day_two_with_as_many_points() -> None:
    lines = rank_competitors(TWO_DAYS, DAY_ONE + DAY_TWO, rounds_planned=4)
    assert [line.id for line in lines if line.points == 3] == [3, 2, 6]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([WON, LOST, TIE]), min_size=12, max_size=12))
def test_whatever_was_played_nobody_of_day_one_is_above_who_went_on(outcomes: list[Outcome]) -> None:
    """With the same points, players of day 2 are above all others, however strong the others' opponents were."""
    played = [replace(one, outcome=end) for one, end in zip(DAY_ONE + DAY_TWO, outcomes, strict=True)]
    lines = rank_competitors(TWO_DAYS, played, rounds_planned=4)
    for points in {line.points for line in lines}:
        went_on = [line.id in INSIDE for line in lines if line.points == points]
        assert went_on == sorted(went_on, reverse=True)


def test_not_going_on_is_not_leaving_early() -> None:
    stays = [replace(one, through_in=2) if one.id == 1 else one for one in EVERYBODY]
    leaves = [replace(one, dropped_in=2) if one.id == 1 else one for one in EVERYBODY]
    later = [PlayedMatch(3, 3, 5, WON), PlayedMatch(3, 7, 2, WON)]
    assert by_id(rank_competitors(stays, DAY_ONE + later, rounds_planned=3))[1].win_pct == 1.0
    assert by_id(rank_competitors(leaves, DAY_ONE + later, rounds_planned=3))[1].win_pct == 0.75


def test_the_standings_of_day_one_do_not_know_of_day_two() -> None:
    assert rank_competitors(TWO_DAYS, DAY_ONE, rounds_planned=2) == rank_competitors(
        EVERYBODY, DAY_ONE, rounds_planned=2
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([WON, LOST, TIE]), min_size=4, max_size=4))
def test_whatever_day_two_brings_the_others_keep_their_order(outcomes: list[Outcome]) -> None:
    day_two = [replace(one, outcome=outcome) for one, outcome in zip(DAY_TWO, outcomes, strict=True)]
    first = [
        line.id for line in rank_competitors(EVERYBODY, DAY_ONE, rounds_planned=2) if line.id not in INSIDE
    ]
    lines = rank_competitors(TWO_DAYS, ResultColumns.of(DAY_ONE + day_two), rounds_planned=4)
    assert [line.id for line in lines if line.id not in INSIDE] == first
