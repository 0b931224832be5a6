"""Taps at a table are stored, count once, can be undone, and lead to the result given by the rules."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core import sentences
from core.engine.refused import Refused
from core.models import JournalEvent
from floor.engine import table as engine
from floor.engine.resolution import TablePlayer
from floor.engine.table import Kind, TableState, make_tap, read_tap
from floor.models import TableMark
from floor.queries import table_state as queries
from floor.services import table_taps
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Report
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.pairings import build

pytestmark = pytest.mark.django_db

A, B = TablePlayer.A, TablePlayer.B


@pytest.fixture
def home():
    return build.division(4, best_of=3, edition="2026", round_minutes=50)


@pytest.fixture
def judge(home):
    return build.organizer(home)


@pytest.fixture
def match(home) -> Match:
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=3), by=None)
    return build.open_matches(round_)[0]


def taps(match: Match, words: str, **who: object) -> list[TableMark | None]:
    who = who or {"by": None}
    return [table_taps.record_tap(match, read_tap(tap), **who) for tap in words.split()]


def after_time(match: Match):
    return match.round.posted_at + timedelta(minutes=52)


def refusal(match: Match, tap: str, **who: object) -> str:
    with pytest.raises(Refused) as caught:
        table_taps.record_tap(match, read_tap(tap), **({"by": None} | who))
    return caught.value.code


def test_marks_are_kept_with_who_and_when_and_told_in_the_journal(match, judge):
    now = timezone.now()
    row = table_taps.record_tap(match, make_tap(Kind.STARTER, A, 1), by=judge, now=now)
    assert (row.number, row.kind, row.side, row.game, row.by, row.at) == (1, "starter", "left", 1, judge, now)
    line = JournalEvent.objects.latest("id")
    assert (line.kind, line.by) == ("TableMarked", judge)
    assert sentences.journal_text(line.kind, line.facts) == (
        f"Round 1, table {match.table}: {match.left} starts game 1"
    )


def test_the_same_tap_from_three_phones_counts_once(match, judge):
    tap = "starter:left:1:"
    first, again, third = (
        table_taps.record_tap(match, read_tap(tap), by=judge),
        table_taps.record_tap(match, read_tap(tap), entry=match.left),
        table_taps.record_tap(match, read_tap(tap), entry=match.right),
    )
    assert first is not None
    assert again is third is None
    assert match.marks.count() == 1


def test_undoing_restores_exactly(match, judge):
    taps(match, "starter:left:1: won:left:1:")
    before = queries.table_state(match)
    row = table_taps.record_tap(match, read_tap("starter:right:2:"), by=judge)
    table_taps.undo_tap(row, by=judge)
    table_taps.undo_tap(row, by=judge)
    assert queries.table_state(match) == before
    line = JournalEvent.objects.latest("id")
    assert line.kind == "TableMarkWithdrawn"
    assert JournalEvent.objects.filter(kind="TableMarkWithdrawn").count() == 1
    assert "starts game 2" in sentences.journal_text(line.kind, line.facts)
    assert table_taps.record_tap(match, read_tap("starter:right:2:"), by=judge).number == 4


def test_what_others_stand_on_is_not_undone(match):
    rows = taps(match, "starter:left:1: won:left:1: starter:right:2:")
    with pytest.raises(Refused, match="MARK_HAS_FOLLOWERS"):
        table_taps.undo_tap(rows[1], by=None)
    table_taps.undo_tap(rows[2], by=None)
    table_taps.undo_tap(rows[1], by=None)
    assert queries.table_state(match).games[0].playing


def test_players_tap_their_own_match_and_only_what_players_may(match, home):
    stranger = home.entries.exclude(pk__in=[match.left_id, match.right_id]).first()
    assert refusal(match, "starter:left:1:", entry=stranger) == "MATCH_NOT_FOUND"
    assert refusal(match, "empty:right::", entry=match.left) == "MARK_NOT_FOR_PLAYERS"
    row = table_taps.record_tap(match, read_tap("starter:left:1:"), entry=match.left)
    assert queries.mark_author_name(row) == str(match.left)
    with pytest.raises(Refused, match="MARK_NOT_YOURS"):
        table_taps.undo_tap(row, entry=match.right)
    table_taps.undo_tap(row, entry=match.left)
    assert queries.table_state(match) == TableState()


def test_where_a_result_stands_nothing_is_tapped(match):
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    assert refusal(match, "starter:left:1:") == "MATCH_HAS_A_RESULT"


def test_after_time_the_rules_decide_and_a_judge_confirms(match, judge):
    now = after_time(match)
    for mark in ("starter:right:1:", "won:left:1:", "starter:right:2:"):
        table_taps.record_tap(
            match, read_tap(mark), by=judge, now=match.round.posted_at + timedelta(minutes=9)
        )
    for mark in ("time:left::phase=during_turn", "turns:::count=3", "on_time:::"):
        table_taps.record_tap(match, read_tap(mark), by=judge, now=now)
    code = table_taps.verdict_token(queries.load_table(match, now))
    saved = table_taps.save_verdict_as_result(match, code, by=judge, now=now)
    assert (saved.outcome, saved.games_left, saved.games_right) == ("left", 1, 0)
    report = Report.objects.get(match=match)
    assert (report.note, report.source, report.by) == ("M-063", "judge", judge)
    table_taps.save_verdict_as_result(match, code, by=judge, now=now)
    assert Report.objects.filter(match=match).count() == 1


def test_nothing_is_accepted_that_was_not_shown(match, judge):
    with pytest.raises(Refused, match="NOTHING_TO_ACCEPT"):
        table_taps.save_verdict_as_result(match, "", by=judge)
    taps(match, "won:left:1: won:left:2:")
    code = table_taps.verdict_token(queries.load_table(match, timezone.now()))
    taps(match, "won:right:1:")
    taps(match, "won:right:3:")
    with pytest.raises(Refused, match="VERDICT_HAS_CHANGED"):
        table_taps.save_verdict_as_result(match, code, by=judge)
    assert Match.objects.get(pk=match.pk).outcome == "pending"


def test_r124_who_was_late_loses_and_the_games_are_left_out_where_they_say_otherwise(match, judge):
    now = after_time(match)
    for mark in ("starter:right:1:", "won:left:1:", "empty:left::"):
        table_taps.record_tap(
            match, read_tap(mark), by=judge, now=match.round.posted_at + timedelta(minutes=9)
        )
    table_taps.record_tap(match, read_tap("place:::place=before-2"), by=judge, now=now)
    saved = table_taps.save_verdict_as_result(
        match, table_taps.verdict_token(queries.load_table(match, now)), by=judge, now=now
    )
    assert (saved.outcome, saved.games_left) == ("right", None)


def test_m075_an_empty_seat_costs_a_game_and_then_the_match(match, judge):
    start = match.round.posted_at
    with pytest.raises(Refused, match="SEAT_NOT_EMPTY"):
        table_taps.record_no_show(match, A, by=judge, now=start + timedelta(minutes=20))
    table_taps.record_tap(match, read_tap("empty:left::"), by=judge, now=start + timedelta(minutes=1))
    with pytest.raises(Refused, match="NOT_DUE_YET"):
        table_taps.record_no_show_game_loss(match, A, by=judge, now=start + timedelta(minutes=4))
    table_taps.record_no_show_game_loss(match, A, by=judge, now=start + timedelta(minutes=5))
    assert queries.table_state(match).wins().b == 1
    with pytest.raises(Refused, match="NOT_DUE_YET"):
        table_taps.record_no_show(match, A, by=judge, now=start + timedelta(minutes=9))
    saved = table_taps.record_no_show(match, A, by=judge, now=start + timedelta(minutes=10))
    assert (saved.outcome, saved.reason) == ("right", "no_show")


def test_nobody_there_loses_both(match, judge):
    start = match.round.posted_at
    for mark in ("empty:left::", "empty:right::"):
        table_taps.record_tap(match, read_tap(mark), by=judge, now=start)
    saved = table_taps.record_no_show(match, A, by=judge, now=start + timedelta(minutes=11))
    assert saved.outcome == "double_loss"


def test_arrival_ends_what_is_due(match, judge):
    start = match.round.posted_at
    table_taps.record_tap(match, read_tap("empty:left::"), by=judge, now=start)
    table_taps.record_tap(match, read_tap("arrived:left::"), by=judge, now=start + timedelta(minutes=2))
    with pytest.raises(Refused, match="SEAT_NOT_EMPTY"):
        table_taps.record_no_show(match, A, by=judge, now=start + timedelta(minutes=11))
    assert engine.late_players(
        queries.table_state(match), queries.table_clock_with_extra_time(match, start)
    ) == {A}


def test_a_dozen_taps_of_the_thinking_clock_leave_two_lines(match, judge):
    taps(match, "clock:left:: clock:right:: clock:left:: clock:right:: clock:::", by=judge)
    assert match.marks.count() == 5
    assert JournalEvent.objects.filter(kind="TableMarked").count() == 2


def test_a_table_is_read_in_few_queries(match, django_assert_num_queries):
    taps(match, "starter:left:1: won:left:1:")
    fresh = Match.objects.select_related("round__division__tournament", "round__stage").get(pk=match.pk)
    with django_assert_num_queries(4):
        found = queries.load_table(fresh, timezone.now())
        assert found.options.all()


def test_who_leaves_a_match_under_way_is_no_no_show(match, judge):
    start = match.round.posted_at
    for mark in ("starter:left:1:", "empty:left::"):
        table_taps.record_tap(match, read_tap(mark), by=judge, now=start + timedelta(minutes=20))
    with pytest.raises(Refused, match="NOT_DUE_YET"):
        table_taps.record_no_show(match, A, by=judge, now=start + timedelta(minutes=21))
