"""The reports of two players about their match, and whether they agree."""

import pytest

from pairings.engine.outcomes import Outcome
from pairings.engine.reports import (
    ReportedResult,
    contradicts_entered_result,
    count_game_wins,
    merge_reports,
    reports_agree,
)

LEFT, RIGHT, TIE = Outcome.LEFT, Outcome.RIGHT, Outcome.TIE


@pytest.mark.parametrize("one", [LEFT, RIGHT, TIE])
@pytest.mark.parametrize("other", [LEFT, RIGHT, TIE])
def test_they_agree_when_they_name_the_same_winner(one, other):
    assert reports_agree(ReportedResult(one), ReportedResult(other)) == (one is other)


def test_a_different_score_is_no_quarrel_but_is_not_kept():
    one, other = ReportedResult(LEFT, games=(2, 0)), ReportedResult(LEFT, games=(2, 1))
    assert reports_agree(one, other)
    assert merge_reports(one, other) == ReportedResult(LEFT)


def test_a_score_that_one_tells_is_kept():
    assert merge_reports(ReportedResult(LEFT, games=(2, 1)), ReportedResult(LEFT)).games == (2, 1)
    assert merge_reports(ReportedResult(LEFT), ReportedResult(LEFT, games=(2, 1))).games == (2, 1)


def test_a_reason_counts_when_both_give_it():
    agreed = ReportedResult(TIE, "intentional_tie")
    assert merge_reports(agreed, agreed).reason == "intentional_tie"
    assert merge_reports(agreed, ReportedResult(TIE)).reason == ""


def test_a_result_differs_by_winner_or_by_a_score_both_know():
    assert contradicts_entered_result(ReportedResult(LEFT), ReportedResult(RIGHT))
    assert contradicts_entered_result(ReportedResult(LEFT, games=(2, 0)), ReportedResult(LEFT, games=(2, 1)))
    assert contradicts_entered_result(ReportedResult(LEFT, games=(2, 1)), ReportedResult(LEFT, games=(2, 0)))
    assert not contradicts_entered_result(
        ReportedResult(LEFT, games=(2, 0)), ReportedResult(LEFT, games=(2, 0))
    )
    assert not contradicts_entered_result(ReportedResult(LEFT, games=(2, 0)), ReportedResult(LEFT))
    assert not contradicts_entered_result(ReportedResult(LEFT), ReportedResult(LEFT, games=(2, 0)))
    assert not contradicts_entered_result(ReportedResult(LEFT, "concession"), ReportedResult(LEFT))


def test_games_told_one_by_one():
    assert count_game_wins(()) is None
    assert count_game_wins(("left", "right", "left")) == (2, 1)
