"""The queue's page: one list by urgency, the first entry large, and judges who land on it."""

import pytest
from django.test import Client
from django.urls import reverse

from floor.services import calls
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import result_reports
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings import build as play
from tests.pairings.views import pages
from tournaments.models import StaffInvitation
from tournaments.services import staff_invitations

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough pass phrase"


@pytest.fixture
def round_() -> Round:
    division = play.division(8, edition="2026", round_minutes=50, published=True)
    return rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)


@pytest.fixture
def judge(round_: Round) -> Client:
    client = Client()
    client.force_login(build.staff(round_.division.tournament, "judge"))
    return client


def table(round_: Round, number: int) -> Match:
    return round_.matches.select_related("round__division__tournament", "left", "right").get(table=number)


def disagree(match: Match) -> None:
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    result_reports.submit_report(match, match.right, ResultReport(MatchResult(Outcome.RIGHT)))


def queue_url(round_: Round, query: str = "") -> str:
    return pages.event(round_.division, "calls") + query


def test_a_dispute_is_the_next_entry_from_the_second_it_exists(round_, judge):
    assert judge.get(queue_url(round_)).context["queue"].next is None
    disagree(table(round_, 2))
    page = judge.get(queue_url(round_))
    queue = page.context["queue"]
    assert (queue.next.kind, queue.next.table, queue.next.act) == ("dispute", 2, "claim")
    assert queue.next.url == pages.match(table(round_, 2))
    assert markup(page).count("I’m going") == 1


def test_calls_come_before_disputes_and_each_has_its_act(round_, judge):
    disagree(table(round_, 2))
    calls.raise_hand(table(round_, 1), entry=table(round_, 1).left)
    queue = judge.get(queue_url(round_)).context["queue"]
    assert queue.next.kind == "call"
    assert [(item.kind, item.act) for item in queue.waiting] == [("dispute", "claim")]


def test_filters_show_one_kind_and_keep_the_numbers(round_, judge):
    assert judge.get(queue_url(round_)).context["queue"].filters == []
    disagree(table(round_, 2))
    calls.raise_hand(table(round_, 1))
    queue = judge.get(queue_url(round_, "?show=disputes")).context["queue"]
    assert queue.next.kind == "dispute"
    assert queue.waiting == []
    assert [(one.number, one.is_current) for one in queue.filters] == [(2, False), (1, False), (1, True)]


def test_who_goes_lands_at_the_table_and_finds_it_first_among_those_in_progress(round_, judge):
    other = build.staff(round_.division.tournament, "judge", "other")
    calls.claim_call(calls.raise_hand(table(round_, 1)), by=other)
    call = calls.raise_hand(table(round_, 2))
    item = judge.get(queue_url(round_)).context["queue"].next
    answer = judge.post(item.url_of_act, {"do": item.act, "next": item.url})
    assert answer["Location"] == pages.match(table(round_, 2))
    taken = judge.get(queue_url(round_)).context["queue"].taken
    assert [(one.table, one.is_mine, one.act) for one in taken] == [(2, True, "arrive"), (1, False, "")]
    assert taken[0].key == f"call-{call.pk}"


def test_a_table_says_who_goes_to_its_dispute(round_, judge):
    disagree(table(round_, 2))
    assert "I’m going" in pages.text(judge.get(pages.match(table(round_, 2))))
    item = judge.get(queue_url(round_)).context["queue"].next
    judge.post(item.url_of_act, {"next": item.url})
    page = pages.text(judge.get(pages.match(table(round_, 2))))
    assert "You are on the way" in page
    assert "I’m going" not in page


def sign_in(username: str) -> str:
    answer = Client().post(reverse("account_login"), {"login": username, "password": PASSWORD})
    return str(answer["Location"])


@pytest.mark.parametrize(("role", "lands"), [("judge", True), ("head_judge", False), ("organizer", False)])
def test_a_judge_lands_on_the_queue_of_the_one_running_event(round_, role, lands):
    user = build.staff(round_.division.tournament, role, "hana")
    user.set_password(PASSWORD)
    user.save()
    assert sign_in("hana") == (queue_url(round_) if lands else reverse("tournaments:home"))


def test_a_judge_of_two_running_events_chooses(round_):
    user = build.staff(round_.division.tournament, "judge", "hana")
    user.set_password(PASSWORD)
    user.save()
    other = rounds.post(rounds.pair_next_round(play.division(4), by=None, seed=1), by=None)
    other.division.tournament.staff.create(user=user, role="judge")
    assert sign_in("hana") == reverse("tournaments:home")
    home = Client()
    home.force_login(user)
    assert f'href="{queue_url(round_)}"' in markup(home.get("/"))


@pytest.mark.parametrize(("role", "page"), [("judge", "calls"), ("scorekeeper", "event")])
def test_an_invited_judge_lands_on_the_queue(round_, role, page):
    event = round_.division.tournament
    invitation: StaffInvitation = staff_invitations.create_staff_invitation(
        event, by=build.user("marta"), role=role, hours=12
    )
    helper = Client()
    helper.force_login(build.user("jo"))
    answer = helper.post(reverse("tournaments:join", args=[invitation.token]))
    assert answer["Location"] == pages.event(round_.division, page)
