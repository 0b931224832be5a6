"""Checks before the event: claimed once, passed with the list locked, or back in the queue with what is next;
undone.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from checks.engine.check_sheet import Tap
from checks.models import DeckCheck
from checks.queries import before_checks as queries
from checks.queries import deck_checks as checks
from checks.services import before_checks, check_sheets, deck_checks
from core.models import JournalEvent
from core.services import undo
from decks.models import CheckRules, DeckList, ListRules
from decks.services import lists
from pairings.models import Extension
from pairings.services.rounds import attendance, rounds
from tests import build as units
from tests.checks.checks import counted
from tests.decks.lists import ILLEGAL, JULY, LEGAL, OTHER
from tests.pairings import build
from tournaments.models import Division, Entry, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    """Create four checked-in players, three of whom have a legal list."""
    home = build.division(4, starts_at=JULY, edition="2017")
    lists.collect_lists(home.tournament, by=None)
    for row in DeckList.objects.order_by("entry_id")[:3]:
        lists.submit_list(row, text=LEGAL, by=None, by_player=False)
    return home


@pytest.fixture
def ana(home: Division) -> User:
    return units.staff(home.tournament, "judge")


@pytest.fixture
def ben(home: Division) -> User:
    return units.staff(home.tournament, "judge")


def entry(home: Division, at: int = 0) -> Entry:
    return list(home.entries.select_related("division__tournament", "tournament").order_by("pk"))[at]


def list_of(one: Entry) -> DeckList:
    return DeckList.objects.get(entry=one)


def stands(home: Division) -> dict[int, str]:
    return {row.entry: row.deck_state for row in queries.before_check_queue(home.tournament)}


def row_of(home: Division, one: Entry) -> queries.QueuedDeck:
    return next(row for row in queries.before_check_queue(home.tournament) if row.entry == one.pk)


def passed(one: Entry, by: User | None = None) -> DeckCheck:
    return before_checks.end_before_check(
        counted(before_checks.begin_before_check(one, by=by)), outcome="passed", by=by
    )


def last(kind: str) -> JournalEvent:
    return JournalEvent.objects.filter(kind=kind).latest("pk")


# The queue


def test_every_deck_is_in_the_queue_until_it_passes(home, ana):
    first, second, third, without = (entry(home, at) for at in range(4))
    assert stands(home) == {
        first.pk: "waiting",
        second.pk: "waiting",
        third.pk: "waiting",
        without.pk: "no_list",
    }
    passed(first, ana)
    before_checks.begin_before_check(second, by=ana)
    check = before_checks.begin_before_check(third, by=ana)
    before_checks.end_before_check(check, outcome="fixed_deck", reason="Bring a 4th N", by=ana)
    assert stands(home) == {
        first.pk: "passed",
        second.pk: "running",
        third.pk: "needs",
        without.pk: "no_list",
    }
    (one,) = queries.before_check_progress(home.tournament)
    assert (one.decks, one.passed, one.checks) == (4, 1, 3)
    row = row_of(home, third)
    assert (row.outcome, row.reason, row.judge) == ("fixed_deck", "Bring a 4th N", str(ana))


def test_a_check_knows_no_round_no_table_and_no_stopwatch(home, ana):
    check = passed(entry(home), ana)
    assert (check.kind, check.round_number, check.table, check.minutes) == ("before", None, None, None)
    assert not Extension.objects.exists()


def test_a_deck_that_passed_has_its_list_locked_and_the_undo_opens_it(home, ana):
    one = entry(home)
    lists.send_list_back(list_of(one), by=None, reason="Say which N")
    passed(one, ana)
    deck_list = list_of(one)
    assert (deck_list.lock, deck_list.sent_back) == ("locked", "")
    refused = units.refusal(lists.submit_list, deck_list, text=OTHER, by=None)
    assert refused.code == "LIST_LOCKED"
    undo.undo_step(last("BeforeCheckEnded"), by=ana)
    deck_list = list_of(one)
    assert (deck_list.lock, deck_list.sent_back, stands(home)[one.pk]) == ("open", "Say which N", "running")
    assert lists.submit_list(deck_list, text=OTHER, by=None).number == 2


def test_a_list_opened_meanwhile_is_not_touched_by_the_undo(home, ana):
    one = entry(home)
    passed(one, ana)
    lists.unlock_list_for_player(list_of(one), by=None)
    assert units.refusal(undo.undo_step, last("BeforeCheckEnded"), by=ana).code == "UNDO_OVERTAKEN"
    assert stands(home)[one.pk] == "passed"


def test_a_new_version_after_the_check_is_a_change_and_comes_first(home, ana):
    one = entry(home, 2)
    passed(one, ana)
    lists.submit_list(list_of(one), text=OTHER, by=None, by_player=False)
    assert stands(home)[one.pk] == "changed"
    assert queries.before_check_progress(home.tournament)[0].passed == 0
    assert before_checks.begin_next_before_check(home.tournament, by=ana).entry_id == one.pk


def test_next_are_those_who_are_here_in_the_order_they_came(home, ana, ben):
    first, second, third, _without = (entry(home, at) for at in range(4))
    Entry.objects.filter(pk=first.pk).update(checked_in_at=None)
    Entry.objects.filter(pk=third.pk).update(checked_in_at=timezone.now() - timedelta(hours=1))
    taken = [before_checks.begin_next_before_check(home.tournament, by=by).entry_id for by in (ana, ben, ana)]
    assert taken == [third.pk, second.pk, first.pk]
    assert (
        units.refusal(before_checks.begin_next_before_check, home.tournament, by=ben).code
        == "BEFORE_NOBODY_NEXT"
    )


def test_who_has_left_is_in_no_queue(home, ana):
    one = entry(home)
    attendance.drop_player(one, by=None)
    assert one.pk not in stands(home)
    assert queries.before_check_progress(home.tournament)[0].decks == 3
    assert units.refusal(before_checks.begin_before_check, one, by=ana).code == "ENTRY_ALREADY_LEFT"


# One judge per deck


def test_two_judges_never_take_the_same_deck(home, ana, ben):
    one = entry(home)
    check = before_checks.begin_before_check(one, by=ana)
    assert before_checks.begin_before_check(one, by=ana).pk == check.pk
    refused = units.refusal(before_checks.begin_before_check, one, by=ben)
    assert (refused.code, refused.facts["who"]) == ("BEFORE_TAKEN", str(ana))
    assert row_of(home, one).judge == str(ana)
    before_checks.put_deck_back(check, by=ben)
    assert stands(home)[one.pk] == "waiting"
    assert before_checks.begin_before_check(one, by=ben).pk != check.pk
    assert units.refusal(undo.undo_step, last("BeforeCheckPutBack"), by=ben).code == "UNDO_OVERTAKEN"


def test_a_deck_picked_otherwise_is_not_taken_too(home, ana):
    one = entry(home)
    deck_checks.pick_requested_deck(one, why="Marks", by=ana)
    assert units.refusal(before_checks.begin_before_check, one, by=ana).code == "CHECK_IS_OPEN"
    taken = {before_checks.begin_next_before_check(home.tournament, by=ana).entry_id for _turn in range(2)}
    assert one.pk not in taken


def test_begin_and_put_back_are_undone(home, ana):
    one = entry(home)
    check = before_checks.begin_before_check(one, by=ana)
    undo.undo_step(last("BeforeCheckBegan"), by=ana)
    assert stands(home)[one.pk] == "waiting"
    check = before_checks.begin_before_check(one, by=ana)
    before_checks.put_deck_back(check, by=ana)
    assert units.refusal(undo.undo_step, last("BeforeCheckBegan"), by=ana).code == "UNDO_OVERTAKEN"
    undo.undo_step(last("BeforeCheckPutBack"), by=ana)
    assert stands(home)[one.pk] == "running"


def test_an_old_end_is_not_undone_once_the_deck_was_checked_again(home, ana):
    one = entry(home)
    passed(one, ana)
    line = last("BeforeCheckEnded")
    passed(one, ana)
    assert units.refusal(undo.undo_step, line, by=ana).code == "UNDO_OVERTAKEN"


# What prevents a deck from passing


def test_a_list_that_is_not_legal_does_not_pass_until_a_head_judge_rules(home, ana):
    one = entry(home, 3)
    lists.submit_list(list_of(one), text=ILLEGAL, by=None, by_player=False)
    row = row_of(home, one)
    assert row.legality == "problems"
    assert {problem.rule for problem in row.open} >= {"R-061"}
    check = before_checks.begin_before_check(one, by=ana)
    refused = units.refusal(before_checks.end_before_check, check, outcome="passed", by=ana)
    assert (refused.code, refused.facts["open"]) == ("BEFORE_NOT_LEGAL", len(row.open))
    for problem in row.open:
        subject = queries.ruling_subject(problem)
        lists.rule_on_problem(list_of(one), code=problem.code, card=subject, reason="Fine here", by=None)
    assert row_of(home, one).legality == "settled"
    assert before_checks.end_before_check(counted(check), outcome="passed", by=ana).state == "done"


def test_what_was_counted_must_fit(home, ana):
    check = before_checks.begin_before_check(entry(home), by=ana)
    check_sheets.store_check_tap(check, Tap("line", "0", 3), key="a", by=ana)
    assert (
        units.refusal(before_checks.end_before_check, check, outcome="passed", by=ana).code
        == "BEFORE_COUNT_WRONG"
    )
    check_sheets.store_check_tap(check, Tap("line", "0", 4), key="b", by=ana)
    check_sheets.store_check_tap(check, Tap("step", "legible", 2), key="c", by=ana)
    assert (
        units.refusal(before_checks.end_before_check, check, outcome="passed", by=ana).code
        == "BEFORE_NOT_READABLE"
    )
    check_sheets.store_check_tap(check, Tap("step", "legible", 1), key="d", by=ana)
    refused = units.refusal(before_checks.end_before_check, check, outcome="passed", rewrite=True, by=ana)
    assert refused.code == "BEFORE_REWRITE"
    before_checks.end_before_check(counted(check), outcome="passed", by=ana)
    assert row_of(home, entry(home)).legibility == "readable"


def test_a_version_that_came_while_the_deck_was_in_hand_is_checked_anew(home, ana):
    one = entry(home)
    check = before_checks.begin_before_check(one, by=ana)
    lists.submit_list(list_of(one), text=OTHER, by=None, by_player=False)
    assert (
        units.refusal(before_checks.end_before_check, check, outcome="passed", by=ana).code
        == "BEFORE_LIST_CHANGED"
    )
    before_checks.put_deck_back(check, by=ana)
    assert passed(one, ana).version_id == list_of(one).counts_id


# What is next


def test_a_list_nobody_can_read_goes_back_with_the_reason(home, ana):
    one = entry(home)
    check = before_checks.begin_before_check(one, by=ana)
    refused = units.refusal(
        before_checks.end_before_check, check, outcome="fixed_list", rewrite=True, reason=" ", by=ana
    )
    assert refused.code == "REASON_MISSING"
    before_checks.end_before_check(
        check, outcome="fixed_list", rewrite=True, reason="Which N?", note="Asked twice", by=ana
    )
    deck_list = list_of(one)
    assert (deck_list.lock, deck_list.sent_back) == ("open", "Which N?")
    row = row_of(home, one)
    assert (row.deck_state, row.legibility, row.reason) == ("needs", "rewrite", "Which N?")
    lists.submit_list(deck_list, text=OTHER, by=None)
    assert stands(home)[one.pk] == "changed"
    passed(one, ana)
    assert (stands(home)[one.pk], list_of(one).lock) == ("passed", "locked")


def test_a_deck_to_put_right_leaves_the_list_as_it_is(home, ana):
    one = entry(home)
    before_checks.end_before_check(
        counted(before_checks.begin_before_check(one, by=ana)), outcome="refused", reason="No deck", by=ana
    )
    deck_list = list_of(one)
    assert (deck_list.lock, deck_list.sent_back, stands(home)[one.pk]) == ("", "", "needs")
    undo.undo_step(last("BeforeCheckEnded"), by=ana)
    check = DeckCheck.objects.get()
    assert (check.state, check.outcome, check.facts) == ("running", "", {})


# Lists only on paper


def test_decks_are_checked_where_lists_are_on_paper():
    home, ana = build.division(2), None
    assert not ListRules.objects.exists()
    one = entry(home)
    assert set(stands(home).values()) == {"waiting"}
    check = before_checks.begin_before_check(one, by=ana)
    check_sheets.store_check_tap(check, Tap("step", "legible", 1), key="a", by=ana)
    check_sheets.store_check_tap(check, Tap("total", "", 59), key="b", by=ana)
    assert (
        units.refusal(before_checks.end_before_check, check, outcome="passed", by=ana).code
        == "BEFORE_COUNT_WRONG"
    )
    check_sheets.store_check_tap(check, Tap("total", "", 60), key="c", by=ana)
    before_checks.end_before_check(check, outcome="passed", by=ana)
    row = row_of(home, one)
    assert (row.deck_state, row.legibility, row.legality) == ("passed", "readable", "")
    assert not DeckList.objects.exists()
    undo.undo_step(last("BeforeCheckEnded"), by=ana)


def test_who_has_no_list_can_be_checked_and_their_paper_sent_back(home, ana):
    one = entry(home, 3)
    check = before_checks.begin_before_check(one, by=ana)
    before_checks.end_before_check(check, outcome="fixed_list", rewrite=True, reason="Write it again", by=ana)
    row = row_of(home, one)
    assert (row.deck_state, row.legibility, list_of(one).sent_back) == ("needs", "rewrite", "")


# Round 1


def test_once_round_1_is_posted_no_deck_is_taken_but_what_runs_can_end(home, ana):
    one, other = entry(home), entry(home, 1)
    check = before_checks.begin_before_check(one, by=ana)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None, lists_reason="One on paper")
    assert units.refusal(before_checks.begin_before_check, entry(home, 2), by=ana).code == "BEFORE_IS_OVER"
    assert (
        units.refusal(before_checks.begin_next_before_check, home.tournament, by=ana).code
        == "BEFORE_NOBODY_NEXT"
    )
    before_checks.end_before_check(check, outcome="fixed_list", reason="Say which N", by=ana)
    assert list_of(one).sent_back == ""
    assert units.refusal(before_checks.begin_before_check, other, by=ana).code == "BEFORE_IS_OVER"


def test_the_end_of_other_checks_is_not_open_to_these_and_the_other_way_round(home, ana):
    check = before_checks.begin_before_check(entry(home), by=ana)
    assert units.refusal(check_sheets.end_check, check, outcome="passed", by=ana).code == "CHECK_IS_BEFORE"
    picked = deck_checks.pick_requested_deck(entry(home, 1), why="Marks", by=ana)
    check_sheets.begin_check(picked, by=ana)
    assert (
        units.refusal(before_checks.end_before_check, picked, outcome="passed", by=ana).code
        == "CHECK_NOT_RUNNING"
    )
    assert units.refusal(before_checks.put_deck_back, picked, by=ana).code == "CHECK_NOT_RUNNING"


# The share of checked decks


def test_they_count_toward_the_share_and_the_lot_draws_such_decks_last():
    home = build.division(20)
    event = home.tournament
    for at in range(17):
        passed(entry(home, at))
    (row,) = checks.division_coverage(event, CheckRules(tournament=event))
    assert (row.target, row.done, row.before, row.missing) == (2, 17, 17, 0)
    assert deck_checks.pick_checks_at_random(event, by=None, divisions=[home], seed=3) == []
    never = {entry(home, at).pk for at in range(17, 20)}
    drawn = deck_checks.pick_checks_at_random(event, by=None, divisions=[home], seed=3, number=5)
    assert {one.entry_id for one in drawn[:3]} == never
    assert [one.facts["why"] for one in drawn] == ["never_checked"] * 3 + ["checked_before"] * 2


def test_the_lot_can_leave_them_out_of_the_count():
    home = build.division(20)
    for at in range(20):
        passed(entry(home, at))
    drawn = deck_checks.pick_checks_at_random(home.tournament, by=None, divisions=[home], seed=3, during=True)
    assert len(drawn) == 2
    again = deck_checks.pick_checks_at_random(home.tournament, by=None, divisions=[home], seed=4, during=True)
    assert again == []


def test_a_check_before_the_event_is_no_check_of_a_top_table():
    home = build.division(4)
    for at in range(4):
        passed(entry(home, at))
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    assert len(deck_checks.pick_top_tables(home.tournament, by=None, divisions=[home], tables=1)) == 2


def test_a_deck_that_was_not_counted_does_not_pass(home, ana):
    """R-034, R-035: a deck that is returned uncounted does not count toward the share either."""
    check = before_checks.begin_before_check(entry(home), by=ana)
    refused = units.refusal(before_checks.end_before_check, check, outcome="passed", by=ana)
    assert (refused.code, refused.facts) == ("BEFORE_NOT_COUNTED", {"cards": 0, "whole": 60})
    before_checks.end_before_check(check, outcome="fixed_list", reason="Write it in ink", by=ana)
    check.refresh_from_db()
    assert check.not_counted == "Write it in ink"
    (row,) = checks.division_coverage(home.tournament, checks.check_rules_of(home.tournament))
    assert (row.done, row.missing) == (0, 1)
