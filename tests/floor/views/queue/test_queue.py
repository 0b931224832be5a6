"""The queue on its page, in the navigation and on players' phones, and the question before a round closes."""

import pytest
from django.test import Client
from django.urls import reverse

from checks.services import deck_checks
from core.services import undo
from floor.services import calls, penalties
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from pairings.views.reports import reports_panel
from tests import build
from tests.pairings import build as play
from tests.pairings.views import pages
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    division = play.division(8, edition="2026", round_minutes=50, published=True)
    return rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)


def table(round_: Round, number: int = 1) -> Match:
    return round_.matches.select_related("round__division__tournament", "left", "right").get(table=number)


def staff(round_: Round, role: str) -> Client:
    client = Client()
    client.force_login(build.staff(round_.division.tournament, role))
    return client


def disagree(match: Match) -> None:
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    result_reports.submit_report(match, match.right, ResultReport(MatchResult(Outcome.RIGHT)))


def at(round_: Round, name: str, *more: object) -> str:
    return pages.event(round_.division, name, *more)


def my_page(match: Match) -> str:
    return pages.text(Client().get(f"/my/{personal_links.ensure_link(match.left).token}"))


COUNTED = '<span class="count" data-state="called">1</span>'
COUNTED_CALMLY = '<span class="count" data-state="missing">1</span>'


def test_a_dispute_is_counted_listed_and_claimed(round_):
    match, judge = table(round_), staff(round_, "judge")
    assert "Nothing is waiting" in pages.text(judge.get(at(round_, "calls")))
    disagree(match)
    page = pages.text(judge.get(at(round_, "calls")))
    assert "Nothing is waiting" not in page
    assert "The players reported different results" in page
    assert COUNTED in page
    assert "Your results don’t match. A judge has been notified." in my_page(match)
    claim = reverse("floor:dispute_claim", args=[round_.division.tournament.slug, match.disputes.get().pk])
    answer = judge.post(claim, follow=True)
    assert pages.messages(answer) == ["You are going to table 1."]
    assert COUNTED not in pages.text(answer)
    assert "Your results don’t match. A judge is on the way." in my_page(match)
    line = round_.division.journal.get(kind="DisputeClaimed")
    assert f"/floor/undo/{line.pk}" in pages.text(answer)
    undo.undo_step(line, by=None)
    assert "A judge has been notified." in my_page(match)


def test_a_report_against_a_saved_result_is_counted_listed_and_settled(round_):
    match, judge = table(round_), staff(round_, "judge")
    results.enter_result(match, MatchResult(Outcome.RIGHT), by=None)
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    page = pages.text(judge.get(at(round_, "calls")))
    assert COUNTED_CALMLY in page
    assert "A player reported a different result from the one saved" in page
    assert f"{match.left} reported: {match.left} won" in page
    assert f'href="{reports_panel.match_page_url(match, round_)}"' in page
    assert "Staff can see your report in their queue" in my_page(match)
    report = match.reports.get(entry=match.left)
    judge.post(at(round_, "uphold_result", report.pk))
    assert COUNTED_CALMLY not in pages.text(judge.get(at(round_, "calls")))
    mine = my_page(match)
    assert "Staff can see your report in their queue" not in mine
    assert "You reported a different result. That report is settled: the saved result counts." in mine


def test_who_goes_to_a_call_of_the_table_goes_to_its_dispute(round_):
    match = table(round_)
    disagree(match)
    calls.claim_call(calls.raise_hand(match), by=build.staff(round_.division.tournament, "judge"))
    assert "A judge is on the way." in my_page(match)


def test_a_player_reads_when_the_judge_is_there_and_when_it_is_over(round_):
    match, judge = table(round_), staff(round_, "judge")
    call = calls.raise_hand(match, entry=match.left)
    assert "A judge has been notified." in my_page(match)
    url = at(round_, "call", call.pk)
    judge.post(url, {"do": "claim"})
    assert "A judge is on the way." in my_page(match)
    assert "I’m at the table" in pages.text(judge.get(at(round_, "calls")))
    assert pages.messages(judge.post(url, {"do": "arrive"}, follow=True)) == ["You are at table 1."]
    assert "A judge is at your table." in my_page(match)
    judge.post(url, {"do": "close"})
    assert "Call a judge" in my_page(match)
    assert "on the way" not in my_page(match)


def test_after_done_no_judge_is_on_the_way(round_):
    match, judge = table(round_), staff(round_, "judge")
    calls.raise_hand(match, entry=match.left)
    url = f"{pages.match(match)}/extra"
    judge.post(url, {"do": "begin"})
    assert "A judge is at your table." in my_page(match)
    judge.post(url, {"do": "done", "extension": match.extensions.get().pk, "minutes": "4"})
    assert "on the way" not in my_page(match)
    assert "at your table" not in my_page(match)


def test_decks_picked_for_a_round_that_is_over_are_listed_and_not_counted(round_):
    match, judge = table(round_), staff(round_, "judge")
    deck_checks.pick_requested_deck(match.left, why="Marked", by=None)
    assert COUNTED_CALMLY in pages.text(judge.get(at(round_, "calls")))
    play.report_all(round_)
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    page = pages.text(judge.get(at(round_, "calls")))
    assert "Nothing is waiting" in page
    assert "For later" in page
    assert str(match.left) in page
    assert '<span class="count"' not in page


def test_a_penalty_is_counted_for_who_may_confirm_it(round_):
    match = table(round_)
    penalties.give_penalty(match.left, infraction="late", level="match_loss", match=match, by=None)
    assert "Penalty to confirm" not in pages.text(staff(round_, "judge").get(at(round_, "calls")))
    page = pages.text(staff(round_, "head_judge").get(at(round_, "calls")))
    assert "Penalty to confirm" in page
    assert "Match Loss" in page
    assert COUNTED_CALMLY in page


def test_the_page_asks_for_news_of_the_whole_queue(round_):
    match, head = table(round_), staff(round_, "head_judge")
    url, seen = at(round_, "calls_news"), head.get(at(round_, "calls")).context["queue"].stamp
    assert head.get(url, {"seen": seen}).status_code == 204
    penalties.give_penalty(match.left, infraction="late", level="match_loss", match=match, by=None)
    assert "The queue changed." in pages.text(head.get(url, {"seen": seen}))
    disagree(match)
    assert "1 call waiting." in pages.text(head.get(url, {"seen": seen}))


def test_the_board_shows_disputes_above_its_tables(round_):
    disagree(table(round_))
    page = pages.text(staff(round_, "judge").get(at(round_, "floor")))
    assert "The players reported different results" in page


def close_url(round_: Round) -> str:
    return pages.of(round_, "close")


def test_closing_names_what_is_open_and_asks(round_):
    match, head = table(round_), staff(round_, "head_judge")
    penalties.give_penalty(match.left, infraction="late", level="match_loss", match=match, by=None)
    calls.raise_hand(table(round_, 2), entry=table(round_, 2).left)
    play.report_all(round_)
    page = pages.text(head.get(close_url(round_)))
    assert f"Table 1: a penalty for {match.left} still has to be confirmed." in page
    assert f"Table 2: a judge call ({table(round_, 2).left})." in page
    refused = head.post(close_url(round_))
    assert "still open" in pages.text(refused)
    assert Round.objects.get().state == "posted"
    keys = [one.key for one in rounds.list_open_at_tables(round_)]
    head.post(close_url(round_), {"open": keys})
    assert Round.objects.get().state == "closed"
    assert round_.division.tournament.penalties.get().confirmed_at is None


def test_a_scorekeeper_closes_over_a_call_and_not_over_a_penalty(round_):
    match, desk = table(round_), staff(round_, "scorekeeper")
    calls.raise_hand(match, entry=match.left)
    row = penalties.give_penalty(match.left, infraction="late", level="match_loss", match=match, by=None)
    play.report_all(round_)
    page = pages.text(desk.get(close_url(round_)))
    assert "The head judge or the organizer must confirm or withdraw it" in page
    assert "Close and update standings" not in page
    keys = [one.key for one in rounds.list_open_at_tables(round_)]
    desk.post(close_url(round_), {"open": keys})
    assert Round.objects.get().state == "posted"
    penalties.withdraw_penalty(row, by=None)
    desk.post(close_url(round_), {"open": keys})
    assert Round.objects.get().state == "closed"


def test_closing_all_divisions_names_what_is_open(round_):
    match, head = table(round_), staff(round_, "head_judge")
    penalties.give_penalty(match.left, infraction="late", level="match_loss", match=match, by=None)
    play.report_all(round_)
    url = at(round_, "close_all")
    assert "still has to be confirmed" in pages.text(head.get(url))
    head.post(url, {"round": f"{round_.division_id}:1"})
    assert Round.objects.get().state == "posted"
    head.post(url, {"round": f"{round_.division_id}:1", "open": [f"penalty-{match.penalties.get().pk}"]})
    assert Round.objects.get().state == "closed"
