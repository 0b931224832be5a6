"""Manual changes to tables of a posted round: only where nothing has happened, with one line and one undo each."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results, time_extensions
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import manual_pairing, rounds
from tests.build import refusal
from tests.pairings import build
from tests.pairings.services.rounds.test_manual_pairing import (
    at,
    bye,
    late,
    one_line,
    posted,
    seated_once,
    seats,
    undo_last,
)

pytestmark = pytest.mark.django_db


def test_open_tables_are_drawn_again_beside_a_result() -> None:
    round_ = posted(9, after=1)
    results.enter_result(at(round_, 1), MatchResult(Outcome.LEFT), by=None)
    before = seats(round_)
    manual_pairing.re_pair_matches(round_, [at(round_, 2), at(round_, 3), bye(round_)], by=None, seed=3)
    assert {seat for seat in before if seat[2] in (1, 4)} <= seats(round_)
    seated_once(round_)
    one_line(round_.division, "TablesDrawnAgain")
    round_.refresh_from_db()
    assert round_.state == Round.State.POSTED
    undo_last(round_.division)
    assert seats(round_) == before


def test_two_players_change_opponents() -> None:
    round_ = posted(8)
    before, one, two = seats(round_), at(round_, 1), at(round_, 3)
    manual_pairing.make_match(round_, one.left, two.right, by=None)
    assert round_.seats.get(entry=one.left_id).match_id == round_.seats.get(entry=two.right_id).match_id
    seated_once(round_)
    undo_last(round_.division)
    assert seats(round_) == before


def _result(match: Match) -> None:
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)


def _report(match: Match) -> None:
    match.reports.create(outcome=Outcome.LEFT, entry=match.left, at=timezone.now())


def _tap(match: Match) -> None:
    match.marks.create(number=1, kind="starter", at=timezone.now())


def _minutes(match: Match) -> None:
    time_extensions.grant_extra_time(match, seconds=180, by=None)


@pytest.mark.parametrize("happen", [_result, _report, _tap, _minutes])
def test_a_table_where_something_happened_stays(happen: Callable[[Match], None]) -> None:
    round_ = posted(8)
    happen(at(round_, 2))
    tables = [at(round_, 1), at(round_, 2)]
    refused = refusal(manual_pairing.re_pair_matches, round_, tables, by=None)
    assert (refused.code, refused.facts["table"]) == ("TABLE_HAS_BEGUN", 2)
    assert (
        refusal(manual_pairing.make_match, round_, tables[0].left, tables[1].left, by=None).code
        == "TABLE_HAS_BEGUN"
    )


def test_a_result_undone_leaves_the_table_free() -> None:
    round_ = posted(8)
    _result(at(round_, 2))
    undo_last(round_.division)
    manual_pairing.re_pair_matches(round_, [at(round_, 1), at(round_, 2)], by=None, seed=1)
    seated_once(round_)


def test_what_happened_since_is_not_undone() -> None:
    round_ = posted(8)
    manual_pairing.re_pair_matches(round_, [at(round_, 1), at(round_, 2)], by=None, seed=1)
    line = round_.division.journal.first()
    _report(at(round_, 1))
    assert refusal(undo.undo_step, line, by=None).code == "TABLE_HAS_BEGUN"


def test_a_change_goes_back_in_the_draft_the_round_became() -> None:
    round_ = posted(8)
    before = seats(round_)
    manual_pairing.make_match(round_, at(round_, 1).left, at(round_, 2).left, by=None)
    changed = round_.division.journal.first()
    undo.undo_step(round_.division.journal.filter(kind="RoundPosted").first(), by=None)
    undo.undo_step(changed, by=None)
    assert seats(round_) == before


def test_what_was_changed_in_the_draft_stays_once_it_is_posted() -> None:
    round_ = posted(8)
    undo.undo_step(round_.division.journal.first(), by=None)
    manual_pairing.re_pair_matches(round_, [at(round_, 1), at(round_, 2)], by=None, seed=1)
    line = round_.division.journal.first()
    rounds.post(round_, by=None)
    assert refusal(undo.undo_step, line, by=None).code == "UNDO_OVERTAKEN"


def test_who_came_late_has_no_match_to_change() -> None:
    round_ = posted(8)
    entry = late(round_.division)
    assert (
        refusal(manual_pairing.make_match, round_, at(round_, 1).left, entry, by=None).code
        == "NOT_IN_THIS_ROUND"
    )


def test_a_closed_round_stays() -> None:
    home = build.division(6)
    build.play(home)
    round_ = home.rounds.get()
    tables = [at(round_, 1), at(round_, 2)]
    assert refusal(manual_pairing.re_pair_matches, round_, tables, by=None).code == "ROUND_IS_CLOSED"
