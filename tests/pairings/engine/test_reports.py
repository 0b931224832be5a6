"""What two players say of their match, and whether they say the same."""

import pytest

from pairings.engine.outcomes import Outcome
from pairings.engine.reports import ReportedResult, agree, counted, differs, joined

LEFT, RIGHT, TIE = Outcome.LEFT, Outcome.RIGHT, Outcome.TIE


@pytest.mark.parametrize("one", [LEFT, RIGHT, TIE])
@pytest.mark.parametrize("other", [LEFT, RIGHT, TIE])
def test_they_agree_when_they_name_the_same_winner(one, other):
    assert agree(ReportedResult(one), ReportedResult(other)) == (one is other)


def test_a_different_score_is_no_quarrel_but_is_not_kept():
    one, other = ReportedResult(LEFT, games=(2, 0)), ReportedResult(LEFT, games=(2, 1))
    assert agree(one, other)
    assert joined(one, other) == ReportedResult(LEFT)


def test_a_score_that_one_tells_is_kept():
    assert joined(ReportedResult(LEFT, games=(2, 1)), ReportedResult(LEFT)).games == (2, 1)
    assert joined(ReportedResult(LEFT), ReportedResult(LEFT, games=(2, 1))).games == (2, 1)


def test_a_reason_counts_when_both_give_it():
    agreed = ReportedResult(TIE, "intentional_tie")
    assert joined(agreed, agreed).reason == "intentional_tie"
    assert joined(agreed, ReportedResult(TIE)).reason == ""


def test_a_result_differs_by_winner_or_by_a_score_both_know():
    assert differs(ReportedResult(LEFT), ReportedResult(RIGHT))
    assert differs(ReportedResult(LEFT, games=(2, 0)), ReportedResult(LEFT, games=(2, 1)))
    assert differs(ReportedResult(LEFT, games=(2, 1)), ReportedResult(LEFT, games=(2, 0)))
    assert not differs(ReportedResult(LEFT, games=(2, 0)), ReportedResult(LEFT, games=(2, 0)))
    assert not differs(ReportedResult(LEFT, games=(2, 0)), ReportedResult(LEFT))
    assert not differs(ReportedResult(LEFT), ReportedResult(LEFT, games=(2, 0)))
    assert not differs(ReportedResult(LEFT, "concession"), ReportedResult(LEFT))


def test_games_told_one_by_one():
    assert counted(()) is None
    assert counted(("left", "right", "left")) == (2, 1)
