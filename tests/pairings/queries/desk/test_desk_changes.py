"""The latest changes of a division say which of them were undone, without asking the database for each line."""

import pytest

from core.engine.journal.kinds import kinds_undone_at_desk
from core.models import JournalEvent
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.queries.desk.desk_changes import latest_changes
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.pairings import build
from tournaments.models import Division
from tournaments.services import events

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    """A division with a result undone and entered again, another one, and a setting changed and undone."""
    division = build.division(8)
    posted = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    first, second = build.open_matches(posted)[:2]
    results.enter_result(first, MatchResult(Outcome.LEFT), by=None)
    undo.undo_step(division.journal.latest("pk"), by=None)
    results.enter_result(first, MatchResult(Outcome.TIE), by=None)
    events.change_event_settings(division.tournament, by=None, single_report_minutes=7)
    undo.undo_step(JournalEvent.objects.filter(kind="EventChanged").latest("pk"), by=None)
    results.enter_result(second, MatchResult(Outcome.RIGHT), by=None)
    return division


@pytest.mark.parametrize("limit", range(1, 8))
def test_undone_changes_are_those_with_an_undo(home: Division, limit: int) -> None:
    changes = latest_changes(home, kinds=kinds_undone_at_desk(), limit=limit)
    undone = {*JournalEvent.objects.filter(undone_by__isnull=False).values_list("pk", flat=True)}
    assert len(changes) == limit
    for change in changes:
        assert change.undone == (change.line.pk in undone), change.line.kind


def test_a_change_that_was_undone_does_not_stand(home: Division) -> None:
    changes = latest_changes(home, kinds=kinds_undone_at_desk(), limit=5)
    assert [(change.line.kind, change.standing) for change in changes] == [
        ("ResultEntered", True),
        ("EventChanged", False),
        ("ResultEntered", True),
        ("Undone", False),
        ("ResultEntered", False),
    ]
