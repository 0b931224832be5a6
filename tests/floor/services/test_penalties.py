"""Penalties: who may confirm them, their effect on a match, and that a withdrawal restores exactly that."""

import pytest

from core.services import undo
from floor.engine.resolution import NumbersByPlayer, TablePlayer
from floor.engine.table import How, Kind, make_tap
from floor.queries import penalties as penalty_queries
from floor.queries.table_state import table_state
from floor.services import penalties
from floor.services import table_taps as tables
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.models.match import Reason
from pairings.services.reports import result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.floor.services.test_any_order import dump
from tests.floor.services.test_walkovers import in_cut, match_of, seed
from tests.pairings import build as play

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    division = play.division(8, edition="2026")
    return rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)


def table(round_: Round, number: int = 1) -> Match:
    return round_.matches.select_related("round__division", "round__stage", "left", "right").get(table=number)


def give(match: Match, level: str, infraction: str = "gameplay_major", **more: object):
    return penalties.give_penalty(
        match.left, infraction=infraction, level=level, match=match, **{"by": None} | more
    )


def test_light_penalties_are_noted_and_change_no_result(round_):
    row = give(table(round_), "warning")
    assert (row.prizes, row.applied, table(round_).outcome) == (0, {}, "pending")
    assert round_.division.journal.filter(kind="PenaltyGiven").count() == 1


def test_prizes_count_against_the_player_in_that_match(round_):
    """M-071, M-072."""
    give(table(round_), "double_prize")
    assert penalty_queries.prize_penalties(table(round_)).a == 2
    give(table(round_), "quad_prize")
    assert penalty_queries.prize_penalties(table(round_)) == NumbersByPlayer(6, 0)


def test_prizes_withdrawn_count_no_more(round_):
    row = give(table(round_), "double_prize")
    penalties.withdraw_penalty(row, by=None)
    assert penalty_queries.prize_penalties(table(round_)).a == 0


def test_a_heavy_penalty_waits_for_the_head_judge(round_):
    row = give(table(round_), "game_loss")
    assert (
        table(round_).outcome,
        penalty_queries.count_unconfirmed_penalties(round_.division.tournament),
    ) == (
        "pending",
        1,
    )
    penalties.confirm_penalty(row, by=None)
    assert (table(round_).outcome, table(round_).reason) == ("right", "penalty")
    assert penalty_queries.count_unconfirmed_penalties(round_.division.tournament) == 0


def test_the_head_judge_gives_it_at_once(round_):
    give(table(round_), "match_loss", confirmed=True)
    assert table(round_).outcome == "right"


def test_it_stores_the_lines_that_it_wrote_and_no_others(round_):
    give(table(round_, 2), "match_loss", confirmed=True)
    row = give(table(round_), "disqualification", confirmed=True)
    lines = round_.division.journal.filter(pk__in=row.applied["lines"]).order_by("pk")
    assert [line.kind for line in lines] == ["EntryDisqualified", "ResultEntered"]
    assert lines[1].facts["match"] == table(round_).pk


def test_taking_it_back_opens_the_match_again(round_):
    row = give(table(round_), "match_loss", confirmed=True)
    penalties.withdraw_penalty(row, by=None, why="wrong table")
    assert table(round_).outcome == "pending"
    assert build.refusal(penalties.withdraw_penalty, row, by=None).code == "PENALTY_WITHDRAWN"


@pytest.mark.parametrize("level", ["match_loss", "disqualification"])
def test_its_result_is_not_undone_while_the_penalty_counts(round_, level):
    """Otherwise the penalty would be shown as confirmed, although no match is lost by it."""
    other = table(round_, 2)
    results.enter_result(other, MatchResult(Outcome.LEFT), by=None)
    before = undo.last_undoable_step(round_.division)
    row = give(table(round_), level, confirmed=True)
    line = round_.division.journal.filter(kind="ResultEntered").latest("pk")
    assert undo.last_undoable_step(round_.division) == before
    assert build.refusal(undo.undo_step, line, by=None).code == "UNDO_PENALTY_FIRST"
    assert (table(round_).outcome, table(round_).reason) == ("right", "penalty")
    penalties.withdraw_penalty(row, by=None)
    assert table(round_).outcome == "pending"


def test_a_result_for_a_penalty_that_was_entered_by_hand_is_undone_as_any_other(round_):
    match = table(round_)
    results.enter_result(match, MatchResult(Outcome.RIGHT, Reason.PENALTY), by=None)
    undo.undo_step(undo.last_undoable_step(round_.division), by=None)
    assert table(round_).outcome == "pending"


def test_results_may_stay(round_):
    row = give(table(round_), "match_loss", confirmed=True)
    penalties.withdraw_penalty(row, by=None, leave_results=True)
    assert table(round_).outcome == "right"


def test_a_result_changed_since_is_not_undone_blindly(round_):
    row = give(table(round_), "match_loss", confirmed=True)
    results.enter_result(table(round_), MatchResult(Outcome.TIE), by=None, seen=Outcome.RIGHT)
    assert build.refusal(penalties.withdraw_penalty, row, by=None).code == "UNDO_OVERTAKEN"
    row.refresh_from_db()
    assert (row.withdrawn_at, table(round_).outcome) == (None, "tie")


def test_a_disqualification_drops_strikes_and_gives_the_opponent_the_match(round_):
    match = table(round_)
    row = give(match, "disqualification", "cheating", confirmed=True)
    entry = match.left
    entry.refresh_from_db()
    assert (entry.disqualified, entry.active, table(round_).outcome) == (True, False, "right")
    penalties.withdraw_penalty(row, by=None)
    entry.refresh_from_db()
    assert (entry.disqualified, entry.active, table(round_).outcome) == (False, True, "pending")


@pytest.mark.parametrize("confirmed", [True, False])
@pytest.mark.parametrize("at_table", [True, False])
@pytest.mark.parametrize("number", [1, 4])
def test_a_disqualification_in_the_cut_gives_the_opponent_the_match_until_it_is_withdrawn(
    number, at_table, confirmed
):
    of = in_cut(edition="2026")
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    player, before = seed(of, number), dump(of)
    match, penalty = match_of(player, round_), {"infraction": "cheating", "level": "disqualification"}
    row = penalties.give_penalty(
        player, match=match if at_table else None, confirmed=confirmed, by=None, **penalty
    )
    if not confirmed:
        penalties.confirm_penalty(row, by=None)
    wins = Outcome.RIGHT if match.left_id == player.pk else Outcome.LEFT
    lost = match_of(player, round_)
    assert (lost.outcome, lost.reason, seed(of, number).active) == (wins, "penalty", False)
    penalties.withdraw_penalty(row, by=None)
    assert dump(of) == before
    result = MatchResult(Outcome.LEFT if wins is Outcome.RIGHT else Outcome.RIGHT)
    assert results.enter_result(match, result, by=None).outcome == result.outcome


def test_who_told_to_leave_plays_on_when_their_disqualification_is_withdrawn(round_):
    match = table(round_)
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT), leaves=True))
    row = give(match, "disqualification", "cheating", confirmed=True)
    penalties.withdraw_penalty(row, by=None)
    match.left.refresh_from_db()
    assert (match.left.active, table(round_).outcome) == (True, "pending")


def test_a_loss_given_between_rounds_counts_in_the_next_match(round_):
    play.report_all(round_)
    player = table(round_).right
    row = penalties.give_penalty(player, infraction="late", level="game_loss", by=None, confirmed=True)
    rounds.close_round(round_, by=None)
    following = rounds.post(rounds.pair_next_round(round_.division, by=None, seed=9), by=None)
    match = following.matches.get(seats__entry=player)
    assert penalty_queries.unserved_losses(match) == [row]
    penalties.serve_penalty(row, match, by=None)
    match.refresh_from_db()
    assert match.outcome == ("left" if match.right_id == player.pk else "right")
    assert penalty_queries.unserved_losses(match) == []
    assert build.refusal(penalties.serve_penalty, row, match, by=None).code == "PENALTY_SERVED"


def best_of_three() -> Match:
    division = play.division(8, edition="2026", best_of=3)
    return table(rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None))


def test_in_best_of_three_a_game_loss_is_one_game():
    match = best_of_three()
    first = give(match, "game_loss", confirmed=True)
    assert (table(match.round).outcome, [one.how for one in table_state(match).games]) == (
        "pending",
        ["penalty"],
    )
    second = give(match, "game_loss", "late", confirmed=True)
    assert (table(match.round).outcome, table(match.round).games_right) == ("right", 2)
    penalties.withdraw_penalty(second, by=None)
    assert (table(match.round).outcome, len(table_state(match).games)) == ("pending", 1)
    penalties.withdraw_penalty(first, by=None)
    assert table_state(match).games == ()


def test_a_game_loss_given_back_after_the_table_went_on_is_told():
    match = best_of_three()
    row = give(match, "game_loss", confirmed=True)
    tables.record_tap(match, make_tap(Kind.WON, TablePlayer.A, 2, how=How.PRIZES), by=None)
    assert build.refusal(penalties.withdraw_penalty, row, by=None).code == "MARK_HAS_FOLLOWERS"


def test_what_cannot_be(round_):
    match = table(round_)
    other = table(round_, 2)
    assert build.refusal(give, match, "prize").code == "LEVEL_UNKNOWN"
    assert build.refusal(give, match, "warning", "juggling").code == "INFRACTION_UNKNOWN"
    wrong = {"infraction": "pace", "level": "caution", "match": other, "by": None}
    assert build.refusal(penalties.give_penalty, match.left, **wrong).code == "NOT_AT_THIS_TABLE"
    light = give(match, "caution")
    assert build.refusal(penalties.confirm_penalty, light, by=None).code == "PENALTY_COUNTS_ALREADY"
    heavy = give(match, "game_loss")
    assert build.refusal(penalties.serve_penalty, heavy, match, by=None).code == "PENALTY_NOT_CONFIRMED"


def test_a_second_click_makes_no_second_penalty(round_):
    match = table(round_)
    assert give(match, "warning", note="Drew two").pk == give(match, "warning", note="Drew two").pk


def test_penalties_of_both_players_take_one_query(round_, django_assert_num_queries):
    match = table(round_)
    for level in ("caution", "warning", "double_prize"):
        give(match, level)
    with django_assert_num_queries(1):
        assert len(penalty_queries.penalties_of_players([match.left, match.right])[match.left_id]) == 3


def test_the_second_press_of_a_proposed_penalty_proposes_more_and_gives_none(round_: Round) -> None:
    match = table(round_)
    first = give(match, "caution", is_level_proposed=True)
    assert give(match, "warning", is_level_proposed=True) == first
    assert give(match, "warning") != first
