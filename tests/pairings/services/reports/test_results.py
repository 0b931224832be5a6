"""Results: what is entered, what is refused, and what a correction changes."""

import pytest

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Report
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.pairings.build import division, open_matches, organizer, play, report_all
from tests.pairings.services.rounds.test_rounds import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return open_matches(rounds.post(rounds.pair_next_round(division(4), by=None), by=None))[0]


@pytest.mark.parametrize("outcome", [Outcome.LEFT, Outcome.RIGHT, Outcome.TIE, Outcome.DOUBLE_LOSS])
def test_a_result_is_kept_with_its_report(match, outcome):
    results.enter_result(match, MatchResult(outcome), by=None)
    match.refresh_from_db()
    assert match.outcome == outcome
    assert [report.outcome for report in match.reports.all()] == [outcome]


def test_a_no_show_is_a_win_with_its_reason(match):
    results.enter_result(match, MatchResult(Outcome.LEFT, "no_show"), by=None)
    match.refresh_from_db()
    assert (match.outcome, match.reason) == ("left", "no_show")


def test_games_are_kept_where_they_fit(match):
    results.enter_result(match, MatchResult(Outcome.RIGHT, games=(1, 2)), by=None)
    match.refresh_from_db()
    assert (match.games_left, match.games_right) == (1, 2)


@pytest.mark.parametrize(
    "score",
    [
        MatchResult(Outcome.LEFT, games=(1, 2)),
        MatchResult(Outcome.TIE, games=(2, 1)),
        MatchResult(Outcome.RIGHT, games=(0, 99)),
    ],
    ids=["loser has more", "tie is not even", "too many"],
)
def test_games_that_do_not_fit(match, score):
    assert refusal(results.enter_result, match, score, by=None).code == "GAMES_DO_NOT_FIT"


def test_nothing_is_overwritten_unseen(match):
    hana = organizer(match.round.division)
    results.enter_result(match, MatchResult(Outcome.TIE), by=hana)
    refused = refusal(results.enter_result, match, MatchResult(Outcome.LEFT), by=None)
    assert (refused.code, refused.facts["by"], refused.facts["table"]) == (
        "RESULT_ALREADY_THERE",
        str(hana),
        1,
    )
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None, seen=Outcome.TIE)
    match.refresh_from_db()
    assert match.outcome == Outcome.LEFT


def test_saying_the_same_again_changes_nothing(match):
    results.enter_result(match, MatchResult(Outcome.TIE), by=None)
    results.enter_result(match, MatchResult(Outcome.TIE), by=None)
    assert match.reports.count() == 1


def test_a_result_is_undone(match):
    results.enter_result(match, MatchResult(Outcome.TIE), by=None)
    results.clear_result(match, by=None, seen=Outcome.TIE)
    match.refresh_from_db()
    assert (match.outcome, match.reported_at) == (Outcome.PENDING, None)
    assert Report.objects.filter(match=match).count() == 2


def test_a_draft_takes_no_results():
    match = open_matches(rounds.pair_next_round(division(4), by=None))[0]
    assert refusal(results.enter_result, match, MatchResult(Outcome.LEFT), by=None).code == "ROUND_NOT_POSTED"


def test_a_closed_round_takes_corrections_only(match):
    report_all(match.round)
    rounds.close_round(match.round, by=None)
    match.refresh_from_db()
    assert refusal(results.enter_result, match, MatchResult(Outcome.RIGHT), by=None).code == "ROUND_IS_CLOSED"
    assert (
        refusal(results.correct_result, match, MatchResult(Outcome.RIGHT), by=None, why=" ").code
        == "WHY_MISSING"
    )
    results.correct_result(match, MatchResult(Outcome.RIGHT), by=None, why="slip misread")
    first = match.round.standings.get(entry=match.right)
    assert (first.points, first.wins) == (3, 1)
    assert match.reports.first().note == "slip misread"


def test_a_correction_ranks_later_rounds_anew_and_leaves_their_pairings():
    of = division(8)
    first = play(of, 1, seed=1)
    second = play(of, 1, seed=2)
    drawn = list(second.matches.values_list("left", "right"))
    match = first.matches.select_related("round__division", "left", "right").get(table=1)
    results.correct_result(match, MatchResult(Outcome.RIGHT), by=None, why="slip misread")
    assert list(second.matches.values_list("left", "right")) == drawn
    won = second.matches.filter(left=match.right).exists()
    assert second.standings.get(entry=match.right).points == (6 if won else 3)


def test_a_bye_has_no_result():
    round_ = rounds.post(rounds.pair_next_round(division(3), by=None), by=None)
    bye = round_.matches.select_related("round__division").get(outcome=Outcome.BYE)
    assert refusal(results.enter_result, bye, MatchResult(Outcome.LEFT), by=None).code == "NO_OPPONENT"


@pytest.mark.parametrize(
    ("outcome", "code"), [(Outcome.TIE, "NO_TIES_IN_THE_CUT"), (Outcome.DOUBLE_LOSS, "SOMEBODY_ADVANCES")]
)
def test_a_match_of_the_cut_has_a_winner(outcome, code):
    of = division(8)
    play(of, 3)
    cuts.start_cut(of, by=None, sizes={"all": 4})
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    assert refusal(results.enter_result, open_matches(round_)[0], MatchResult(outcome), by=None).code == code


def test_a_closed_round_has_no_match_without_a_result():
    round_ = play(division(4))
    match = round_.matches.select_related("round__division").get(table=1)
    refused = refusal(
        results.correct_result, match, MatchResult(Outcome.PENDING), by=None, why="slip misread"
    )
    assert refused.code == "RESULT_MISSING"


def test_late_requests_already_is_no_change():
    round_ = play(division(4))
    match = round_.matches.select_related("round__division").get(table=1)
    lines = round_.division.journal.count()
    results.correct_result(match, MatchResult(Outcome.LEFT), by=None, why="slip misread")
    assert round_.division.journal.count() == lines


def test_a_result_nobody_looked_at_is_not_undone(match):
    results.enter_result(match, MatchResult(Outcome.TIE), by=None)
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None, seen=Outcome.TIE)
    assert refusal(results.clear_result, match, by=None, seen=Outcome.TIE).code == "RESULT_ALREADY_THERE"
    match.refresh_from_db()
    assert match.outcome == Outcome.LEFT


def test_clearing_nothing_is_no_change(match):
    results.clear_result(match, by=None, seen=Outcome.PENDING)
    assert not match.reports.exists()
    assert not match.round.division.journal.filter(kind="ResultCleared").exists()
