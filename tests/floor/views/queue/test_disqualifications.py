"""A disqualification from the player's page: a penalty with a reason, confirmed by role, lifted with its effects."""

import pytest
from django.test import Client

from floor.models import Penalty
from floor.services import penalties
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.pairings import build as play
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db

TYPED = {"infraction": "cheating", "reason": "Marked cards"}


@pytest.fixture
def match() -> Match:
    division = play.division(8, edition="2026")
    round_: Round = rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)
    rows = round_.matches.select_related("round__division__tournament", "left", "right")
    return rows.get(table=1)


def staff(match: Match, role: str) -> Client:
    client = Client()
    client.force_login(build.staff(match.round.division.tournament, role))
    return client


def url(match: Match, name: str = "disqualify") -> str:
    return pages.event(match.round.division, name, match.left_id)


def fresh(match: Match) -> tuple[bool, str]:
    match.refresh_from_db()
    match.left.refresh_from_db()
    return match.left.disqualified, match.outcome


def test_the_question_names_the_match_that_is_lost(match):
    page = pages.text(staff(match, "head_judge").get(url(match)))
    assert f"The current match at table 1 is lost: {match.right} wins." in page
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    assert "current match" not in pages.text(staff(match, "head_judge").get(url(match)))


@pytest.mark.parametrize("left_out", ["infraction", "reason"])
def test_a_reason_and_an_infraction_are_asked_and_nothing_typed_is_lost(match, left_out):
    head = staff(match, "head_judge")
    page = head.post(url(match), TYPED | {left_out: ""})
    assert page.status_code == 422
    assert not Penalty.objects.exists()
    assert fresh(match) == (False, "pending")
    if left_out == "infraction":
        assert "Marked cards" in pages.text(page)


def test_of_the_head_judge_it_counts_at_once_and_is_among_the_penalties(match):
    head = staff(match, "head_judge")
    page = head.post(url(match), TYPED, follow=True)
    assert pages.messages(page) == [f"{match.left} is disqualified."]
    row = Penalty.objects.get()
    assert (row.level, row.infraction, row.note, row.match) == (
        "disqualification",
        "cheating",
        "Marked cards",
        match,
    )
    assert fresh(match) == (True, "right")
    assert str(match.left) in pages.text(head.get(pages.event(match.round.division, "penalties")))
    undo = [message.extra_tags for message in page.context["messages"]][-1].removeprefix("undo=")
    head.post(undo)
    assert fresh(match) == (False, "pending")


def test_of_a_scorekeeper_it_waits_for_the_head_judge(match):
    page = pages.text(staff(match, "scorekeeper").post(url(match), TYPED, follow=True))
    assert "once the head judge confirms it" in page
    assert fresh(match) == (False, "pending")
    row = Penalty.objects.get()
    head = staff(match, "head_judge")
    seen = pages.text(head.get(pages.event(match.round.division, "penalty", row.pk)))
    assert f"The current match at table 1 is lost: {match.right} wins." in seen
    again = head.get(url(match))
    assert again["Location"] == pages.event(match.round.division, "penalty", row.pk)
    head.post(pages.event(match.round.division, "penalty_confirm", row.pk))
    assert fresh(match) == (True, "right")


def test_a_judge_of_the_floor_disqualifies_nobody_from_there(match):
    assert staff(match, "judge").get(url(match)).status_code == 403


def test_nobody_is_disqualified_twice(match):
    attendance.disqualify_player(match.left, by=None)
    page = staff(match, "head_judge").post(url(match), TYPED)
    assert "is disqualified" in pages.text(page)
    assert not Penalty.objects.exists()


def test_lifting_withdraws_the_penalty_with_what_it_did(match):
    head = staff(match, "head_judge")
    head.post(url(match), TYPED)
    assert "The head judge or an organizer can lift" in pages.text(
        staff(match, "scorekeeper").post(url(match, "lift"), follow=True)
    )
    page = head.post(url(match, "lift"), follow=True)
    assert pages.messages(page)[-1] == f"{match.left} is no longer disqualified."
    assert fresh(match) == (False, "pending")
    assert Penalty.objects.get().withdrawn_at is not None


def test_after_the_round_is_closed_the_player_comes_back_and_the_result_stays(match):
    head = staff(match, "head_judge")
    head.post(url(match), TYPED)
    play.report_all(match.round)
    rounds.close_round(match.round, by=None)
    page = head.post(url(match, "lift"), follow=True)
    assert "Results entered since then are not changed." in pages.messages(page)[-1]
    assert fresh(match) == (False, "right")
    assert Penalty.objects.get().withdrawn_at is not None


def test_one_without_a_penalty_is_lifted_as_it_was_given(match):
    attendance.disqualify_player(match.left, by=None)
    staff(match, "scorekeeper").post(url(match, "lift"))
    assert fresh(match)[0] is False


def test_a_second_disqualification_is_refused_by_the_service(match):
    penalties.give_penalty(
        match.left, infraction="cheating", level="disqualification", by=None, confirmed=True
    )
    code = build.refusal(
        penalties.give_penalty, match.left, infraction="late", level="disqualification", by=None, note="Again"
    ).code
    assert code == "ENTRY_DISQUALIFIED"
