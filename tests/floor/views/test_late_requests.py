"""Actions from a phone that arrive too late: the current state is shown with the reason, and they can still be sent."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from floor.models import JudgeCall
from floor.services import calls
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Report
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.pairings.build import division, report_all
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    round_ = rounds.post(rounds.pair_next_round(division(4), by=None, seed=1), by=None)
    rows = Match.objects.select_related("round__division__tournament", "left__player", "right__player")
    return rows.get(round=round_, table=1)


def send(entry: Entry, name: str, *, key: str = "0123456789abcdef", age: int = 600, **typed: object) -> Any:
    """Send what was stored on the phone for `age` seconds."""
    url = reverse(f"floor:{name}", args=[personal_links.ensure_link(entry).token])
    headers = {"X-Unsent": "later", "X-Unsent-Age": str(age)}
    return Client().post(url, {"idempotency_key": key, **typed}, headers=headers)


def next_round(match: Match) -> None:
    report_all(match.round)
    rounds.close_round(match.round, by=None)
    rounds.post(rounds.pair_next_round(match.round.division, by=None, seed=2), by=None)


def test_a_report_of_a_round_that_is_over_is_told_the_result_and_the_next_table(match: Match) -> None:
    next_round(match)
    late = send(match.right, "my_report", how="won", match=match.pk)
    assert late.status_code == 409
    assert f"Round 1, table 1: {match.left} won." in late.json()["stands"]
    assert "You now play at table" in late.json()["stands"]
    assert "anyway" not in late.json()


def test_a_report_that_stands_already_is_no_conflict(match: Match) -> None:
    next_round(match)
    assert send(match.left, "my_report", how="won", match=match.pk).status_code == 200
    assert not Report.objects.filter(source="phone").exists()


def test_a_report_against_what_the_desk_entered_waits_for_the_players_word(match: Match) -> None:
    results.enter_result(match, MatchResult(Outcome.RIGHT, "", None), by=None)
    crossed = send(match.left, "my_report", how="won", match=match.pk)
    assert crossed.status_code == 409
    assert crossed.json()["anyway"]["set"] == {"anyway": "yes"}
    assert not Report.objects.filter(source="phone").exists()
    anyway = send(match.left, "my_report", key="another-key", how="won", match=match.pk, anyway="yes")
    assert anyway.status_code == 200
    assert Report.objects.get(source="phone").outcome == "left"


def test_a_call_that_a_judge_has_answered_since_asks_whether_it_still_holds(match: Match) -> None:
    call = calls.raise_hand(match, entry=match.right)
    calls.close_call(call, by=None, note="", now=timezone.now() - timedelta(minutes=3))
    late = send(match.left, "my_call", match=match.pk)
    assert late.status_code == 409
    assert "the call was closed" in late.json()["stands"]
    assert JudgeCall.objects.count() == 1
    assert send(match.left, "my_call", key="another-key", **late.json()["anyway"]["set"]).status_code == 200
    assert JudgeCall.objects.filter(closed_at=None).count() == 1


def test_a_call_answered_before_the_hand_went_up_is_another_matter(match: Match) -> None:
    call = calls.raise_hand(match, entry=match.right)
    calls.close_call(call, by=None, note="", now=timezone.now() - timedelta(minutes=30))
    assert send(match.left, "my_call", match=match.pk).status_code == 200


def test_a_call_of_a_match_that_is_over_may_go_to_the_table_of_now(match: Match) -> None:
    next_round(match)
    late = send(match.left, "my_call", match=match.pk)
    assert late.status_code == 409
    put = late.json()["anyway"]["set"]
    assert put["match"] != str(match.pk)
    assert send(match.left, "my_call", key="another-key", **put).status_code == 200
    assert JudgeCall.objects.get().match_id == int(put["match"])


def test_a_drop_that_came_twice_is_one_and_one_that_came_too_late_says_why(match: Match) -> None:
    refused = send(match.left, "my_leave", sure="yes")
    assert refused.status_code == 409
    assert "You now play at table 1" in refused.json()["stands"]
    report_all(match.round)
    assert send(match.left, "my_leave", key="key-one-1", sure="yes").status_code == 200
    assert send(match.left, "my_leave", key="key-two-2", sure="yes").status_code == 200
    assert not Entry.objects.get(pk=match.left_id).active


def test_a_hand_taken_down_late_is_down_already(match: Match) -> None:
    assert send(match.left, "my_call", do="back", match=match.pk).status_code == 200
