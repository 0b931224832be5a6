"""A whole event is written to a file and restored in the same database, beside the event itself."""

from random import Random

import pytest
from django.utils import timezone

from core.engine.refused import Refused
from core.models import JournalEvent
from core.queries import seals as stored
from core.services import undo
from floor.services import rehearsal
from floor.services.rehearsal import Odds
from pairings.models import Match, Round, Standing
from pairings.services.rounds import rounds
from tests import build
from tournaments.services import events, snapshots

pytestmark = pytest.mark.django_db


def played(players=12, number=3, **settings):
    event = rehearsal.create_rehearsal(by=build.user(), players=players, seed=7, **settings)
    rehearsal.play_rounds(
        event.divisions.get(),
        number=number,
        chance=Random(7),
        by=event.created_by,
        odds=Odds(0.1, 0.05, 0.1),
        latecomers=1,
    )
    return event


def standings(event):
    rows = Standing.objects.filter(round__division__tournament=event).order_by("round__number", "place")
    return list(rows.values_list("round__number", "place", "entry__last_name", "points", "owp", "oowp"))


def pairings(event, number):
    matches = Match.objects.filter(round__division__tournament=event, round__number=number)
    return list(
        matches.order_by("position").values_list(
            "table", "left__last_name", "left__player_number", "right__last_name", "outcome"
        )
    )


def lines(event):
    return [
        (line.kind, line.at, line.by_name)
        for line in JournalEvent.objects.filter(tournament=event).order_by("pk")
    ]


def faults(event):
    return stored.verify_journal(event, now=timezone.now()).faults


def test_the_same_event_comes_back():
    event = played()
    before = lines(event)

    back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=None, trusted=True)

    assert back.slug == f"{event.slug}-2"
    assert not back.published
    assert standings(back) == standings(event)
    assert lines(back)[:-1] == before
    assert lines(back)[-1][0] == "EventRestored"
    assert faults(event) == faults(back) == []
    assert stored.verify_journal(back, now=timezone.now()).open == 0
    assert back.seals.count() == event.seals.count() + 1


def test_the_next_round_is_paired_alike():
    event = played()
    back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=None, trusted=True)

    for one in (event, back):
        rounds.pair_next_round(one.divisions.get(), by=None, seed=99)

    assert pairings(back, 4) == pairings(event, 4)
    assert pairings(back, 4)


def test_a_copy_of_a_copy_verifies():
    event = played(number=1)
    for _ in range(3):
        back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=None, trusted=True)
        rehearsal.play_rounds(back.divisions.get(), number=1, chance=Random(1), by=None)
        assert faults(back) == []
        event = back

    assert event.origins.count() == 3


def test_the_same_event_is_the_same_file():
    event, now = played(), timezone.now()

    assert snapshots.make_snapshot(event, now=now).data == snapshots.make_snapshot(event, now=now).data


def test_steps_can_be_undone_after_a_restore():
    event = played()
    back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=None, trusted=True)
    division = back.divisions.get()

    undo.undo_step(undo.last_undoable_step(division), by=None)
    undo.undo_step(undo.last_undoable_step(division), by=None)

    assert Round.objects.get(division=division, number=3).state == "posted"
    assert Round.objects.filter(division__tournament=event, state="closed").count() == 3
    assert faults(back) == []


def test_steps_of_a_strangers_file_stay():
    event = played(number=1)
    back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=None)

    with pytest.raises(Refused, match="UNDO_BEFORE_RESTORE"):
        undo.undo_step(undo.last_undoable_step(back.divisions.get()), by=None)


def test_a_rehearsal_is_not_public_though_its_event_was():
    """This includes one with the URL of the event, if that does not exist here."""
    event = played(number=1, published=True)
    data, slug = snapshots.make_snapshot(event).data, event.slug
    events.delete_event(event, by=None, typed_name=event.name)

    copy = snapshots.restore_event(data, by=None, slug=slug, rehearsal=True)
    assert (copy.slug, copy.published) == (slug, False)

    events.delete_event(copy, by=None, typed_name=copy.name)
    assert snapshots.restore_event(data, by=None, slug=slug).published
