"""Results from the phone: reported, confirmed by one tap, changed, withdrawn; dropping needs a confirmation."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Match, Report
from pairings.services.reports import result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.addresses import full_name
from tests.html import markup
from tests.pairings.build import division, play
from tournaments.models import Entry, Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


def table(players: int = 4, **fields: object) -> Match:
    of = division(players, **fields)
    return fresh(rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None).matches.get(table=1))


def fresh(match: Match) -> Match:
    rows = Match.objects.select_related(
        "round__division__tournament", "round__stage", "left__player", "right__player"
    )
    return rows.get(pk=match.pk)


def url(entry: Entry, name: str = "my") -> str:
    return reverse(full_name(name), args=[personal_links.ensure_link(entry).token])


def send(entry: Entry, name: str = "my_report", **typed: object) -> str:
    """Send a report, and return the message that the player reads."""
    return markup(Client().post(url(entry, name), typed, follow=True))


def page_of(entry: Entry) -> str:
    return markup(Client().get(url(entry)))


def test_two_phones_that_agree():
    match = table()
    assert "has not confirmed it yet" in send(match.left, how="won")
    html = page_of(match.right)
    assert f"{match.left} won" in html
    assert "Your result is in" in send(match.right, "my_confirm", report=Report.objects.get().pk)
    assert fresh(match).outcome == "left"


@pytest.mark.parametrize(
    ("how", "outcome", "reason"),
    [
        ("won", "right", ""),
        ("lost", "left", ""),
        ("tie", "tie", ""),
        ("agreed_tie", "tie", "intentional_tie"),
        ("conceded", "left", "concession"),
        ("they_conceded", "right", "concession"),
    ],
)
def test_every_way_a_match_ends_seen_from_the_right(how, outcome, reason):
    match = table()
    send(match.right, how=how)
    report = Report.objects.get()
    assert (report.outcome, report.reason, report.entry_id) == (outcome, reason, match.right_id)


def test_games_in_sum_and_one_by_one():
    match = table(best_of=3)
    send(match.right, how="won", games_mine="2", games_theirs="1")
    assert (Report.objects.get().games_left, Report.objects.get().games_right) == (1, 2)
    send(match.left, how="lost", game1="me", game2="them", game3="them")
    assert Report.objects.latest("pk").games == ["left", "right", "right"]
    assert (fresh(match).outcome, fresh(match).games_left, fresh(match).games_right) == ("right", 1, 2)


def test_games_that_do_not_fit_are_told_and_kept(client):
    match = table(best_of=3)
    answer = client.post(url(match.left, "my_report"), {"how": "won", "games_mine": "0", "games_theirs": "2"})
    page = markup(answer)
    assert answer.status_code == 400
    assert "does not fit this result" in page
    assert 'value="won" checked' in page
    half = client.post(url(match.left, "my_report"), {"how": "won", "games_mine": "2"})
    assert "Enter games for both" in markup(half)
    assert not Report.objects.exists()


def test_nothing_chosen_is_told(client):
    answer = client.post(url(table().left, "my_report"), {})
    assert (answer.status_code, "Choose how it ended" in markup(answer)) == (400, True)


def test_they_disagree_and_both_read_it():
    match = table()
    send(match.left, how="won")
    assert "A judge has been notified" in send(match.right, how="won")
    assert "A judge has been notified" in page_of(match.left)
    assert Dispute.objects.filter(settled_at=None).count() == 1


def test_changing_and_undoing():
    match = table()
    send(match.left, how="won")
    assert "Delete your report" in page_of(match.left)
    send(match.left, "my_withdraw")
    page = page_of(match.left)
    assert "Delete your report" not in page
    assert 'class="result-buttons"' in page


def test_leaving_with_the_result_is_asked_once_more():
    match = table()
    asking = send(match.left, how="lost", leaves="on")
    assert "Drop after this match" in asking
    assert not Report.objects.exists()
    send(match.left, how="lost", leaves="on", sure="yes")
    send(match.right, how="won")
    assert not Entry.objects.get(pk=match.left_id).active


def test_leaving_between_two_rounds():
    of = division(4)
    play(of)
    one = of.entries.first()
    assert "Drop from the event" in send(one, "my_leave")
    assert Entry.objects.get(pk=one.pk).active
    assert "You have dropped from this event" in send(one, "my_leave", sure="yes")


def test_nobody_ties_in_the_cut_nor_leaves_by_a_tick():
    of = division(4, structure="elimination")
    match = fresh(rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None).matches.first())
    page = page_of(match.left)
    assert 'value="tie"' not in page
    assert 'name="leaves"' not in page
    assert Client().post(url(match.left, "my_report"), {"how": "tie"}).status_code == 400


def test_an_old_page_reports_into_no_other_match():
    match = table()
    assert "You no longer play at this table" in send(match.left, how="won", match=match.pk + 1)
    assert not Report.objects.exists()


def test_a_result_of_the_desk_can_be_doubted():
    match = table()
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    assert "That is not right" in page_of(match.right)
    assert "Staff can see your report in their queue" in send(match.right, how="won")
    assert fresh(match).outcome == "left"


def test_phones_can_be_off():
    match = table()
    Tournament.objects.update(phone_reports=False)
    page = page_of(match.left)
    assert "hand in your match slip" in page
    assert 'name="how"' not in page
    assert "takes results at the desk" in send(match.left, how="won")


@pytest.mark.parametrize("name", ["my_report", "my_confirm", "my_withdraw", "my_leave", "my_forget"])
def test_a_token_opens_nothing_but_its_own_entry(name):
    """Whatever is sent with one token, no report of another player is made or withdrawn."""
    match = table()
    other = match.round.matches.select_related("left__player").get(table=2).left
    send(match.left, how="won")
    report = Report.objects.get()
    send(other, name, how="won", report=report.pk, match=match.pk, sure="yes")
    report.refresh_from_db()
    assert report.withdrawn_at is None
    assert fresh(match).outcome == "pending"
    assert not Report.objects.filter(match=match).exclude(pk=report.pk).exists()


KEY = "0123456789abcdef"


def send_again(entry: Entry, name: str = "my_report", when: str = "now", **typed: object):  # type: ignore[no-untyped-def]
    """Send a report as the phone's script does, including again if there was no response."""
    return Client().post(url(entry, name), {"idempotency_key": KEY, **typed}, headers={"X-Unsent": when})


def test_a_report_that_waited_on_the_phone_counts_once():
    match = table()
    assert send_again(match.left, how="won").json() == {"to": url(match.left), "again": False}
    assert send_again(match.left, how="won", when="later").json()["again"] is True
    assert Report.objects.count() == 1
    report_id = Report.objects.get().pk
    assert send_again(match.right, "my_confirm", report=report_id).json()["again"] is True  # the key was used
    assert fresh(match).outcome == "pending"


def test_a_confirmation_that_waited_counts_once():
    match = table()
    send(match.left, how="won")
    report_id = Report.objects.get().pk
    assert send_again(match.right, "my_confirm", when="later", report=report_id).json()["again"] is False
    assert send_again(match.right, "my_confirm", when="later", report=report_id).json()["again"] is True
    assert fresh(match).outcome == "left"
    assert Report.objects.filter(source="phone").count() == 2


def test_a_report_that_comes_too_late_is_refused_with_the_reason():
    match = table()
    send(match.left, how="won")
    send(match.right, "my_confirm", report=Report.objects.get().pk)
    answer = send_again(match.left, how="lost", when="later")
    assert answer.status_code == 409
    assert "refused" in answer.json()
    stale = send_again(match.left, how="won", match=match.pk + 1, when="later")
    assert (stale.status_code, list(stale.json())) == (409, ["refused"])


def test_leaving_is_asked_where_somebody_is_there_to_answer():
    match = table()
    asking = send_again(match.left, how="won", leaves="on")
    assert "What will change" in markup(asking)
    assert f'value="{KEY}"' not in markup(asking)
    assert not Report.objects.exists()


def test_a_report_that_waited_is_taken_and_leaving_is_left_to_be_confirmed():
    match = table()
    browser = Client()
    typed = {"idempotency_key": KEY, "how": "won", "leaves": "on"}
    browser.post(url(match.left, "my_report"), typed, headers={"X-Unsent": "later"})
    report = Report.objects.get()
    assert (report.outcome, report.leaves) == ("left", False)
    assert "You are still in the event" in markup(browser.get(url(match.left)))
