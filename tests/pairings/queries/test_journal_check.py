"""Closed rounds and results in the tables match the journal; any change that bypasses it is reported."""

import json
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from core.engine.seals import Mismatch
from core.models import JournalEvent, JournalSeal, SealRecord
from core.queries import seals as stored
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from pairings.services.tom import importing, newer_file
from tests import build
from tests.pairings import build as play
from tests.pairings import tom_files as tf
from tests.tournaments.services.test_seals import unguarded
from tournaments.models import Division
from tournaments.services import entries, snapshots

pytestmark = pytest.mark.django_db

THIRD = 5
"""The steps of the third round."""


@pytest.fixture
def home():
    """Create two finished rounds, with one corrected result, and a third in play."""
    home = play.division(5)
    entries.add_entry(home.tournament, by=None, division=home, first_name="Never", last_name="Came")
    play.play(home, 2)
    match = Match.objects.filter(round__number=2, right__isnull=False).earliest("pk")
    results.correct_result(match, MatchResult(Outcome.TIE), by=None, why="Slip")
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=5), by=None)
    first, second = round_.matches.filter(right__isnull=False).order_by("table")
    results.enter_result(first, MatchResult(Outcome.RIGHT), by=None)
    results.clear_result(first, by=None, seen=Outcome.RIGHT)
    results.enter_result(second, MatchResult(Outcome.LEFT), by=None)
    return home


def faults(event):
    return stored.verify_journal(event, now=timezone.now()).faults


def found(home):
    return [(one.fault, one.number, one.table) for one in faults(home.tournament)]


def test_an_honest_event_agrees_at_each_step(home):
    assert found(home) == []
    for _step in range(THIRD + 1):
        undo.undo_step(undo.last_undoable_step(home), by=None)
        assert found(home) == []


def test_a_restored_event_agrees_with_its_journal(home):
    data = snapshots.make_snapshot(home.tournament).data
    by = build.user("other")
    assert faults(snapshots.restore_event(data, by=by)) == []
    assert faults(snapshots.restore_event(data, by=by, trusted=True, copy_of=home.tournament)) == []


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize(
    "change", [{"outcome": "double_loss"}, {"reason": "concession"}, {"games_left": 2, "games_right": 1}]
)
def test_a_result_changed_in_the_table_alone_is_named(home, number, change):
    decided = Match.objects.filter(round__number=number, right__isnull=False).exclude(outcome="pending")
    match = decided.latest("pk")
    Match.objects.filter(pk=match.pk).update(**change)
    assert found(home) == [("result_differs", number, match.table)]
    with pytest.raises(CommandError, match=f"Round {number}, table {match.table}: the result is not the one"):
        call_command("verify_journal", home.tournament.slug)


@pytest.mark.parametrize("posted", [True, False])
def test_a_result_of_an_open_round_that_is_in_the_table_alone_is_named(posted):
    home = play.division(4)
    round_ = rounds.pair_next_round(home, by=None, seed=5)
    if posted:
        rounds.post(round_, by=None)
    match = round_.matches.earliest("pk")
    assert found(home) == []
    Match.objects.filter(pk=match.pk).update(outcome=Outcome.LEFT)
    assert found(home) == [("result_not_in_journal", 1, match.table)]


def test_a_closed_round_that_is_open_in_the_table_is_named(home):
    for _step in range(THIRD):
        undo.undo_step(undo.last_undoable_step(home), by=None)
    Round.objects.filter(number=2).update(state=Round.State.POSTED)
    assert found(home) == [("round_not_in_table", 2, 0)]


def test_a_round_that_no_line_closed_is_named(home):
    Round.objects.filter(number=3).update(state=Round.State.CLOSED)
    assert ("round_not_in_journal", 3, 0) in found(home)


def test_a_match_that_is_missing_is_named(home):
    match = Match.objects.filter(round__number=1, right__isnull=False).latest("pk")
    table = match.table
    match.seats.all().delete()
    match.delete()
    assert found(home) == [("result_not_in_table", 1, table)]


def test_the_newest_seal_gone_with_its_lines_and_its_record_is_named_by_the_round(home):
    first, second = JournalSeal.objects.order_by("number")
    with unguarded() as cursor:
        cursor.execute("DELETE FROM tournaments_journalseal WHERE id = %s", [second.pk])
        cursor.execute("DELETE FROM tournaments_journalevent WHERE id > %s", [first.upto])
    SealRecord.objects.all().delete()
    named = {(fault, number) for fault, number, _table in found(home)}
    assert named >= {("round_not_in_journal", 2), ("result_not_in_journal", 2)}


def test_a_closed_round_that_no_seal_covers_is_named(home):
    never_sealed(home)
    assert faults(home.tournament) == [Mismatch("never_sealed", 2)]
    with pytest.raises(CommandError, match="2 rounds are closed and the journal has no seal"):
        call_command("verify_journal")


def test_rounds_that_were_played_in_tom_are_no_fault():
    """They came from a file, for which the journal has a single line."""
    one, by = tf.round_(1, [(1, 1, 2), (2, 3, 4)]), build.user("marta")
    two, third = tf.round_(2, [(1, 1, 4), (3, 3, 2)]), tf.round_(3, [(0, 1, 3), (0, 4, 2)])
    event = importing.import_event(tf.swiss(4, [one]), by=by, filename="cup.tdf")
    assert faults(event) == []
    newer_file.update_from_newer_file(event, tf.swiss(4, [one, two, third]), by=by)
    assert faults(event) == []
    round_ = event.divisions.get().rounds.get(number=3)
    for match in round_.matches.all():
        results.enter_result(match, MatchResult(Outcome.LEFT), by=by)
    rounds.close_round(round_, by=by)
    assert faults(event) == []


def bye_of(home: Division, number: int) -> Match:
    return Match.objects.get(round__division=home, round__number=number, right__isnull=True)


TAMPERED: dict[str, Callable[[Division], object]] = {
    "a bye made a missed round": lambda home: Match.objects.filter(pk=bye_of(home, 2).pk).update(
        outcome="late_loss"
    ),
    "a bye made one awarded in advance": lambda home: Match.objects.filter(pk=bye_of(home, 2).pk).update(
        outcome="awarded_bye"
    ),
    "a bye given to someone else": lambda home: Match.objects.filter(pk=bye_of(home, 2).pk).update(
        left=home.entries.exclude(matches_left__round__number=2).first()
    ),
    "a bye removed": lambda home: (bye_of(home, 2).seats.all().delete(), bye_of(home, 2).delete()),
    "a missed round added": lambda home: Match.objects.create(
        round=home.rounds.get(number=2), left=home.entries.get(checked_in_at=None), outcome="late_loss"
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_byes_and_missed_rounds_changed_in_the_table_alone_are_named(home, name):
    TAMPERED[name](home)
    assert ("byes_differ", 2, 0) in found(home)
    with pytest.raises(CommandError, match="Round 2: the byes and losses for missed rounds are not those"):
        call_command("verify_journal", home.tournament.slug)


@pytest.mark.parametrize("number", [2, 3])
def test_a_result_changed_into_a_walkover_is_named(home, number):
    match = Match.objects.filter(round__number=number, right__isnull=False).exclude(outcome="pending").first()
    Match.objects.filter(pk=match.pk).update(outcome="double_loss", reason="walkover")
    assert {(number, match.table)} <= {(one, table) for _fault, one, table in found(home)}


def test_players_changed_in_the_table_alone_are_named(home):
    first = Match.objects.filter(round__number=1, right__isnull=False).earliest("table")
    Match.objects.filter(pk=first.pk).update(left=first.right, right=first.left)
    assert found(home) == [("players_differ", 1, first.table)]


def test_who_came_late_dropped_or_came_back_since_is_no_fault(home):
    late = attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Late", last_name="Entry"
    )
    assert Match.objects.filter(left=late, outcome="late_loss", round__state="closed").count() == 2
    assert found(home) == []
    attendance.check_out_unpaired_player(late, by=None)
    assert found(home) == []
    attendance.check_in_player(late, by=None)
    attendance.drop_player(late, by=None)
    attendance.reinstate_player(late, by=None)
    assert found(home) == []
    entries.delete_unpaired_entry(late, by=None)
    assert found(home) == []


def test_a_walkover_of_the_cut_is_held_against_who_is_out():
    home = play.division(8, structure="swiss_cut")
    play.play(home, 3)
    cuts.start_cut(home, by=None, sizes={"all": 4}, anyway=True)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    attendance.drop_player(round_.matches.order_by("slot").first().left, by=None)
    decided = round_.matches.get(reason="walkover")
    assert found(home) == []
    for closed in (False, True):
        if closed:
            play.report_all(round_)
            rounds.close_round(round_, by=None)
            assert found(home) == []
        Match.objects.filter(pk=decided.pk).update(outcome="left")
        assert [number for _fault, number, _table in found(home)] == [4]
        Match.objects.filter(pk=decided.pk).update(outcome="right")


def test_a_closed_round_of_an_earlier_version_says_nothing_of_byes(home):
    with unguarded() as cursor:
        for line in JournalEvent.objects.filter(kind="RoundClosed"):
            facts = {name: value for name, value in line.facts.items() if name != "played"}
            cursor.execute(
                "UPDATE tournaments_journalevent SET facts = %s WHERE id = %s", [json.dumps(facts), line.pk]
            )
    TAMPERED["a bye made a missed round"](home)
    assert {fault for fault, _number, _table in found(home)} == {"changed"}


def never_sealed(home: Division) -> None:
    with unguarded() as cursor:
        cursor.execute("DELETE FROM tournaments_journalseal")
    SealRecord.objects.all().delete()


def exit_code(*arguments: str) -> int:
    try:
        call_command("verify_journal", *arguments, stdout=StringIO())
    except CommandError as error:
        return error.returncode
    return 0


def test_exit_codes_of_an_event_that_was_never_sealed(home):
    """Exit code 3 for rounds of an earlier version, until they are sealed once; 1 for any other fault."""
    slug = home.tournament.slug
    assert exit_code(slug) == 0
    never_sealed(home)
    assert (exit_code(slug), exit_code()) == (3, 3)
    out = StringIO()
    call_command("seal_journal", stdout=out)
    assert f"{slug}: Journal sealed" in out.getvalue()
    assert exit_code(slug) == 0
    never_sealed(home)
    TAMPERED["a bye made a missed round"](home)
    assert exit_code(slug) == 1


def test_an_event_with_nothing_to_seal_agrees_and_stays_unsealed():
    new, running = build.event(name="New"), play.division(4)
    rounds.post(rounds.pair_next_round(running, by=None, seed=1), by=None)
    call_command("seal_journal", stdout=StringIO())
    assert exit_code() == 0
    assert not JournalSeal.objects.filter(tournament__in=[new, running.tournament]).exists()


def test_what_tom_played_is_sealed_when_it_comes_and_missed_when_it_is_not():
    one, by = tf.round_(1, [(1, 1, 2), (2, 3, 4)]), build.user("marta")
    event = importing.import_event(tf.swiss(4, [one]), by=by, filename="cup.tdf")
    assert event.seals.count() == 1
    newer_file.update_from_newer_file(event, tf.swiss(4, [one, tf.round_(2, [(1, 1, 4), (3, 3, 2)])]), by=by)
    assert event.seals.count() == 2
    never_sealed(event.divisions.get())
    assert exit_code(event.slug) == 3


def test_a_roster_of_tom_has_nothing_to_seal():
    event = importing.import_event(tf.swiss(4), by=build.user("marta"))
    assert (event.seals.count(), exit_code(event.slug)) == (0, 0)
