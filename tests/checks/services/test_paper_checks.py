"""A check made on paper and entered later is stored as if tapped, once, with time for its table (R-034, R-039)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from checks.engine.check_sheet import Tap
from checks.models import CheckTap, DeckCheck
from checks.queries import check_sheets as sheets
from checks.queries import paper_checks as queries
from checks.services import check_sheets, deck_checks, paper_checks
from checks.services.paper_checks import CompletedSheet
from decks.models import DeckList
from decks.services import lists
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.engine.outcomes import Outcome
from pairings.models import Extension, Match
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build as units
from tests.checks.checks import as_listed
from tests.decks.lists import JULY, LEGAL, OTHER
from tests.pairings import build

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(second=0, microsecond=0)
BEGAN, ENDED = NOW - timedelta(minutes=9), NOW - timedelta(minutes=3)


@pytest.fixture
def match() -> Match:
    home = build.division(4, round_minutes=50, starts_at=JULY, edition="2017")
    lists.collect_lists(home.tournament, by=None)
    for row in DeckList.objects.all():
        lists.submit_list(row, text=LEGAL, by=None, by_player=False)
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]


@pytest.fixture
def check(match: Match) -> DeckCheck:
    return deck_checks.pick_requested_deck(match.left, why="Marks", by=None)


def written(*taps: Tap, **more: object) -> CompletedSheet:
    usual = {"outcome": "passed", "began": BEGAN, "ended": ENDED, "round_number": 1}
    return CompletedSheet(taps=taps, **usual | more)


def enter(check: DeckCheck, *taps: Tap, key: str = "k", **more: object) -> DeckCheck:
    """Enter a sheet on which everything was counted as listed, except for what is given."""
    return paper_checks.enter_paper_sheet(
        check, written(*as_listed(check), *taps, **more), key=key, by=None, now=NOW
    )


def test_the_sheet_counts_as_if_it_had_been_tapped(check):
    taps = Tap("line", "0", 3), Tap("other", "Colress", 1), Tap("total", "", 60)
    assert units.refusal(enter, check, *taps).code == "CHECK_DIFFERS"
    assert not CheckTap.objects.exists()
    done = enter(check, *taps, outcome="fixed_deck")
    found, _taps = sheets.replay_count_of_check(done, sheets.list_rows_of(done))
    assert (done.state, done.began_at, done.ended_at) == ("done", BEGAN, ENDED)
    assert (found.steps["total"], found.steps["contents"], found.differing) == ("fine", "wrong", (0,))


def test_without_a_number_the_table_gets_the_time_between_and_three_minutes_for_shuffling(check):
    """R-039, R-113: six minutes and three, as the stopwatch of a phone would give."""
    assert enter(check).minutes == 9
    extension = Extension.objects.get()
    assert (extension.cause, extension.seconds, extension.began_at) == ("deck_check", 540, BEGAN)


@pytest.mark.parametrize("minutes", [0, 4])
def test_the_number_on_the_sheet_goes_before_the_proposal(check, minutes):
    assert enter(check, minutes=minutes).minutes == minutes
    assert Extension.objects.get().seconds == minutes * 60


@pytest.mark.parametrize(("later", "more"), [(0, 0), (2, 2), (30, 13)])
def test_two_decks_of_a_table_hold_it_up_once(match, check, later, more):
    """Side by side they need no more time than one; one after the other they need both times, with shuffling once."""
    first = CompletedSheet(
        taps=tuple(as_listed(check)),
        outcome="passed",
        began=NOW - timedelta(minutes=50),
        ended=NOW - timedelta(minutes=40),
        round_number=1,
    )
    assert paper_checks.enter_paper_sheet(check, first, key="a", by=None, now=NOW).minutes == 13
    second = deck_checks.pick_requested_deck(match.right, why="Marks", by=None)
    late = timedelta(minutes=later)
    also = written(*as_listed(second), began=first.began + late, ended=first.ended + late)
    assert paper_checks.enter_paper_sheet(second, also, key="b", by=None, now=NOW).minutes == more


def test_the_same_sheet_sent_twice_is_one_check(check):
    enter(check)
    taps = CheckTap.objects.count()
    again = enter(check, Tap("total", "", 59), outcome="penalty")
    assert (again.outcome, CheckTap.objects.count(), Extension.objects.count()) == ("passed", taps, 1)
    assert units.refusal(enter, check, key="other").code == "CHECK_IS_OVER"


def test_a_refused_sheet_leaves_nothing_behind_and_may_be_sent_again(check):
    assert units.refusal(enter, check, Tap("line", "99", 1)).code == "CHECK_TAP_ODD"
    check.refresh_from_db()
    assert (check.state, CheckTap.objects.exists(), Extension.objects.exists()) == ("picked", False, False)
    assert enter(check).state == "done"


def test_times_that_cannot_be_are_refused(check):
    assert units.refusal(enter, check, ended=BEGAN - timedelta(minutes=5)).code == "CHECK_TIMES_ODD"
    assert units.refusal(enter, check, ended=NOW + timedelta(hours=1)).code == "CHECK_TIMES_ODD"
    assert units.refusal(enter, check, began=NOW - timedelta(hours=9)).code == "EXTENSION_ODD"
    assert units.refusal(enter, check, round_number=7).code == "ROUND_NOT_FOUND"


def test_a_table_that_has_its_result_gets_no_time(match, check):
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    done = enter(check, minutes=9)
    assert (done.minutes, done.table, done.round_number) == (None, match.table, 1)
    assert not Extension.objects.exists()


def test_a_sheet_of_round_one_gives_no_time_to_round_two(match, check):
    build.report_all(match.round)
    home = rounds.close_round(match.round, by=None, seen=ALL_OPEN_ENTRIES).division
    rounds.post(rounds.pair_next_round(home, by=None, seed=2), by=None)
    done = enter(check, minutes=9)
    assert (done.round_number, done.table, done.minutes) == (1, match.table, None)
    assert not Extension.objects.exists()
    between = deck_checks.pick_requested_deck(match.right, why="Marks", by=None)
    done = enter(between, round_number=None)
    assert (done.round_number, done.table, Extension.objects.exists()) == (None, None, False)


def test_a_check_that_runs_on_a_phone_is_finished_on_paper(check):
    check = check_sheets.begin_check(check, by=None, now=BEGAN)
    check_sheets.store_check_tap(check, Tap("line", "0", 2), key="a", by=None)
    done = enter(check, Tap("line", "0", 4), began=NOW - timedelta(minutes=1), round_number=None)
    found, _taps = sheets.replay_count_of_check(done, sheets.list_rows_of(done))
    assert (done.began_at, done.minutes, found.differing) == (BEGAN, 9, ())


def test_the_check_is_held_against_the_list_that_was_printed(check):
    printed = queries.sheets_to_print([check])[0]
    lists.submit_list(check.entry.deck_list, text=OTHER, by=None, by_player=False)
    version = queries.list_version_of_check(check, printed.number)
    done = enter(check, version=version)
    assert [row.quantity for row in sheets.list_rows_of(done)] == [row.quantity for row in printed.rows]
    assert (
        queries.list_version_of_check(
            deck_checks.pick_requested_deck(check.entry, why="x", by=None), 99
        ).number
        == 2
    )


def test_what_is_printed_lies_in_the_order_of_tables(match):
    made = [
        deck_checks.pick_requested_deck(one, why="x", by=None) for one in match.round.division.entries.all()
    ]
    event = match.round.division.tournament
    assert [one.table for one in queries.checks_to_print(event)] == [1, 1, 2, 2]
    deck_checks.remove_check(made[0], by=None)
    assert made[0] not in queries.checks_to_print(event)
    assert queries.checks_to_print(event, [made[1].pk, 10**15]) == [made[1]]
