"""Players report: if both agree it is the result, otherwise a judge decides; staff override, and all reports are
stored.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from pairings import tasks
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Match, Report
from pairings.queries.reports import result_reports as queries
from pairings.services.reports import disputes, result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.build import refusal
from tests.pairings.build import division, organizer, play, report_all
from tournaments.models import Entry, Tournament

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


def reporting(
    outcome: Outcome, reason: str = "", games: tuple[int, int] | None = None, **more: object
) -> ResultReport:
    return ResultReport(MatchResult(outcome, reason, games), **more)


def both(match: Match, left: Outcome, right: Outcome) -> Match:
    result_reports.submit_report(match, match.left, reporting(left))
    result_reports.submit_report(match, match.right, reporting(right))
    return fresh(match)


def newest(kind: str) -> JournalEvent:
    return JournalEvent.objects.filter(kind=kind).latest("pk")


def open_disputes() -> int:
    return Dispute.objects.filter(settled_at__isnull=True).count()


class TestTwoAgree:
    def test_the_second_word_makes_the_result_at_once(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(LEFT))
        assert fresh(match).outcome == Outcome.PENDING
        result_reports.submit_report(match, match.right, reporting(LEFT))
        assert fresh(match).outcome == LEFT
        assert [row.source for row in Report.objects.all()] == ["phone", "phone"]
        assert newest("ResultAgreed").facts["after"]["outcome"] == "left"

    def test_one_tap_confirms_what_the_opponent_told(self):
        match = table(best_of=3)
        result_reports.submit_report(
            match, match.left, reporting(RIGHT, games=(1, 2), winners=("left", "right", "right"))
        )
        first_report = Report.objects.get()
        result_reports.confirm_result_report(match, match.right, report=first_report.pk)
        assert (fresh(match).outcome, fresh(match).games_left, fresh(match).games_right) == (RIGHT, 1, 2)

    def test_a_word_that_changed_meanwhile_is_not_confirmed(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(LEFT))
        read = Report.objects.get()
        result_reports.submit_report(match, match.left, reporting(RIGHT))
        assert (
            refusal(result_reports.confirm_result_report, match, match.right, report=read.pk).code
            == "REPORT_CHANGED"
        )
        assert fresh(match).outcome == Outcome.PENDING

    def test_games_told_one_by_one_are_counted(self):
        match = table(best_of=3)
        result_reports.submit_report(match, match.left, reporting(LEFT, winners=("left", "right", "left")))
        assert (Report.objects.get().games_left, Report.objects.get().games_right) == (2, 1)
        wrong = reporting(RIGHT, winners=("left", "right", "left"))
        assert refusal(result_reports.submit_report, match, match.left, wrong).code == "GAMES_DO_NOT_FIT"

    def test_saying_it_twice_changes_nothing(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(LEFT))
        lines = JournalEvent.objects.count()
        result_reports.submit_report(match, match.left, reporting(LEFT))
        assert (Report.objects.count(), JournalEvent.objects.count()) == (1, lines)

    def test_an_agreed_tie_in_swiss_m067(self):
        match = table()
        for entry in (match.left, match.right):
            result_reports.submit_report(match, entry, reporting(TIE, "intentional_tie"))
        assert (fresh(match).outcome, fresh(match).reason) == ("tie", "intentional_tie")

    def test_nobody_ties_in_the_cut(self):
        of = division(4, structure="elimination")
        round_ = rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None)
        match = fresh(round_.matches.first())
        refused = refusal(result_reports.submit_report, match, match.left, reporting(TIE, "intentional_tie"))
        assert refused.code == "NO_TIES_IN_THE_CUT"

    def test_a_concession(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(RIGHT, "concession"))
        result_reports.confirm_result_report(match, match.right, report=Report.objects.get().pk)
        assert (fresh(match).outcome, fresh(match).reason) == ("right", "concession")

    def test_who_leaves_after_the_match_leaves_with_the_result(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(RIGHT, leaves=True))
        assert Entry.objects.get(pk=match.left_id).active
        result_reports.submit_report(match, match.right, reporting(RIGHT))
        left, right = (Entry.objects.get(pk=pk) for pk in (match.left_id, match.right_id))
        assert (left.dropped_in, right.dropped_in) == (1, None)

    def test_who_leaves_does_so_when_the_desk_enters_the_result_too(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(RIGHT, leaves=True))
        results.enter_result(match, MatchResult(RIGHT), by=None)
        assert not Entry.objects.get(pk=match.left_id).active


class TestBeforeItIsConfirmed:
    def test_a_word_can_change_and_be_undone(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(LEFT))
        result_reports.submit_report(match, match.left, reporting(TIE))
        assert queries.reports_of_match(match)[match.left_id].outcome == "tie"
        result_reports.withdraw_result_report(match, match.left)
        assert queries.reports_of_match(match) == {}
        assert Report.objects.count() == 2
        assert refusal(result_reports.withdraw_result_report, match, match.left).code == "NOTHING_REPORTED"

    def test_a_confirmed_word_is_the_staffs_to_change(self):
        match = both(table(), LEFT, LEFT)
        for call in (
            lambda: result_reports.submit_report(match, match.left, reporting(TIE)),
            lambda: result_reports.withdraw_result_report(match, match.left),
        ):
            assert refusal(call).code == "RESULT_CONFIRMED"

    def test_only_who_sits_there_reports(self):
        match = table()
        other = Entry.objects.exclude(pk__in=[match.left_id, match.right_id]).first()
        assert refusal(result_reports.submit_report, match, other, reporting(LEFT)).code == "NOT_YOUR_MATCH"

    def test_only_while_the_round_is_on_and_phones_are_allowed(self):
        match = table()
        Tournament.objects.update(phone_reports=False)
        assert (
            refusal(result_reports.submit_report, match, match.left, reporting(LEFT)).code == "PHONES_ARE_OFF"
        )
        Tournament.objects.update(phone_reports=True)
        report_all(match.round)
        rounds.close_round(match.round, by=None)
        assert (
            refusal(result_reports.submit_report, match, match.left, reporting(LEFT)).code
            == "ROUND_IS_CLOSED"
        )


class TestTheyDisagree:
    def test_a_dispute_opens_and_the_match_stays_open(self):
        match = both(table(), LEFT, RIGHT)
        assert (match.outcome, open_disputes()) == ("pending", 1)
        assert newest("DisputeOpened").facts["name"] == str(match.right)

    def test_it_ends_when_one_gives_in(self):
        match = both(table(), LEFT, RIGHT)
        result_reports.submit_report(match, match.right, reporting(LEFT))
        assert (fresh(match).outcome, open_disputes()) == ("left", 0)

    def test_it_ends_when_one_takes_the_word_back(self):
        match = both(table(), LEFT, RIGHT)
        result_reports.withdraw_result_report(match, match.right)
        assert (fresh(match).outcome, open_disputes()) == ("pending", 0)

    def test_a_judge_decides_for_one_of_them(self):
        match = both(table(), LEFT, RIGHT)
        disputes.decide_dispute(match, MatchResult(RIGHT), by=None)
        assert (fresh(match).outcome, open_disputes()) == ("right", 0)
        assert Report.objects.get(source="judge").outcome == "right"
        assert queries.results_contradicting_reports(match.round) == []

    def test_another_result_needs_a_reason(self):
        match = both(table(), LEFT, RIGHT)
        assert (
            refusal(disputes.decide_dispute, match, MatchResult(TIE), by=None).code == "DECISION_WHY_MISSING"
        )
        disputes.decide_dispute(match, MatchResult(TIE), by=None, why="Both prizes were miscounted")
        assert fresh(match).outcome == "tie"

    def test_it_is_decided_once(self):
        match = both(table(), LEFT, RIGHT)
        disputes.decide_dispute(match, MatchResult(LEFT), by=None)
        assert (
            refusal(disputes.decide_dispute, match, MatchResult(RIGHT), by=None).code == "DISPUTE_NOT_FOUND"
        )

    def test_the_round_does_not_close_meanwhile(self):
        match = both(table(), LEFT, RIGHT)
        refused = refusal(rounds.close_round, match.round, by=None)
        assert (refused.code, refused.facts["tables"]) == ("DISPUTES_OPEN", "1")

    def test_the_decision_can_be_undone(self):
        match = both(table(), LEFT, RIGHT)
        disputes.decide_dispute(match, MatchResult(RIGHT), by=organizer(match.round.division))
        undo.undo_step(newest("ResultDecided"), by=None)
        assert (fresh(match).outcome, open_disputes()) == ("pending", 1)
        assert {row.outcome for row in queries.reports_of_match(match).values()} == {"left", "right"}


class TestTheDesk:
    def test_its_word_counts_against_a_player_who_told_another(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(LEFT))
        results.enter_result(match, MatchResult(RIGHT), by=None)
        assert fresh(match).outcome == "right"
        (conflict,) = queries.results_contradicting_reports(match.round)
        assert conflict.report.entry_id == match.left_id

    def test_a_player_who_tells_another_result_later_changes_nothing(self):
        match = table()
        results.enter_result(match, MatchResult(RIGHT), by=None)
        result_reports.submit_report(match, match.left, reporting(LEFT))
        assert (
            fresh(match).outcome,
            len(queries.results_contradicting_reports(match.round)),
            open_disputes(),
        ) == (
            "right",
            1,
            0,
        )
        result_reports.uphold_result(match, by=None)
        assert queries.results_contradicting_reports(match.round) == []
        undo.undo_step(newest("ResultUpheld"), by=None)
        assert len(queries.results_contradicting_reports(match.round)) == 1

    def test_it_settles_a_dispute(self):
        match = both(table(), LEFT, RIGHT)
        results.enter_result(match, MatchResult(TIE), by=None)
        assert (fresh(match).outcome, open_disputes()) == ("tie", 0)

    def test_the_same_result_with_less_to_it_is_no_quarrel(self):
        match = table(best_of=3)
        result_reports.submit_report(match, match.left, reporting(LEFT, games=(2, 1)))
        result_reports.submit_report(match, match.right, reporting(LEFT, games=(2, 1)))
        results.enter_result(match, MatchResult(LEFT), by=None)
        assert (fresh(match).games_left, fresh(match).games_right) == (2, 1)

    def test_opening_the_table_again_forgets_what_was_told(self):
        match = both(table(), LEFT, LEFT)
        results.clear_result(match, by=None, seen=LEFT)
        assert queries.reports_of_match(match) == {}
        undo.undo_step(newest("ResultCleared"), by=None)
        assert (fresh(match).outcome, len(queries.reports_of_match(match))) == ("left", 2)

    def test_an_undo_of_what_two_told_waits_for_the_second_again(self):
        match = both(table(), LEFT, LEFT)
        undo.undo_step(newest("ResultAgreed"), by=None)
        assert (fresh(match).outcome, list(queries.reports_of_match(match))) == (
            "pending",
            [match.left_id],
        )
        result_reports.submit_report(match, match.right, reporting(LEFT))
        assert fresh(match).outcome == "left"

    def test_an_undo_finds_two_who_disagree_by_now(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(LEFT))
        results.enter_result(match, MatchResult(LEFT), by=None)
        result_reports.submit_report(match, match.right, reporting(RIGHT))
        undo.undo_step(newest("ResultEntered"), by=None)
        assert (fresh(match).outcome, open_disputes()) == ("pending", 1)


class TestOneWord:
    def test_the_desk_takes_one_word(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(LEFT))
        (waiting,) = queries.unconfirmed_matches(match.round)
        result_reports.accept_report(match, report=waiting.report.pk, by=None)
        assert fresh(match).outcome == "left"
        undo.undo_step(newest("ResultTaken"), by=None)
        assert (fresh(match).outcome, len(queries.unconfirmed_matches(match.round))) == (
            "pending",
            1,
        )

    def test_never_against_the_other_player(self):
        match = both(table(), LEFT, RIGHT)
        assert queries.unconfirmed_matches(match.round) == []
        report_id = queries.reports_of_match(match)[match.left_id].pk
        assert (
            refusal(result_reports.accept_report, match, report=report_id, by=None).code == "DISPUTE_IS_OPEN"
        )

    def test_never_by_itself_unless_the_organizer_says_so(self):
        match = table()
        result_reports.submit_report(match, match.left, reporting(LEFT))
        later = timezone.now() + timedelta(minutes=10)
        assert result_reports.accept_due_reports(match.round.division.tournament, now=later) == 0
        Tournament.objects.update(single_report_minutes=5)
        event = Tournament.objects.get()
        assert result_reports.accept_due_reports(event, now=timezone.now()) == 0
        assert result_reports.accept_due_reports(event, now=later) == 1
        assert fresh(match).outcome == "left"

    def test_an_event_where_that_fails_keeps_no_other_waiting(self, monkeypatch, caplog):
        tables = [table(), table()]
        events = [match.round.division.tournament for match in tables]
        Tournament.objects.update(single_report_minutes=5)
        real = result_reports.accept_due_reports

        def due(event):
            if event == events[0]:
                raise TypeError
            return real(event, now=timezone.now() + timedelta(minutes=10))

        for match in tables:
            result_reports.submit_report(match, match.left, reporting(LEFT))
        monkeypatch.setattr(result_reports, "accept_due_reports", due)
        assert tasks.accept_single_reports() == 1
        assert events[0].slug in caplog.text


class TestLeaving:
    def test_between_two_rounds(self):
        of = division(4)
        play(of)
        one = of.entries.first()
        result_reports.drop_between_matches(one)
        assert Entry.objects.get(pk=one.pk).dropped_in == 1

    def test_a_match_is_finished_first(self):
        match = table()
        assert refusal(result_reports.drop_between_matches, match.left).code == "FINISH_FIRST"


def test_taking_the_posting_back_forgets_what_was_told():
    match = both(table(), LEFT, RIGHT)
    undo.undo_step(newest("RoundPosted"), by=None)
    assert (open_disputes(), queries.reports_of_match(match)) == (0, {})


def test_everything_that_was_told_is_kept():
    match = both(table(), LEFT, RIGHT)
    result_reports.withdraw_result_report(match, match.left)
    result_reports.submit_report(match, match.left, reporting(TIE))
    disputes.decide_dispute(match, MatchResult(TIE), by=build.user("judge"), why="seen by a judge")
    stored = Report.objects.order_by("pk").values_list("entry", "outcome", "source", "by__username")
    assert list(stored) == [
        (match.left_id, "left", "phone", None),
        (match.right_id, "right", "phone", None),
        (match.left_id, "tie", "phone", None),
        (None, "tie", "judge", "judge"),
    ]


def test_one_phone_reports_a_match_ten_times_and_then_a_judge_enters_it():
    match = table()
    refused = []
    for turn in range(60):
        try:
            result_reports.submit_report(fresh(match), match.left, reporting((LEFT, RIGHT)[turn % 2]))
        except Refused as refusal_:
            refused.append((refusal_.code, refusal_.facts))
    assert refused == [("REPORTED_TOO_OFTEN", {"most": result_reports.MAX_REPORTS})] * len(refused)
    assert len(refused) >= 25
    match = fresh(match)
    assert Report.objects.filter(match=match).count() == result_reports.MAX_REPORTS
    assert JournalEvent.objects.filter(kind="PlayerReported").count() <= result_reports.MAX_REPORTS
    result_reports.withdraw_result_report(match, match.left)
    assert (
        refusal(result_reports.submit_report, match, match.left, reporting(TIE)).code == "REPORTED_TOO_OFTEN"
    )
    assert result_reports.submit_report(fresh(match), match.right, reporting(TIE)).outcome == Outcome.PENDING
    assert (
        results.enter_result(fresh(match), MatchResult(LEFT), by=organizer(match.round.division)).outcome
        == LEFT
    )
