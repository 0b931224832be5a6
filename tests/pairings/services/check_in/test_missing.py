"""Missing players are dropped in one step and put back by one undo."""

import pytest

from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from pairings.services.check_in.arriving import check_in_scanned
from pairings.services.check_in.missing import drop_missing
from pairings.services.rounds import attendance
from tests import build
from tests.pairings.build import play
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_only_missing_players_are_dropped_and_one_undo_puts_all_back() -> None:
    division = build.division(4)
    event = division.tournament
    missing = build.add_players(event, 3, checked_in=False)
    check_in_scanned(event, missing[0].player_number or "", by=None)
    here = event.entries.exclude(checked_in_at=None).first()
    dropped = drop_missing(event, [here.pk, *(entry.pk for entry in missing)], by=None)
    assert {entry.pk for entry in dropped} == {entry.pk for entry in missing[1:]}
    assert event.entries.filter(dropped_in=0).count() == 2
    line = JournalEvent.objects.get(kind="MissingDropped")
    undo.undo_step(line, by=None)
    assert not event.entries.exclude(dropped_in=None).exists()
    with pytest.raises(Refused):
        drop_missing(event, [here.pk], by=None)


def test_the_undo_leaves_those_who_were_reinstated_alone() -> None:
    division = build.division(4)
    missing = build.add_players(division.tournament, 2, checked_in=False)
    play(division)
    drop_missing(division.tournament, [entry.pk for entry in missing], by=None)
    assert Entry.objects.filter(dropped_in=1).count() == 2
    attendance.reinstate_player(Entry.objects.select_related("division").get(pk=missing[0].pk), by=None)
    line = JournalEvent.objects.get(kind="MissingDropped")
    undo.undo_step(line, by=None)
    assert not Entry.objects.exclude(dropped_in=None).exists()
    with pytest.raises(Refused):
        undo.undo_step(JournalEvent.objects.get(kind="MissingDropped"), by=None)
