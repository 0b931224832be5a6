"""A deck check from start to end: the stopwatch, the taps, the outcome, the time extension, the proxies."""

from datetime import timedelta

import pytest
from django.utils import timezone

from checks.engine.check_sheet import Tap, marks_subject
from checks.models import CheckTap, DeckCheck
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks as queries
from checks.services import check_sheets, deck_checks
from checks.words.check_words import with_tap_words
from core.models import JournalEvent
from core.sentences import journal_text, refusal_text
from core.services import undo
from decks.models import DeckList, Proxy
from decks.services import lists, proxies
from pairings.models import Extension, Match
from pairings.services.reports import time_extensions
from pairings.services.rounds import rounds
from tests import build as units
from tests.checks.checks import counted
from tests.decks.lists import JULY, LEGAL
from tests.pairings import build
from tournaments.models import User

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def match() -> Match:
    home = build.division(4, round_minutes=50, starts_at=JULY, edition="2017")
    lists.collect_lists(home.tournament, by=None)
    for row in DeckList.objects.all():
        lists.submit_list(row, text=LEGAL, by=None, by_player=False)
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]


@pytest.fixture
def judge(match: Match) -> User:
    return units.staff(match.round.division.tournament, "judge")


def running(match: Match, side: str = "left") -> DeckCheck:
    check = deck_checks.pick_requested_deck(getattr(match, side), why="Marks", by=None)
    return check_sheets.begin_check(check, by=None, now=NOW)


def line_of(kind: str) -> JournalEvent:
    return JournalEvent.objects.filter(kind=kind).latest("pk")


def test_the_stopwatch_of_the_table_runs_once_for_both_decks_and_ends_with_the_last(match, judge):
    first, second = running(match), running(match, "right")
    extension = Extension.objects.get()
    assert (extension.cause, extension.began_at) == ("deck_check", NOW)
    later = NOW + timedelta(minutes=6, seconds=10)
    assert sheets.proposed_extension(match, shuffling=3, now=later) == 10
    check_sheets.end_check(counted(first), outcome="passed", minutes=10, by=judge, now=later)
    extension.refresh_from_db()
    first.refresh_from_db()
    assert (extension.ended_at, first.minutes, first.state) == (None, None, "done")
    check_sheets.end_check(
        counted(second), outcome="fixed_list", minutes=10, rewrite=True, by=judge, now=later
    )
    extension.refresh_from_db()
    second.refresh_from_db()
    assert (extension.seconds, second.minutes, second.outcome, second.rewrite) == (
        600,
        10,
        "fixed_list",
        True,
    )


def test_a_tap_with_the_same_key_is_kept_once(match, judge):
    check = running(match)
    tap = Tap("line", "0", 4)
    assert check_sheets.store_check_tap(check, tap, key="a", by=judge) == check_sheets.store_check_tap(
        check, tap, key="a", by=None
    )
    check_sheets.store_check_tap(check, Tap("line", "1", 3), key="b", by=None)
    now, taps = sheets.replay_count_of_check(check, sheets.list_rows_of(check))
    assert (dict(now.found), taps, now.expected_total) == ({0: 4, 1: 3}, 2, 60)


def test_odd_taps_and_taps_before_and_after_are_refused(match):
    check = deck_checks.pick_requested_deck(match.left, why="Marks", by=None)
    tap = Tap("total", "", 60)
    assert (
        units.refusal(check_sheets.store_check_tap, check, tap, key="a", by=None).code == "CHECK_NOT_RUNNING"
    )
    check = check_sheets.begin_check(check, by=None)
    assert check_sheets.begin_check(check, by=None).pk == check.pk
    odd = Tap("line", "99", 1)
    assert units.refusal(check_sheets.store_check_tap, check, odd, key="a", by=None).code == "CHECK_TAP_ODD"
    assert units.refusal(check_sheets.store_check_tap, check, tap, key="", by=None).code == "CHECK_TAP_ODD"
    check = check_sheets.end_check(counted(check), outcome="passed", by=None)
    assert (
        units.refusal(check_sheets.store_check_tap, check, tap, key="b", by=None).code == "CHECK_NOT_RUNNING"
    )
    assert units.refusal(check_sheets.end_check, check, outcome="passed", by=None).code == "CHECK_NOT_RUNNING"
    assert units.refusal(check_sheets.begin_check, check, by=None).code == "CHECK_IS_OVER"


def test_between_rounds_no_table_gets_time():
    home = build.division(4)
    check = deck_checks.pick_requested_deck(home.entries.earliest("pk"), why="Marks", by=None)
    check = check_sheets.begin_check(check, by=None)
    assert sheets.list_rows_of(check) == ()
    check = check_sheets.end_check(counted(check), outcome="refused", minutes=9, by=None)
    assert (check.minutes, check.outcome) == (None, "refused")
    assert not Extension.objects.exists()


def test_start_and_end_are_undone_newest_first_and_taps_stay(match):
    check = running(match)
    check_sheets.end_check(counted(check), outcome="passed", by=None)
    began, ended = line_of("DeckCheckBegan"), line_of("DeckCheckEnded")
    assert units.refusal(undo.undo_step, began, by=None).code == "UNDO_OVERTAKEN"
    undo.undo_step(ended, by=None)
    check.refresh_from_db()
    assert (check.state, check.outcome, CheckTap.objects.filter(check_of=check).count() > 1) == (
        "running",
        "",
        True,
    )
    undo.undo_step(began, by=None)
    check.refresh_from_db()
    assert check.state == "picked"


def test_undoing_start_and_end_takes_the_time_of_the_table_back(match, judge):
    check = running(match)
    check_sheets.end_check(
        counted(check), outcome="passed", minutes=9, by=judge, now=NOW + timedelta(minutes=6)
    )
    undo.undo_step(line_of("DeckCheckEnded"), by=judge)
    extension = Extension.objects.get()
    assert (extension.began_at, extension.ended_at, extension.seconds) == (NOW, None, None)
    check.refresh_from_db()
    assert (check.state, check.minutes) == ("running", None)
    undo.undo_step(line_of("DeckCheckBegan"), by=judge)
    assert Extension.objects.get().withdrawn_at is not None
    check_sheets.begin_check(check, by=judge)
    assert Extension.objects.filter(withdrawn_at=None, ended_at=None).count() == 1


def test_the_stopwatch_runs_on_while_the_other_deck_of_the_table_is_checked(match):
    first = running(match)
    second = running(match, "right")
    began = {one.facts["check"]: one for one in JournalEvent.objects.filter(kind="DeckCheckBegan")}
    undo.undo_step(began[first.pk], by=None)
    assert Extension.objects.get().withdrawn_at is None
    undo.undo_step(began[second.pk], by=None)
    assert Extension.objects.get().withdrawn_at is not None


def test_a_stopwatch_that_ran_before_the_check_is_not_undone(match):
    time_extensions.start_stopwatch(match, by=None)
    running(match)
    undo.undo_step(line_of("DeckCheckBegan"), by=None)
    assert Extension.objects.get().withdrawn_at is None


def test_time_that_was_undone_by_itself_stays_so(match):
    check = running(match)
    check_sheets.end_check(counted(check), outcome="passed", minutes=9, by=None)
    time_extensions.withdraw_extension(Extension.objects.get(), by=None)
    undo.undo_step(line_of("DeckCheckEnded"), by=None)
    assert Extension.objects.get().withdrawn_at is not None
    check.refresh_from_db()
    assert check.state == "running"


def test_the_end_is_not_undone_while_another_judge_is_timed_at_the_table(match):
    check = running(match)
    check_sheets.end_check(counted(check), outcome="passed", minutes=9, by=None)
    time_extensions.start_stopwatch(match, by=None)
    assert units.refusal(undo.undo_step, line_of("DeckCheckEnded"), by=None).code == "UNDO_OVERTAKEN"


def test_two_judges_who_do_not_see_each_other_overwrite_nothing(match, judge):
    """A phone without a connection sends its counts later, after the other judge counted differently."""
    check, other = running(match), units.user("other")
    check_sheets.store_check_tap(check, Tap("line", "0", 4), key="a", by=judge, seen=0)
    refused = units.refusal(
        check_sheets.store_check_tap, check, Tap("line", "0", 3), key="b", by=other, seen=0
    )
    assert (refused.code, refused.facts["theirs"], refused.facts["yours"]) == ("CHECK_TAP_CROSSED", 4, 3)
    message = str(refusal_text(with_tap_words(refused, ["Tapu Lele-GX"])))
    assert message.startswith(f"{judge} counted at the same time. Tapu Lele-GX: {judge} said 4, you said 3.")
    check_sheets.store_check_tap(check, Tap("line", "0", 4), key="c", by=other, seen=0)
    check_sheets.store_check_tap(check, Tap("line", "1", 4), key="d", by=other, seen=0)
    check_sheets.store_check_tap(check, Tap("line", "0", 3), key="e", by=other, seen=3)
    now, _taps = sheets.replay_count_of_check(check, sheets.list_rows_of(check))
    assert dict(now.found) == {0: 3, 1: 4}


def test_a_judge_alone_may_change_a_number_without_the_newest_page(match, judge):
    check = running(match)
    for key, number in (("a", 4), ("b", 3), ("c", -1)):
        check_sheets.store_check_tap(check, Tap("line", "0", number), key=key, by=judge, seen=0)
    assert sheets.replay_count_of_check(check, sheets.list_rows_of(check))[0].found == {}


@pytest.mark.parametrize(
    ("tap", "words"),
    [
        (Tap("step", "sleeves", 2), "said OK, you said not OK"),
        (Tap("total", "", 59), "Number of cards"),
        (Tap("other", "N", 2), "N: "),
        (Tap("replaced", "", 2), "Sleeves replaced"),
        (Tap("pattern", marks_subject("bent", "N"), 2), "bent, N: "),
        (Tap("line", "0", -1), "you said not counted"),
    ],
)
def test_every_crossing_is_told_in_words(match, judge, tap, words):
    check = running(match)
    check_sheets.store_check_tap(check, Tap(tap.kind, tap.subject, 1), key="a", by=None, seen=0)
    refused = units.refusal(check_sheets.store_check_tap, check, tap, key="b", by=judge, seen=0)
    assert words in str(refusal_text(with_tap_words(refused, ["Tapu Lele-GX"])))


@pytest.mark.parametrize("tap", [Tap("total", "", 59), Tap("line", "0", 1), Tap("other", "Colress", 1)])
def test_a_deck_unlike_its_list_is_never_all_right(match, judge, tap):
    """R-036: the outcome must be entered, so that no one passes a deck by tapping the usual button."""
    check = running(match)
    check_sheets.store_check_tap(check, tap, key="a", by=judge)
    assert units.refusal(check_sheets.end_check, check, outcome="passed", by=judge).code == "CHECK_DIFFERS"
    assert Extension.objects.get().ended_at is None
    assert check_sheets.end_check(check, outcome="fixed_deck", by=judge).state == "done"


def test_without_a_list_any_card_may_be_in_a_deck_of_the_right_size(match, judge):
    DeckList.objects.all().delete()
    check = running(match)
    check_sheets.store_check_tap(check, Tap("other", "Colress", 2), key="a", by=judge)
    check_sheets.store_check_tap(check, Tap("total", "", 59), key="b", by=judge)
    assert units.refusal(check_sheets.end_check, check, outcome="passed", by=judge).code == "CHECK_DIFFERS"
    check_sheets.store_check_tap(check, Tap("total", "", 60), key="c", by=judge)
    assert check_sheets.end_check(check, outcome="passed", by=judge).outcome == "passed"


def test_a_list_that_is_hard_to_read_may_belong_to_a_deck_that_is_all_right(match, judge):
    check = running(match)
    check_sheets.store_check_tap(check, Tap("step", "legible", 2), key="a", by=judge)
    assert check_sheets.end_check(counted(check), outcome="passed", rewrite=True, by=judge).rewrite


def test_who_may_make_a_proxy_is_a_setting(match, judge):
    more = {"card": "N FCO 105", "reason": "damaged", "by": judge}
    refused = units.refusal(proxies.grant_proxy, match.left, head_judge=False, **more)
    assert refused.code == "PROXY_BY_HEAD_JUDGE"
    proxy = proxies.grant_proxy(match.left, head_judge=True, round_number=1, **more)
    refused = units.refusal(proxies.withdraw_proxy, proxy, by=judge, head_judge=False)
    assert refused.code == "PROXY_BY_HEAD_JUDGE"
    event = match.round.division.tournament
    event.list_rules.settings = {"S11": "any_judge"}
    event.list_rules.save()
    row = proxies.grant_proxy(match.left, head_judge=False, original_kept=False, **more)
    assert [one.original_kept for one in sheets.proxies_of(match.left)] == [True, False]
    proxies.withdraw_proxy(row, by=None, head_judge=False)
    assert units.refusal(proxies.withdraw_proxy, row, by=None, head_judge=False).code == "PROXY_NOT_FOUND"
    undo.undo_step(line_of("ProxyWithdrawn"), by=None)
    assert Proxy.objects.filter(withdrawn_at=None).count() == 2
    undo.undo_step(JournalEvent.objects.filter(kind="ProxyGranted").earliest("pk"), by=None)
    assert [one.pk for one in sheets.proxies_of(match.left)] == [row.pk]


@pytest.mark.parametrize("outcome", DeckCheck.Outcome.values)
@pytest.mark.parametrize(
    "taps", [(), (Tap("total", "", 60),), (Tap("line", "0", 4), Tap("step", "sleeves", 2))]
)
def test_a_check_without_a_count_asks_why_and_does_not_count(match, judge, taps, outcome):
    """R-034, R-035: no one reaches the target with decks that were not counted."""
    check = running(match)
    for at, one in enumerate(taps):
        check_sheets.store_check_tap(check, one, key=str(at), by=judge)
    refused = units.refusal(check_sheets.end_check, check, outcome=outcome, not_counted=" ", by=judge)
    assert (refused.code, refused.facts["whole"]) == ("CHECK_NOT_COUNTED", 60)
    check = check_sheets.end_check(check, outcome=outcome, not_counted="Called away", by=judge)
    assert (check.state, check.not_counted, check.ended_by) == ("done", "Called away", judge)
    sentence = str(journal_text("DeckCheckEnded", line_of("DeckCheckEnded").facts))
    assert "ot counted" in sentence
    assert "(Called away)" in sentence
    event = match.round.division.tournament
    (row,) = queries.division_coverage(event, queries.check_rules_of(event))
    assert (row.done, row.during, row.missing) == (0, 0, 1)
    drawn = deck_checks.pick_checks_at_random(event, by=judge, divisions=[match.round.division], number=4)
    assert check.entry_id in {one.entry_id for one in drawn}


def test_a_check_that_was_counted_counts_and_needs_no_reason(match, judge):
    check = check_sheets.end_check(
        counted(running(match)), outcome="passed", not_counted="Typed anyway", by=judge
    )
    event = match.round.division.tournament
    assert (check.not_counted, queries.division_coverage(event, queries.check_rules_of(event))[0].done) == (
        "",
        1,
    )


def test_an_undone_end_forgets_why_it_was_not_counted(match, judge):
    check = check_sheets.end_check(running(match), outcome="passed", not_counted="Called away", by=judge)
    undo.undo_step(line_of("DeckCheckEnded"), by=judge)
    check.refresh_from_db()
    assert (check.state, check.not_counted) == ("running", "")
