"""The list of disputes, single reports on the desk, and doubts: what staff see of the players' reports."""

import csv
from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from core.models import JournalEvent
from pairings import tasks
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Match, Report
from pairings.services.reports import disputes as deciding
from pairings.services.reports import result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.addresses import full_name
from tests.html import markup
from tests.pairings.build import division, organizer, report_all
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LEFT, RIGHT, TIE = Outcome.LEFT, Outcome.RIGHT, Outcome.TIE


def table(players: int = 4, **fields: object) -> Match:
    of = division(players, **fields)
    return fresh(rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None).matches.get(table=1))


def fresh(match: Match) -> Match:
    rows = Match.objects.select_related(
        "round__division__tournament", "round__stage", "left__player", "right__player"
    )
    return rows.get(pk=match.pk)


def players_report(match: Match, left: Outcome | None = None, right: Outcome | None = None) -> Match:
    for entry, outcome in ((match.left, left), (match.right, right)):
        if outcome is not None:
            result_reports.submit_report(match, entry, ResultReport(MatchResult(outcome)))
    return fresh(match)


def judge(client: Client, match: Match, role: str = "judge") -> Client:
    client.force_login(build.staff(match.round.division.tournament, role))
    return client


def url(match: Match, name: str, *more: object) -> str:
    return reverse(full_name(name), args=[match.round.division.tournament.slug, *more])


def desk(client: Client, match: Match) -> str:
    client.force_login(organizer(match.round.division))
    return markup(client.get(url(match, "desk")))


class TestTheLane:
    def test_empty(self, client):
        match = table()
        assert "No disputes" in markup(judge(client, match).get(url(match, "disputes")))

    def test_both_words_side_by_side(self, client):
        match = players_report(table(), LEFT, RIGHT)
        page = markup(judge(client, match).get(url(match, "disputes")))
        assert f"{match.left} won" in page
        assert f"{match.right} won" in page
        assert "Results don’t match" in page

    def test_one_tap_decides(self, client):
        match = players_report(table(), LEFT, RIGHT)
        report = Report.objects.get(entry=match.right)
        answer = judge(client, match).post(
            url(match, "decide", Dispute.objects.get().pk), {"word": report.pk}, follow=True
        )
        assert "decided" in markup(answer)
        assert fresh(match).outcome == "right"
        assert Report.objects.get(source="judge").by is not None

    def test_another_result_with_a_reason(self, client):
        match = players_report(table(), LEFT, RIGHT)
        send = judge(client, match).post
        where = url(match, "decide", Dispute.objects.get().pk)
        refused = send(where, {"decision": "tie"})
        assert (refused.status_code, "Give a reason" in markup(refused)) == (400, True)
        assert 'value="tie"' in markup(refused)
        assert send(where, {}).status_code == 400
        send(where, {"decision": "tie", "why": "Prizes were miscounted"})
        assert (fresh(match).outcome, Report.objects.get(source="judge").note) == (
            "tie",
            "Prizes were miscounted",
        )

    def test_two_judges_decide_once(self, client):
        match = players_report(table(), LEFT, RIGHT)
        where, report = url(match, "decide", Dispute.objects.get().pk), Report.objects.get(entry=match.left)
        send = judge(client, match).post
        send(where, {"word": report.pk})
        again = send(where, {"decision": "right", "why": "late"}, follow=True)
        assert "already settled" in markup(again)
        assert fresh(match).outcome == "left"

    def test_a_word_that_changed_is_not_decided_for(self, client):
        match = players_report(table(), LEFT, RIGHT)
        old = Report.objects.get(entry=match.left)
        players_report(match, TIE)
        answer = judge(client, match).post(
            url(match, "decide", Dispute.objects.get().pk), {"word": old.pk}, follow=True
        )
        assert "The report has changed since" in markup(answer)

    def test_new_disputes_are_told(self, client):
        match = table()
        judge(client, match)
        headers = {"HTTP_HX_REQUEST": "true"}
        assert client.get(url(match, "disputes") + "?seen=", **headers).status_code == 204
        players_report(match, LEFT, RIGHT)
        assert "1 new dispute" in markup(client.get(url(match, "disputes") + "?seen=", **headers))

    def test_strangers_stay_outside(self, client):
        match = players_report(table(), LEFT, RIGHT)
        where = url(match, "decide", Dispute.objects.get().pk)
        assert client.post(where, {"decision": "left"}).status_code == 302
        assert fresh(match).outcome == "pending"

    def test_costs_the_same_for_any_number(self, client, django_assert_max_num_queries):
        for players in (4, 24):
            match = table(players)
            for one in match.round.matches.select_related("round__division", "left", "right"):
                players_report(one, LEFT, RIGHT)
            judge(client, match)
            with django_assert_max_num_queries(18):
                client.get(url(match, "disputes"))


class TestTheDesk:
    def test_a_dispute_is_marked_and_leads_to_the_lane(self, client):
        page = desk(client, players_report(table(), LEFT, RIGHT))
        assert "1 result is in dispute" in page
        assert 'data-state="dispute"' in page

    def test_a_single_word_is_taken_by_one_tap(self, client):
        match = players_report(table(), LEFT)
        assert "Reports to accept" in desk(client, match)
        client.post(url(match, "accept_report", Report.objects.get().pk))
        assert fresh(match).outcome == "left"
        assert "Reports to accept" not in desk(client, match)

    def test_a_word_taken_too_late_changes_nothing(self, client):
        match = players_report(table(), LEFT)
        report = Report.objects.get()
        results.enter_result(match, MatchResult(RIGHT), by=None)
        client.force_login(organizer(match.round.division))
        answer = client.post(url(match, "accept_report", report.pk), follow=True)
        assert "Nothing was overwritten" in markup(answer)
        assert fresh(match).outcome == "right"

    def test_a_doubt_is_shown_until_the_staff_say_it_stays(self, client):
        match = players_report(table(), LEFT)
        results.enter_result(match, MatchResult(RIGHT), by=None)
        assert "a player reported a different result" in desk(client, match)
        client.post(url(match, "uphold_result", Report.objects.get(entry=match.left).pk))
        assert "a player reported a different result" not in desk(client, match)

    def test_closing_names_the_doubts(self, client):
        match = players_report(table(), LEFT)
        results.enter_result(match, MatchResult(RIGHT), by=None)
        report_all(match.round)
        client.force_login(organizer(match.round.division))
        args = [match.round.division.tournament.slug, match.round.division_id, 1]
        page = markup(client.get(reverse("pairings:close", args=args)))
        assert "reported a different result from the one saved" in page


class TestOneWordIsEnough:
    def test_all_that_waited_long_enough_at_once(self, client):
        match = players_report(table(), LEFT)
        client.force_login(organizer(match.round.division))
        client.post(url(match, "take_due"))
        assert fresh(match).outcome == "pending"
        Tournament.objects.update(single_report_minutes=5)
        Report.objects.update(at=timezone.now() - timedelta(minutes=6))
        assert "Accept all that waited 5 minutes" in desk(client, match)
        client.post(url(match, "take_due"))
        assert fresh(match).outcome == "left"

    def test_the_clock_process_does_it_by_itself(self):
        match = players_report(table(), LEFT)
        Report.objects.update(at=timezone.now() - timedelta(minutes=6))
        assert tasks.accept_single_reports() == 0
        Tournament.objects.update(single_report_minutes=5)
        assert tasks.accept_single_reports() == 1
        assert fresh(match).outcome == "left"


class TestTakingBack:
    def test_a_judge_undoes_what_a_judge_decided(self, client):
        match = players_report(table(), LEFT, RIGHT)
        report = Report.objects.get(entry=match.left)
        page = judge(client, match).post(
            url(match, "decide", Dispute.objects.get().pk), {"word": report.pk}, follow=True
        )
        line = JournalEvent.objects.get(kind="ResultDecided")
        assert url(match, "floor_undo", line.pk) in markup(page)
        client.post(url(match, "floor_undo", line.pk))
        assert fresh(match).outcome == "pending"
        assert Dispute.objects.filter(settled_at=None).count() == 1


class TestOtherPages:
    def test_the_page_of_the_table(self, client):
        match = players_report(table(), LEFT, RIGHT)
        args = [match.round.division_id, 1, match.pk]
        page = markup(judge(client, match).get(url(match, "match", *args)))
        assert f"{match.left} is right" in page
        assert str(match.left) in page.partition("History of this table")[2]

    def test_the_tables_show_it_to_staff_alone(self, client):
        match = players_report(table(), LEFT, RIGHT)
        assert "Results don’t match" not in markup(client.get(url(match, "tables")))
        assert "Results don’t match" in markup(judge(client, match).get(url(match, "tables")))


def test_every_dispute_stays_in_the_spreadsheet(client):
    """This includes resolved disputes, with the reports of both players."""
    match = players_report(table(), LEFT, RIGHT)
    open_one = players_report(fresh(match.round.matches.get(table=2)), TIE, RIGHT)
    deciding.decide_dispute(
        match, MatchResult(LEFT), by=organizer(match.round.division), why="Both players agree now"
    )
    where = url(match, "disputes_export", "xlsx")
    assert client.get(where).status_code == 302
    page = markup(judge(client, match).get(url(match, "disputes")))
    assert where in page
    sheet = load_workbook(BytesIO(client.get(where).content)).worksheets[0]
    titles, *rows = [list(row) for row in sheet.iter_rows()]
    decided, waiting = (dict(zip([cell.value for cell in titles], row, strict=True)) for row in rows)
    assert decided["When"].is_date
    assert decided["Decided"].is_date
    assert (decided["Table"].value, decided["Round"].value) == (1, 1)
    assert decided["Player 1 reported"].value == f"{match.left} won"
    assert decided["Player 2 reported"].value == f"{match.right} won"
    assert (decided["Result"].value, decided["Reason"].value) == (
        f"{match.left} won",
        "Both players agree now",
    )
    assert (waiting["Player 1 reported"].value, waiting["Result"].value) == ("Tie", None)
    assert waiting["Player 2"].value == str(open_one.right)
    text = client.get(url(match, "disputes_export", "csv")).content.decode("utf-8-sig")
    assert [row["Player 1"] for row in csv.DictReader(StringIO(text))] == [
        str(match.left),
        str(open_one.left),
    ]


def test_without_a_dispute_there_is_no_spreadsheet_of_them(client):
    match = table()
    assert url(match, "disputes_export", "csv") not in markup(
        judge(client, match).get(url(match, "disputes"))
    )
