"""Notices to the phones of staff who may act on an entry of the queue, and of its players."""

from collections.abc import Callable
from typing import Any

import pytest

from checks.services import deck_checks
from decks.models import DeckList
from decks.services import lists as deck_lists
from floor.services import penalties
from pairings.engine.outcomes import Outcome
from pairings.engine.print_choice import PrintChoice
from pairings.models import Match
from pairings.services import prints
from pairings.services.reports import disputes, result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.decks import lists
from tests.floor.queries.test_notices import Phones, words
from tests.push_service import PushService
from tournaments.models import StaffMember, Tournament, User

pytestmark = pytest.mark.django_db

Commit = Callable[..., Any]


@pytest.fixture
def phones(push_service: PushService) -> Phones:
    return Phones(push_service)


@pytest.fixture
def match() -> Match:
    division = build.division(4, edition="2026")
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    return round_.matches.select_related("round__division__tournament", "left", "right").get(table=1)


def member(event: Tournament, role: str) -> tuple[User, StaffMember]:
    user = build.staff(event, role)
    return user, StaffMember.objects.get(user=user)


def test_a_dispute_reaches_the_judges_and_its_claim_the_players(
    phones: Phones, match: Match, django_capture_on_commit_callbacks: Commit
):
    event = match.round.division.tournament
    judge, own = member(event, "judge")
    other = phones.of(member(event, "judge")[1])
    seen, player = phones.of(own), phones.of(match.left)
    with django_capture_on_commit_callbacks(execute=True):
        result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
        result_reports.submit_report(match, match.right, ResultReport(MatchResult(Outcome.RIGHT)))
    assert words(seen()) == [f"Table 1: the players disagree / {match.left} – {match.right}"]
    assert seen()[0]["url"] == f"/e/{event.slug}/calls"
    assert player() == []
    with django_capture_on_commit_callbacks(execute=True):
        disputes.claim_result_dispute(match.disputes.get(), by=judge)
    assert words(player()) == ["Table 1: a judge is on the way / Stay at your table."]
    assert (other()[1]["title"], other()[1]["quiet"]) == (f"Table 1: {judge} is on the way", True)
    assert len(seen()) == 1


def test_a_report_against_a_saved_result_reaches_the_judges_and_its_end_the_player(
    phones: Phones, match: Match, django_capture_on_commit_callbacks: Commit
):
    event = match.round.division.tournament
    seen = phones.of(member(event, "judge")[1])
    player, opponent = phones.of(match.left), phones.of(match.right)
    results.enter_result(match, MatchResult(Outcome.RIGHT), by=None)
    with django_capture_on_commit_callbacks(execute=True):
        result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    assert words(seen()) == [
        f"Table 1: a report against the saved result / {match.left} – {match.right}",
    ]
    assert player() == []
    with django_capture_on_commit_callbacks(execute=True):
        result_reports.uphold_result(match, by=None)
    assert words(player()) == [
        "Table 1: the saved result was confirmed / Your report is settled. Questions? Ask a judge."
    ]
    assert opponent() == []


def test_a_report_that_agrees_asks_no_one(
    phones: Phones, match: Match, django_capture_on_commit_callbacks: Commit
):
    seen = phones.of(member(match.round.division.tournament, "judge")[1])
    with django_capture_on_commit_callbacks(execute=True):
        result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    with django_capture_on_commit_callbacks(execute=True):
        result_reports.submit_report(match, match.right, ResultReport(MatchResult(Outcome.LEFT)))
    assert seen() == []


def test_a_penalty_reaches_who_confirms_it_and_then_both_players(
    phones: Phones, match: Match, django_capture_on_commit_callbacks: Commit
):
    event = match.round.division.tournament
    judge, own = member(event, "judge")
    head, heads = member(event, "head_judge")
    desk = phones.of(member(event, "scorekeeper")[1])
    seen, giver = phones.of(heads), phones.of(own)
    player, opponent = phones.of(match.left), phones.of(match.right)
    with django_capture_on_commit_callbacks(execute=True):
        row = penalties.give_penalty(match.left, infraction="late", level="match_loss", match=match, by=judge)
    assert words(seen()) == [f"To confirm: Match Loss / {match.left}"]
    assert (giver(), desk(), player(), opponent()) == ([], [], [], [])
    with django_capture_on_commit_callbacks(execute=True):
        penalties.confirm_penalty(row, by=head)
    assert words(player()) == ["Table 1: penalty confirmed / Match Loss. Questions? Ask the head judge."]
    assert words(opponent()) == [
        "Table 1: penalty confirmed / Your opponent got a penalty. Open your page to see what it changes."
    ]


def test_a_light_penalty_and_one_of_the_head_judge_ask_nobody(
    phones: Phones, match: Match, django_capture_on_commit_callbacks: Commit
):
    event = match.round.division.tournament
    seen = phones.of(member(event, "head_judge")[1])
    with django_capture_on_commit_callbacks(execute=True):
        penalties.give_penalty(match.left, infraction="late", level="warning", match=match, by=None)
        penalties.give_penalty(
            match.left, infraction="late", level="match_loss", match=match, by=None, confirmed=True
        )
    assert seen() == []


def test_a_light_penalty_reaches_its_player(
    phones: Phones, match: Match, django_capture_on_commit_callbacks: Commit
):
    player, opponent = phones.of(match.left), phones.of(match.right)
    with django_capture_on_commit_callbacks(execute=True):
        penalties.give_penalty(match.left, infraction="late", level="warning", match=match, by=None)
    assert words(player()) == ["Table 1: penalty / Warning. Questions? Ask the head judge."]
    assert opponent() == []


def test_picked_decks_reach_the_staff_and_not_their_players(
    phones: Phones, match: Match, django_capture_on_commit_callbacks: Commit
):
    event = match.round.division.tournament
    head, _own = member(event, "head_judge")
    seen, player = phones.of(member(event, "judge")[1]), phones.of(match.left)
    with django_capture_on_commit_callbacks(execute=True):
        deck_checks.pick_requested_deck(match.left, why="Marked", by=head)
    assert (words(seen()), player()) == (["Deck checks / 1 is waiting."], [])


def test_lists_to_rule_on_reach_the_head_judge_once_they_are_locked(
    phones: Phones, django_capture_on_commit_callbacks: Commit
):
    event: Tournament = lists.event(1)
    row, by = DeckList.objects.get(entry__tournament=event), build.user("clerk")
    deck_lists.submit_list(row, text=lists.ILLEGAL, by=by, by_player=False)
    head, judge = phones.of(member(event, "head_judge")[1]), phones.of(member(event, "judge")[1])
    with django_capture_on_commit_callbacks(execute=True):
        deck_lists.lock_all_lists(event, by=by)
    assert (words(head()), judge()) == (["Deck lists to rule on / 1 is waiting."], [])


def test_a_stopped_print_reaches_who_prints(
    phones: Phones, match: Match, django_capture_on_commit_callbacks: Commit
):
    event = match.round.division.tournament
    desk, judge = phones.of(member(event, "scorekeeper")[1]), phones.of(member(event, "judge")[1])
    row, _new = prints.order_print(event, PrintChoice(("pairings",)), key="press", by=None, site="")
    started = prints.start_print(row.pk)
    assert started is not None
    with django_capture_on_commit_callbacks(execute=True):
        prints.fail_print(started, "PRINT_FAILED")
    assert (words(desk()), judge()) == (
        ["A print has stopped / Open it to see why, and print it again."],
        [],
    )
