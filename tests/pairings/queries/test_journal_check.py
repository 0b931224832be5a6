"""Closed rounds and results in the tables are those of the journal; whatever is changed past it is named."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services import tom
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from pairings.services.tom import newer_file
from tests import build
from tests.pairings import build as play
from tests.pairings import tom_files as tf
from tests.tournaments.services.test_seals import unguarded
from tournaments.engine.seals import Found
from tournaments.models import JournalEvent, JournalSeal, SealRecord
from tournaments.queries import seals as stored
from tournaments.services import snapshots, undo

pytestmark = pytest.mark.django_db

THIRD = 5
"""The steps of the third round."""


@pytest.fixture
def home():
    """Two rounds that are over, one result of them corrected, and a third that is played."""
    home = play.division(5)
    play.play(home, 2)
    match = Match.objects.filter(round__number=2, right__isnull=False).earliest("pk")
    results.correct(match, MatchResult(Outcome.TIE), by=None, why="Slip")
    round_ = rounds.post(rounds.pair_next(home, by=None, seed=5), by=None)
    first, second = round_.matches.filter(right__isnull=False).order_by("table")
    results.enter(first, MatchResult(Outcome.RIGHT), by=None)
    results.clear(first, by=None, seen=Outcome.RIGHT)
    results.enter(second, MatchResult(Outcome.LEFT), by=None)
    return home


def faults(event):
    return stored.verify(event, now=timezone.now()).faults


def found(home):
    return [(one.fault, one.number, one.table) for one in faults(home.tournament)]


def test_an_honest_event_agrees_at_each_step(home):
    assert found(home) == []
    for _step in range(THIRD + 1):
        undo.undo(undo.last(home), by=None)
        assert found(home) == []


def test_a_restored_event_agrees_with_its_journal(home):
    data = snapshots.make(home.tournament).data
    by = build.user("other")
    assert faults(snapshots.restore(data, by=by)) == []
    assert faults(snapshots.restore(data, by=by, trusted=True, made_here=True)) == []


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


def test_a_closed_round_that_is_open_in_the_table_is_named(home):
    for _step in range(THIRD):
        undo.undo(undo.last(home), by=None)
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
    lines = JournalEvent.objects.filter(kind="RoundClosed").order_by("pk").values_list("pk", flat=True)
    with unguarded() as cursor:
        cursor.execute("DELETE FROM tournaments_journalseal")
    SealRecord.objects.all().delete()
    assert faults(home.tournament) == [Found("unsealed", line) for line in lines]
    with pytest.raises(CommandError, match="A seal is missing"):
        call_command("verify_journal")


def test_rounds_that_were_played_in_tom_are_no_fault():
    """They came with a file, and the journal has a line of the file alone."""
    one, by = tf.round_(1, [(1, 1, 2), (2, 3, 4)]), build.user("marta")
    two, third = tf.round_(2, [(1, 1, 4), (3, 3, 2)]), tf.round_(3, [(0, 1, 3), (0, 4, 2)])
    event = tom.import_event(tf.swiss(4, [one]), by=by, filename="cup.tdf")
    assert faults(event) == []
    newer_file.add_rounds(event, tf.swiss(4, [one, two, third]), by=by)
    assert faults(event) == []
    round_ = event.divisions.get().rounds.get(number=3)
    for match in round_.matches.all():
        results.enter(match, MatchResult(Outcome.LEFT), by=by)
    rounds.close(round_, by=by)
    assert faults(event) == []
