"""One undo of continuing with a TOM file restores every row, without losing anything that came later."""

import pytest

from core.models import JournalEvent
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, TomFile
from pairings.queries.tom import comparison, exports
from pairings.queries.verification import journal_check
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from pairings.services.tom import importing, newer_file, undone_file
from tests import build
from tests.pairings import tom_files as tf
from tests.pairings.event_rows import event_rows
from tournaments.models import Tournament, User
from tournaments.services import snapshots

pytestmark = pytest.mark.django_db

ONE = tf.round_(1, [(1, 1, 2), (2, 3, 4)])
EARLIER = tf.swiss(4, [ONE])
SECOND_OPEN = tf.swiss(4, [ONE, tf.round_(2, [(0, 1, 4), (0, 3, 2)])])
SECOND_CLOSED = tf.swiss(4, [ONE, tf.round_(2, [(1, 1, 4), (3, 3, 2)])])


@pytest.fixture
def by() -> User:
    return build.user("marta")


@pytest.fixture
def event(by: User) -> Tournament:
    return importing.import_event(EARLIER, by=by, filename="earlier.tdf")


def continued(event: Tournament, data: bytes, by: User, **more: str) -> JournalEvent:
    newer_file.update_from_newer_file(event, data, by=by, filename="newer.tdf", **more)
    return event.journal.filter(kind="TomRoundsAdded").latest("pk")


def test_the_file_before_is_back_too(event, by):
    undo.undo_step(continued(event, SECOND_OPEN, by), by=by)
    file = TomFile.objects.get(tournament=event)
    assert (bytes(file.data), file.filename) == (EARLIER, "earlier.tdf")
    assert exports.export_tom_file(event).data == EARLIER
    assert comparison.compare_with_file(event, importing.read_tom_file(EARLIER)).same


def test_results_replaced_here_are_back_with_their_journal(by):
    event = importing.import_event(SECOND_OPEN, by=by)
    second = Round.objects.get(number=2)
    for match in second.matches.all():
        results.enter_result(match, MatchResult(Outcome.RIGHT), by=by)
    rounds.close_round(second, by=by)
    other = tf.swiss(4, [ONE, tf.round_(2, [(1, 1, 3), (1, 2, 4)])])
    before = event_rows()
    line = continued(
        event,
        other,
        by,
        replaces=comparison.compare_with_file(event, importing.read_tom_file(other)).replaced_key,
    )
    assert list(journal_check.journal_disagreements(event)) == []
    undo.undo_step(line, by=by)
    assert event_rows() == before
    assert list(journal_check.journal_disagreements(event)) == []
    assert event.journal.filter(kind="RoundClosed", undone_by=None).exists()


def test_the_lines_of_the_step_are_undone_with_it(event, by):
    event = importing.import_event(SECOND_OPEN, by=by)
    line = continued(event, SECOND_CLOSED, by)
    undo.undo_step(line, by=by)
    kinds = ("ResultEntered", "RoundClosed", "TomRoundsAdded")
    assert not event.journal.filter(kind__in=kinds, undone_by=None).exists()
    assert undo.last_undoable_step(event.divisions.get()) is None


def test_a_result_entered_since_is_not_lost(event, by):
    line = continued(event, SECOND_OPEN, by)
    match = Match.objects.filter(round__number=2).first()
    results.enter_result(match, MatchResult(Outcome.LEFT), by=by)
    assert build.refusal(undo.undo_step, line, by=by).code == "UNDO_OVERTAKEN"
    match.refresh_from_db()
    assert match.outcome == Outcome.LEFT


def test_a_round_paired_since_comes_first(event, by):
    line = continued(event, SECOND_CLOSED, by)
    rounds.pair_next_round(event.divisions.get(), by=by, seed=1)
    refused = build.refusal(undo.undo_step, line, by=by)
    assert (refused.code, refused.facts["round"]) == ("UNDO_NEXT_ROUND_FIRST", 3)
    assert undone_file.can_no_longer_undo_import(line)
    undo.undo_step(undo.last_undoable_step(event.divisions.get()), by=by)
    undo.undo_step(line, by=by)
    assert event.divisions.get().rounds.count() == 1


def test_the_newer_of_two_files_is_undone_first(event, by):
    before = event_rows()
    first = continued(event, SECOND_OPEN, by)
    second = continued(event, SECOND_CLOSED, by)
    assert build.refusal(undo.undo_step, first, by=by).code == "UNDO_OVERTAKEN"
    undo.undo_step(second, by=by)
    undo.undo_step(first, by=by)
    assert event_rows() == before


def test_a_line_of_an_earlier_version_is_not_undone(event, by):
    line = JournalEvent(tournament=event, kind="TomRoundsAdded", facts={"filename": "x", "rounds": 1})
    assert undone_file.can_no_longer_undo_import(line)
    assert build.refusal(undone_file.undo_added_rounds, line).code == "UNDO_NOT_POSSIBLE"


def test_a_restored_event_is_undone_too(by):
    event = importing.import_event(SECOND_OPEN, by=by)
    newer = tf.swiss(5, [ONE, tf.round_(2, [(1, 1, 3), (1, 2, 4), (8, 5, 0)])])
    continued(event, newer, by)
    copy = snapshots.restore_event(snapshots.make_snapshot(event).data, by=by, trusted=True, copy_of=event)
    undo.undo_step(copy.journal.get(kind="TomRoundsAdded"), by=by)
    assert comparison.compare_with_file(copy, importing.read_tom_file(SECOND_OPEN)).same
    assert comparison.compare_with_file(event, importing.read_tom_file(newer)).same


def test_a_file_that_was_deleted_with_its_names_does_not_come_back(event, by):
    line = continued(event, SECOND_OPEN, by)
    TomFile.objects.all().delete()
    line.facts["file_before"] = ""
    undone_file.undo_added_rounds(line)
    assert not TomFile.objects.exists()
