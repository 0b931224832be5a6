"""The entries of an event's queue: who may act, who claimed them, and how many queries they take."""

from datetime import datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cards.queries import catalogue
from checks.models import DeckCheck
from checks.services import check_sheets, deck_checks
from decks.models import DeckList, Version
from decks.services import lists as deck_lists
from decks.services.lists import ruling
from floor.models import JudgeCall
from floor.queries.queue import queue_entries
from floor.services import calls, penalties
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.engine.outcomes import Outcome
from pairings.engine.print_choice import PrintChoice
from pairings.models import Match, StoredPrint
from pairings.models.prints import SILENT
from pairings.services import prints
from pairings.services.reports import disputes, result_reports, results, time_extensions
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.decks import lists
from tests.decks.engine.legality import small
from tests.pairings import build as play
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.django_db


def posted(players: int = 8) -> list[Match]:
    home = play.division(players, edition="2026", round_minutes=50)
    return play.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))


def event_of(match: Match) -> Tournament:
    return match.round.division.tournament


def disagree(match: Match) -> None:
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    result_reports.submit_report(match, match.right, ResultReport(MatchResult(Outcome.RIGHT)))


def kinds(event: Tournament, role: str = "", now: datetime | None = None) -> list[tuple[str, str]]:
    powers = {power for power, roles in StaffMember.MAY.items() if role in roles} if role else None
    return [
        (one.kind, one.state) for one in queue_entries.queue_entries(event, now or timezone.now(), powers)
    ]


def waiting(event: Tournament, role: str) -> int:
    can = {power: role in roles for power, roles in StaffMember.MAY.items()}
    return queue_entries.count_waiting(queue_entries.open_queue_keys(event, timezone.now()), can).number


def busy(players: int = 8) -> list[Match]:
    """Create a hall with one entry of each kind for a posted round."""
    hall = posted(players)
    event, judge = event_of(hall[0]), build.staff(event_of(hall[0]), "judge")
    calls.raise_hand(hall[0], entry=hall[0].left)
    disagree(hall[1])
    penalties.give_penalty(hall[2].left, infraction="late", level="match_loss", match=hall[2], by=judge)
    time_extensions.start_stopwatch(hall[2], by=judge)
    deck_checks.pick_requested_deck(hall[3].left, why="Marked", by=judge)
    row, _new = prints.order_print(event, PrintChoice(("pairings",)), key="press", by=judge, site="")
    started = prints.start_print(row.pk)
    assert started is not None
    prints.fail_print(started, "PRINT_FAILED")
    return hall


def test_each_role_has_what_it_may_act_on_the_most_urgent_first():
    event = event_of(busy()[0])
    assert kinds(event, "judge") == [
        ("call", "waiting"),
        ("dispute", "waiting"),
        ("check", "waiting"),
        ("extension", "there"),
    ]
    assert [kind for kind, _state in kinds(event, "scorekeeper")] == [
        "call",
        "dispute",
        "check",
        "print",
        "extension",
    ]
    assert [kind for kind, _state in kinds(event, "head_judge")] == [
        "call",
        "dispute",
        "penalty",
        "check",
        "print",
        "extension",
    ]


def test_the_count_of_the_navigation_is_what_the_role_finds_waiting():
    event = event_of(busy()[0])
    for role in StaffMember.Role.values:
        assert waiting(event, role) == sum(state == "waiting" for _kind, state in kinds(event, role))
    assert waiting(event, "judge") == 3


def test_what_players_sit_and_wait_for_is_urgent():
    hall = posted()
    event = event_of(hall[0])
    can = dict.fromkeys(StaffMember.MAY, True)
    deck_checks.pick_requested_deck(hall[3].left, why="Marked", by=build.organizer(hall[0].round.division))
    assert (
        queue_entries.count_waiting(queue_entries.open_queue_keys(event, timezone.now()), can).urgent,
        waiting(event, "judge"),
    ) == (False, 1)
    disagree(hall[1])
    assert queue_entries.count_waiting(queue_entries.open_queue_keys(event, timezone.now()), can).urgent


def test_counting_costs_one_query_and_listing_one_for_each_source_in_any_hall():
    found = set()
    for players in (8, 64):
        event = event_of(busy(players)[0])
        with CaptureQueriesContext(connection) as listed:
            queue_entries.queue_entries(event, timezone.now())
        with CaptureQueriesContext(connection) as counted:
            queue_entries.count_unclaimed(queue_entries.open_queue_keys(event, timezone.now()))
        found.add((len(listed), len(counted)))
    assert found == {(len(queue_entries.SOURCES), 1)}


def test_who_claims_a_dispute_is_on_the_way_until_it_is_decided():
    match = posted()[0]
    event = event_of(match)
    disagree(match)
    judge, other = build.staff(event, "judge"), build.staff(event, "judge")
    dispute = match.disputes.get()
    disputes.claim_result_dispute(dispute, by=judge)
    assert (kinds(event), waiting(event, "judge")) == ([("dispute", "coming")], 0)
    assert build.refusal(disputes.claim_result_dispute, dispute, by=other).code == "DISPUTE_IS_TAKEN"
    results.enter_result(match, MatchResult(Outcome.LEFT), by=judge)
    assert kinds(event) == []


def contradict(match: Match) -> Match:
    """Save a result as staff, then report another one as a player."""
    results.enter_result(match, MatchResult(Outcome.RIGHT), by=None)
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    return match


def test_a_report_against_a_saved_result_waits_until_staff_keep_or_change_it():
    hall = posted()
    event = event_of(hall[0])
    for match in hall[:3]:
        contradict(match)
    assert kinds(event, "judge") == [("conflict", "waiting")] * 3
    assert waiting(event, "judge") == 3
    result_reports.uphold_result(hall[0], by=None)
    results.enter_result(hall[1], MatchResult(Outcome.LEFT), by=None, seen=Outcome.RIGHT)
    result_reports.withdraw_result_report(hall[2], hall[2].left)
    assert (kinds(event), waiting(event, "judge")) == ([], 0)


def test_only_the_newest_report_of_a_player_contradicts_a_saved_result():
    match = contradict(posted()[0])
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.TIE)))
    event = event_of(match)
    assert (kinds(event), waiting(event, "judge")) == ([("conflict", "waiting")], 1)
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.RIGHT)))
    assert (kinds(event), waiting(event, "judge")) == ([], 0)


def test_a_report_against_a_saved_result_outlasts_its_round_and_not_its_event():
    hall = posted(4)
    event = event_of(contradict(hall[0]))
    results.enter_result(hall[1], MatchResult(Outcome.LEFT), by=None)
    rounds.close_round(hall[0].round, by=None)
    assert kinds(event, "judge") == [("conflict", "waiting")]
    Tournament.objects.filter(pk=event.pk).update(reported_at=timezone.now())
    assert kinds(event, "judge") == []


def test_picked_decks_wait_before_round_1_and_while_their_round_is_on():
    home = play.division(8, edition="2026", round_minutes=50)
    event, seen = home.tournament, []
    deck_checks.pick_requested_deck(home.entries.earliest("pk"), why="Marked", by=None)
    seen.append((kinds(event), waiting(event, "judge")))
    deck_checks.remove_check(DeckCheck.objects.get(), by=None)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    deck_checks.pick_requested_deck(home.entries.earliest("pk"), why="Marked", by=None)
    seen.append((kinds(event), waiting(event, "judge")))
    play.report_all(round_)
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    seen.append((kinds(event), waiting(event, "judge")))
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    seen.append((kinds(event), waiting(event, "judge")))
    waits, later = ([("check", "waiting")], 1), ([("check", "later")], 0)
    assert seen == [waits, waits, later, later]


def test_a_call_is_waiting_on_the_way_at_the_table_and_done():
    match = posted()[0]
    event, judge = event_of(match), build.staff(event_of(match), "judge")
    call, states = calls.raise_hand(match, entry=match.left), []
    states += kinds(event)
    calls.claim_call(call, by=judge)
    states += kinds(event)
    calls.arrive_at_call(call, by=judge)
    states += kinds(event)
    calls.close_call(call, by=judge)
    assert states == [("call", "waiting"), ("call", "coming"), ("call", "there")]
    assert kinds(event) == []


def test_a_call_passed_on_waits_for_the_head_judge_alone():
    match = posted()[0]
    event, judge = event_of(match), build.staff(event_of(match), "judge")
    calls.escalate_call(calls.arrive_at_call(calls.raise_hand(match), by=judge), by=judge)
    assert kinds(event, "judge") == [("call", "waiting")]
    assert (waiting(event, "judge"), waiting(event, "head_judge")) == (0, 1)


def test_a_call_of_a_round_that_is_over_waits_no_more():
    match = posted()[0]
    JudgeCall.objects.create(
        tournament=event_of(match), match=match, table=match.table, raised_at=timezone.now()
    )
    assert waiting(event_of(match), "judge") == 1
    match.round.state = "closed"
    match.round.save()
    assert (waiting(event_of(match), "judge"), kinds(event_of(match))) == (0, [])


def test_a_running_deck_check_is_in_hand_and_one_whose_player_left_is_off_the_list():
    hall = posted()
    event, by = event_of(hall[0]), build.organizer(hall[0].round.division)
    check = deck_checks.pick_requested_deck(hall[0].left, why="Marked", by=by)
    check_sheets.begin_check(check, by=by)
    assert ("check", "there") in kinds(event)
    deck_checks.pick_requested_deck(hall[1].left, why="Marked", by=by)
    assert ("check", "waiting") in kinds(event)
    hall[1].left.dropped_in = 1
    hall[1].left.save()
    assert ("check", "waiting") not in kinds(event)


def test_a_list_waits_for_a_ruling_once_its_player_cannot_change_it():
    event: Tournament = lists.event(1)
    row, by = DeckList.objects.get(entry__tournament=event), build.user("clerk")
    deck_lists.submit_list(row, text=lists.ILLEGAL, by=by, by_player=False)
    assert kinds(event, now=lists.DEADLINE - timedelta(days=1)) == []
    deck_lists.lock_all_lists(event, by=by)
    assert (kinds(event, "judge"), kinds(event, "head_judge")) == ([], [("list", "waiting")])
    deck_lists.send_list_back(row, by=by, reason="Which Energy?")
    assert kinds(event) == []


def test_a_list_with_cards_that_are_unknown_here_waits_for_a_ruling_too():
    event: Tournament = lists.event(1)
    row, by = DeckList.objects.get(entry__tournament=event), build.user("clerk")
    text = lists.LEGAL.replace("4 N FCO 105", "4 Nobody QQQ 105")
    deck_lists.submit_list(row, text=text, by=by, by_player=False)
    deck_lists.lock_all_lists(event, by=by)
    row.refresh_from_db()
    assert row.counts is not None
    assert row.counts.unknown_cards
    assert kinds(event, "head_judge") == [("list", "waiting")]


def test_a_stopped_print_waits_until_its_sheets_are_printed_again():
    match = posted()[0]
    event = event_of(match)
    row, _new = prints.order_print(event, PrintChoice(("pairings",)), key="press", by=None, site="")
    started = prints.start_print(row.pk)
    assert started is not None
    prints.fail_print(started, "PRINT_FAILED")
    assert kinds(event) == [("print", "waiting")]
    prints.order_print(event, PrintChoice(("pairings",)), key="again", by=None, site="")
    assert kinds(event) == []
    assert StoredPrint.objects.count() == 2


def test_a_print_whose_printer_has_died_waits_too():
    match = posted()[0]
    event = event_of(match)
    row, _new = prints.order_print(event, PrintChoice(("pairings",)), key="press", by=None, site="")
    prints.start_print(row.pk, now=timezone.now() - SILENT * 2)
    assert kinds(event) == [("print", "waiting")]


def test_r013_a_doubtful_reprint_is_asked_of_the_head_judge_before_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Escape Rope BUS 114 is legal from 18 August 2017 on; the event is on 29 July."""
    monkeypatch.setattr(catalogue, "current_catalogue", small.catalogue)
    event: Tournament = lists.event(1)
    row, by = DeckList.objects.get(entry__tournament=event), build.user("clerk")
    version = deck_lists.submit_list(row, text="4 Escape Rope BUS 114", by=by, now=lists.BEFORE)
    assert version.questions == 1
    assert (kinds(event, "judge", lists.BEFORE), kinds(event, "head_judge", lists.BEFORE)) == (
        [],
        [("list", "waiting")],
    )
    code = "UNRELEASED_REPRINT_NEEDS_JUDGE"
    made = ruling.rule_on_problem(row, code=code, card="Escape Rope", reason="Same picture.", by=by)
    version.refresh_from_db()
    assert (version.questions, kinds(event, now=lists.BEFORE)) == (0, [])
    ruling.withdraw_list_ruling(made, by=by)
    assert kinds(event, now=lists.BEFORE) == [("list", "waiting")]
    deck_lists.send_list_back(row, by=by, reason="Use the older printing.")
    assert kinds(event, now=lists.BEFORE) == []


def test_r013_questions_of_lists_stored_before_are_counted_when_the_installation_is_updated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue, "current_catalogue", small.catalogue)
    event: Tournament = lists.event(2)
    by = build.user("clerk")
    rows = DeckList.objects.filter(entry__tournament=event).order_by("pk")
    for row in rows:
        deck_lists.submit_list(row, text="4 Escape Rope BUS 114", by=by, now=lists.BEFORE)
    ruling.rule_on_problem(
        rows[1], code="UNRELEASED_REPRINT_NEEDS_JUDGE", card="Escape Rope", reason="Same.", by=by
    )
    Version.objects.update(questions=0)
    import_module("decks.migrations.0006_version_questions").count(apps, None)
    found = Version.objects.order_by("deck_list").values_list("questions", flat=True)
    assert list(found) == [1, 0]


@pytest.mark.django_db(transaction=True)
def test_cached_keys_follow_each_change():
    hall = posted()
    event = event_of(hall[0])
    assert queue_entries.current_queue_keys(event) == []
    call = calls.raise_hand(hall[0], entry=hall[0].left)
    assert [key.waits for key in queue_entries.current_queue_keys(event)] == [True]
    calls.claim_call(call, by=build.staff(event, "judge"))
    assert [key.waits for key in queue_entries.current_queue_keys(event)] == [False]
    disagree(hall[1])
    assert {key.kind for key in queue_entries.current_queue_keys(event)} == {"call", "dispute"}
